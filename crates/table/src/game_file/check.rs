//! Reads a game file and replays the game, checking every action, random pick and event. The size of the file bounds
//! the time and memory needed.

use fairness::{Commitment, GameId, RandomOutcome, RandomPick, Secret};
use rules::scenario::{Export, action_words, read_action};
use rules::{Action, Edition, Event, Game, Recipe, Ruleset, Seat};
use serde::{Deserialize, Serialize};

use super::file_error::{FileError, FileFault, FilePlace};
use super::lines::{LineReader, MAX_FILE_BYTES};
use super::replayed_chance::{Placing, ReplayedChance, RevealedProof};
use super::schema::{DEAL, End, Head, NameForm, Names, ProofForm, Step, VERSION, letter, seat_of};
use crate::ids::{InteractionId, Millis};

/// The maximum number of steps: far more than any game at a table has.
const MAX_STEPS: u32 = 10_000;
/// The maximum number of random picks in the whole game.
const MAX_DRAWS: usize = 10_000;
/// The largest integer that every JSON parser reads exactly.
const MAX_NUMBER: u64 = (1 << 53) - 1;
/// How far a click's time may be out of order or later than the deal.
const SHARE_TOLERANCE: Millis = Millis::seconds(10);
/// The number of characters of a game's checksum that the game's last message shows.
pub const SHOWN_SUM: usize = 10;

/// The maximum number of deals per daily secret. The first deal has no share; a later deal's share is its number.
pub const MAX_DAILY_DEALS: u32 = 20;

/// A game whose file is valid.
pub struct CheckedGame {
    /// The game's id, which is part of the commitment to its secret; `None` if the game has no proof and its random
    /// outcomes are only recorded.
    pub id: Option<GameId>,
    /// The commitment to the game's secret; `None` if the game has no proof.
    pub commitment: Option<Commitment>,
    /// The ids of the clicks that contributed to the randomness. For a Kitten of the day, the deal's number if above 1.
    pub shares: Vec<u64>,
    /// The deal, if the game is a Kitten of the day.
    pub daily_deal: Option<DailyDeal>,
    /// The number of people among the players.
    pub people: usize,
    /// The checksum of all lines except the one with the names.
    pub sum: String,
    dealt_at: Millis,
    /// The players' names by seat. Not verified.
    pub names: Vec<String>,
    /// True if a stand-in won in the winner's seat. Not verified.
    pub is_won_by_stand_in: bool,
    /// The game as it was dealt.
    pub dealt: Game,
    /// All moves.
    pub moves: Vec<Move>,
    /// The game at its end.
    pub game: Game,
}

/// The deal of a Kitten of the day.
pub struct DailyDeal {
    /// The number of the day.
    pub day: u32,
    /// The day's secret.
    pub secret: Secret,
    /// The number of the deal among all deals from the secret, starting at 1.
    pub number: u32,
}

/// An action and its consequences.
pub struct Move {
    /// The time stated in the file.
    pub at: Millis,
    /// The action that a player or the clock took.
    pub action: Action,
    /// The events that the action caused.
    pub events: Vec<Event>,
}

impl CheckedGame {
    /// Reads a file and verifies everything but the names and the stand-in.
    ///
    /// # Errors
    /// [`FileError`] for the first error found.
    pub fn read(file: &[u8]) -> Result<Self, FileError> {
        if file.len() > MAX_FILE_BYTES {
            let reason = "it is larger than 16 MB";
            return Err(FileError::new(FileFault::Unknown, FilePlace::File, reason));
        }
        let mut reader = LineReader::new(file);
        check_version(&reader)?;
        let mut checker = Checker::begin(&mut reader)?;
        while let place @ FilePlace::Step(_) = reader.place(checker.steps) {
            checker.step(&mut reader, place)?;
        }
        checker.end(&mut reader)
    }

    /// Returns true if people played and a click contributed to the randomness; false for a Kitten of the day.
    pub fn has_players_share(&self) -> bool {
        self.people > 0 && !self.shares.is_empty() && self.daily_deal.is_none()
    }

