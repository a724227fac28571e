//! Decides whether the heuristic plays a Nope. [`rules::Game::legal`] decides what is legal.

use rules::{NopeWindow, Play, Seat, Title, TurnEffect};

use super::{
    HeuristicParams,
    card_value::card_value,
    turn::{CHANGING_TOP, ESCAPES},
};
use crate::knowledge::Knowledge;

/// Returns true if a player who holds a Nope should play it now.
pub(crate) fn wants_to_nope(
    knowledge: &impl Knowledge,
    window: &NopeWindow,
    params: &HeuristicParams,
) -> bool {
    if window.top_owner() == knowledge.seat() {
        return false;
    }
    match (window.seat == knowledge.seat(), window.stands()) {
        (true, false) => should_renope(knowledge, &window.play, params),
        (false, true) => should_stop(knowledge, window.seat, &window.play, params),
        (true, true) | (false, false) => false,
    }
}

fn should_renope(knowledge: &impl Knowledge, play: &Play, params: &HeuristicParams) -> bool {
    let can_spare = knowledge.hand().count(Title::Nope) > 1;
    let has_defuse = knowledge.hand().has(Title::Defuse);
    match *play {
        Play::Single { title, .. } => {
            let [without_defuse, with_defuse] = params.renope_escape_from;
            let limit = if has_defuse {
                with_defuse
            } else {
                without_defuse
            };
            avoids_top(title)
                && (knowledge.kitten_probability(0) >= limit || knowledge.is_top_fatal())
        }
        Play::Triple { on, naming, .. } => {
            naming == Title::Defuse
                && knowledge.defuse_probability(on) > 0.8
                && (can_spare || !has_defuse)
        }
        Play::Five { .. } => !has_defuse,
        Play::Pair { .. } => params.renopes_theft,
    }
}

fn should_stop(
    knowledge: &impl Knowledge,
    by: Seat,
    play: &Play,
    params: &HeuristicParams,
) -> bool {
    match *play {
        Play::Single {
            title: Title::Favor,
            on,
        } => params.nopes_favors && on == Some(knowledge.seat()),
        Play::Single {
            title: Title::CurseOfTheCatButt,
            on,
        } => on == Some(knowledge.seat()) && knowledge.hand().count(Title::Nope) > 1,
        Play::Single {
            title: Title::IllTakeThat,
            on,
        } => on == Some(knowledge.seat()) && loses_good_card(knowledge),
        Play::Single { title, .. } if by != knowledge.turn().seat => {
            spoils_safe_draw(knowledge, title, params)
        }
        Play::Single { title, on } => avoids_kitten(knowledge, by, (title, on), params),
        Play::Five { .. } => false,
        Play::Pair { on, .. } => {
            on == knowledge.seat() && defuse_loss_probability(knowledge) >= params.nope_theft_from
        }
        Play::Triple { on, naming, .. } => {
            on == knowledge.seat()
                && knowledge.robbed_stash() != Some(on)
                && knowledge.hand().has(naming)
                && naming != Title::Nope
                && card_value(knowledge, naming) >= 4.0
        }
    }
}

/// Returns true if the player knows that the next card is good, and can spare a Nope to keep it.
fn loses_good_card(knowledge: &impl Knowledge) -> bool {
    let known = knowledge.known_card(0).map(|card| card.title());
    let is_good = |title: Title| title.hazard().is_none() && card_value(knowledge, title) >= 4.0;
    known.is_some_and(is_good) && knowledge.hand().count(Title::Nope) > 1
}

/// Returns true if this player has no Defuse, and the card may replace a safe top card that they are about to draw.
fn spoils_safe_draw(knowledge: &impl Knowledge, title: Title, params: &HeuristicParams) -> bool {
    let is_own_draw = knowledge.next_receiver() == knowledge.seat();
    let is_safe = knowledge.kitten_probability(0) < params.nope_handover_from / 2.0;
    CHANGING_TOP.contains(title) && is_own_draw && is_safe && !knowledge.hand().has(Title::Defuse)
}

/// Returns the probability of losing the last Defuse to a pair.
fn defuse_loss_probability(knowledge: &impl Knowledge) -> f32 {
    let hand = knowledge.hand();
    match hand.count(Title::Defuse) {
        1 if knowledge.robbed_stash() == Some(knowledge.seat()) => 0.0,
        1 => 1.0 / f32::from(hand.total()),
        _ => 0.0,
    }
}

/// Returns true if the play avoids a likely kitten and should be Noped, either because this player would draw the
/// kitten next, or so that the player on turn must face it.
fn avoids_kitten(
    knowledge: &impl Knowledge,
    by: Seat,
    (title, on): (Title, Option<Seat>),
    params: &HeuristicParams,
) -> bool {
    let kitten_on_top = if title == Title::CatomicBomb {
        f32::from(knowledge.kittens().min(1))
    } else {
        knowledge.kitten_probability(0)
    };
    let is_next = next_player(knowledge, by, title, on) == knowledge.seat();
    let ends_all = matches!(title.spec().turn, TurnEffect::Attacks | TurnEffect::EndsAll);
    let ends_last_turn = ends_all || knowledge.turn().owed == 1;
    let escapes = ESCAPES.contains(title);
    if escapes
        && is_next
        && ends_last_turn
        && kitten_on_top >= handover_limit(knowledge, title, params)
    {
        return true;
    }
    let avoids = avoids_top(title);
    let can_spare = knowledge.hand().count(Title::Nope) > 1 || knowledge.living().len() <= 3;
    avoids && can_spare && kitten_on_top >= params.nope_any_escape_from
}

/// Returns true if the card, unless Noped, can save its player from drawing the current top card.
fn avoids_top(title: Title) -> bool {
    ESCAPES.or(CHANGING_TOP).contains(title)
}

/// Returns the player who draws next if this card ends the last turn that the current player owes.
fn next_player(knowledge: &impl Knowledge, by: Seat, title: Title, on: Option<Seat>) -> Seat {
    let direction = knowledge.direction();
    let turns = title == Title::Reverse && knowledge.living().len() > 2;
    match on {
        Some(on) => on,
        None if turns => knowledge.next_in(direction.turned(), by),
        None => knowledge.next_in(direction, by),
    }
}

/// Returns the minimum probability of a kitten on top at which the player Nopes a play that would make them draw it.
/// `nope_handover_extra` adjusts the minimum for a Defuse or an escape in hand, and for additional turns owed.
fn handover_limit(knowledge: &impl Knowledge, title: Title, params: &HeuristicParams) -> f32 {
    let hand = knowledge.hand();
    let escapes = ESCAPES.iter().any(|escape| hand.has(escape));
    let [per_defuse, per_escape, per_turn] = params.nope_handover_extra;
    let has_defuse = hand.has(Title::Defuse);
    let for_defuse = if has_defuse { per_defuse } else { 0.0 };
    let for_escape = if escapes { per_escape } else { 0.0 };
    let turns = match title.spec().turn {
        TurnEffect::Attacks if knowledge.turn().attacked => f32::from(knowledge.turn().owed) + 2.0,
        TurnEffect::Attacks => 2.0,
        TurnEffect::EndsOne | TurnEffect::EndsAll | TurnEffect::GoesOn => 1.0,
    };
    params.nope_handover_from + for_defuse + for_escape + per_turn * (turns - 1.0)
}
