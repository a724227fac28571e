//! The files of finished games: written from entries, read again, and caught wherever they were doctored.

use fairness::{DrawCounts, GameChance, GameId, GameKey, Purpose, Secret};
use rules::simulation::Policy;
use rules::{Action, scenario};
use table::game_file::{CheckedGame, PlayedGame};
use table::options::FirstPlayer;

use crate::driver::START;
use crate::monkey;
use crate::prelude::*;
use crate::whole_games::tables;

/// A game that was invented by the rules alone, with the entries that its table would have.
struct Invented {
    entries: Vec<Entry>,
    game: Game,
}

impl Invented {
    /// Plays a game with time-outs and leavers. Every ninth has no proof; some are ended early.
    fn new(seed: u64) -> Self {
        let tables = tables();
        let (mut options, players) = tables[seed as usize % tables.len()];
        let first = Seat::ALL[1];
        if seed.is_multiple_of(4) {
            options = options.with(OptionValue::First(FirstPlayer::Person(UserId(2))));
        }
        let rules = options
            .ruleset(&Editions::built_in(), players)
            .expect("rules");
        let number = (!seed.is_multiple_of(9)).then_some(1);
        let secret = Secret::new([seed as u8; 32]);
        let mut invented = Self {
            entries: lobby(&options, players, number, &secret),
            game: Game::deal(rules, first, &mut SeededChance::new(0)).0,
        };
        let shares: Vec<u64> = (2..=players as u64).chain([99]).collect();
        let mut draws = Draws {
            key: GameKey::derive(&secret, GAME, &shares),
            counts: DrawCounts::default(),
            has_proof: number.is_some(),
        };
        let ((first, dealt), drawn) = draws.draw(|chance| {
            let is_chosen = seed.is_multiple_of(4);
            let first = if is_chosen {
                first
            } else {
                chance.first_seat(players)
            };
            let (game, dealt) = Game::deal(rules, first, chance);
            invented.game = game;
            (first, dealt)
        });
        invented.add(
            Some(99),
            vec![Record::Dealt {
                first,
                rules: Box::new((&rules).into()),
                dealt: (&dealt).into(),
                drawn,
            }],
        );
        invented.play(&mut SeededChance::new(seed), &mut draws);
        invented
    }

    fn play(&mut self, chance: &mut SeededChance, draws: &mut Draws) {
        let most = if chance.below(8) == 0 { 20 } else { usize::MAX };
        let mut actions = 0;
        while let Some(action) = self.any_action(chance).filter(|_| actions < most) {
            let (events, drawn) = draws.draw(|chance| self.game.play(action, chance));
            let events = events.expect("a legal action").to_vec();
            self.add(None, vec![Record::Game { events, drawn }]);
            actions += 1;
        }
        let why = CloseReason::ChannelGone;
        self.add(None, vec![Record::Closed { why }]);
    }

    fn any_action(&self, chance: &mut SeededChance) -> Option<Action> {
        let living = self.game.living();
        match chance.below(60) {
            _ if self.game.winner().is_some() => None,
            0 => Some(Action::Leave {
                seat: living.nth(chance.below(living.len() as u32) as usize)?,
            }),
            1..=5 => Some(Action::TimeOut),
            _ => Policy::Random.choose(&self.game, chance),
        }
    }

    fn add(&mut self, interaction: Option<u64>, records: Vec<Record>) {
        add(&mut self.entries, interaction, records);
    }

    fn file(&self) -> String {
        file(&self.entries, 1)
    }
}

const GAME: GameId = GameId {
    channel: 6,
    table: 1,
    game: 1,
};

struct Draws {
    key: GameKey,
    counts: DrawCounts,
    has_proof: bool,
}

impl Draws {
    fn draw<T>(&mut self, play: impl FnOnce(&mut GameChance<'_>) -> T) -> (T, Vec<Purpose>) {
        let mut chance = GameChance::new(&self.key, &mut self.counts);
        let played = play(&mut chance);
        let drawn = chance.into_drawn().into_iter().map(|drawn| drawn.purpose);
        (played, drawn.filter(|_| self.has_proof).collect())
    }
}

fn add(entries: &mut Vec<Entry>, interaction: Option<u64>, records: Vec<Record>) {
    let version = entries.len() as u64 + 1;
    entries.push(Entry {
        schema: SCHEMA,
        table: TABLE,
        version,
        at: START.after(Millis(version / 3)),
        interaction: interaction.map(InteractionId),
        records,
    });
}

fn lobby(
    options: &TableOptions,
    players: usize,
    number: Option<u32>,
    secret: &Secret,
) -> Vec<Entry> {
    let person = |user: u64| PersonRecord {
        user: UserId(user),
        name: format!("Player {user} *\u{202e}"),
    };
    let mut entries = Vec::new();
    let opened = Record::Opened {
        guild: GuildId(5),
        channel: ChannelId(6),
        number,
        host: person(1),
        options: options.into(),
    };
    let secret = secret.clone();
    let committed = number.map(|_| Record::Committed { secret });
    let records = [opened].into_iter().chain(committed);
    add(&mut entries, Some(1), records.collect());
    for user in 2..=players as u64 {
        let person = person(user);
        add(&mut entries, Some(user), vec![Record::Joined { person }]);
    }
    entries
}

fn file(entries: &[Entry], number: u32) -> String {
    let game = PlayedGame::find(entries, number).expect("entries of a table");
    game.expect("a game that is over")
        .to_file()
        .expect("a file")
}

fn read(file: &str) -> CheckedGame {
    CheckedGame::read(file.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{file}"))
}

#[test]
fn the_file_of_any_game_is_right_and_leads_to_the_same_end() {
    for seed in 0..1000 {
        let invented = Invented::new(seed);
        let checked = read(&invented.file());
        assert!(checked.game == invented.game, "seed {seed}");
        assert_eq!(checked.id, (seed % 9 > 0).then_some(GAME));
    }
}

#[test]
fn the_file_of_a_game_that_people_clicked_through_is_right() {
    let mut games = 0;
    for seed in 0..tables().len() as u64 {
        let mut driver = monkey::table(seed);
        let mut chance = SeededChance::new(!seed);
        while driver.table.is_playing() && driver.entries.len() < 400 {
            monkey::random_input(&mut driver, &mut chance);
        }
        if driver.table.is_playing() {
            let is_found = PlayedGame::find(&driver.entries, 1).expect("entries");
            assert!(is_found.is_none(), "a running game is nobody's to see");
            continue;
        }
        let checked = read(&file(&driver.entries, 1));
        assert!(checked.game == *driver.game(), "seed {seed}");
        games += 1;
    }
    assert!(games > 20, "only {games} games ended");
}

#[test]
fn a_game_can_be_played_as_a_scenario() {
    for seed in 0..60 {
        let scenario = read(&Invented::new(seed).file()).to_scenario();
        let played = scenario::run(&scenario, &Editions::built_in());
        assert_eq!(played, Ok(()), "seed {seed}\n{scenario}");
    }
}
