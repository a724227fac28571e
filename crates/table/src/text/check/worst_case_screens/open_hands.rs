//! Running games in which players cannot see their own hands, while some of their cards are public.

use rules::{Action, ChoiceAnswer, EditionId, Event, Hand, Play, Seat, SeededChance, Title};

use super::extremes::ScreenVisitor;
use super::sample_game::{ONLY_TURN, SampleGame, full_setup, sample_of};
use crate::text::Language;

/// The player whose cards the first player takes or demands. The first player is not blind.
const ASKED: Seat = Seat::ALL[1];

/// Returns a full game in which all players except the first are blind and have marked cards. The second player
/// shelters a kitten in their hand, and holds a Defuse. `None` for an edition without marks.
fn open_handed_game(edition: EditionId) -> Option<SampleGame> {
    let mut setup = full_setup(edition, ONLY_TURN)?;
    let longest = [
        Title::SwapTopAndBottom,
        Title::CurseOfTheCatButt,
        Title::Mark,
    ];
    let seats = setup.rules.seats();
    setup.blind = seats.without(ONLY_TURN.seat);
    for seat in setup.blind.iter() {
        setup.hands[seat.index()] = longest.into_iter().collect();
        setup.marked[seat.index()] = longest.into_iter().collect();
    }
    let hiding = [
        Title::StreakingKitten,
        Title::ExplodingKitten,
        Title::Defuse,
    ];
    setup.hands[ASKED.index()] = hiding.into_iter().collect();
    setup.marked[ASKED.index()] = Hand::from_iter([Title::Defuse]);
    sample_of(setup)
}

/// Visits the screens of a game in which kittens go off and marked cards leave the hands of blind players.
pub(super) fn visit_open_hands(
    edition: EditionId,
    language: &Language,
    visit: &mut ScreenVisitor<'_>,
) {
    let (seat, on) = (ONLY_TURN.seat, ASKED);
    let news = [1, 2].map(|kittens| Event::WentOff { seat: on, kittens });
    let title = Title::CurseOfTheCatButt;
    for event in news
        .into_iter()
        .chain([Event::MarkRemoved { seat: on, title }])
    {
        if let Some(sample) = open_handed_game(edition) {
            let events = vec![event];
            SampleGame { events, ..sample }.visit_screens(language, visit);
        }
    }
    let title = Title::RainbowRalphingCat;
    let plays = [
        Play::aimed(Title::Favor, on),
        Play::single(Title::GarbageCollection),
        Play::Pair { title, wild: 0, on },
        Play::Triple {
            title,
            wild: 0,
            on,
            naming: Title::StreakingKitten,
        },
    ];
    for play in plays {
        let Some(mut sample) = open_handed_game(edition) else {
            return;
        };
        let put = ChoiceAnswer::Put(Title::Skip);
        let actions = [
            Action::Play { seat, play },
            Action::TimeOut,
            Action::PickBlindly { seat: on },
            Action::Choose { seat, answer: put },
        ];
        let chance = &mut SeededChance::new(1);
        for action in actions {
            // Not every play leads to all of these choices.
            if sample.play(action, chance).is_ok() {
                sample.visit_screens(language, visit);
            }
        }
    }
}
