//! Computer players at the table: adding and removing them, setting their speed, requesting their choices, and acting
//! for them. The crate `players` decides what they choose, and `computer_delay` when they act.

use std::panic::{AssertUnwindSafe, catch_unwind};

use players::Strength;
use rules::{Action, Randomness, Seat, SeededChance};

use super::{InputHandler, Reply};
use crate::computer_setup::{self, ComputerSetup};
use crate::effect::{Effect, Transition};
use crate::entry::Entry;
use crate::ids::Revision;
use crate::input::{Click, Clicker};
use crate::move_search::MoveSearchJob;
use crate::record::Record;
use crate::refusal::Refusal;
use crate::running_game::Timer;
use crate::screen::Notice;
use crate::watch_speed::WatchSpeed;

impl<C: Randomness> InputHandler<'_, C> {
    /// Completes the command that opened a table, after the table's first entry has been applied. Commits to the first
    /// game's randomness and adds the computer players.
    pub(crate) fn open(
        mut self,
        click: &Click,
        mut entry: Entry,
        computers: ComputerSetup,
    ) -> Transition {
        self.note_preferences(&click.person);
        self.commit();
        self.seat_computers(&click.person, computers);
        entry.records.append(&mut self.records);
        let mut transition = self.finish(Some((click, Reply::Opened)));
        transition.entry = Some(entry);
        transition
    }

    /// Adds computer players to a new lobby. If there are enough for all seats or the host wants to watch, the host
    /// gives up their seat and the game starts at once.
    pub(super) fn seat_computers(&mut self, host: &Clicker, computers: ComputerSetup) {
        let editions = &self.table.config.editions;
        let allowed: Vec<usize> = self.table.state.options.players(editions).collect();
        let (Some(&least), Some(&most)) = (allowed.first(), allowed.last()) else {
            return;
        };
        let wanted = usize::from(computers.count);
        let watched = computers.is_watched(&self.table.state.options, editions);
        if watched {
            self.record(Record::SeatGivenUp { user: host.id });
        }
        let count = match (watched, wanted) {
            (true, 0) => most,
            (true, wanted) => wanted.clamp(least, most),
            (false, wanted) => wanted.min(most - 1),
        };
        for _ in 0..count {
            self.seat_computer(computers.strength);
        }
        if watched {
            // The options allow this number of players, so the game can start.
            let dealt = self.deal();
            debug_assert!(dealt.is_ok(), "{dealt:?}");
        }
    }

    pub(super) fn seat_computer(&mut self, strength: Strength) {
        let state = &self.table.state;
        self.record(Record::ComputerAdded {
            name: computer_setup::next_name(state.id, &state.seats),
            strength,
        });
    }

    pub(super) fn add_computer(
        &mut self,
        person: &Clicker,
        strength: Strength,
    ) -> Result<Reply, Refusal> {
        self.require_lobby_host(person)?;
        self.require_free_seat(person.id)?;
        self.require_room_for_game()?;
        self.seat_computer(strength);
        Ok(Reply::Follow(Notice::Done))
    }

    pub(super) fn remove_computer(&mut self, person: &Clicker) -> Result<Reply, Refusal> {
        self.require_lobby_host(person)?;
        let last = self.table.state.seats.last_computer();
        let seat = last.ok_or(Refusal::NoComputer)?;
        self.record(Record::ComputerRemoved { seat });
        Ok(Reply::Follow(Notice::Done))
    }

    /// Changes the speed of a game among computers. Only its host may do so.
    pub(super) fn set_watch_speed(
        &mut self,
        person: &Clicker,
        speed: WatchSpeed,
    ) -> Result<Reply, Refusal> {
        let state = &self.table.state;
        if !(self.table.is_playing() && state.seats.has_no_people()) {
            return Err(Refusal::MovedOn);
        }
        if state.host != person.id {
            return Err(Refusal::HostOnly);
        }
        self.require_repeat(person.id)?;
        self.record(Record::WatchSpeedSet { speed });
        Ok(Reply::Follow(Notice::Done))
    }

    /// Stores a finished search's choice until it is time to act.
    pub(crate) fn store_choice(&mut self, seat: Seat, revision: Revision, action: Option<Action>) {
        self.table.pending_searches.complete(seat, revision, action);
    }

    /// Acts for a computer whose delay has elapsed: performs the choice from its search or, failing that, a quick
    /// choice. If neither is legal, times out.
    pub(super) fn act_for_computer(&mut self, seat: Seat) {
        let revision = self.table.state.revision;
        let chosen = self.table.pending_searches.result(seat, revision);
        if chosen.is_some_and(|action| self.act_if_legal(seat, action)) {
            return;
        }
        let chosen = self.quick_choice(seat);
        if !chosen.is_some_and(|action| self.act_if_legal(seat, action)) {
            self.time_out();
        }
    }

    /// Lets a computer play a card on another player's turn if it wants to. Called once per revision, regardless of the
    /// computer's hand, so that the timing reveals nothing.
    pub(super) fn consider_off_turn(&mut self, seat: Seat) {
        let revision = self.table.state.revision;
        self.table.pending_searches.set_considered(seat, revision);
        if let Some(action) = self.quick_choice(seat) {
            self.act_if_legal(seat, action);
        }
    }

    pub(super) fn act_if_legal(&mut self, seat: Seat, action: Action) -> bool {
        let running = self.table.state.running_game();
        let is_legal = running.is_some_and(|running| running.game.legal(seat).allows(&action));
        if is_legal {
            self.perform(action);
        }
        is_legal
    }

    /// Returns an action that the computer in this seat chooses without a search.
    fn quick_choice(&mut self, seat: Seat) -> Option<Action> {
        let strength = self.table.state.seats.computer_at(seat)?;
        self.choose_quickly(seat, strength)
    }

    /// Returns the action that a computer of this strength would choose in this seat without a search. `None` if it
    /// does not want to act, or panics: the game then continues, and the process's panic hook logs the panic.
    pub(super) fn choose_quickly(&mut self, seat: Seat, strength: Strength) -> Option<Action> {
        let seed = self.draw_seed();
        let state = &self.table.state;
        let running = state.running_game()?;
        let computer = running.history.computer(seat, strength)?;
        let view = running.game.view(Some(seat));
        let chance = &mut SeededChance::new(seed);
        let choice = AssertUnwindSafe(|| match strength {
            Strength::Kitten => computer.choose(&view, chance),
            Strength::Cat | Strength::Tiger => computer.choose_by_heuristic(&view, chance),
        });
        catch_unwind(choice).ok().flatten()
    }

    /// Requests the choices of all awaited computers that search, once per computer and revision.
    pub(super) fn request_choices(&mut self, effects: &mut Vec<Effect>) {
        let state = &self.table.state;
        let Some(running) = state.running_game() else {
            return;
        };
        if let Timer::Paused { .. } = running.timer {
            return;
        }
        let revision = state.revision;
        for seat in running.game.awaited().iter() {
            if self.table.state.seats.computer_at(seat) == Some(Strength::Tiger)
                && self.table.pending_searches.request(seat, revision)
            {
                let seed = self.draw_seed();
                effects.extend(self.choice_job(seat, revision, seed));
            }
        }
    }

    fn choice_job(&self, seat: Seat, revision: Revision, seed: u64) -> Option<Effect> {
        let running = self.table.state.running_game()?;
        Some(Effect::ComputeChoice(Box::new(MoveSearchJob {
            seat,
            revision,
            computer: running.history.computer(seat, Strength::Tiger)?,
            view: running.game.view(Some(seat)),
            seed,
        })))
    }

    /// Draws the seed of a choice from the table's randomness, so that it cannot be predicted.
    fn draw_seed(&mut self) -> u64 {
        let half = |chance: &mut C| u64::from(chance.below(u32::MAX));
        half(self.chance) << 32 | half(self.chance)
    }
}
