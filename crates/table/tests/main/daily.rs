//! Kittens of the day, played using the controls on their screens.

use fairness::Secret;
use table::game_file::{CheckedGame, MAX_DAILY_DEALS};
use table::pages::daily::{DailyGame, Day, FIRST_DEAL};

use crate::prelude::*;

const DAY: Day = Day(214);

fn secret(seed: u64) -> Secret {
    let mut chance = SeededChance::new(seed);
    Secret::new(std::array::from_fn(|_| chance.below(256) as u8))
}

/// Returns a random move or step that a screen offers. An offered draw is chosen at least half of the time.
pub(crate) fn choose(screen: &Screen, chance: &mut SeededChance) -> Intent {
    let offered: Vec<Intent> = usable(screen).iter().map(Usable::intent).collect();
    let leads = |intent: &&Intent| intent.is_move() || matches!(intent, Intent::Show(_));
    let offered: Vec<&Intent> = offered.iter().filter(leads).collect();
    match offered.iter().find(|intent| ***intent == Intent::Draw) {
        Some(draw) if chance.below(2) == 0 => **draw,
        _ => *offered[chance.below(offered.len() as u32) as usize],
    }
}

/// Plays a game to its end, and returns it with its moves. Every chosen move must be accepted.
fn play(day: Day, (secret, deal): (&Secret, u32), seed: u64) -> (DailyGame, Vec<Intent>) {
    let (mut chance, person) = (SeededChance::new(seed), person(UserId(7)));
    let hex = String::from(secret.clone());
    let (mut game, mut moves) = (DailyGame::begin(day, secret, deal), Vec::new());
    let mut step = PanelStep::Hand;
    for _ in 0..2_000 {
        if game.result(&[], Millis(0), None).is_some() {
            return (game, moves);
        }
        let screen = game.screen(&person, step, None);
        assert!(!screen.to_string().contains(&hex));
        let stamps = shown(&screen).into_iter();
        assert!(
            stamps
                .map(|one| one.control.stamp)
                .all(|stamp| stamp == game.stamp())
        );
        let intent = choose(&screen, &mut chance);
        step = match intent {
            Intent::Show(next) => next,
            _ => {
                assert_eq!(game.play(intent), Ok(()), "{intent:?} in\n{screen}");
                moves.push(intent);
                PanelStep::Hand
            }
        };
    }
    panic!("the game does not end");
}

pub(crate) fn played_file(day: Day, seed: u64) -> String {
    let (game, _) = play(day, (&secret(seed), FIRST_DEAL), seed);
    let played = game.into_played(&person(UserId(7 << 40)), day.ends());
    played.to_file().expect("its moves lead to its events")
}

#[test]
fn everything_that_is_offered_is_possible_and_every_game_ends() {
    let mut places = [0; 4];
    for seed in 0..300 {
        let secret = secret(seed);
        let deal = FIRST_DEAL + seed as u32 % MAX_DAILY_DEALS;
        let (game, _) = play(DAY, (&secret, deal), !seed);
        let result = game.result(&[], Millis(0), None).expect("it has ended");
        places[usize::from(result.place) - 1] += 1;
        let row = game.trail();
        assert!(
            row.ends_with(if result.place == 1 { '🏆' } else { '💥' }),
            "{row}"
        );
        assert!(
            row.chars().filter(|part| *part != '\u{fe0f}').count() <= 12,
            "{row}"
        );
        let stored = DailyGame::replay(DAY, &secret, deal, &game.moves()).expect("it was played");
        assert_eq!(stored.moves(), game.moves());
        assert_eq!(stored.result(&[], Millis(0), None), Some(result));
        let played = stored.into_played(&person(UserId(7)), Millis(0));
        let file = played.to_file().expect("its moves lead to its events");
        let checked = CheckedGame::read(file.as_bytes()).expect("strangers can check it");
        let commitment = secret.commitment(DAY.game_id());
        assert_eq!(checked.commitment, Some(commitment));
        assert_eq!(checked.daily_deal.map(|day| day.number), Some(deal));
    }
    assert!(places.iter().all(|games| *games > 0), "{places:?}");
}

#[test]
fn the_same_moves_lead_to_the_same_game_for_everybody_and_in_every_process() {
    for seed in 0..20 {
        let secret = secret(seed);
        let (game, moves) = play(DAY, (&secret, FIRST_DEAL), seed);
        let mut other = DailyGame::begin(DAY, &secret, FIRST_DEAL);
        let (ada, bob) = (person(UserId(1)), person(UserId(2)));
        for intent in moves {
            assert_eq!(other.play(intent), Ok(()));
            let stored =
                DailyGame::replay(DAY, &secret, FIRST_DEAL, &other.moves()).expect("it is played");
            assert_eq!(stored.stamp(), other.stamp());
            let shown = |game: &DailyGame, to| game.screen(to, PanelStep::Hand, None).to_string();
            assert_eq!(shown(&stored, &ada), shown(&other, &ada));
            let same = shown(&stored, &ada).replace("Player 1", "Player 2");
            assert_eq!(same, shown(&other, &bob));
        }
        assert_eq!(other.moves(), game.moves());
    }
    assert_ne!(
        DailyGame::begin(DAY, &secret(1), FIRST_DEAL).screen(
            &person(UserId(1)),
            PanelStep::Hand,
            None
        ),
        DailyGame::begin(Day(215), &secret(1), FIRST_DEAL).screen(
            &person(UserId(1)),
            PanelStep::Hand,
            None
        ),
    );
}

#[test]
fn made_up_moves_are_refused_and_change_nothing() {
    let mut chance = SeededChance::new(5);
    for seed in 0..40 {
        let secret = secret(seed);
        let mut game = DailyGame::begin(DAY, &secret, FIRST_DEAL);
        for _ in 0..10 {
            let before = game.moves();
            let seat = Seat::ALL[chance.below(9) as usize];
            let title = Title::ALL[chance.below(Title::ALL.len() as u32) as usize];
            let made_up = [
                Intent::Play(Play::aimed(title, Seat::ALL[0])),
                Intent::Play(Play::Pair {
                    title,
                    wild: 2,
                    on: seat,
                }),
                Intent::Play(Play::single(Title::Defuse)),
                Intent::Nope { layer: 200 },
                Intent::Answer(rules::ChoiceAnswer::Place(200)),
                Intent::Answer(rules::ChoiceAnswer::Take(title)),
                Intent::Join,
                Intent::End { confirmed: true },
            ];
            for intent in made_up {
                assert!(game.play(intent).is_err(), "{intent:?}");
                assert_eq!(game.moves(), before);
            }
            if game.result(&[], Millis(0), None).is_some() {
                assert_eq!(game.play(Intent::Draw), Err(Refusal::GameOver));
                break;
            }
            let screen = game.screen(&person(UserId(7)), PanelStep::Hand, None);
            let intent = choose(&screen, &mut chance);
            let _ = game.play(intent);
        }
    }
    for moves in ["draw", "v1:0:0:rules", "v1:0:0:menu:give", "v1:0:0:nope:3"] {
        assert!(
            DailyGame::replay(DAY, &secret(1), FIRST_DEAL, moves).is_err(),
            "{moves}"
        );
    }
}
