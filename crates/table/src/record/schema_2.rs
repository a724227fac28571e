//! The records of schema 2 and earlier, in which each kind of choice had events of its own, and their
//! conversion to those of today. Nothing writes them any more.

use rules::Title;
use serde::Deserialize;

use super::{AnswerRecord, ChoiceKindRecord, ChoiceRecord, GameRecord, PlayRecord, Record};

/// A record of schema 2.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum OldRecord {
    /// The events of a game.
    Game(OldGame),
    /// Any other record, whose form is the same as today.
    Other(Box<Record>),
}

/// The events of one action.
#[derive(Deserialize)]
#[serde(tag = "fact", rename_all = "kebab-case")]
pub(crate) enum OldGame {
    Game { events: Vec<OldEvent> },
}

/// An event of schema 2.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum OldEvent {
    /// An event whose form is another today.
    Changed(ChangedEvent),
    /// Any other event.
    Same(Box<GameRecord>),
}

/// The events of schema 2 whose form is another today.
#[derive(Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub(crate) enum ChangedEvent {
    Played { seat: u8, play: OldPlay },
    ShuffleBegan { stopper: u8 },
    Stopped { seat: u8 },
    FavorOwed { taker: u8, givers: Vec<u8> },
    Gave { from: u8, to: u8, title: String },
    TakeAwaited { seat: u8 },
    Took { seat: u8, title: String },
    Defused { seat: u8 },
    Placed { seat: u8, place: u8 },
}

/// The play of schema 2 whose form is another today.
#[derive(Deserialize)]
#[serde(tag = "play", rename_all = "kebab-case")]
pub(crate) enum OldPlay {
    Favor { on: Option<u8> },
}

impl From<OldRecord> for Record {
    fn from(old: OldRecord) -> Self {
        match old {
            OldRecord::Game(OldGame::Game { events }) => Self::Game {
                events: events.into_iter().flat_map(upcast).collect(),
            },
            OldRecord::Other(record) => *record,
        }
    }
}

/// Returns the events of today that an event stands for.
fn upcast(event: OldEvent) -> Vec<GameRecord> {
    match event {
        OldEvent::Changed(event) => upcast_changed(event),
        OldEvent::Same(event) => vec![*event],
    }
}

fn upcast_changed(event: ChangedEvent) -> Vec<GameRecord> {
    match event {
        ChangedEvent::Played {
            seat,
            play: OldPlay::Favor { on },
        } => vec![GameRecord::Played {
            seat,
            play: PlayRecord::Single {
                title: Title::Favor.id().to_owned(),
                on,
            },
        }],
        ChangedEvent::ShuffleBegan { stopper } => {
            vec![opened(ChoiceKindRecord::Stop, vec![stopper], None)]
        }
        ChangedEvent::Stopped { seat } => vec![chosen(seat, seat, AnswerRecord::Stop)],
        ChangedEvent::FavorOwed { taker, givers } => {
            vec![opened(ChoiceKindRecord::Give, givers, Some(taker))]
        }
        ChangedEvent::Gave { from, to, title } => {
            vec![chosen(from, to, AnswerRecord::Give { title })]
        }
        ChangedEvent::TakeAwaited { seat } => {
            vec![opened(ChoiceKindRecord::Take, vec![seat], Some(seat))]
        }
        ChangedEvent::Took { seat, title } => {
            vec![chosen(seat, seat, AnswerRecord::Take { title })]
        }
        ChangedEvent::Defused { seat } => {
            let card = Title::ExplodingKitten.id().to_owned();
            let kind = ChoiceKindRecord::Place { card };
            vec![
                GameRecord::Defused { seat },
                opened(kind, vec![seat], Some(seat)),
            ]
        }
        ChangedEvent::Placed { seat, place } => {
            vec![chosen(seat, seat, AnswerRecord::Place { place })]
        }
    }
}

fn opened(kind: ChoiceKindRecord, choosers: Vec<u8>, owner: Option<u8>) -> GameRecord {
    let choice = ChoiceRecord {
        kind,
        choosers,
        owner,
    };
    GameRecord::ChoiceOpened { choice }
}

fn chosen(seat: u8, owner: u8, answer: AnswerRecord) -> GameRecord {
    GameRecord::Chosen {
        seat,
        owner,
        answer,
    }
}
