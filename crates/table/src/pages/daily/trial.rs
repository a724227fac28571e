//! Chooses the deal that is played on a day. Four computers try each deal, one of them in the person's seat. If that
//! seat wins too rarely or too often, the next deal from the same secret is tried. The rule is documented in
//! `docs/fairness.md`. Trying a deal takes about a tenth of a second, so the bot does it on a separate thread.

use std::ops::RangeInclusive;

use fairness::{GameChance, GameKey, PickCounts, Secret};
use players::{Computer, Strength};
use rules::{Game, Randomness as _, Seat, SeededChance, redact};

use super::day::{Day, FIRST_DEAL};
use super::game::deal;
use crate::game_file::MAX_DAILY_DEALS;
use crate::solo_game::PERSON;

/// The number of trial games for each deal.
pub const TRIAL_GAMES: u32 = 200;

/// A deal passes if the person's seat wins this many of its trial games: 15 to 40 percent.
const WINS: RangeInclusive<u32> = 30..=80;

/// The maximum number of actions in a trial game, far more than any game takes.
const MAX_ACTIONS: u32 = 10_000;

/// Returns the number of the day's deal: the first that passes its trial games, or [`FIRST_DEAL`] if none of the first
/// [`MAX_DAILY_DEALS`] does.
pub fn choose_deal(day: Day, secret: &Secret) -> u32 {
    let is_played = |deal: &u32| WINS.contains(&trial_wins(day, secret, *deal));
    let mut deals = FIRST_DEAL..=MAX_DAILY_DEALS;
    deals.find(is_played).unwrap_or(FIRST_DEAL)
}

/// Returns how many of the [`TRIAL_GAMES`] with this deal the person's seat wins.
pub fn trial_wins(day: Day, secret: &Secret, number: u32) -> u32 {
    let (_, _, (game, _, _)) = deal(day, secret, number).deal();
    let seats = game.rules().seats().iter();
    let computers: Vec<_> = seats
        .map(|seat| Computer::new(Strength::Cat, seat, &game.view(Some(seat))))
        .collect();
    let key = GameKey::derive(secret, day.game_id(), &[number.into(), 0, 0]);
    let mut counts = PickCounts::default();
    let mut chance = GameChance::new(&key, &mut counts);
    let wins = (0..TRIAL_GAMES).filter(|_| {
        let mut chance = SeededChance::new(chance.below(u32::MAX).into());
        winner(game.clone(), computers.clone(), &mut chance) == Some(PERSON)
    });
    wins.count() as u32
}

/// Plays a game to its end and returns the winner; `None` if it is still running after [`MAX_ACTIONS`]. Players act in
/// the same order as in a daily game.
fn winner(mut game: Game, mut players: Vec<Computer>, chance: &mut SeededChance) -> Option<Seat> {
    let rules = *game.rules();
    for _ in 0..MAX_ACTIONS {
        let awaited = game.awaited();
        let others = awaited.without(PERSON);
        let Some(seat) = others.nth(0).or_else(|| awaited.nth(0)) else {
            break;
        };
        let action = players[seat.index()].choose(&game.view(Some(seat)), chance)?;
        let observed = |_: &Game, event: &_| {
            for (viewer, player) in Seat::ALL.into_iter().zip(&mut players) {
                player.observe(&redact(event, Some(viewer), &rules));
            }
        };
        game.play_into(action, chance, observed).ok()?;
    }
    game.winner()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chosen_deal_is_the_first_whose_seat_wins_neither_rarely_nor_often() {
        let mut replaced = 0;
        for byte in 0..6 {
            let secret = Secret::new([byte; 32]);
            let chosen = choose_deal(Day(7), &secret);
            let wins = |deal| trial_wins(Day(7), &secret, deal);
            assert!(WINS.contains(&wins(chosen)));
            assert!((FIRST_DEAL..chosen).all(|deal| !WINS.contains(&wins(deal))));
            replaced += u32::from(chosen > FIRST_DEAL);
        }
        assert!((1..6).contains(&replaced), "{replaced}");
    }
}
