//! The application's emojis.

use crate::model::ids::Id;

/// An application emoji; its image is stored in the world under the same id.
#[derive(Clone, Debug)]
pub(crate) struct Emoji {
    pub(crate) id: Id,
    pub(crate) name: String,
}
