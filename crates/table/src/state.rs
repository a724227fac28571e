//! What the journal says of a table, and nothing else: records make it what it is, at the very
//! moment they are made and again when they are read back. It decides nothing.

use std::collections::VecDeque;

use rules::{Dealt, Event, Game, Phase, Seat};

use crate::control::Stamp;
use crate::ids::{ChannelId, GuildId, InteractionId, Millis, Moment, TableId, UserId};
use crate::journal::{Entry, SCHEMA};
use crate::options::Options;
use crate::playing::{Clock, Playing};
use crate::record::{DealtRecord, GameRecord, PersonRecord, Record, RecordError, read_seat};
use crate::screen::{GameStats, Outcome, Standing};
use crate::seats::Seats;

/// How many clicks are remembered, so that a second delivery of one is known. A second delivery
/// comes within seconds; a table does not take this many clicks in that time.
const REMEMBERED: usize = 256;

/// A table as its journal tells it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct State {
    pub(crate) id: TableId,
    pub(crate) guild: GuildId,
    pub(crate) channel: ChannelId,
    pub(crate) version: u64,
    pub(crate) moment: Moment,
    pub(crate) options: Options,
    pub(crate) host: UserId,
    pub(crate) seats: Seats,
    pub(crate) stage: Stage,
    /// When anybody last did anything here.
    pub(crate) touched: Millis,
    /// The person who was last on turn.
    pub(crate) on_turn: Option<UserId>,
    clicks: VecDeque<InteractionId>,
}

/// Where in its life a table is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stage {
    Lobby,
    Playing(Box<Playing>),
    Over(Box<Over>),
    Closed,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Over {
    pub(crate) first: Seat,
    pub(crate) placing: Vec<Standing>,
    pub(crate) tally: GameStats,
    /// When the game ended; nothing puts that off.
    pub(crate) ended: Millis,
}

impl State {
    /// The table that a first entry opens.
    pub(crate) fn opened(entry: &Entry) -> Result<Self, RecordError> {
        let broken = RecordError::Broken(entry.version);
        let Some(Record::Opened {
            guild,
            channel,
            host,
            options,
        }) = entry.records.first()
        else {
            return Err(broken);
        };
        let mut state = Self {
            id: entry.table,
            guild: *guild,
            channel: *channel,
            version: 0,
            moment: Moment::default(),
            options: options.try_into()?,
            host: host.user,
            seats: Seats::default(),
            stage: Stage::Lobby,
            touched: entry.at,
            on_turn: None,
            clicks: VecDeque::new(),
        };
        state.seats.sit(host);
        Ok(state)
    }

    /// All that an entry says.
    pub(crate) fn read(&mut self, entry: &Entry) -> Result<(), RecordError> {
        if entry.schema != SCHEMA {
            return Err(RecordError::Schema(entry.schema));
        }
        if entry.table != self.id || entry.version != self.version + 1 {
            return Err(RecordError::Broken(entry.version));
        }
        for record in &entry.records {
            self.apply(record, entry.at)?;
        }
        self.seal(entry.version, entry.interaction);
        Ok(())
    }

    /// The end of an entry.
    pub(crate) fn seal(&mut self, version: u64, click: Option<InteractionId>) {
        self.version = version;
        if let Some(click) = click {
            if self.clicks.len() == REMEMBERED {
                self.clicks.pop_front();
            }
            self.clicks.push_back(click);
        }
    }

    pub(crate) fn knows(&self, click: InteractionId) -> bool {
        self.clicks.contains(&click)
    }

    pub(crate) fn stamp(&self) -> Stamp {
        Stamp {
            table: self.id,
            moment: self.moment,
        }
    }

    pub(crate) fn playing(&self) -> Option<&Playing> {
        match &self.stage {
            Stage::Playing(playing) => Some(playing),
            _ => None,
        }
    }

    /// When the last game ended, as long as nobody has begun another one.
    pub(crate) fn ended(&self) -> Option<Millis> {
        match &self.stage {
            Stage::Over(over) => Some(over.ended),
            _ => None,
        }
    }

    /// Makes a fact part of the table.
    pub(crate) fn apply(&mut self, record: &Record, at: Millis) -> Result<(), RecordError> {
        match record {
            // The first entry's first record has made the table.
            Record::Opened { .. } => {}
            Record::Joined { person } => self.seats.sit(person),
            Record::ComputerSat { name, strength } => {
                let strength = strength
                    .parse()
                    .map_err(|_| RecordError::Word(strength.clone()))?;
                self.seats.sit_computer(name.clone(), strength);
            }
            Record::ComputerGotUp { seat } => self.seats.put_away(read_seat(*seat)?),
            Record::GotUp { user } => self.got_up(*user),
            Record::Chosen { options } => self.options = options.try_into()?,
            Record::Touched => self.touched = at,
            Record::Dealt { first, dealt } => self.dealt(read_seat(*first)?, dealt, at)?,
            Record::Game { events } => self.happened(events, at)?,
            Record::Missed { seat } => self.missed(read_seat(*seat)?, at),
            Record::Learnt { seat, upto } => self.learnt(read_seat(*seat)?, *upto),
            Record::Returned { seat } => self.returned(read_seat(*seat)?, at),
            Record::Voted { seat, against } => {
                self.voted(read_seat(*seat)?, read_seat(*against)?);
            }
            Record::VotedAway { seat } => self.voted_away(read_seat(*seat)?, at),
            Record::SteppedOut { seat } => self.stepped_out(read_seat(*seat)?, at),
            Record::Silenced => self.silenced(at),
            Record::Heard => self.run(at),
            Record::Prolonged { by } => self.prolonged(*by),
            Record::Reopened { host } => self.reopened(host),
            Record::Closed { .. } => self.stage = Stage::Closed,
        }
        self.touch(record, at);
        Ok(())
    }

