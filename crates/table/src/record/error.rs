//! The errors of records that cannot be read or do not follow from the ones before.

/// The error of reading journal records.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// A word that this version of the program does not know.
    #[error("unknown word {0:?} in a journal record")]
    UnknownWord(String),
    /// A schema that this version of the program does not know.
    #[error("unknown schema {0} of a journal entry")]
    Schema(u16),
    /// The stored rules of a game by which no game can be dealt.
    #[error("no game can be dealt by the rules in a journal record")]
    Rules,
    /// An entry that does not follow from the ones before it; its version.
    #[error("the journal entry of version {0} does not follow from the entries before it")]
    OutOfSequence(u64),
    /// Events after which the game is one that the rules never lead to.
    #[error("the events in a journal record lead to no possible game")]
    Impossible,
}
