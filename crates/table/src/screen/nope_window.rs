//! The text about an open Nope window: the pending play, the Nopes on it, and the outcome if no further Nope is played.
//! All of this is public. In a panel, the text addresses the owner if the play affects them.

use rules::{AttackRule, Effect, NopeWindow, Play, Seat, ShuffleRule, Title};

use super::game_context::GameContext;
use super::lobby::count;
use super::turn_reason::turns_owed;
use super::{Emoji, Icon};
use crate::computer_delay::hash;
use crate::text::Message;

pub(crate) fn stake(context: &GameContext<'_>, window: &NopeWindow) -> String {
    context.translate(&pending_play(context, window))
}

pub(crate) fn title<'v>(window: &NopeWindow) -> (Emoji, Message<'v>) {
    match count(window.nopes.len()) {
        0 => (Icon::Alarm.into(), Message::WindowTitle),
        nopes => (Title::Nope.into(), Message::WindowNoped { nopes }),
    }
}

pub(crate) fn stamp(window: &NopeWindow) -> Option<Icon> {
    match window.nopes.len() {
        0 => None,
        1 => Some(Icon::Noped),
        2 => Some(Icon::NopedTwice),
        _ => Some(Icon::NopedOften),
    }
}

/// Returns the line that comments on the last Nope, if there is one.
pub(crate) fn banter(context: &GameContext<'_>, window: &NopeWindow) -> Option<String> {
    let nopes = window.nopes.len() as u64;
    let seat = window.top_owner();
    let variant = (hash(&[context.stamp.table.0, seat.index() as u64, nopes]) % 3) as u32;
    let after_all = if window.stands() { 3 } else { 0 };
    let banter = Message::WindowBanter {
        variant: variant + after_all,
        player: context.name(seat),
    };
    (nopes > 0).then(|| context.translate(&banter))
}

pub(crate) fn verdict(context: &GameContext<'_>, window: &NopeWindow) -> String {
    if window.stands() {
        context.line(Icon::Yes, &Message::WindowStands)
    } else {
        context.line(Icon::No, &Message::WindowStopped)
    }
}

fn pending_play<'v>(context: &GameContext<'v>, window: &NopeWindow) -> Message<'v> {
    let player = context.name(window.seat);
    match window.play {
        Play::Single { title, on } => single_card(context, window, title, on),
        Play::Pair { title, wild, on } => pair(context, window.seat, (title, wild), on),
        Play::Triple {
            title,
            wild,
            on,
            naming,
        } => triple(context, window.seat, (title, wild), on, naming),
        Play::Five { .. } => Message::StakeFive { player },
    }
}

fn pair<'v>(
    context: &GameContext<'v>,
    seat: Seat,
    (title, wild): (Title, u8),
    on: Seat,
) -> Message<'v> {
    let (player, target) = (context.name(seat), context.name(on));
    let (card, wild_card) = (context.card_name(title), context.card_name(Title::FeralCat));
    match (wild, context.is_viewer(on)) {
        (0, false) => Message::StakePair {
            player,
            card: context.cards_named(title, 2),
            target,
        },
        (0, true) => Message::StakePairYou {
            player,
            card: context.cards_named(title, 2),
        },
        (_, false) => Message::StakePairWild {
            player,
            card,
            wild: wild_card,
            target,
        },
        (_, true) => Message::StakePairWildYou {
            player,
            card,
            wild: wild_card,
        },
    }
}

fn triple<'v>(
    context: &GameContext<'v>,
    seat: Seat,
    (title, wild): (Title, u8),
    on: Seat,
    naming: Title,
) -> Message<'v> {
    let (player, target) = (context.name(seat), context.name(on));
    let named = context.card_name(naming);
    let card = context.cards_named(title, 3_u32.saturating_sub(wild.into()));
    let wild_card = context.cards_named(Title::FeralCat, wild.into());
    match (u32::from(wild), context.is_viewer(on)) {
        (0, false) => Message::StakeTriple {
            player,
            card,
            named,
            target,
        },
        (0, true) => Message::StakeTripleYou {
            player,
            card,
            named,
        },
        (count, false) => Message::StakeTripleWild {
            count,
            player,
            card,
            wild: wild_card,
            named,
            target,
        },
        (count, true) => Message::StakeTripleWildYou {
            count,
            player,
            card,
            wild: wild_card,
            named,
        },
    }
}

