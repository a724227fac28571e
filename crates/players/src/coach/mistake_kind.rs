//! The kinds of mistakes, such as drawing too boldly or spending a Nope too early.

use rules::{Action, ChoiceAnswer, ChoiceKind, Title, TitleSet};

use super::Moment;

rules::named! {
    /// A kind of mistake that the coach can find.
    pub enum MistakeKind {
        /// Drew instead of playing a card.
        DrewTooBold = "drew-too-bold",
        /// Avoided a draw that was worth its risk.
        TooCautious = "too-cautious",
        /// Played a Nope that was better kept.
        NopeSpent = "nope-spent",
        /// Kept a Nope that was better played.
        NopeKept = "nope-kept",
        /// Gave a Defuse away.
        DefuseGiven = "defuse-given",
        /// Put a kitten back in the wrong place.
        KittenPlaced = "kitten-placed",
        /// Chose a card, player or answer other than the best.
        WrongChoice = "wrong-choice",
    }
}

impl MistakeKind {
    /// Returns the kind of mistake made by choosing `done` instead of `better`.
    pub(super) fn of(moment: &Moment, done: Action, better: Action) -> MistakeKind {
        match (done, better) {
            (Action::Nope { .. }, _) => MistakeKind::NopeSpent,
            (Action::Pass { .. }, _) => MistakeKind::NopeKept,
            (Action::Draw { .. }, _) => MistakeKind::DrewTooBold,
            (Action::Play { play, .. }, Action::Draw { .. })
                if play
                    .single_title()
                    .is_some_and(|title| TitleSet::ENDING_TURN.contains(title)) =>
            {
                MistakeKind::TooCautious
            }
            (Action::Choose { answer, .. }, _) => MistakeKind::of_answer(moment, answer),
            (
                Action::Play { .. }
                | Action::PickBlindly { .. }
                | Action::Leave { .. }
                | Action::TimeOut,
                _,
            ) => MistakeKind::WrongChoice,
        }
    }

    fn of_answer(moment: &Moment, answer: ChoiceAnswer) -> MistakeKind {
        match (answer, moment.view.phase.choice()) {
            (ChoiceAnswer::Give(Title::Defuse), _) => MistakeKind::DefuseGiven,
            (ChoiceAnswer::Place(_), Some(ChoiceKind::Place(_))) => MistakeKind::KittenPlaced,
            _ => MistakeKind::WrongChoice,
        }
    }
}
