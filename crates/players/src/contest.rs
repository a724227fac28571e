//! Games among computer players, by the thousand: for figures. Each game follows from its rules,
//! the players, the seed and its number alone.

use std::{fmt, str::FromStr};

use rules::{
    Action, Chance, Event, Events, Game, Legal, Options, PlayerView, Ruleset, Seat, Seeded, redact,
    scenario::Export,
};

use crate::{computer::Computer, strength::Strength};

/// Who plays in a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Contestant {
    /// Only draws, passes, and puts kittens back anywhere.
    Passive,
    /// Does any of its legal actions, each as likely as the others, a Nope or a pass included.
    Random,
    /// A computer player.
    Computer(Strength),
}

/// No contestant has this id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownContestant;

impl Contestant {
    /// Every contestant, the weakest first.
    pub const ALL: [Contestant; 5] = [
        Contestant::Passive,
        Contestant::Random,
        Contestant::Computer(Strength::Kitten),
        Contestant::Computer(Strength::Cat),
        Contestant::Computer(Strength::Tiger),
    ];

    /// The fixed id used by command options and reports.
    pub fn id(self) -> &'static str {
        match self {
            Contestant::Passive => "passive",
            Contestant::Random => "random",
            Contestant::Computer(strength) => strength.id(),
        }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl fmt::Display for UnknownContestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a player: passive, random, kitten, cat or tiger")
    }
}

impl std::error::Error for UnknownContestant {}

impl FromStr for Contestant {
    type Err = UnknownContestant;

    fn from_str(id: &str) -> Result<Contestant, UnknownContestant> {
        let found = Contestant::ALL.into_iter().find(|one| one.id() == id);
        found.ok_or(UnknownContestant)
    }
}

/// A series of games among the same contestants, who move on by one seat from game to game.
#[derive(Clone, Debug)]
pub struct Contest {
    rules: Ruleset,
    contestants: Vec<Contestant>,
    seed: u64,
}

/// How one game of a contest ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who won, by his place in the list of contestants.
    pub contestant: usize,
    /// Where he sat.
    pub seat: Seat,
    /// How many turns were ended.
    pub turns: u32,
}

impl Contest {
    /// A series by these rules, whose games follow from the seed; the first seat starts. None if
    /// there are not as many contestants as seats.
    pub fn new(rules: Ruleset, contestants: Vec<Contestant>, seed: u64) -> Option<Contest> {
        (contestants.len() == rules.players()).then_some(Contest {
            rules,
            contestants,
            seed,
        })
    }

    /// Who plays.
    pub fn contestants(&self) -> &[Contestant] {
        &self.contestants
    }

    /// Plays the game with this number to its end. Each choice is made inside a call of `timed`,
    /// which is told whose it is, by his place in the list of contestants.
    pub fn play(&self, number: u64, timed: impl FnMut(usize, &mut dyn FnMut())) -> Outcome {
        self.watch(number, timed, |_, _, _| {})
    }

    /// Plays the same game, and gives it as a scenario file.
    pub fn export(
        &self,
        number: u64,
        timed: impl FnMut(usize, &mut dyn FnMut()),
    ) -> (Outcome, String) {
        let mut export = None;
        let outcome = self.watch(number, timed, |before, action, events| {
            let file = export.get_or_insert_with(|| Export::new(before));
            file.step(before, action, events);
        });
        let text = export.map_or(String::new(), |file| file.text().to_owned());
        (outcome, text)
    }

    /// Plays a game and shows each action to `watcher`, with the game before it and what it led to.
    fn watch(
        &self,
        number: u64,
        mut timed: impl FnMut(usize, &mut dyn FnMut()),
        mut watcher: impl FnMut(&Game, &Action, &Events),
    ) -> Outcome {
        let mut chance = Seeded::stream(self.seed, number);
        let (game, _) = Game::deal(self.rules, Seat::ALL[0], &mut chance);
        let mut sitting = Sitting::new(game, self, number);
        let mut turns = 0;
        loop {
            if let Some(seat) = sitting.game.winner() {
                let contestant = self.contestant_at(seat, number);
                return Outcome {
                    contestant,
                    seat,
                    turns,
                };
            }
            let action = sitting.next(&mut chance, &mut timed);
            let before = sitting.game.clone();
            let events = sitting.carry_out(action, &mut chance);
            watcher(&before, &action, &events);
            turns += events.iter().filter(|event| ends_a_turn(event)).count() as u32;
        }
    }

    /// Who sits there, by his place in the list.
    fn contestant_at(&self, seat: Seat, number: u64) -> usize {
        let players = self.contestants.len();
        (seat.index() + players - (number % players as u64) as usize) % players
    }
}

/// One game with its players.
struct Sitting {
    game: Game,
    players: Vec<(usize, Player)>,
}

enum Player {
    Passive,
    Random,
    Computer(Box<Computer>),
}

impl Sitting {
    fn new(game: Game, contest: &Contest, number: u64) -> Sitting {
        let players = game.rules().seats().iter().map(|seat| {
            let place = contest.contestant_at(seat, number);
            let player = match contest.contestants[place] {
                Contestant::Passive => Player::Passive,
                Contestant::Random => Player::Random,
                Contestant::Computer(strength) => {
                    let view = game.view(Some(seat));
                    Player::Computer(Box::new(Computer::new(strength, seat, &view)))
                }
            };
            (place, player)
        });
        Sitting {
            players: players.collect(),
            game,
        }
    }

    /// What is done next. Whom a Nope window or a Favor waits for is asked in random order, and
    /// those who have passed are not asked again.
    fn next(&self, chance: &mut Seeded, timed: &mut impl FnMut(usize, &mut dyn FnMut())) -> Action {
        let awaited = self.game.awaited();
        let at = chance.below(awaited.len() as u32) as usize;
        let seat = awaited.nth(at).unwrap_or(Seat::ALL[0]);
        let view = self.game.view(Some(seat));
        let (place, player) = &self.players[seat.index()];
        let mut action = None;
        timed(*place, &mut || action = player.choose(&view, chance));
        // Whom the game waits for always does something.
        action.unwrap_or(Action::TimeOut)
    }

    /// Does it, and shows everybody what he may see of it.
    fn carry_out(&mut self, action: Action, chance: &mut Seeded) -> Events {
        let events = self.game.play(action, chance).unwrap_or_default();
        debug_assert!(!events.is_empty(), "a contestant chose what is refused");
        for event in &events {
            for (seat, (_, player)) in Seat::ALL.into_iter().zip(&mut self.players) {
                if let Player::Computer(computer) = player {
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
    fn choose(&self, view: &PlayerView, chance: &mut Seeded) -> Option<Action> {
        let legal = view.legal.as_ref()?;
        match self {
            Player::Passive => passive(legal, chance),
            Player::Random => legal.nth(chance.below(legal.count() as u32) as usize),
            Player::Computer(computer) => computer.choose(view, chance),
        }
    }
}

fn passive(legal: &Legal, chance: &mut Seeded) -> Option<Action> {
    let seat = legal.seat();
    match *legal.options() {
        Options::Turn(_) => Some(Action::Draw { seat }),
        Options::Window { .. } => Some(Action::Pass { seat }),
        Options::Place(bottom) => Some(Action::Place {
            seat,
            place: chance.place(bottom),
        }),
        _ => legal.nth(chance.below(legal.count() as u32) as usize),
    }
}