    /// Returns true if the time in a click's id is after the deal, or contradicts the order in which the clicks were
    /// accepted. Checks the order only in a table's first game, where people sit in the order of joining.
    pub fn has_misplaced_share(&self) -> bool {
        let is_first = self.id.is_some_and(|id| id.game == 1);
        let mut taken = Millis(0);
        let mut made = self.shares.iter().map(|share| InteractionId(*share).time());
        made.any(|made| {
            let is_late = is_first && made.after(SHARE_TOLERANCE) < taken;
            taken = taken.max(made);
            is_late || self.dealt_at.after(SHARE_TOLERANCE) < made
        })
    }

    /// Returns true if `shown` is this game's checksum, as on the fairness page, or a prefix of at least [`SHOWN_SUM`]
    /// characters, as in the last message. Ignores case.
    pub fn has_sum(&self, shown: &str) -> bool {
        shown.len() >= SHOWN_SUM && self.sum.starts_with(&shown.to_ascii_uppercase())
    }

    /// Returns true if the rules match the recipe's code or, without a recipe, the built-in edition and house rules.
    pub fn has_built_in_rules(&self) -> bool {
        let rules = self.dealt.rules();
        if let Some(code) = rules.recipe {
            let recipe = Recipe::from_code(code.as_str());
            return recipe.is_ok_and(|recipe| recipe.check(rules.players()).as_ref() == Ok(rules));
        }
        let edition = Edition::built_in(rules.edition());
        Ruleset::new(edition, rules.house_rules(), rules.players()).as_ref() == Ok(rules)
    }

    /// Returns the game as a scenario file.
    pub fn to_scenario(&self) -> String {
        let mut game = self.dealt.clone();
        let mut export = Export::new(&game);
        for Move { action, events, .. } in &self.moves {
            export.add_step(&game, action, events);
            events.iter().for_each(|event| game.evolve(event));
        }
        export.text().to_owned()
    }
}

/// The field that every version of the format has.
#[derive(Deserialize)]
struct AnyVersion {
    kittens_game: u64,
}

fn check_version(reader: &LineReader<'_>) -> Result<(), FileError> {
    let unknown = |reason: String| FileError::new(FileFault::Unknown, FilePlace::Head, reason);
    let line = reader.peek(FilePlace::Head)?;
    let version = serde_json::from_str::<AnyVersion>(line)
        .map_err(|_| unknown("not a game file".to_owned()))?;
    match version.kittens_game {
        1 => Ok(()),
        version => Err(unknown(format!(
            "version {version} of the format; this program reads version {VERSION}"
        ))),
    }
}

/// Returns a function that turns a reason into a [`FileFault::Unfair`] error.
fn unfair(place: FilePlace) -> impl Fn(String) -> FileError {
    move |reason| FileError::new(FileFault::Unfair, place, reason)
}

struct Checker {
    chance: ReplayedChance,
    checked: CheckedGame,
    /// The number of step lines so far.
    steps: u32,
    /// The number of random picks so far.
    draws: usize,
    at: Millis,
}

impl Checker {
    /// Checks the head and the deal.
    fn begin(reader: &mut LineReader<'_>) -> Result<Self, FileError> {
        let head: Head = reader.next(FilePlace::Head)?;
        let refused = |reason| FileError::new(FileFault::Damaged, FilePlace::Head, reason);
        check_time(head.dealt_at).map_err(refused)?;
        let rules = read_rules(&head).map_err(refused)?;
        let first = read_first(&head, &rules).map_err(refused)?;
        let proof = read_proof(&head).map_err(refused)?;
        if let (Some(proof), Some(form)) = (&proof, &head.proof) {
            let expected = ProofForm::new(proof);
            expect("proof", &expected, form).map_err(unfair(FilePlace::Head))?;
        }
        let line: Step = reader.next_at(FilePlace::Step(0), "step")?;
        let mut chance = ReplayedChance::new(proof.as_ref());
        let (dealt, draws) = chance.deal(rules, first, outcomes(&line.draws));
        check_deal(&line, head.dealt_at, &draws)
            .and_then(|()| dealt.check_invariants().map_err(|error| error.to_string()))
            .map_err(unfair(FilePlace::Step(0)))?;
        let commitment = |proof: &RevealedProof| proof.secret.commitment(proof.game);
        let people = head.players.iter().filter(|player| player.is_person());
        Ok(Self {
            chance,
            checked: CheckedGame {
                id: proof.as_ref().map(|proof| proof.game),
                daily_deal: proof.as_ref().and_then(daily_deal),
                commitment: proof.as_ref().map(commitment),
                shares: proof.map_or_else(Vec::new, |proof| proof.shares),
                people: people.count(),
                sum: String::new(),
                dealt_at: head.dealt_at,
                names: Vec::new(),
                is_won_by_stand_in: false,
                game: dealt.clone(),
                dealt,
                moves: Vec::new(),
            },
            steps: 1,
            draws: draws.len(),
            at: head.dealt_at,
        })
    }

