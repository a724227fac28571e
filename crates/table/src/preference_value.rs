//! One of a person's preferences with its value, and the words for both in menus and control ids.
//! [`PersonPreferences`] contains all preferences.

use crate::display_mode::DisplayMode;
use crate::preferences::{LanguagePreference, PersonPreferences, PreferenceChange};

/// A value for one preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PreferenceValue {
    /// The language of the person's private messages.
    Language(LanguagePreference),
    /// How private messages show cards: pictures or text first.
    DisplayMode(DisplayMode),
    /// True to also get the hand as a direct message.
    DirectHand(bool),
    /// True to be hidden from leaderboards and other people's statistics.
    Hidden(bool),
    /// True to get reminders in slow games.
    Reminders(bool),
    /// The hour, in UTC, at which the hours without calls from hosts begin; `None` if hosts may call at any hour.
    Silence(Option<u8>),
}

const HOURS: [&str; 24] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16",
    "17", "18", "19", "20", "21", "22", "23",
];

rules::named! {
    /// A preference without its value. The person's panel shows them in this order.
    #[expect(missing_docs, reason = "the same as the variants of PreferenceValue")]
    pub enum PreferenceKind {
        Language = "language",
        DisplayMode = "presentation",
        DirectHand = "direct-hand",
        Hidden = "hidden",
        Reminders = "reminders",
        Silence = "silence",
    }
}

impl PreferenceValue {
    /// Returns every value of a preference.
    pub fn all(kind: PreferenceKind) -> Vec<Self> {
        match kind {
            PreferenceKind::Language => LanguagePreference::all().map(Self::Language).collect(),
            PreferenceKind::DisplayMode => DisplayMode::ALL.map(Self::DisplayMode).into(),
            PreferenceKind::DirectHand => [false, true].map(Self::DirectHand).into(),
            PreferenceKind::Hidden => [false, true].map(Self::Hidden).into(),
            PreferenceKind::Reminders => [true, false].map(Self::Reminders).into(),
            PreferenceKind::Silence => {
                let hours = (0..24).map(Some);
                std::iter::once(None)
                    .chain(hours)
                    .map(Self::Silence)
                    .collect()
            }
        }
    }

    /// Returns the preference to which this value belongs.
    pub const fn kind(self) -> PreferenceKind {
        match self {
            Self::Language(_) => PreferenceKind::Language,
            Self::DisplayMode(_) => PreferenceKind::DisplayMode,
            Self::DirectHand(_) => PreferenceKind::DirectHand,
            Self::Hidden(_) => PreferenceKind::Hidden,
            Self::Reminders(_) => PreferenceKind::Reminders,
            Self::Silence(_) => PreferenceKind::Silence,
        }
    }

    /// Returns the word for this value; the inverse of [`PreferenceValue::parse`].
    pub fn word(self) -> &'static str {
        match self {
            Self::Language(language) => language.id(),
            Self::DisplayMode(display_mode) => display_mode.id(),
            Self::Silence(Some(hour)) => HOURS.get(usize::from(hour)).copied().unwrap_or_default(),
            Self::DirectHand(true) | Self::Hidden(true) | Self::Reminders(true) => "on",
            Self::DirectHand(false)
            | Self::Hidden(false)
            | Self::Reminders(false)
            | Self::Silence(None) => "off",
        }
    }

    /// Parses the word for a value of this preference; `None` if no value has this word.
    pub fn parse(kind: PreferenceKind, word: &str) -> Option<Self> {
        let mut values = Self::all(kind).into_iter();
        values.find(|value| value.word() == word)
    }

    /// Returns true if these preferences contain this value.
    pub fn is_chosen(self, preferences: PersonPreferences) -> bool {
        preferences.with(self.into()) == preferences
    }
}

impl From<PreferenceValue> for PreferenceChange {
    fn from(value: PreferenceValue) -> Self {
        let mut change = Self::default();
        match value {
            PreferenceValue::Language(language) => change.language = Some(language),
            PreferenceValue::DisplayMode(mode) => change.display_mode = Some(mode),
            PreferenceValue::DirectHand(wanted) => change.direct_hand = Some(wanted),
            PreferenceValue::Hidden(wanted) => change.hidden = Some(wanted),
            PreferenceValue::Reminders(wanted) => change.reminders_off = Some(!wanted),
            PreferenceValue::Silence(from) => change.silent_from = Some(from),
        }
        change
    }
}
