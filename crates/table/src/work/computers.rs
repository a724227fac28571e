//! What computers do at the table: sit down and get up, think, and act when their time has come.

use std::panic::{AssertUnwindSafe, catch_unwind};

use players::Strength;
use rules::{Action, Chance, Seat, Seeded};

use super::{Reply, Work};
use crate::choice_job::ChoiceJob;
use crate::computer_setup::{self, ComputerSetup};
use crate::effect::{Effect, Transition};
use crate::ids::Revision;
use crate::input::{Click, Clicker};
use crate::journal::Entry;
use crate::playing::Clock;
use crate::record::{Record, number};
use crate::refusal::Refusal;
use crate::screen::Notice;

impl<C: Chance> Work<'_, C> {
    /// The first step of a table whose first entry has been read: its computers sit down.
    pub(crate) fn opened(
        mut self,
        click: &Click,
        mut entry: Entry,
        computers: ComputerSetup,
    ) -> Transition {
        self.invite(&click.person, computers);
        entry.records.append(&mut self.records);
        let mut step = self.finish(Some((click, Reply::Opened)));
        step.entry = Some(entry);
        step
    }

    /// Lets computers sit down; where they take all seats or are to be watched, the one who
    /// invited them gets up and they begin.
    pub(super) fn invite(&mut self, host: &Clicker, computers: ComputerSetup) {
        let numbers: Vec<usize> = self.table.state.options.players().collect();
        let (Some(&least), Some(&most)) = (numbers.first(), numbers.last()) else {
            return;
        };
        let wanted = usize::from(computers.count);
        let watched = computers.watched || wanted >= most;
        if watched {
            self.record(Record::SeatGivenUp { user: host.id });
        }
        let computers = match (watched, wanted) {
            (true, 0) => most,
            (true, wanted) => wanted.clamp(least, most),
            (false, wanted) => wanted.min(most - 1),
        };
        for _ in 0..computers {
            self.sit_computer(computers.strength);
        }
        if watched {
            // Computers of a number that the options allow can always begin.
            let begun = self.deal(None);
            debug_assert!(begun.is_ok(), "{begun:?}");
        }
    }

    fn sit_computer(&mut self, strength: Strength) {
        let state = &self.table.state;
        self.record(Record::ComputerAdded {
            name: computer_setup::name(state.id, &state.seats),
            strength: strength.id().to_owned(),
        });
    }

    pub(super) fn add_computer(
        &mut self,
        person: &Clicker,
        strength: Strength,
    ) -> Result<Reply, Refusal> {
        self.hosts_lobby(person)?;
        self.has_room()?;
        self.sit_computer(strength);
        Ok(Reply::Follow(Notice::Done))
    }

    pub(super) fn remove_computer(&mut self, person: &Clicker) -> Result<Reply, Refusal> {
        self.hosts_lobby(person)?;
        let last = self.table.state.seats.last_computer();
        let seat = number(last.ok_or(Refusal::NoComputer)?);
        self.record(Record::ComputerRemoved { seat });
        Ok(Reply::Follow(Notice::Done))
    }

    /// A choice has come from outside; it waits until it is time to act.
    pub(crate) fn chosen(&mut self, seat: Seat, revision: Revision, action: Option<Action>) {
        self.table.pending_choices.chosen(seat, revision, action);
    }

    /// The time of a computer has come: it does what it has chosen, else what it can choose at
    /// once, else what happens when time runs out.
    pub(super) fn computer(&mut self, seat: Seat) {
        let revision = self.table.state.revision;
        let chosen = self.table.pending_choices.choice(seat, revision);
        if chosen.is_some_and(|action| self.acted(seat, action)) {
            return;
        }
        let chosen = self.choose_at_once(seat);
        if !chosen.is_some_and(|action| self.acted(seat, action)) {
            self.time_out();
        }
    }

    /// Does it, if this seat may.
    fn acted(&mut self, seat: Seat, action: Action) -> bool {
        let playing = self.table.state.playing();
        let allowed = playing.is_some_and(|playing| playing.game.legal(seat).allows(&action));
        allowed && self.act(action).is_ok()
    }

    /// The choice of a computer that does not search, or of one that did not find anything in
    /// time. Should it panic, which the process reports, the game goes on without it.
    fn choose_at_once(&mut self, seat: Seat) -> Option<Action> {
        let seed = self.seed();
        let state = &self.table.state;
        let strength = state.seats.computer_at(seat)?;
        let (computer, view) = state.playing()?.computer(seat, strength)?;
        let chance = &mut Seeded::new(seed);
        let choice = AssertUnwindSafe(|| match strength {
            Strength::Kitten => computer.choose(&view, chance),
            Strength::Cat | Strength::Tiger => computer.choose_at_once(&view, chance),
        });
        catch_unwind(choice).ok().flatten()
    }

    /// Sets every computer thinking that searches, is waited for, and does not think yet.
    pub(super) fn ponder(&mut self, effects: &mut Vec<Effect>) {
        let state = &self.table.state;
        let Some(playing) = state.playing() else {
            return;
        };
        if let Clock::Stands { .. } = playing.clock {
            return;
        }
        let revision = state.revision;
        for seat in playing.game.awaited().iter() {
            if self.table.state.seats.computer_at(seat) == Some(Strength::Tiger)
                && self.table.pending_choices.begin(seat, revision)
            {
                let seed = self.seed();
                effects.extend(self.thought(seat, revision, seed));
            }
        }
    }

    fn thought(&self, seat: Seat, revision: Revision, seed: u64) -> Option<Effect> {
        let playing = self.table.state.playing()?;
        let (computer, view) = playing.computer(seat, Strength::Tiger)?;
        Some(Effect::ComputeChoice(Box::new(ChoiceJob {
            seat,
            revision,
            computer,
            view,
            seed,
        })))
    }

    /// The chance of one choice, which must not be foreseen any more than a shuffle.
    fn seed(&mut self) -> u64 {
        let half = |chance: &mut C| u64::from(chance.below(u32::MAX));
        half(self.chance) << 32 | half(self.chance)
    }
}
