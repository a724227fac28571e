//! The lines of a game file as JSON. Later versions of the bot may accept other lines too, but must write the same.

use fairness::{RandomPick, Secret};
use players::Strength;
use rules::{Event, Ruleset, Seat};
use serde::{Deserialize, Serialize};

use crate::ids::{Millis, UserId};
use crate::screen::{Occupant, Player};

pub(super) const VERSION: u32 = 1;
/// The value of the `do` field in step 0.
pub(super) const DEAL: &str = "deal";

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    pub(super) kittens_game: u32,
    pub(super) game: Option<String>,
    pub(super) rules: Ruleset,
    pub(super) players: Vec<PlayerForm>,
    pub(super) first: Option<String>,
    pub(super) dealt_at: Millis,
    pub(super) proof: Option<ProofForm>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayerForm {
    pub(super) seat: String,
    /// The names are on a separate line, so that a game's checksum does not change when a player is erased.
    #[serde(skip)]
    pub(crate) name: NameForm,
    /// `person`, or the id of a computer's strength.
    pub(super) kind: String,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum NameForm {
    Name(String),
    /// The number that stands for a person who has been erased.
    Forgotten(u64),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProofForm {
    pub(super) commitment: String,
    pub(super) secret: Secret,
    pub(super) shares: Vec<String>,
}

/// A line between the head and the end.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Step {
    pub(super) step: u32,
    pub(super) at: Millis,
    #[serde(rename = "do")]
    pub(super) what: String,
    pub(super) draws: Vec<RandomPick>,
    /// `None` in step 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) events: Option<Vec<Event>>,
}

/// The line after the steps. Checksums are chained, so this line's checksum covers the whole game and identifies it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct End {
    pub(super) end: EndKind,
    pub(super) steps: u32,
    pub(super) winner: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum EndKind {
    Won,
    Stopped,
}

/// The last line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Names {
    /// In seat order.
    pub(super) names: Vec<NameForm>,
    /// True if a stand-in won in the winner's seat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) stand_in: bool,
}

impl Default for NameForm {
    fn default() -> Self {
        Self::Name(String::new())
    }
}

impl NameForm {
    /// Returns false for a number that cannot represent an erased person: see [`UserId::is_forgotten`].
    pub(super) fn is_possible(&self) -> bool {
        match self {
            Self::Name(_) => true,
            Self::Forgotten(number) => UserId(*number).is_forgotten(),
        }
    }
}

impl PlayerForm {
    pub(super) fn new(seat: Seat, player: &Player) -> Self {
        let kind = match player.occupant {
            Occupant::Person { .. } => "person",
            Occupant::Computer(strength) => strength.id(),
        };
        let forgotten = player.user().filter(|user| user.is_forgotten());
        Self {
            seat: letter(seat),
            name: match forgotten {
                Some(number) => NameForm::Forgotten(number.0),
                None => NameForm::Name(player.name.clone()),
            },
            kind: kind.to_owned(),
        }
    }

    pub(super) fn is_possible(&self) -> bool {
        self.is_person() || self.strength().is_some()
    }

    pub(super) fn is_person(&self) -> bool {
        self.kind == "person"
    }

    pub(crate) fn strength(&self) -> Option<Strength> {
        self.kind.parse().ok()
    }
}

pub(super) fn letter(seat: Seat) -> String {
    let letters = ('A'..='Z').nth(seat.index());
    letters.map(String::from).unwrap_or_default()
}

pub(super) fn seat_of(text: &str) -> Option<Seat> {
    Seat::ALL.into_iter().find(|seat| letter(*seat) == text)
}
