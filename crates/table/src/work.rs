//! One input's work: what is decided becomes a record, a record at once becomes part of the table,
//! and when everything is done the effects are made from what the table is then.

mod acting;
mod computers;
mod ending;
mod lobby;
mod reply;
mod showing;
pub(crate) mod voting;

use rules::{Action, Chance, Event, Illegal, Phase, Seat};

use crate::ids::{InteractionId, Millis, UserId};
use crate::input::{Failure, Person};
use crate::journal::{Entry, SCHEMA};
use crate::pace::LAST_SCREEN_WITHIN;
use crate::playing::Clock;
use crate::record::{ClosedRecord, PersonRecord, Record, number};
use crate::screen::ClosedTableView;
use crate::state::Stage;
use crate::table::{Due, Table};

pub(crate) use reply::Reply;
use showing::Before;

/// How long a lobby need not be told again that somebody is there.
const TOUCH: Millis = Millis::minutes(1);

/// The work that one input makes.
pub(crate) struct Work<'t, C> {
    table: &'t mut Table,
    now: Millis,
    chance: &'t mut C,
    records: Vec<Record>,
    before: Before,
    /// To whom the turn has gone.
    called: Option<UserId>,
    post: Post,
}

/// What the table's message needs beyond being brought up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Post {
    Nothing,
    /// A new message in place of the old one.
    Anew,
    /// A new message after the old one.
    Next,
}

impl<'t, C: Chance> Work<'t, C> {
    pub(crate) fn new(table: &'t mut Table, now: Millis, chance: &'t mut C) -> Self {
        let before = Before::of(table);
        Self {
            table,
            now,
            chance,
            records: Vec::new(),
            before,
            called: None,
            post: Post::Nothing,
        }
    }

    /// Nothing could be received for a while: everything is put off by so much.
    pub(crate) fn returned(&mut self, since: Millis) {
        if !self.table.is_closed() {
            // After a restart nobody knows what became of the message. A finished game's stays as
            // it is, unless it may not have got its last screen.
            let ended_before = self
                .table
                .state
                .ended()
                .is_some_and(|ended| ended.after(LAST_SCREEN_WITHIN) <= since);
            self.record(Record::Prolonged {
                by: self.now.since(since),
            });
            if self.table.presence.repost().is_none() && !ended_before {
                self.post = Post::Anew;
            }
        }
    }

    pub(crate) fn undelivered(&mut self, failure: Failure) {
        match failure {
            Failure::MessageLost => self.post = Post::Anew,
            Failure::Silenced => self.silenced(),
            Failure::ChannelGone => self.close(ClosedRecord::ChannelGone),
        }
    }

    fn silenced(&mut self) {
        if let Stage::Playing(playing) = &self.table.state.stage
            && let Clock::Runs { .. } = playing.clock
        {
            self.record(Record::Silenced);
        }
    }

    pub(crate) fn shown(&mut self, at: Millis) {
        self.table.presence.table_shown(at);
    }

    /// Everything that the clock has brought due by now.
    pub(crate) fn expire(&mut self) {
        while let Some((at, due)) = self.table.due()
            && at <= self.now
        {
            match due {
                Due::Close(why) => self.close(why),
                Due::TimeOut => self.time_out(),
                Due::Computer(seat) => self.computer(seat),
                Due::Repost => self.repost(),
            }
        }
    }

    fn repost(&mut self) {
        self.table.presence.table_shown(self.now);
        self.post = Post::Anew;
    }

    fn time_out(&mut self) {
        let missing = self.missing();
        if self.act(Action::TimeOut).is_err() {
            // The rules let a deadline pass in every phase but the last, which has none.
            debug_assert!(false, "a deadline that the rules do not know");
            self.close(ClosedRecord::Abandoned);
        }
        if let Some(seat) = missing {
            self.record(Record::Missed { seat: number(seat) });
        }
    }

    /// The person who lets his turn run out, if that is what the clock is about.
    fn missing(&self) -> Option<Seat> {
        let playing = self.table.state.playing()?;
        let turn = playing
            .game
            .turn()
            .filter(|_| *playing.game.phase() == Phase::Turn)?;
        self.table
            .state
            .seats
            .present_at(turn.seat)
            .map(|_| turn.seat)
    }

    /// Does something in the game, if the rules allow it.
    fn act(&mut self, action: Action) -> Result<(), Illegal> {
        let playing = self.table.state.playing().ok_or(Illegal::GameOver)?;
        let events = playing.game.decide(action, self.chance)?;
        self.happened(&events);
        Ok(())
    }

    fn happened(&mut self, events: &[Event]) {
        self.record(Record::Game {
            events: events.iter().map(Into::into).collect(),
        });
    }

    fn close(&mut self, why: ClosedRecord) {
        self.record(Record::Closed { why });
    }

    fn record(&mut self, record: Record) {
        let before = self.table.state.on_turn;
        let read = self.table.state.apply(&record, self.now);
        // Every record made here is made of what the table holds at this moment.
        debug_assert!(read.is_ok(), "{record:?}: {read:?}");
        let on_turn = self.table.state.on_turn;
        // Who comes back on his own turn is there already.
        if on_turn != before && !matches!(record, Record::Returned { .. }) {
            self.called = on_turn;
        }
        self.records.push(record);
    }

    /// Seals what was recorded.
    fn entry(&mut self, interaction: Option<InteractionId>) -> Option<Entry> {
        let records = std::mem::take(&mut self.records);
        if records.is_empty() {
            return None;
        }
        let state = &mut self.table.state;
        state.seal(state.version + 1, interaction);
        Some(Entry {
            schema: SCHEMA,
            table: state.id,
            version: state.version,
            at: self.now,
            interaction,
            records,
        })
    }

    /// Why the table was closed by this work, as far as people are told.
    fn closing(&self) -> Option<ClosedTableView> {
        self.records.iter().rev().find_map(closing_of)
    }
}

/// What people are told of how a table was closed, if this record closes it and they are told.
pub(crate) fn closing_of(record: &Record) -> Option<ClosedTableView> {
    let Record::Closed { why } = record else {
        return None;
    };
    match why {
        ClosedRecord::LobbyIdle => Some(ClosedTableView::LobbyIdle),
        ClosedRecord::LobbyEmpty => Some(ClosedTableView::LobbyEmpty),
        ClosedRecord::Ended { by } => Some(ClosedTableView::Ended { by: by.clone() }),
        ClosedRecord::Abandoned => Some(ClosedTableView::Abandoned),
        ClosedRecord::OverIdle | ClosedRecord::ChannelGone => None,
    }
}

fn person_record(person: &Person) -> PersonRecord {
    PersonRecord {
        user: person.id,
        name: person.name.clone(),
    }
}
