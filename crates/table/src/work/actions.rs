//! The game actions of people: from an intent to an action of the rules, or to a refusal.

use rules::{
    Action, Answers, Chance, ChoiceAnswer, Illegal, LegalOptions, Phase, Seat, TurnOptions,
};

use super::{Reply, Work};
use crate::input::Click;
use crate::intent::{Intent, PanelStep, TargetedPlay};
use crate::record::Record;
use crate::refusal::Refusal;
use crate::screen::Notice;

impl<C: Chance> Work<'_, C> {
    pub(super) fn play(&mut self, click: &Click) -> Result<Reply, Refusal> {
        let seat = self.seat_in_game(click)?;
        if self.is_out_for_good(seat) {
            return Err(Refusal::LeftForGood);
        }
        if !self.is_current(click.origin) {
            return Err(self.stale_refusal(click.intent));
        }
        let action = self.action(seat, click.intent).ok_or(Refusal::MovedOn)?;
        let running = self.table.state.running_game().ok_or(Refusal::GameOver)?;
        running.game.check(&action).map_err(refusal)?;
        let shown = self.shown_revision(click);
        if let Some(upto) = shown.filter(|&upto| running.history.has_news(seat, upto)) {
            self.record(Record::NewsRead { seat, upto });
        }
        self.perform(action);
        Ok(self.action_reply(click.intent))
    }

    /// Returns the reply to an action that was performed. A draw shows the panel with the drawn card,
    /// wherever it was clicked; every other action updates the message that was clicked.
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

    /// Returns the refusal of a stale control.
    fn stale_refusal(&self, intent: Intent) -> Refusal {
        let running = self.table.state.running_game();
        match (intent, running.map(|running| running.game.phase())) {
            (Intent::Nope { .. }, Some(Phase::Window(_))) => Refusal::NopedAlready,
            (Intent::Nope { .. }, _) => Refusal::WindowOver,
            _ => Refusal::MovedOn,
        }
    }

    /// Returns the action of an intent; `None` if it is no move ([`Intent::is_move`]).
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "an intent that is no move has no action"
    )]
    fn action(&mut self, seat: Seat, intent: Intent) -> Option<Action> {
        Some(match intent {
            Intent::Draw => Action::Draw { seat },
            Intent::Play(play) => Action::Play { seat, play },
            Intent::Nope { layer } => Action::Nope { seat, layer },
            Intent::Pass => Action::Pass { seat },
            Intent::Answer(answer) => Action::Choose { seat, answer },
            Intent::PlaceAnywhere => Action::Choose {
                seat,
                answer: ChoiceAnswer::Place(self.random_place()),
            },
            _ => return None,
        })
    }

    /// Draws a position in the draw pile, 0 being the top.
    fn random_place(&mut self) -> u8 {
        let running = self.table.state.running_game();
        let cards = running.map_or(0, |running| running.game.view(None).pile_count);
        self.chance.place(cards)
    }

    /// Returns the panel step that was asked for, or the hand if that step offers nothing now.
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
            (LegalOptions::Choice(Answers::Give(titles)), PanelStep::Giving(title)) => {
                titles.contains(title)
            }
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

/// Returns the refusal of an illegal action, a more specific one where the table has one.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the table has words of its own for a few refusals, and the rules' words for all others"
)]
fn refusal(illegal: Illegal) -> Refusal {
    match illegal {
        Illegal::GameOver => Refusal::GameOver,
        Illegal::NotSeated => Refusal::NotSeated,
        Illegal::NotTopCard => Refusal::NopedAlready,
        Illegal::WindowClosed => Refusal::WindowOver,
        other => Refusal::Rules(other),
    }
}
