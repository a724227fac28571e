//! Derives the result of a game that has ended from the state of its table.

use std::collections::BTreeSet;

use rules::{Death, DeathCause, Phase, SeatSet};

use super::{Badge, BadgeFacts, GameResult, PlayerEnding, PlayerResult, ResultPlayer};
use crate::ids::{Millis, UserId};
use crate::running_game::RunningGame;
use crate::screen::{Occupant, Outcome, Standing};
use crate::seats::SeatState;
use crate::state::State;

impl State {
    /// Returns the result of a game that has just ended; `None` if no person played it. If the game is ended before it
    /// is won, the survivors share first place, except those who count as having left (see `seats_left`).
    pub(crate) fn game_result(
        &self,
        running: &RunningGame,
        standings: &[Standing],
        ended: Millis,
        ended_by: Option<UserId>,
    ) -> Option<Box<GameResult>> {
        let left = self.seats_left(running, standings, ended_by);
        let is_left = |standing: &&Standing| left.contains(standing.seat);
        let (left, stayed): (Vec<&Standing>, Vec<&Standing>) = standings.iter().partition(is_left);
        let last = standings.len() as u8;
        let living = running.game.living();
        let survivors = stayed
            .iter()
            .filter(|one| living.contains(one.seat))
            .count();
        let stayed = stayed.into_iter().zip(1..).map(|(standing, place)| {
            let (place, fate) = match standing.outcome {
                Outcome::Won | Outcome::WonByComputer if survivors > 1 => {
                    (1, PlayerEnding::Survived)
                }
                Outcome::Won | Outcome::WonByComputer => (1, PlayerEnding::Won),
                Outcome::Exploded => (place, PlayerEnding::Exploded),
                Outcome::Imploded => (place, PlayerEnding::Imploded),
                Outcome::Left => (place, PlayerEnding::Left),
            };
            self.player_result(running, standings, standing, (place, fate))
        });
        let left = left.into_iter().map(|standing| {
            self.player_result(running, standings, standing, (last, PlayerEnding::Left))
        });
        let result = GameResult {
            game: u16::try_from(self.games).unwrap_or(u16::MAX),
            edition: running.game.rules().edition(),
            began: running.began,
            ended,
            turns: running.history.stats.turns,
            rated: self.is_rated(),
            players: stayed.chain(left).flatten().collect(),
        };
        (!self.seats.has_no_people()).then(|| Box::new(result))
    }

    /// Returns true if the running game would have a result even if someone ended it now: it is rated, and a kitten has
    /// killed a player. This way, ending the game cannot undo that death.
    pub(crate) fn counts_if_ended(&self) -> bool {
        let is_death = |death: &Death| death.cause != DeathCause::Left;
        let running = self.running_game();
        self.is_rated() && running.is_some_and(|it| it.game.deaths().iter().any(is_death))
    }

    /// Returns true if the game changes ratings. Requires at least two people, and options that allow ratings.
    fn is_rated(&self) -> bool {
        self.options.is_rated() && self.seats.people().count() >= 2
    }

    /// Returns the seats of people who count as having left: they left or ended the game while alive, their stand-in
    /// won, or a computer ended most of their turns.
    fn seats_left(
        &self,
        running: &RunningGame,
        standings: &[Standing],
        ended_by: Option<UserId>,
    ) -> SeatSet {
        let is_won = matches!(running.game.phase(), Phase::Won { .. });
        let has_left = |standing: &&Standing| match standing.outcome {
            Outcome::Left => true,
            Outcome::WonByComputer => is_won,
            Outcome::Won | Outcome::Exploded | Outcome::Imploded => false,
        };
        let out = standings
            .iter()
            .filter(has_left)
            .map(|standing| standing.seat);
        let by_computer = self.seats.iter().filter_map(|(seat, state)| {
            let count = running.history.counts.get(seat);
            let is_most = count.turns_by_computer * 2 > count.turns;
            let is_alive = running.game.living().contains(seat);
            let left_alive = state.has_left() && (is_alive || count.absent_at_end);
            let ends_alive = is_alive && ended_by.is_some() && state.user() == ended_by;
            (left_alive || ends_alive || is_most).then_some(seat)
        });
        out.chain(by_computer).collect()
    }

    fn player_result(
        &self,
        running: &RunningGame,
        standings: &[Standing],
        standing: &Standing,
        (place, fate): (u8, PlayerEnding),
    ) -> Option<PlayerResult> {
        let seat = standing.seat;
        let count = running.history.counts.get(seat);
        let state = self.seats.get(seat)?;
        let who = result_player(state);
        let died_by_them = |other: &&Standing| other.hidden_by == Some(seat);
        let victims = standings.iter().filter(died_by_them);
        let deeds = BadgeFacts {
            count: *count,
            fate,
            place,
            players: standings.len(),
            by_own_kitten: standing.hidden_by == Some(seat),
            victims: victims.filter(|other| other.seat != seat).count(),
        };
        let is_rated_person = self.is_rated() && matches!(who, ResultPlayer::Person(_));
        Some(PlayerResult {
            seat,
            who,
            name: state.player.name.clone(),
            place,
            fate,
            killer: standing.hidden_by,
            nopes: count.nopes,
            noped: count.noped,
            taken: count.stolen,
            lost: count.robbed,
            closest_shave: count.closest_shave,
            survived_odds: count.survived_odds,
            turns: count.turns,
            turns_by_computer: count.turns_by_computer,
            badges: if is_rated_person {
                Badge::earned(&deeds)
            } else {
                BTreeSet::new()
            },
        })
    }
}

fn result_player(state: &SeatState) -> ResultPlayer {
    match state.player.occupant {
        Occupant::Person { user, .. } => ResultPlayer::Person(user),
        Occupant::Computer(strength) => ResultPlayer::Computer(strength),
    }
}
