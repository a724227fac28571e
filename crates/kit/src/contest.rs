//! Contests: series of games between computer players, for statistics. The rules, the contestants, the seed and a
//! game's number determine the game. Does not read a clock or start threads; callers measure time in the closures that
//! they pass in.

#[cfg(test)]
mod tests;

use std::{fmt, str::FromStr};

use players::{Computer, Strength};
use rules::{
    Action, Event, Events, Game, Legal, LegalOptions, Phase, PlayerView, Randomness, Ruleset, Seat,
    SeededChance, TitleSet, redact, scenario::Export,
};

use crate::reference;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Contestant {
    /// Only draws and passes. Makes required choices at random.
    Passive,
    /// Picks any legal action with equal probability, including Nopes and passes.
    Random,
    /// A computer player of this strength.
    Computer(Strength),
    /// A cat that accepts any risk in drawing.
    BoldCat,
    /// A cat that accepts no risk in drawing if it can avoid it.
    TimidCat,
    /// The tree search of `reference`, with 500 iterations per decision.
    Reference500,
    /// The tree search of `reference`, with 2,500 iterations per decision.
    Reference2500,
}

/// The error for a string that is not the id of a contestant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown contestant; expected passive, random, kitten, cat, bold-cat, timid-cat, tiger, reference-500 or reference-2500"
)]
pub struct UnknownContestantError;

impl Contestant {
    pub const ALL: [Contestant; 9] = [
        Contestant::Passive,
        Contestant::Random,
        Contestant::Computer(Strength::Kitten),
        Contestant::Computer(Strength::Cat),
        Contestant::BoldCat,
        Contestant::TimidCat,
        Contestant::Computer(Strength::Tiger),
        Contestant::Reference500,
        Contestant::Reference2500,
    ];

    /// Returns the permanent id, which is used in command options and reports.
    pub fn id(self) -> &'static str {
        match self {
            Contestant::Passive => "passive",
            Contestant::Random => "random",
            Contestant::Computer(strength) => strength.id(),
            Contestant::BoldCat => "bold-cat",
            Contestant::TimidCat => "timid-cat",
            Contestant::Reference500 => "reference-500",
            Contestant::Reference2500 => "reference-2500",
        }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for Contestant {
    type Err = UnknownContestantError;

    fn from_str(id: &str) -> Result<Contestant, UnknownContestantError> {
        let found = Contestant::ALL.into_iter().find(|one| one.id() == id);
        found.ok_or(UnknownContestantError)
    }
}

/// A series of games between the same contestants. After every game, each of them moves to the next seat.
#[derive(Clone, Debug)]
pub struct Contest {
    rules: Ruleset,
    contestants: Vec<Contestant>,
    seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchResult {
    /// The winner's index in the list of contestants.
    pub contestant: usize,
    pub seat: Seat,
    /// The number of completed turns.
    pub turns: u32,
}

impl Contest {
    /// Creates a series of games in which seat 0 takes the first turn. Returns `None` if the number
    /// of contestants does not match the number of seats.
    pub fn new(rules: Ruleset, contestants: Vec<Contestant>, seed: u64) -> Option<Contest> {
        (contestants.len() == rules.players()).then_some(Contest {
            rules,
            contestants,
            seed,
        })
    }

    pub fn contestants(&self) -> &[Contestant] {
        &self.contestants
    }

    /// Plays game `number` to its end. Each choice is made inside a call to `timed`, which receives
    /// the index of the contestant and must call the closure exactly once.
    pub fn play(&self, number: u64, timed: impl FnMut(usize, &mut dyn FnMut())) -> MatchResult {
        self.play_observed(number, timed, |_, _, _| {})
    }

