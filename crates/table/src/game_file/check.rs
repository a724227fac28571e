//! Reads the file of a game and plays it again: every draw, every event and every rule has to be right. The
//! time and the memory that it takes are bounded by the size of the file.

use fairness::{Commitment, Drawn, GameId, Outcome};
use rules::scenario::{Export, action_words, read_action};
use rules::{Action, Edition, Event, Game, Ruleset, Seat};
use serde::{Deserialize, Serialize};

use super::file_error::{FileError, FilePlace};
use super::form::{
    DEAL, End, Head, NameForm, PlayerForm, ProofForm, Step, VERSION, letter, seat_of,
};
use super::lines::{LineReader, MAX_FILE_BYTES};
use super::replay::{Placing, ReplayedChance, RevealedProof};
use crate::ids::Millis;
use crate::record::{GameRecord, RecordCodec as _, RulesetRecord};

/// The most steps that are read: many times as many as the longest game at a table has.
const MAX_STEPS: u32 = 10_000;
/// The most draws that are read.
const MAX_DRAWS: usize = 10_000;

/// A game whose file is right.
pub struct CheckedGame {
    /// The game's id, to which its secret was committed; `None` if it has no proof, and chance is only told.
    pub id: Option<GameId>,
    /// The commitment to its secret; `None` if it has no proof.
    pub commitment: Option<Commitment>,
    /// True if a person's click took part in the chance; without one, the bot alone fixed it.
    pub has_players_share: bool,
    /// The names of the players by seat, as anybody may have written them.
    pub names: Vec<String>,
    /// The game as it was dealt.
    pub dealt: Game,
    /// Everything that was done.
    pub moves: Vec<Move>,
    /// The game as it ended.
    pub game: Game,
}

/// An action with what came of it.
pub struct Move {
    /// The time, as the file says.
    pub at: Millis,
    /// The action.
    pub action: Action,
    /// Its events.
    pub events: Vec<Event>,
}

impl CheckedGame {
    /// Reads a file and checks everything in it.
    ///
    /// # Errors
    /// [`FileError`] with the first thing that is wrong.
    pub fn read(file: &[u8]) -> Result<Self, FileError> {
        if file.len() > MAX_FILE_BYTES {
            return Err(FileError::new(FilePlace::File, "it is larger than 16 MB"));
        }
        let mut reader = LineReader::new(file);
        check_version(&reader)?;
        let mut checker = Checker::begin(&mut reader)?;
        while let place @ FilePlace::Step(_) = reader.place(checker.steps) {
            checker.step(&mut reader, place)?;
        }
        checker.end(&mut reader)?;
        Ok(checker.checked)
    }

