//! The operator's texts about their bot, such as their name and a contact.

use serde::de::{Deserialize, Deserializer};

use super::text_setting::read_text;

/// The maximum number of characters in each text, so that all of them fit into one message.
const MAX_CHARS: usize = 200;

#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    pub operator: OptionalText,
    pub contact: OptionalText,
    pub privacy_url: OptionalText,
    pub terms_url: OptionalText,
    pub source_url: OptionalText,
}

/// One line of text, or no text.
#[derive(Clone, Debug)]
pub struct OptionalText(pub(crate) Option<String>);

impl<'de> Deserialize<'de> for OptionalText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let allowed = "a line of at most 200 characters, or \"\" for none";
        read_text(deserializer, allowed, |text| {
            let fits = text.chars().count() <= MAX_CHARS && !text.contains(char::is_control);
            fits.then(|| Self(Some(text.to_owned()).filter(|text| !text.is_empty())))
        })
    }
}