    /// Plays a game and checks that every action is legal, that all invariants hold and that the game ends in fewer
    /// than `max_actions` actions. Returns the number of actions played.
    ///
    /// # Errors
    /// Describes the first failed check.
    pub fn check(&self, number: u64, max_actions: u32) -> Result<u32, String> {
        let mut chance = SeededChance::stream(self.seed, number);
        let (game, _) = Game::deal(self.rules, Seat::ALL[0], &mut chance);
        let mut running = ContestGame::new(game, self, number);
        for actions in 0..max_actions {
            if running.game.winner().is_some() {
                return Ok(actions);
            }
            let action = running.next_action(&mut chance, &mut |_, decide| decide());
            let at = |error: String| format!("action {actions}, {}: {error}", action.in_full());
            if action == Action::TimeOut {
                return Err(at("a player without a choice".to_owned()));
            }
            running
                .game
                .check(&action)
                .map_err(|illegal| at(format!("{illegal:?}")))?;
            running.play(action, &mut chance);
            running
                .game
                .check_invariants()
                .map_err(|error| at(error.to_string()))?;
        }
        Err(format!("no end after {max_actions} actions"))
    }

    /// Plays the same game as [`Contest::play`]. Returns the indexes of the contestants in order of
    /// their final rank: the winner first, then the last to die.
    pub fn places(&self, number: u64) -> Vec<usize> {
        let mut died = Vec::new();
        let outcome = self.play_observed(
            number,
            |_, decide| decide(),
            |_, _, events| {
                for event in events {
                    if let Event::Exploded { seat, .. } = event {
                        died.push(self.contestant_at(*seat, number));
                    }
                }
            },
        );
        died.push(outcome.contestant);
        died.reverse();
        died
    }

    /// Like [`Contest::play`], but also returns the game in the format of a scenario file.
    pub fn export(
        &self,
        number: u64,
        timed: impl FnMut(usize, &mut dyn FnMut()),
    ) -> (MatchResult, String) {
        let mut export = None;
        let outcome = self.play_observed(number, timed, |before, action, events| {
            let file = export.get_or_insert_with(|| Export::new(before));
            file.add_step(before, action, events);
        });
        let text = export.map_or(String::new(), |file| file.text().to_owned());
        (outcome, text)
    }

    /// Plays a game. Passes each action to `observe`, together with the game before it and the
    /// resulting events.
    fn play_observed(
        &self,
        number: u64,
        mut timed: impl FnMut(usize, &mut dyn FnMut()),
        mut observe: impl FnMut(&Game, &Action, &Events),
    ) -> MatchResult {
        let mut chance = SeededChance::stream(self.seed, number);
        let (game, _) = Game::deal(self.rules, Seat::ALL[0], &mut chance);
        let mut running = ContestGame::new(game, self, number);
        let mut turns = 0;
        loop {
            if let Some(seat) = running.game.winner() {
                let contestant = self.contestant_at(seat, number);
                return MatchResult {
                    contestant,
                    seat,
                    turns,
                };
            }
            let action = running.next_action(&mut chance, &mut timed);
            let before = running.game.clone();
            let events = running.play(action, &mut chance);
            observe(&before, &action, &events);
            turns += events.iter().filter(|event| ends_a_turn(event)).count() as u32;
        }
    }

    fn contestant_at(&self, seat: Seat, number: u64) -> usize {
        let players = self.contestants.len();
        (seat.index() + players - (number % players as u64) as usize) % players
    }
}

struct ContestGame {
    game: Game,
    /// For each seat, the index of its contestant and the player.
    players: Vec<(usize, Player)>,
}

enum Player {
    Passive,
    Random,
    Computer(Box<Computer>),
    /// The number of iterations, and a computer that remembers what its seat has seen.
    Reference(u32, Box<Computer>),
}

impl ContestGame {
    fn new(game: Game, contest: &Contest, number: u64) -> ContestGame {
        let players = game.rules().seats().iter().map(|seat| {
            let index = contest.contestant_at(seat, number);
            let view = game.view(Some(seat));
            let computer = |strength| Box::new(Computer::new(strength, seat, &view));
            let cat = |boldness| {
                Player::Computer(Box::new(computer(Strength::Cat).with_boldness(boldness)))
            };
            let player = match contest.contestants[index] {
                Contestant::Passive => Player::Passive,
                Contestant::Random => Player::Random,
                Contestant::Computer(strength) => Player::Computer(computer(strength)),
                Contestant::BoldCat => cat(1.0),
                Contestant::TimidCat => cat(-1.0),
                Contestant::Reference500 => Player::Reference(500, computer(Strength::Cat)),
                Contestant::Reference2500 => Player::Reference(2500, computer(Strength::Cat)),
            };
            (index, player)
        });
        ContestGame {
            players: players.collect(),
            game,
        }
    }

