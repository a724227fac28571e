//! A Favor that is not answered in time: a substitute chooses the card, because the rules' own timeout gives a random
//! card, which may be a Defuse.

use rules::{AnswerKind, Randomness};

use super::InputHandler;
use crate::seats::SUBSTITUTE_STRENGTH;

impl<C: Randomness> InputHandler<'_, C> {
    /// Gives a card for a player who has not chosen in time, unless they cannot see their own hand. Returns true if a
    /// card was given.
    pub(super) fn give_unanswered(&mut self) -> bool {
        let Some(running) = self.table.state.running_game() else {
            return false;
        };
        let choice = running.game.phase().choice();
        if choice.is_none_or(|kind| kind.answer_kind() != AnswerKind::Give) {
            return false;
        }
        let can_see = running.game.awaited().minus(running.game.blind());
        can_see.iter().any(|seat| {
            let action = self.choose_quickly(seat, SUBSTITUTE_STRENGTH);
            action.is_some_and(|action| self.act_if_legal(seat, action))
        })
    }
}