    /// Whatever people do shows that the table is used; what the clock does shows nothing.
    fn touch(&mut self, record: &Record, at: Millis) {
        if !matches!(
            record,
            Record::Prolonged { .. } | Record::Silenced | Record::Missed { .. }
        ) {
            self.touched = at;
        }
    }

    fn got_up(&mut self, user: UserId) {
        self.seats.get_up(user);
        self.succeed();
    }

    /// The host's chair never stands empty while anybody is there.
    fn succeed(&mut self) {
        let stays = self
            .seats
            .of(self.host)
            .is_some_and(|seat| self.seats.present_at(seat).is_some());
        let next = self
            .seats
            .places()
            .find_map(|(_, place)| place.user().filter(|_| place.present()));
        if let (false, Some(next)) = (stays, next) {
            self.host = next;
        }
    }

    fn dealt(&mut self, first: Seat, dealt: &DealtRecord, at: Millis) -> Result<(), RecordError> {
        let rules = self.options.ruleset(self.seats.len());
        let rules = rules.map_err(|_| RecordError::Broken(self.version + 1))?;
        let game = Game::from_dealt(rules, first, &Dealt::try_from(dealt)?);
        let game = game.map_err(|_| RecordError::Broken(self.version + 1))?;
        self.stage = Stage::Playing(Box::new(Playing::new(
            game,
            first,
            at,
            self.options.spans(),
        )));
        self.moment = self.moment.next();
        self.note_turn();
        Ok(())
    }

    fn happened(&mut self, events: &[GameRecord], at: Millis) -> Result<(), RecordError> {
        let events = events
            .iter()
            .map(Event::try_from)
            .collect::<Result<Vec<_>, _>>()?;
        let Stage::Playing(playing) = &mut self.stage else {
            return Err(RecordError::Broken(self.version + 1));
        };
        if playing.happened(&events, self.moment.next()) {
            playing.wait(at, self.options.spans());
            self.moment = self.moment.next();
        }
        self.note_turn();
        self.finish(at);
        Ok(())
    }

    fn note_turn(&mut self) {
        let turn = self.playing().and_then(|playing| playing.game.turn());
        if let Some(user) = turn.and_then(|turn| self.seats.present_at(turn.seat)) {
            self.on_turn = Some(user);
        }
    }

    fn finish(&mut self, at: Millis) {
        let Some(playing) = self.playing() else {
            return;
        };
        if let Phase::Won { .. } = playing.game.phase() {
            let over = Over {
                first: playing.first,
                placing: self.placing(playing),
                tally: playing.tally(),
                ended: at,
            };
            self.on_turn = None;
            self.stage = Stage::Over(Box::new(over));
        }
    }

    /// The placing, which does not count a game that a computer finished as a person's own.
    fn placing(&self, playing: &Playing) -> Vec<Standing> {
        let mut placing = playing.placing();
        for placed in &mut placing {
            let place = self.seats.at(placed.seat);
            let finished = place.is_some_and(|place| place.user().is_some() && !place.present());
            if placed.outcome == Outcome::Won && finished {
                placed.outcome = Outcome::WonByComputer;
            }
        }
        placing
    }

    fn voted(&mut self, seat: Seat, against: Seat) {
        if let Stage::Playing(playing) = &mut self.stage {
            playing.voted(seat, against);
        }
    }

    fn voted_away(&mut self, seat: Seat, at: Millis) {
        self.seats.away(seat);
        self.rest(at);
    }

    fn missed(&mut self, seat: Seat, at: Millis) {
        self.seats.missed(seat);
        self.rest(at);
    }

    fn stepped_out(&mut self, seat: Seat, at: Millis) {
        self.seats.left(seat);
        self.succeed();
        self.rest(at);
    }

    /// A game that nobody is there for stands still.
    fn rest(&mut self, at: Millis) {
        if let (Stage::Playing(playing), true) = (&mut self.stage, self.seats.deserted()) {
            playing.stand(at, false);
        }
    }

    fn returned(&mut self, seat: Seat, at: Millis) {
        self.seats.returned(seat);
        if let Stage::Playing(playing) = &mut self.stage {
            playing.pardon(seat);
            if let Clock::Stands {
                silenced: false, ..
            } = playing.clock
            {
                playing.run(at, self.options.spans());
            }
        }
        self.note_turn();
    }

    fn learnt(&mut self, seat: Seat, upto: Moment) {
        if let Stage::Playing(playing) = &mut self.stage {
            playing.learnt(seat, upto);
        }
    }

    fn silenced(&mut self, at: Millis) {
        if let Stage::Playing(playing) = &mut self.stage {
            playing.stand(at, true);
        }
    }

    fn run(&mut self, at: Millis) {
        if let Stage::Playing(playing) = &mut self.stage {
            playing.run(at, self.options.spans());
        }
    }

    fn prolonged(&mut self, by: Millis) {
        self.touched = self.touched.after(by);
        if let Stage::Playing(playing) = &mut self.stage {
            playing.prolong(by);
        }
    }

    fn reopened(&mut self, host: &PersonRecord) {
        self.seats.clear();
        self.seats.sit(host);
        self.host = host.user;
        self.stage = Stage::Lobby;
        self.moment = self.moment.next();
    }
}
