//! Running games with many cards in front of players, and with events of *Barking Kittens*.

use rules::{
    Action, ChoiceAnswer, EditionId, Event, Hand, Pile, PileCard, PileEnd, Play, Seat,
    SeededChance, Title, Turn,
};

use super::extremes::ScreenVisitor;
use super::sample_game::{ONLY_TURN, SampleGame, full_setup, sample_of};
use crate::text::Language;

/// An upper bound on the number of cards in front of players and in the stash.
const LAID_CARDS: usize = 15;

const OTHER: Seat = Seat::ALL[1];

/// Returns a full game in which every player's next card is claimed, and the second player wears
/// the Tower of Power and has a Barking Kitten in front of them. `None` for an edition without
/// these cards.
fn laid_game(edition: EditionId) -> Option<SampleGame> {
    let mut setup = full_setup(edition, ONLY_TURN)?;
    let stash = [
        Title::RainbowRalphingCat,
        Title::HairyPotatoCat,
        Title::AlterTheFutureNow,
        Title::ShareTheFuture,
        Title::SeeTheFuture,
        Title::PersonalAttack,
    ];
    let seats = setup.rules.seats();
    for seat in seats.iter() {
        setup.claimed_by[seat.index()] = seats.clockwise_after(seat).next();
    }
    // Removes cards from the draw pile, because a full game may already have the maximum number of cards.
    let pile = setup.pile.cards().get(LAID_CARDS..)?.to_vec();
    setup.pile = Pile::from_bottom(&pile)?;
    setup.hands[OTHER.index()] = [Title::Defuse, Title::Nope].into_iter().collect();
    setup.stash = stash.into_iter().collect();
    setup.tower = Some(OTHER);
    setup.barking = setup.barking.with(OTHER);
    sample_of(setup)
}

fn events(stash: Hand) -> [Event; 15] {
    let (seat, on) = (ONLY_TURN.seat, OTHER);
    let (title, from) = (Title::RainbowRalphingCat, PileEnd::Top);
    let turn = Turn {
        owed: 99,
        attacked: true,
        ..ONLY_TURN
    };
    [
        Event::Lifted { seat, title },
        Event::Stacked { seat },
        Event::Claimed { seat, by: on },
        Event::ClaimUsed { seat, to: on },
        Event::DrewFor {
            seat,
            to: on,
            title,
            from,
        },
        Event::DrewFor {
            seat: on,
            to: seat,
            title,
            from,
        },
        Event::TowerWorn { seat },
        Event::StashRobbed {
            from: on,
            to: seat,
            title,
        },
        Event::StashDiscarded {
            seat,
            cards: Hand::EMPTY,
        },
        Event::StashDiscarded { seat, cards: stash },
        Event::Barked { seat, on, mate: on },
        Event::Barked {
            seat,
            on,
            mate: seat,
        },
        Event::BarkedInVain { seat },
        Event::TurnsAdded(turn),
        Event::TurnsAdded(Turn { owed: 1, ..turn }),
    ]
}

/// Returns the events that occur when a player draws a kitten that another player has claimed.
fn claimed_kitten() -> Vec<Event> {
    let (card, from) = (PileCard::down(Title::ExplodingKitten), PileEnd::Top);
    let seat = OTHER;
    vec![
        Event::ClaimUsed {
            seat: ONLY_TURN.seat,
            to: seat,
        },
        Event::DrewKitten { seat, card, from },
    ]
}

/// Visits the screens of a game with cards in front of players: at the start, after each event, and during choices.
pub(super) fn visit_cards_in_front(
    edition: EditionId,
    language: &Language,
    visit: &mut ScreenVisitor<'_>,
) {
    let Some(sample) = laid_game(edition) else {
        return;
    };
    sample.visit_screens(language, visit);
    let single = events(*sample.game.stash()).map(|event| vec![event]);
    for events in single.into_iter().chain([claimed_kitten()]) {
        let told = SampleGame::new(sample.game.clone(), sample.players.clone());
        SampleGame { events, ..told }.visit_screens(language, visit);
    }
    let titles = [Title::Potluck, Title::ShareTheFuture, Title::Favor];
    for title in titles {
        visit_play(edition, title, language, visit);
    }
}

/// Visits all screens while a card is played, the resulting choices are made, and the next card is
/// drawn for another player.
fn visit_play(
    edition: EditionId,
    title: Title,
    language: &Language,
    visit: &mut ScreenVisitor<'_>,
) {
    let Some(mut sample) = laid_game(edition) else {
        return;
    };
    let seat = ONLY_TURN.seat;
    let play = if title == Title::Favor {
        Play::aimed(title, OTHER)
    } else {
        Play::single(title)
    };
    let put = ChoiceAnswer::Put(Title::Skip);
    let actions = [
        Action::Play { seat, play },
        Action::TimeOut,
        Action::Choose { seat, answer: put },
        Action::TimeOut,
        Action::TimeOut,
    ];
    let chance = &mut SeededChance::new(1);
    for action in actions {
        // Not every play leads to all of these choices.
        if sample.play(action, chance).is_ok() {
            sample.visit_screens(language, visit);
        }
    }
}