fn single_card<'v>(
    context: &GameContext<'v>,
    window: &NopeWindow,
    title: Title,
    on: Option<Seat>,
) -> Message<'v> {
    let player = context.name(window.seat);
    let next = context.next_living(window.seat);
    let on_whom = on.unwrap_or(next);
    let target = context.name(on_whom);
    let is_viewer = context.is_viewer(on_whom);
    let card = context.card_name(title);
    match title.spec().effect {
        Effect::Attack if is_viewer => Message::StakeAttackYou {
            player,
            card,
            turns: turns_after_attack(context),
        },
        Effect::Attack => Message::StakeAttack {
            player,
            card,
            target,
            turns: turns_after_attack(context),
        },
        Effect::EndTurn => ends_one_turn(context, window, title, next),
        Effect::Reverse => reverses(context, window, title),
        Effect::Shuffle => shuffles(context, window.seat, title, on_whom),
        Effect::Look => Message::StakeSeeTheFuture {
            player,
            card,
            depth: cards_shown(context, title),
        },
        Effect::Rearrange => Message::StakeAlter {
            player,
            card,
            depth: cards_shown(context, title),
        },
        Effect::DrawBottom => Message::StakeDrawFromTheBottom { player, card },
        Effect::Favor => match on {
            Some(_) if is_viewer => Message::StakeFavorYou { player, card },
            Some(_) => Message::StakeFavorOne {
                player,
                card,
                target,
            },
            None => Message::StakeFavorEveryone { player, card },
        },
        Effect::EndAllTurns if context.is_viewer(next) => Message::StakeSkipAllYou { player, card },
        Effect::EndAllTurns => Message::StakeSkipAll {
            player,
            card,
            target,
        },
        Effect::Swap => Message::StakeSwap { player, card },
        Effect::RaiseKittens => Message::StakeRaiseKittens { player, card },
        Effect::Collect => Message::StakeCollect { player, card },
        Effect::AddTurns => adds_turns(context, window.seat, title),
        Effect::Bury => Message::StakeBury { player, card },
        Effect::Stack => Message::StakeStack { player, card },
        Effect::Share | Effect::Claim | Effect::WearTower => {
            card_of_barking(context, window.seat, title, on_whom)
        }
        Effect::Mark | Effect::Curse => changes_sight(context, window.seat, title, on_whom),
        // Cards with these effects do not open a window.
        Effect::Bark | Effect::NotPlayed => Message::StakeSingle { player, card },
    }
}

fn shuffles<'v>(context: &GameContext<'v>, seat: Seat, title: Title, until: Seat) -> Message<'v> {
    let (player, card) = (context.name(seat), context.card_name(title));
    if context.game.rules.shuffle != ShuffleRule::UntilStopped {
        return Message::StakeShuffle { player, card };
    }
    if context.is_viewer(until) {
        return Message::StakeShuffleStoppedYou { player, card };
    }
    Message::StakeShuffleStopped {
        player,
        card,
        target: context.name(until),
    }
}

fn adds_turns<'v>(context: &GameContext<'v>, seat: Seat, title: Title) -> Message<'v> {
    Message::StakeAddTurns {
        player: context.name(seat),
        card: context.card_name(title),
        turns: turns_owed(context) + 2,
    }
}

/// Returns the message for a card with the effect `Share`, `Claim` or `WearTower`, all from *Barking Kittens*.
fn card_of_barking<'v>(
    context: &GameContext<'v>,
    seat: Seat,
    title: Title,
    on: Seat,
) -> Message<'v> {
    let (player, target) = (context.name(seat), context.name(on));
    let card = context.card_name(title);
    let stash = context.game.stash.into();
    match (title.spec().effect, context.is_viewer(on)) {
        (Effect::Share, true) => Message::StakeShareYou { player, card },
        (Effect::Claim, true) => Message::StakeClaimYou { player, card },
        (Effect::Share, false) => Message::StakeShare {
            player,
            card,
            target,
        },
        (Effect::Claim, false) => Message::StakeClaim {
            player,
            card,
            target,
        },
        _ => Message::StakeWearTower {
            player,
            card,
            stash,
        },
    }
}

/// Returns the message for a card that changes which cards its target, or every player, can see.
fn changes_sight<'v>(context: &GameContext<'v>, seat: Seat, title: Title, on: Seat) -> Message<'v> {
    let (player, target) = (context.name(seat), context.name(on));
    let card = context.card_name(title);
    let marks = title.spec().effect == Effect::Mark;
    match (marks, context.is_viewer(on)) {
        (true, true) => Message::StakeMarkYou { player, card },
        (true, false) => Message::StakeMark {
            player,
            card,
            target,
        },
        (false, true) => Message::StakeCurseYou { player, card },
        (false, false) => Message::StakeCurse {
            player,
            card,
            target,
        },
    }
}

/// Returns the message for a card that ends one turn. If it is the last turn that the player owes, `next` is on
/// turn afterwards.
fn ends_one_turn<'v>(
    context: &GameContext<'v>,
    window: &NopeWindow,
    title: Title,
    next: Seat,
) -> Message<'v> {
    let (player, card) = (context.name(window.seat), context.card_name(title));
    match turns_owed(context) {
        0 | 1 if context.is_viewer(next) => Message::StakeSkipLastYou { player, card },
        0 | 1 => Message::StakeSkipLast {
            player,
            card,
            target: context.name(next),
        },
        turns => Message::StakeSkipMore {
            player,
            card,
            turns: turns - 1,
        },
    }
}

/// Returns the message for a card that reverses the direction of play. With two players, the card works like a Skip.
fn reverses<'v>(context: &GameContext<'v>, window: &NopeWindow, title: Title) -> Message<'v> {
    let next = context.after_reverse(window.seat);
    if context.living().len() <= 2 {
        return ends_one_turn(context, window, title, next);
    }
    let (player, card) = (context.name(window.seat), context.card_name(title));
    match turns_owed(context) {
        0 | 1 if context.is_viewer(next) => Message::StakeReverseLastYou { player, card },
        0 | 1 => Message::StakeReverseLast {
            player,
            card,
            target: context.name(next),
        },
        turns => Message::StakeReverseMore {
            player,
            card,
            turns: turns - 1,
        },
    }
}

fn turns_after_attack(context: &GameContext<'_>) -> u32 {
    match context.game.rules.attack {
        AttackRule::AddsUp if context.game.turn.is_some_and(|turn| turn.attacked) => {
            turns_owed(context) + 2
        }
        AttackRule::AddsUp | AttackRule::Resets => 2,
    }
}

fn cards_shown(context: &GameContext<'_>, title: Title) -> u32 {
    let depth = context.game.rules.cards_shown(title);
    count(depth.min(usize::from(context.game.pile_count)))
}
