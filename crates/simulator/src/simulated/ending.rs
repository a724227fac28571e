//! The end of a game: when faults stop, and when the final checks run.

use table::ids::Millis;
use table::intent::Intent;

use super::discord::Access;
use super::schedule::{Affects, Event};
use super::world::{Phase, World};

impl World {
    /// Ends the phase with faults once the game is over. Records a violation if the game takes too long.
    pub(super) fn check_for_end(&mut self) {
        if self.is_past_time_limit() {
            self.record_violation("the game did not end in time");
        }
        if self.phase == Phase::Faulty && self.is_over() {
            self.note(format_args!("the game is over"));
            if self.discord.is_denied() {
                self.restore_permission();
            }
            self.begin_settling();
        }
    }

    /// Checks the channel and the hands soon after the last fault, unless a write was refused. Scheduled only with
    /// several processes, and only if no request can still be waiting for a retry.
    pub(super) fn check_quiet(&mut self) {
        if !self.write_refused {
            self.check_channel();
            self.check_hands();
            self.check_panels();
        }
    }

    /// Checks the channel, the hands and the journal. Then sends a last command, unless the channel was deleted.
    pub(super) fn check_settled(&mut self) {
        // After a refused write, the channel is checked only after the next click.
        if !self.write_refused {
            self.check_channel();
        }
        self.check_hands();
        self.check_panels();
        self.check_replay();
        if self.discord.access() == Access::ChannelDeleted {
            self.phase = Phase::Done;
            return;
        }
        let last = self.command(0, Intent::PostTable);
        let Some(interaction) = self.click(last) else {
            return;
        };
        let check = Event::CheckLastAnswer { interaction };
        self.schedule(Millis::seconds(30), Affects::Nobody, check);
    }

    pub(super) fn check_last_answer(&mut self, interaction: u64) {
        let asked = self.discord.interaction(interaction);
        if !asked.is_some_and(|asked| asked.answered) {
            self.record_violation("the last click was not answered");
        }
        self.check_channel();
        self.phase = Phase::Done;
    }
}
