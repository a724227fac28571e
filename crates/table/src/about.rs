//! The operator's texts about the bot, shown on a page of the rules help.

/// Texts from the operator's settings, each shown only if set. They may contain markdown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The name of the person or group that runs the bot.
    pub operator: Option<String>,
    /// How to contact the operator.
    pub contact: Option<String>,
    /// The address of the privacy policy.
    pub privacy: Option<String>,
    /// The address of the terms of use.
    pub terms: Option<String>,
    /// The address of the source code that the bot runs, including the operator's changes.
    pub source: Option<String>,
}

impl About {
    /// Returns true if no text is set. The page is then left out.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
