//! The reminder in a slow game: one mention of the player on turn when a quarter of their time is left.

use rules::Phase;

use crate::ids::Millis;
use crate::running_game::RunningGame;
use crate::table::Table;

impl Table {
    /// Returns when to remind the player on turn in a slow game. `None`, for example, if they want no reminders or have
    /// already been reminded: each reminder posts the message again.
    pub(crate) fn reminder_at(&self, running: &RunningGame) -> Option<Millis> {
        let options = &self.state.options;
        let turn = running.game.turn()?;
        let is_turn = options.pace.reminds() && *running.game.phase() == Phase::Turn;
        let user = self.state.seats.present_at(turn.seat).filter(|_| is_turn)?;
        let left = Millis(options.time_limits().turn.0 / 4);
        let at = Millis(running.deadline()?.0.saturating_sub(left.0));
        let is_wanted = !self.state.unreminded.contains(&user);
        (is_wanted && self.message_posted_at? < at).then_some(at)
    }
}