    fn step(&mut self, reader: &mut LineReader<'_>, place: FilePlace) -> Result<(), FileError> {
        if self.steps >= MAX_STEPS {
            let reason = format!("more than {MAX_STEPS} steps");
            return Err(FileError::new(FileFault::Unknown, place, reason));
        }
        let line: Step = reader.next(place)?;
        self.play(&line).map_err(unfair(place))?;
        self.steps += 1;
        Ok(())
    }

    fn play(&mut self, line: &Step) -> Result<(), String> {
        expect("step", &self.steps, &line.step)?;
        check_time(line.at)?;
        if line.at < self.at {
            return Err("the time is earlier than the previous step's".to_owned());
        }
        let game = &mut self.checked.game;
        let action = read_action(&line.what, game)?;
        expect("do", &action_words(game, &action), &line.what)?;
        let recorded = outcomes(&line.draws);
        let placing = Placing::of(line.draws.first().map(|draw| draw.purpose));
        let (played, draws) = self.chance.play(game, action, placing, recorded);
        let events = played?;
        expect_each("draw", &draws, &line.draws)?;
        self.draws += draws.len();
        if self.draws > MAX_DRAWS {
            return Err(format!("more than {MAX_DRAWS} draws"));
        }
        let recorded = line.events.as_ref().ok_or("a step without events")?;
        expect_each("event", &events, recorded)?;
        game.check_invariants().map_err(|error| error.to_string())?;
        self.at = line.at;
        self.checked.moves.push(Move {
            at: line.at,
            action,
            events: events.to_vec(),
        });
        Ok(())
    }

    fn end(mut self, reader: &mut LineReader<'_>) -> Result<CheckedGame, FileError> {
        let line: End = reader.next_at(FilePlace::End, "end")?;
        let expected = End::new(self.steps, &self.checked.game);
        expect("end", &expected, &line).map_err(unfair(FilePlace::End))?;
        self.checked.sum = reader.sum.clone();
        let Names { names, stand_in } = reader.next_at(FilePlace::Names, "names")?;
        let damaged = |reason| FileError::new(FileFault::Damaged, FilePlace::Names, reason);
        let players = self.checked.game.rules().players();
        if names.len() != players || !names.iter().all(NameForm::is_possible) {
            return Err(damaged(format!("not the names of {players} players")));
        }
        if stand_in && line.winner.is_none() {
            return Err(damaged("a stand-in won for nobody".to_owned()));
        }
        self.checked.names = names.into_iter().map(String::from).collect();
        self.checked.is_won_by_stand_in = stand_in;
        Ok(self.checked)
    }
}

/// Returns the deal of a Kitten of the day; `None` if the proof belongs to a game at a table.
fn daily_deal(proof: &RevealedProof) -> Option<DailyDeal> {
    let number = proof.shares.first().map_or(1, |deal| *deal as u32);
    (proof.game.channel == 0).then(|| DailyDeal {
        day: proof.game.table,
        secret: proof.secret.clone(),
        number,
    })
}

/// Returns true if a Kitten of the day could have these shares: none, or the number of a later deal.
fn is_share_of_day(shares: &[u64]) -> bool {
    let later = 2..=u64::from(MAX_DAILY_DEALS);
    match shares {
        [] => true,
        [deal] => later.contains(deal),
        _ => false,
    }
}

