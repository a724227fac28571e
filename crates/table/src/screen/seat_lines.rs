//! The lines about seats on the public table: the player, their number of cards, the public facts about those cards,
//! and the cards in front of the player.

use rules::{DeathCause, Seat, SeatView, Title};

use super::game_context::{GameContext, join_lines};
use super::lobby::count;
use super::newest_events::small_line;
use super::view::{Occupant, Presence};
use super::{Emoji, Icon, epitaph, turn_reason};
use crate::text::{Message, Verbatim};

/// Returns a line for each seat, followed by any small print about its public cards.
pub(crate) fn all(context: &GameContext<'_>) -> String {
    let seats = context.game.seats.iter();
    join_lines(seats.map(|seat| Some(seat_line(context, seat))))
}

fn seat_line(context: &GameContext<'_>, shown: &SeatView) -> String {
    let occupant = context.player(shown.seat).map(|player| player.occupant);
    let presence = match occupant {
        Some(Occupant::Person { presence, .. }) => Some(presence),
        Some(Occupant::Computer(_)) | None => None,
    };
    let player = context.name_beside_mark(shown.seat);
    let cards = u32::from(shown.cards);
    let message = match (shown.died, presence) {
        (Some((order, cause)), _) => out_message(context, shown.seat, order, cause),
        (None, Some(Presence::Present) | None) => Message::SeatCards { player, cards },
        (None, Some(Presence::Away)) => Message::SeatCardsAway { player, cards },
        (None, Some(Presence::Left)) => Message::SeatCardsLeft { player, cards },
    };
    let turn = context.game.turn;
    let is_on_turn = turn.is_some_and(|turn| turn.seat == shown.seat);
    let icon = match presence {
        _ if is_on_turn => Some(Icon::Turn),
        _ if shown.died.is_some() => Some(Icon::Dead),
        Some(Presence::Present) => None,
        Some(Presence::Away) => Some(Icon::Away),
        Some(Presence::Left) | None => Some(Icon::Computer),
    };
    let mark = icon.map_or_else(String::new, |icon| format!("{} ", Emoji::Icon(icon)));
    let turns = turn_reason::turns_owed(context);
    let mut line = context.translate(&message);
    if is_on_turn && turns > 1 {
        let seat = Verbatim(line);
        line = context.translate(&Message::SeatOwing { turns, seat });
    }
    let line = format!("{} {mark}{line}", Emoji::Seat(shown.seat));
    match shown.died {
        Some(_) => small_line(line),
        None => join_lines([
            Some(line),
            open_hand_line(context, shown),
            cards_in_front(context, shown),
        ]),
    }
}

/// Returns the line about the cards in front of a player: the claim on the next card they draw, their Barking Kitten,
/// and the Tower of Power with the size of its stash.
pub(crate) fn cards_in_front(context: &GameContext<'_>, shown: &SeatView) -> Option<String> {
    let claim = shown.claimed_by.map(|by| {
        let player = context.name(by);
        context.line(Title::IllTakeThat, &Message::SeatClaimed { player })
    });
    let card = context.card_name(Title::BarkingKitten);
    let barks = || context.line(Title::BarkingKitten, &Message::SeatBarks { card });
    let tower = context
        .game
        .tower
        .filter(|wearer| *wearer == shown.seat)
        .map(|_| {
            let cards = context.game.stash.into();
            context.line(Title::TowerOfPower, &Message::SeatTower { cards })
        });
    let lines: Vec<_> = [claim, shown.barks.then(barks), tower]
        .into_iter()
        .flatten()
        .collect();
    (!lines.is_empty()).then(|| small_line(lines.join(" · ")))
}

/// Returns the line that says that a hand's owner is blind and which cards are marked, if either applies.
fn open_hand_line(context: &GameContext<'_>, shown: &SeatView) -> Option<String> {
    let is_blind = context.game.blind.contains(shown.seat);
    let cards = context.cards_with_emoji(shown.marked.cards());
    let line = match (is_blind, shown.marked.is_empty()) {
        (false, true) => return None,
        (true, true) => context.line(Icon::Blind, &Message::SeatBlind),
        (false, false) => context.line(Icon::Marked, &Message::SeatMarked { cards }),
        (true, false) => context.line(Icon::Blind, &Message::SeatBlindMarked { cards }),
    };
    Some(small_line(line))
}

/// Returns the message for a player who is out of the game, with an epitaph unless they left.
fn out_message<'v>(
    context: &GameContext<'v>,
    seat: Seat,
    order: usize,
    cause: DeathCause,
) -> Message<'v> {
    let (player, place) = (context.name_beside_mark(seat), rank(context, order));
    let imploded = match cause {
        DeathCause::Left => return Message::SeatOut { player, place },
        DeathCause::Imploded => true,
        DeathCause::Exploded | DeathCause::Barked => false,
    };
    let is_first = |seat: &&SeatView| matches!(seat.died, Some((0, _)));
    let died_first = context.game.seats.iter().find(is_first);
    let first = died_first.map_or(seat, |first| first.seat);
    let words = epitaph::message(context.stamp.table, first, order, imploded);
    Message::SeatOutEpitaph {
        player,
        place,
        epitaph: Verbatim(context.translate(&words)),
    }
}

/// Returns the final rank of the player who died after `order` others.
pub(crate) fn rank(context: &GameContext<'_>, order: usize) -> u32 {
    count(context.game.seats.len().saturating_sub(order))
}
