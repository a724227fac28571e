//! The reminder at the slower paces: one mention of the player on turn when a quarter of their time is left.

use rules::Phase;

use crate::ids::Millis;
use crate::running_game::RunningGame;
use crate::table::Table;

impl Table {
    /// Returns when to remind the player on turn. `None`, for example, at a pace without reminders, or if the table's
    /// message has been posted after that time. A reminder posts the message, so it is not repeated.
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
