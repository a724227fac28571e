//! The kinds of answers to choices, and who may see them. The choices and the answers themselves
//! are in `choice.rs`.

/// The players who see the answer to a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// All players.
    Everybody,
    /// The player who chose, and the owner of the choice.
    ChooserAndOwner,
    /// The player who chose.
    Chooser,
}

/// The kind of an answer. Public, even where the answer itself is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is documented at `ChoiceKind`")]
pub enum AnswerKind {
    Place,
    Give,
    Take,
    Stop,
    Order,
    Put,
    Aim,
}

impl AnswerKind {
    /// Returns the players who see the answer.
    pub fn audience(self) -> Audience {
        match self {
            AnswerKind::Place | AnswerKind::Give | AnswerKind::Order => Audience::ChooserAndOwner,
            AnswerKind::Put => Audience::Chooser,
            AnswerKind::Take | AnswerKind::Stop | AnswerKind::Aim => Audience::Everybody,
        }
    }
}
