//! Practice games of every edition, played using the controls on their screens.

use fairness::Secret;
use table::pages::practice::{Practice, PracticeSetup};

use crate::daily::choose;
use crate::prelude::*;

/// Plays a practice game to its end. Every chosen move must be accepted.
fn play(mut practice: Practice, seed: u64) -> Practice {
    let (mut chance, person) = (SeededChance::new(seed), person(UserId(7)));
    let mut step = PanelStep::Hand;
    for _ in 0..5_000 {
        if practice.is_over {
            return practice;
        }
        let screen = practice
            .game_screen(&person, (step, None))
            .expect("its moves can be replayed");
        let intent = choose(&screen, &mut chance);
        step = match intent {
            Intent::Show(next) => next,
            _ => {
                let (next, refusal) = practice.play(intent).expect("it can be replayed");
                assert_eq!(refusal, None, "{intent:?} in\n{screen}");
                practice = next.finish(Millis(0));
                PanelStep::Hand
            }
        };
    }
    panic!("the game does not end");
}

#[test]
fn everything_that_is_offered_is_possible_and_every_practice_of_every_edition_ends() {
    let (editions, person) = (Editions::built_in(), person(UserId(7)));
    let (mut died, mut won) = (0, 0);
    for edition in editions.all() {
        for opponents in PracticeSetup::opponents_in(edition) {
            let setup = PracticeSetup {
                edition: edition.id(),
                opponents,
                strength: Strength::Kitten,
            };
            let mut before = None;
            for seed in 0..4 {
                let secret = Secret::new([seed; 32]);
                let dealt = Practice::deal(setup, &editions, secret, before.as_ref())
                    .expect("the edition allows it")
                    .finish(Millis(0));
                let practice = play(dealt, seed.into());
                assert_eq!(practice.setup(), setup);
                let death = practice.death_screen(&person).expect("it can be replayed");
                let end = practice.result_screen(&person).expect("it can be replayed");
                assert_eq!(death.is_none(), end.to_string().contains('🏆'), "{end}");
                *if death.is_some() { &mut died } else { &mut won } += 1;
                before = Some(practice);
            }
        }
    }
    assert!(died > 20 && won > 5, "{died} died and {won} won");
}

#[test]
fn a_move_that_the_rules_forbid_changes_no_practice() {
    let practice = Practice::learn(None).finish(Millis(0));
    for intent in [
        Intent::Nope { layer: 9 },
        Intent::Start,
        Intent::PlaceAnywhere,
        Intent::End { confirmed: true },
    ] {
        let (after, refusal) = practice.play(intent).expect("it can be replayed");
        assert!(refusal.is_some(), "{intent:?}");
        assert_eq!(after.finish(Millis(0)), practice);
    }
}
