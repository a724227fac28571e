//! The pages of a finished game's story, and the lists of games, as controls name them. The bot's
//! dispatcher decides to whom they are shown.

/// A page of a finished game's story.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StoryPage {
    /// The cards, opened.
    Cards,
    /// Step 0 of the replay, the deal. Two controls of one message are never the same: the first step and the
    /// one before may be.
    First,
    /// A step of the replay.
    Step(u16),
    /// The last step of the replay.
    Last,
    /// The proof of its chance, with the game's file.
    Fair,
}

/// The games that a list shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GamesList {
    /// The last of the channel.
    Channel,
    /// The last of the person who asks, on any server.
    Own,
}
