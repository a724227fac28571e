//! Extracts the data about one person from a table's entries, for that person. The extract leaves out facts that they
//! could not know, such as cards hidden from them (including their own while they are blind) and, while a game is
//! running, positions in the draw pile.

use std::collections::BTreeSet;

use rules::{ChoiceAnswer, Event, Seat};
use serde::Serialize;

use super::{Named, names_of, visit_named};
use crate::entry::Entry;
use crate::ids::{ChannelId, GuildId, InteractionId, Millis, TableId, UserId};
use crate::options::{FirstPlayer, TableOptions};
use crate::record::{DealtRecord, Record, RecordError};
use crate::state::State;

/// One person's data in the entries of one table, as that person may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "names and types say the rest")]
pub struct TableExtract {
    pub table: TableId,
    pub server: GuildId,
    pub channel: ChannelId,
    /// The time of the first entry, in milliseconds since 1970.
    pub opened_at_ms: Millis,
    /// The time of the most recent entry, in milliseconds since 1970.
    pub newest_entry_at_ms: Millis,
    pub closed: bool,
    /// The names under which the person is recorded.
    pub names: BTreeSet<String>,
    pub actions: Vec<ActionExtract>,
}

/// The part of one entry that is about one person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ActionExtract {
    /// The time of the entry, in milliseconds since 1970.
    pub at_ms: Millis,
    /// The click or command that caused the entry.
    pub interaction: Option<InteractionId>,
    /// The records about the person in their stored form, without parts that the person may not see.
    pub records: Vec<Record>,
}

impl TableExtract {
    /// Extracts a person's data from a table's entries.
    ///
    /// # Errors
    /// [`RecordError`] if the entries are not the complete sequence of one table, or cannot be read.
    pub fn new(entries: &[Entry], user: UserId) -> Result<Self, RecordError> {
        let (Some(first), Some(last)) = (entries.first(), entries.last()) else {
            return Err(RecordError::OutOfSequence(0));
        };
        let mut reader = Reader {
            user,
            state: State::opened(first)?,
            running: None,
        };
        reader.running = reader.still_running(entries)?;
        let mut actions = Vec::new();
        for entry in entries {
            let records = reader.read(entry)?;
            if !records.is_empty() {
                actions.push(ActionExtract {
                    at_ms: entry.at,
                    interaction: entry.interaction,
                    records,
                });
            }
        }
        Ok(Self {
            table: first.table,
            server: reader.state.guild,
            channel: reader.state.channel,
            opened_at_ms: first.at,
            newest_entry_at_ms: last.at,
            closed: last.closes(),
            names: names_of(entries, user),
            actions,
        })
    }
}

/// Reads the entries in order and tracks the seats.
struct Reader {
    user: UserId,
    state: State,
    running: Option<StillRunning>,
}

/// A game whose end is not among the entries.
#[derive(Clone, Copy)]
struct StillRunning {
    /// The version of the entry with its latest deal.
    since: u64,
    is_blind: bool,
}

impl Reader {
    fn still_running(&self, entries: &[Entry]) -> Result<Option<StillRunning>, RecordError> {
        let mut state = self.state.clone();
        let mut dealt = None;
        for entry in entries {
            state.apply_entry(entry)?;
            let deals = |record: &Record| matches!(record, Record::Dealt { .. });
            if entry.records.iter().any(deals) {
                dealt = Some(entry.version);
            }
        }
        let Some((since, running)) = dealt.zip(state.running_game()) else {
            return Ok(None);
        };
        let seat = state.seats.seat_of(self.user);
        let is_blind = seat.is_some_and(|seat| running.game.blind().contains(seat));
        Ok(Some(StillRunning { since, is_blind }))
    }

    fn read(&mut self, entry: &Entry) -> Result<Vec<Record>, RecordError> {
        let running = self.running.filter(|game| entry.version >= game.since);
        let mut own = Vec::new();
        for record in &entry.records {
            // Before the record is applied, a person who gives up their seat still has it.
            own.extend(self.own_record(record, running));
            self.state.apply(record, entry.at, entry.interaction)?;
        }
        self.state.complete_entry(entry.version, entry.interaction);
        Ok(own)
    }

    fn concerns(&self, record: &Record, seat: Option<Seat>) -> bool {
        if let Record::Opened { host, .. } = record {
            return host.user == self.user;
        }
        let is_hosts = matches!(record, Record::OptionsChanged { .. });
        let is_players = matches!(record, Record::Dealt { .. } | Record::Game { .. });
        let mut concerns = is_hosts && self.state.host == self.user || is_players && seat.is_some();
        visit_named(&mut record.clone(), |named| {
            concerns |= match named {
                Named::Person(person) => person.user == self.user,
                Named::Id(user) | Named::Message(user, _) => *user == self.user,
                Named::Seat(of) => seat == Some(of),
            };
        });
        concerns
    }

