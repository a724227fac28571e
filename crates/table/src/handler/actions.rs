//! Players' moves in a game, auto-pass, and the steps of the hand panel.

use std::sync::Arc;

use rules::{
    Action, Answers, ChoiceAnswer, Illegal, LegalOptions, Phase, Randomness, Seat, TurnOptions,
};

use super::{InputHandler, Reply};
use crate::input::Click;
use crate::intent::{Intent, PanelStep, TargetedPlay};
use crate::proof;
use crate::record::Record;
use crate::refusal::Refusal;
use crate::screen::Notice;

impl<C: Randomness> InputHandler<'_, C> {
    pub(super) fn play(&mut self, click: &Click) -> Result<Reply, Refusal> {
        let seat = self.seat_in_game(click)?;
        if let Intent::Nope { .. } = click.intent {
            self.drop_auto_pass(seat);
        }
        if self.is_out_for_good(seat) {
            return Err(Refusal::LeftForGood);
        }
        if !self.is_current(click.origin) {
            return Err(self.stale_refusal(click.intent));
        }
        let action = self.action(seat, click.intent).ok_or(Refusal::MovedOn)?;
        let running = self.table.state.running_game().ok_or(Refusal::GameOver)?;
        running.game.check(&action)?;
        let shown = self.shown_revision(click);
        if let Some(upto) = shown.filter(|&upto| running.history.has_news(seat, upto)) {
            self.record(Record::NewsRead { seat, upto });
        }
        self.perform(action);
        Ok(self.action_reply(click.intent))
    }

    /// Enables auto-pass until the person's next turn, or disables it. Only that person's hand shows the setting.
    pub(super) fn set_auto_pass(&mut self, click: &Click, wanted: bool) -> Result<Reply, Refusal> {
        let seat = self.seat_in_game(click)?;
        if !wanted {
            self.drop_auto_pass(seat);
            return Ok(Reply::Panel(PanelStep::Hand));
        }
        let running = self.table.state.running_game().ok_or(Refusal::GameOver)?;
        if !running.game.living().contains(seat) {
            return Err(Refusal::Rules(Illegal::Dead));
        }
        if running.game.turn().is_some_and(|turn| turn.seat == seat) {
            return Err(Refusal::MovedOn);
        }
        if running.auto_pass(seat).is_none() {
            self.require_repeat(click.person.id)?;
            let seed = Some(self.chance.below(u32::MAX));
            self.record(Record::AutoPass { seat, seed });
        }
        Ok(Reply::Panel(PanelStep::Hand))
    }

    fn drop_auto_pass(&mut self, seat: Seat) {
        let running = self.table.state.running_game();
        if running.is_some_and(|running| running.auto_pass(seat).is_some()) {
            self.record(Record::AutoPass { seat, seed: None });
        }
    }

    /// Passes for a person in a Nope window, once the delay is over.
    pub(super) fn auto_pass(&mut self, seat: Seat) {
        if self.act(Action::Pass { seat }).is_err() {
            // The rules allow every awaited player to pass in an open window.
            debug_assert!(false, "the rules refuse a pass");
            self.drop_auto_pass(seat);
        }
    }

    /// Returns the reply to an action that has been performed. Unless the game is over, a draw shows the panel with the
    /// drawn card, even if the click was on another message.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a command gets the same notice for every move but these"
    )]
    fn action_reply(&self, intent: Intent) -> Reply {
        if intent == Intent::Draw && self.table.is_playing() {
            return Reply::Panel(PanelStep::Hand);
        }
        Reply::Follow(match intent {
            Intent::Nope { .. } => Notice::Noped,
            Intent::Pass => Notice::Passed,
            _ => Notice::Done,
        })
    }

    fn stale_refusal(&self, intent: Intent) -> Refusal {
        let running = self.table.state.running_game();
        match (intent, running.map(|running| running.game.phase())) {
            (Intent::Nope { .. }, Some(Phase::Window(_))) => Refusal::NopedAlready,
            (Intent::Nope { .. }, _) => Refusal::WindowOver,
            _ => Refusal::MovedOn,
        }
    }

    /// Returns the action that an intent requests; `None` if it is not a move ([`Intent::is_move`]).
    fn action(&mut self, seat: Seat, intent: Intent) -> Option<Action> {
        if intent == Intent::PlaceAnywhere {
            self.place_anywhere(seat)
        } else {
            intent.action(seat)
        }
    }

    /// Returns the action that places a kitten at random. Makes no random pick if the player may not place a kitten.
    fn place_anywhere(&mut self, seat: Seat) -> Option<Action> {
        let place = |place| Action::Choose {
            seat,
            answer: ChoiceAnswer::Place(place),
        };
        let state = Arc::make_mut(&mut self.table.state);
        let running = state.running_game()?;
        if running.game.check(&place(0)).is_err() {
            return Some(place(0));
        }
        let cards = running.game.view(None).pile_count;
        let proof = state.proof.as_deref_mut();
        let (drawn_place, drawn) = proof::draw(proof, self.chance, |chance| chance.place(cards));
        self.drawn = drawn;
        Some(place(drawn_place))
    }

    /// Returns the requested panel step, or the hand if that step is not available now.
    pub(super) fn available_step(&self, seat: Seat, step: PanelStep) -> PanelStep {
        if step == PanelStep::Explained {
            return step;
        }
        let Some(running) = self.table.state.running_game() else {
            return PanelStep::Hand;
        };
        let available = match (running.game.legal(seat).options(), step) {
            (LegalOptions::Turn(turn), step) => is_available(turn, step),
            (LegalOptions::Choice(Answers::Place(bottom)), PanelStep::Places { from }) => {
                from <= *bottom
            }
            (
                LegalOptions::Choice(Answers::Give(titles) | Answers::Put(titles)),
                PanelStep::Giving(title),
            ) => titles.contains(title),
            (LegalOptions::Choice(Answers::Order(cards)), PanelStep::Order(order)) => {
                order.is_part_of(*cards)
            }
            _ => false,
        };
        if available { step } else { PanelStep::Hand }
    }
}

fn is_available(turn: &TurnOptions, step: PanelStep) -> bool {
    match step {
        PanelStep::Title(title) => turn.is_playable(title),
        PanelStep::Target(TargetedPlay::Single(title)) => turn.aimed.contains(title),
        PanelStep::Target(TargetedPlay::Pair(title, wild)) => turn.allows_pair(title, wild),
        PanelStep::Target(TargetedPlay::Triple(title, wild)) => turn.allows_triple(title, wild),
        PanelStep::Naming { title, wild, on } => {
            turn.allows_triple(title, wild) && turn.targets.contains(on)
        }
        PanelStep::Five => !turn.fives.is_empty(),
        PanelStep::Hand
        | PanelStep::Explained
        | PanelStep::Giving(_)
        | PanelStep::Places { .. }
        | PanelStep::Order(_) => false,
    }
}