    /// Returns the result of [`Self::off_turn_action`] or, if it is `None`, the action of a random player for whom the
    /// game is waiting. There can be several, for example in a Nope window or a Potluck.
    fn next_action(
        &self,
        chance: &mut SeededChance,
        timed: &mut impl FnMut(usize, &mut dyn FnMut()),
    ) -> Action {
        if let Some(action) = self.off_turn_action(chance, timed) {
            return action;
        }
        let awaited = self.game.awaited();
        let at = chance.below(awaited.len() as u32) as usize;
        let seat = awaited.nth(at).unwrap_or(Seat::ALL[0]);
        let view = self.game.view(Some(seat));
        let (index, player) = &self.players[seat.index()];
        let mut action = None;
        timed(*index, &mut || action = player.choose(&view, chance));
        // The game waits only for players who have a legal action.
        action.unwrap_or(Action::TimeOut)
    }

    /// Asks a random player for an action during another player's turn. Returns `None` if no such action is possible or
    /// the player declines.
    fn off_turn_action(
        &self,
        chance: &mut SeededChance,
        timed: &mut impl FnMut(usize, &mut dyn FnMut()),
    ) -> Option<Action> {
        let cards = self.game.rules().titles().and(TitleSet::ANY_TURN);
        if cards.is_empty() || *self.game.phase() != Phase::Turn {
            return None;
        }
        let others = self.game.living().without(self.game.turn()?.seat);
        let seat = others.nth(chance.below(others.len() as u32) as usize)?;
        let view = self.game.view(Some(seat));
        let (index, player) = &self.players[seat.index()];
        let mut action = None;
        timed(*index, &mut || action = player.choose(&view, chance));
        action
    }

    /// Plays the action, and passes its events, redacted for each seat, to the players who remember them.
    fn play(&mut self, action: Action, chance: &mut SeededChance) -> Events {
        let events = self.game.play(action, chance).unwrap_or_default();
        debug_assert!(!events.is_empty(), "a contestant chose an illegal action");
        for event in &events {
            for (seat, (_, player)) in Seat::ALL.into_iter().zip(&mut self.players) {
                if let Player::Computer(computer) | Player::Reference(_, computer) = player {
                    computer.observe(&redact(event, Some(seat), self.game.rules()));
                }
            }
        }
        events
    }
}

fn ends_a_turn(event: &Event) -> bool {
    matches!(event, Event::TurnBegan(_) | Event::Won { .. })
}

impl Player {
    fn choose(&self, view: &PlayerView, chance: &mut SeededChance) -> Option<Action> {
        let legal = view.legal.as_ref()?;
        match self {
            Player::Passive => passive_choice(legal, chance),
            Player::Random => legal.nth(chance.below(legal.count() as u32) as usize),
            Player::Computer(computer) => computer.choose(view, chance),
            Player::Reference(iterations, computer) => {
                reference::choose(computer, view, *iterations, chance)
            }
        }
    }
}

fn passive_choice(legal: &Legal, chance: &mut SeededChance) -> Option<Action> {
    let seat = legal.seat();
    match *legal.options() {
        LegalOptions::Turn(_) => Some(Action::Draw { seat }),
        LegalOptions::Window { .. } => Some(Action::Pass { seat }),
        LegalOptions::OffTurn(_) => None,
        LegalOptions::Blind(blind) if blind.draw => Some(Action::Draw { seat }),
        LegalOptions::Choice(_) | LegalOptions::Blind(_) | LegalOptions::Nothing => {
            legal.nth(chance.below(legal.count().max(1) as u32) as usize)
        }
    }
}