/// Rejects a time that some parsers would round.
fn check_time(at: Millis) -> Result<(), String> {
    if at.0 <= MAX_NUMBER {
        Ok(())
    } else {
        Err(format!("a time above {MAX_NUMBER}"))
    }
}

fn read_rules(head: &Head) -> Result<Ruleset, String> {
    let rules = head.rules;
    let seats: Vec<&str> = head
        .players
        .iter()
        .map(|player| player.seat.as_str())
        .collect();
    let expected: Vec<String> = rules.seats().iter().map(letter).collect();
    expect("players", &expected, &seats)?;
    match head.players.iter().find(|player| !player.is_possible()) {
        Some(player) => Err(format!("player {} is of an unknown kind", player.seat)),
        None => Ok(rules),
    }
}

fn read_first(head: &Head, rules: &Ruleset) -> Result<Option<Seat>, String> {
    let Some(letter) = &head.first else {
        return Ok(None);
    };
    let seat = seat_of(letter).filter(|seat| rules.seats().contains(*seat));
    seat.map(Some)
        .ok_or_else(|| "the first seat has no player".to_owned())
}

/// Returns the proof without checking its commitment.
fn read_proof(head: &Head) -> Result<Option<RevealedProof>, String> {
    let (game, form) = match (&head.game, &head.proof) {
        (None, None) => return Ok(None),
        (Some(game), Some(form)) => (game, form),
        (Some(_), None) | (None, Some(_)) => {
            return Err("an id without a proof, or a proof without an id".to_owned());
        }
    };
    let game = game.parse::<GameId>().map_err(|error| error.to_string())?;
    let read_share = |text: &String| {
        let share = text.parse::<u64>().ok().filter(|share| *share > 0);
        share.filter(|share| share.to_string() == *text)
    };
    let read: Option<Vec<u64>> = form.shares.iter().map(read_share).collect();
    let shares = read.ok_or("a share is not the id of a click")?;
    if game.channel == 0 && !is_share_of_day(&shares) {
        return Err("a Kitten of the day has no such share".to_owned());
    }
    Ok(Some(RevealedProof {
        game,
        secret: form.secret.clone(),
        shares,
    }))
}

fn check_deal(line: &Step, dealt_at: Millis, draws: &[RandomPick]) -> Result<(), String> {
    expect("step", &0, &line.step)?;
    expect("at", &dealt_at, &line.at)?;
    expect("do", &DEAL, &line.what.as_str())?;
    expect_each("draw", draws, &line.draws)?;
    match line.events {
        Some(_) => Err("a deal has no events".to_owned()),
        None => Ok(()),
    }
}

fn outcomes(draws: &[RandomPick]) -> Vec<RandomOutcome> {
    draws.iter().map(|draw| draw.result.clone()).collect()
}

/// Returns an error if the values differ in their JSON form. `name` identifies the values in the message.
fn expect(name: &str, expected: &impl Serialize, got: &impl Serialize) -> Result<(), String> {
    let [expected, got] = [serde_json::to_string(expected), serde_json::to_string(got)]
        .map(Result::unwrap_or_default);
    if expected == got {
        Ok(())
    } else {
        Err(format!(
            "{name}: expected {}, got {}",
            start(&expected),
            start(&got)
        ))
    }
}

/// Returns an error about the first item that differs between the lists, or about their lengths.
fn expect_each<T: Serialize + PartialEq>(
    name: &str,
    expected: &[T],
    got: &[T],
) -> Result<(), String> {
    let mut pairs = (1..).zip(expected.iter().zip(got));
    if let Some((number, (expected, got))) = pairs.find(|(_, (expected, got))| expected != got) {
        return expect(&format!("{name} {number}"), expected, got);
    }
    expect(&format!("number of {name}s"), &expected.len(), &got.len())
}

/// Returns the beginning of a text, long enough to recognize it.
fn start(text: &str) -> &str {
    text.char_indices()
        .nth(160)
        .map_or(text, |(end, _)| &text[..end])
}

impl From<NameForm> for String {
    fn from(name: NameForm) -> Self {
        match name {
            NameForm::Name(name) => name,
            NameForm::Forgotten(number) => format!("#{number}"),
        }
    }
}
