//! Decides whom an update of the public message pings. Avoids pinging a person twice for the same reason.

use rules::{Phase, Randomness};

use super::InputHandler;
use crate::effect::MessageUpdate;
use crate::state::{Stage, State};
use crate::user_set::UserSet;

impl<C: Randomness> InputHandler<'_, C> {
    /// Returns the people to ping: the player on turn, if their turn has begun or a reminder is due, and people newly
    /// asked or awaited in a Nope window. Empty during a beat.
    pub(super) fn called(&self) -> UserSet {
        if self.table.pending_beat().is_some() {
            return UserSet::EMPTY;
        }
        let state = &self.table.state;
        let turn = self
            .turn_passed_to
            .filter(|_| self.turn_passed_to == state.on_turn);
        // No one is pinged during a beat, so the players asked during it are pinged now.
        let called_before = match self.ended_beat() {
            Some(_) => UserSet::EMPTY,
            None => self.before.asked,
        };
        let asked = state.asked().filter(|user| !called_before.contains(user));
        let window = state.awaited_in_window().filter(|user| {
            let is_called = self.before.awaited_in_window.contains(user)
                || self.table.window_called.contains(user);
            !is_called
        });
        asked.union(&turn.into_iter().collect()).union(&window)
    }

    /// Remembers who has been pinged during the current Nope window, so that a Nope does not ping them again.
    pub(super) fn note_called(&mut self, update: Option<MessageUpdate>) {
        let called = update.map(MessageUpdate::ping).unwrap_or_default();
        let running = self.table.state.running_game();
        let window = running.and_then(|running| running.game.phase().window());
        self.table.window_called = match window {
            Some(_) => self.table.window_called.union(&called),
            None => UserSet::EMPTY,
        };
    }
}

impl State {
    /// Returns the people who are asked to respond. In a game, these are the players who must choose, such as a Favor's
    /// victim, except the owner of the choice on their own turn. In the lobby for a rematch, these are the people who
    /// have not answered yet. In any other lobby, the host is asked while someone is knocking.
    pub(crate) fn asked(&self) -> UserSet {
        if let (Stage::Lobby, Some(rematch)) = (&self.stage, &self.rematch) {
            return rematch.asked;
        }
        let Some(game) = self.running_game().map(|running| &running.game) else {
            let is_asked = !self.door.knocking.is_empty();
            return is_asked.then_some(self.host).into_iter().collect();
        };
        let Phase::Choice(choice) = game.phase() else {
            return UserSet::EMPTY;
        };
        let own_turn = game.turn().map(|turn| turn.seat);
        let others = choice
            .choosers
            .iter()
            .filter(|seat| *seat != choice.owner || Some(*seat) != own_turn);
        others
            .filter_map(|seat| self.seats.present_at(seat))
            .collect()
    }

    /// Returns the people to remind of an open Nope window. Empty if the game's pace has no reminders.
    pub(crate) fn awaited_in_window(&self) -> UserSet {
        let Some(running) = self.running_game().filter(|_| self.options.pace.reminds()) else {
            return UserSet::EMPTY;
        };
        let is_open = running.deadline().is_some() && running.game.phase().window().is_some();
        let awaited = running
            .game
            .awaited()
            .iter()
            .filter(|seat| is_open && running.auto_pass(*seat).is_none());
        awaited
            .filter_map(|seat| self.seats.present_at(seat))
            .filter(|user| !self.unreminded.contains(user))
            .collect()
    }
}