    fn own_record(&self, record: &Record, running: Option<StillRunning>) -> Option<Record> {
        let is_blind = running.is_some_and(|game| game.is_blind);
        let seat = self.state.seats.seat_of(self.user);
        if !self.concerns(record, seat) {
            return None;
        }
        let mut own = record.clone();
        if let Record::Opened { options, .. } | Record::OptionsChanged { options } = &mut own {
            self.keep_own_first(options);
        } else if let Record::Dealt { dealt, drawn, .. } = &mut own {
            keep_own_hand(dealt, seat.filter(|_| !is_blind));
            drawn.clear();
        } else if let Record::Game { events, drawn } = &mut own {
            // The picks would reveal whether a player's kitten was hidden at random.
            drawn.clear();
            events.retain(|event| concerns_seat(event, seat, running.is_some()));
            events.retain(|event| !(is_blind && tells_held_card(event)));
            if events.is_empty() {
                return None;
            }
        }
        Some(own)
    }

    fn keep_own_first(&self, options: &mut TableOptions) {
        if options.first != FirstPlayer::Person(self.user) {
            options.first = FirstPlayer::Random;
        }
    }
}

/// Removes all dealt cards except this seat's hand; with `None`, removes all.
fn keep_own_hand(dealt: &mut DealtRecord, seat: Option<Seat>) {
    dealt.pile.clear();
    for (index, hand) in dealt.hands.iter_mut().enumerate() {
        if Some(index) != seat.map(Seat::index) {
            hand.clear();
        }
    }
}

/// Returns true if an event contains a card that entered a hand, or that left a hand without being shown to everyone.
fn tells_held_card(event: &Event) -> bool {
    matches!(
        event,
        Event::Drew { .. }
            | Event::DrewFor { .. }
            | Event::Stolen { .. }
            | Event::StashRobbed { .. }
            | Event::Chosen {
                answer: ChoiceAnswer::Give(_) | ChoiceAnswer::Put(_),
                ..
            }
    )
}

/// Returns true if an event concerns the player in this seat. While the game runs, events with a position in the draw
/// pile do not count: no one knows the position of a kitten that was put back at random.
fn concerns_seat(event: &Event, own: Option<Seat>, is_running: bool) -> bool {
    let is_own = |seat: Seat| own == Some(seat);
    match event {
        Event::Chosen {
            seat,
            answer: ChoiceAnswer::Place(_),
            ..
        }
        | Event::Left { seat, .. } => is_own(*seat) && !is_running,
        Event::Played { seat, .. }
        | Event::Noped { seat, .. }
        | Event::Passed { seat }
        | Event::Fizzled { seat }
        | Event::Saw { seat, .. }
        | Event::MarkRemoved { seat, .. }
        | Event::Marked { seat, .. }
        | Event::Cursed { seat }
        | Event::CurseEnded { seat }
        | Event::TurnedUp { seat, .. }
        | Event::WentOff { seat, .. }
        | Event::EndsSwapped { seat }
        | Event::Lifted { seat, .. }
        | Event::Stacked { seat }
        | Event::TowerWorn { seat }
        | Event::StashDiscarded { seat, .. }
        | Event::BarkedInVain { seat }
        | Event::Drew { seat, .. }
        | Event::DrewKitten { seat, .. }
        | Event::Defused { seat }
        | Event::Exploded { seat, .. }
        | Event::Lapsed { seat }
        | Event::Won { seat } => is_own(*seat),
        Event::TurnBegan(turn) | Event::TurnsAdded(turn) => is_own(turn.seat),
        Event::Claimed { seat, by: other }
        | Event::ClaimUsed { seat, to: other }
        | Event::DrewFor {
            seat, to: other, ..
        } => is_own(*seat) || is_own(*other),
        // The wearer of the Tower of Power does not see which card was taken from the stash.
        Event::StashRobbed { to, .. } => is_own(*to),
        Event::Barked { seat, on, mate } => is_own(*seat) || is_own(*on) || is_own(*mate),
        Event::Stolen { from, to, .. } | Event::Asked { from, to, .. } => {
            is_own(*from) || is_own(*to)
        }
        Event::Chosen {
            seat,
            owner,
            answer: ChoiceAnswer::Give(_),
        } => is_own(*seat) || is_own(*owner),
        Event::Chosen {
            seat,
            answer:
                ChoiceAnswer::Take(_)
                | ChoiceAnswer::Stop
                | ChoiceAnswer::Order(_)
                | ChoiceAnswer::Put(_)
                | ChoiceAnswer::Aim(_),
            ..
        } => is_own(*seat),
        Event::ChoiceOpened { choice } => {
            is_own(choice.owner) || own.is_some_and(|own| choice.choosers.contains(own))
        }
        Event::TimedOut { awaited } => own.is_some_and(|own| awaited.contains(own)),
        Event::WindowClosed { .. }
        | Event::Shuffled { .. }
        | Event::KittensRaised { .. }
        | Event::DirectionTurned { .. } => false,
    }
}