    /// Returns true if the rules are those of the edition as the program comes with it, and house rules.
    pub fn has_built_in_rules(&self) -> bool {
        let rules = self.dealt.rules();
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
    let line = reader.peek(FilePlace::Head)?;
    let version = serde_json::from_str::<AnyVersion>(line);
    let version = version.map_err(|_| FileError::new(FilePlace::Head, "not the file of a game"))?;
    match version.kittens_game {
        1 => Ok(()),
        version => Err(FileError::new(
            FilePlace::Head,
            format!("version {version} of the format; this program reads version {VERSION}"),
        )),
    }
}

/// A game that is being checked.
struct Checker {
    chance: ReplayedChance,
    checked: CheckedGame,
    /// The number of lines of steps so far.
    steps: u32,
    /// The number of draws so far.
    draws: usize,
    at: Millis,
}

impl Checker {
    /// Checks the head and the deal.
    fn begin(reader: &mut LineReader<'_>) -> Result<Self, FileError> {
        let head: Head = reader.next(FilePlace::Head)?;
        let refused = |reason| FileError::new(FilePlace::Head, reason);
        let rules = read_rules(&head).map_err(refused)?;
        let first = read_first(&head, &rules).map_err(refused)?;
        let proof = read_proof(&head).map_err(refused)?;
        let line: Step = reader.next(reader.place(0))?;
        let mut chance = ReplayedChance::new(proof.as_ref());
        let (dealt, draws) = chance.deal(rules, first, outcomes(&line.draws));
        check_deal(&line, head.dealt_at, &draws)
            .and_then(|()| dealt.check_invariants().map_err(|error| error.to_string()))
            .map_err(|reason| FileError::new(FilePlace::Step(0), reason))?;
        Ok(Self {
            chance,
            checked: CheckedGame {
                id: proof.as_ref().map(|proof| proof.game),
                has_players_share: proof.as_ref().is_some_and(|proof| !proof.shares.is_empty())
                    && head.players.iter().any(PlayerForm::is_person),
                commitment: proof.map(|proof| proof.secret.commitment(proof.game)),
                names: head
                    .players
                    .into_iter()
                    .map(|player| player.name.into())
                    .collect(),
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
            return Err(FileError::new(
                place,
                format!("more than {MAX_STEPS} steps"),
            ));
        }
        let line: Step = reader.next(place)?;
        self.play(&line)
            .map_err(|reason| FileError::new(place, reason))?;
        self.steps += 1;
        Ok(())
    }

    fn play(&mut self, line: &Step) -> Result<(), String> {
        expect("step", &self.steps, &line.step)?;
        if line.at < self.at {
            return Err("the time is before that of the step before".to_owned());
        }
        let game = &mut self.checked.game;
        let action = read_action(&line.what, game)?;
        expect("do", &action_words(game, &action), &line.what)?;
        let told = outcomes(&line.draws);
        let placing = Placing::of(line.draws.first().map(|draw| draw.purpose));
        let (played, draws) = self.chance.play(game, action, placing, told);
        let events = played?;
        expect_each("draw", &draws, &line.draws)?;
        self.draws += draws.len();
        if self.draws > MAX_DRAWS {
            return Err(format!("more than {MAX_DRAWS} draws"));
        }
        let stored: Vec<GameRecord> = events.iter().map(Event::encode).collect();
        let told = line.events.as_ref().ok_or("a step without events")?;
        expect_each("event", &stored, told)?;
        game.check_invariants().map_err(|error| error.to_string())?;
        self.at = line.at;
        self.checked.moves.push(Move {
            at: line.at,
            action,
            events: events.to_vec(),
        });
        Ok(())
    }

    fn end(&self, reader: &mut LineReader<'_>) -> Result<(), FileError> {
        let line: End = reader.next(FilePlace::End)?;
        let expected = End::new(self.steps, &self.checked.game);
        expect("end", &expected, &line).map_err(|reason| FileError::new(FilePlace::End, reason))
    }
}

fn read_rules(head: &Head) -> Result<Ruleset, String> {
    let rules = Ruleset::try_from(&head.rules).map_err(|error| error.to_string())?;
    expect("rules", &RulesetRecord::from(&rules), &head.rules)?;
    let seats: Vec<&str> = head
        .players
        .iter()
        .map(|player| player.seat.as_str())
        .collect();
    let expected: Vec<String> = rules.seats().iter().map(letter).collect();
    expect("players", &expected, &seats)?;
    match head.players.iter().find(|player| !player.is_possible()) {
        Some(player) => Err(format!("player {} is of no known kind", player.seat)),
        None => Ok(rules),
    }
}

fn read_first(head: &Head, rules: &Ruleset) -> Result<Option<Seat>, String> {
    let Some(letter) = &head.first else {
        return Ok(None);
    };
    let seat = seat_of(letter).filter(|seat| rules.seats().contains(*seat));
    seat.map(Some)
        .ok_or_else(|| "nobody has the first seat".to_owned())
}

/// Returns the proof, whose commitment has to be right.
fn read_proof(head: &Head) -> Result<Option<RevealedProof>, String> {
    let (game, form) = match (&head.game, &head.proof) {
        (None, None) => return Ok(None),
        (Some(game), Some(form)) => (game, form),
        (Some(_), None) | (None, Some(_)) => {
            return Err("an id or a proof without the other".to_owned());
        }
    };
    let game = game.parse::<GameId>().map_err(|error| error.to_string())?;
    let shares: Result<Vec<u64>, _> = form.shares.iter().map(|share| share.parse()).collect();
    let proof = RevealedProof {
        game,
        secret: form.secret.clone(),
        shares: shares.map_err(|_| "a share is not the id of an interaction")?,
    };
    expect("proof", &ProofForm::new(&proof), form)?;
    Ok(Some(proof))
}

fn check_deal(line: &Step, dealt_at: Millis, draws: &[Drawn]) -> Result<(), String> {
    expect("step", &0, &line.step)?;
    expect("at", &dealt_at, &line.at)?;
    expect("do", &DEAL, &line.what.as_str())?;
    expect_each("draw", draws, &line.draws)?;
    match line.events {
        Some(_) => Err("a deal has no events".to_owned()),
        None => Ok(()),
    }
}

fn outcomes(draws: &[Drawn]) -> Vec<Outcome> {
    draws.iter().map(|draw| draw.result.clone()).collect()
}

/// Compares what has to be there with what is there, both as the file writes it.
fn expect(name: &str, expected: &impl Serialize, got: &impl Serialize) -> Result<(), String> {
    let [expected, got] = [serde_json::to_string(expected), serde_json::to_string(got)]
        .map(Result::unwrap_or_default);
    match expected == got {
        true => Ok(()),
        false => Err(format!(
            "{name}: expected {}, got {}",
            start(&expected),
            start(&got)
        )),
    }
}

/// Compares lists, and tells the first item that is wrong.
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

/// Returns the start of a text, long enough to tell what it is.
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
