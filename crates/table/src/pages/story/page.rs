//! The pages of a finished game's story, and the lists of games, as named in controls. The bot decides who may
//! see them.

/// A page of a finished game's story.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StoryPage {
    /// The last hands and the rest of the draw pile, face up, with the important moments.
    Cards,
    /// Step 0 of the replay, the deal. A separate variant, because two controls of a message must
    /// differ even if both the first and the previous step are step 0.
    First,
    /// A step of the replay.
    Step(u16),
    /// The last step of the replay.
    Last,
    /// The proof of the game's randomness, with the game's file.
    Fair,
}

/// The games shown in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GamesList {
    /// The latest games in the channel.
    Channel,
    /// The latest games of the person who asks for the list, on any server.
    Own,
}
