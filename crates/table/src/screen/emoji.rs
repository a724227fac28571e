//! The emoji of cards, seats, badges and icons. Some have a picture in `assets/art`, which the bot uploads as an
//! application emoji. Each has a Unicode emoji as a fallback.
//!
//! In the text of a screen, each emoji with a picture is represented by a private-use character,
//! its *marker*, because this crate does not know the ids of the uploaded pictures. The bot
//! replaces the markers when it sends a message, see [`expand`]. Names never contain markers.

use std::fmt;

use rules::{Seat, Title};

use crate::results::Badge;
use crate::text::card_rows::with_cards;

/// An emoji in front of a label or within a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Emoji {
    /// The emoji of a card.
    Card(Title),
    /// The mark of a seat, regardless of the seat's owner.
    Seat(Seat),
    /// The emoji of a button, a heading or anything else that is not a card, a seat or a badge.
    Icon(Icon),
    /// The emoji of a badge that a player can earn in a game.
    Badge(Badge),
}

/// Generates the icons from one list. Each has a Unicode emoji, and optionally a picture.
macro_rules! icons {
    ($( $icon:ident $unicode:literal $( = $picture:literal )?, )*) => {
        /// An emoji that is not a card, a seat or a badge.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "each is named after its use")]
        pub enum Icon { $( $icon, )* }

        const PICTURED_ICONS: &[(Icon, &str)] = &[$( $( (Icon::$icon, $picture), )? )*];

        impl Icon {
            fn unicode(self) -> &'static str {
                match self { $( Self::$icon => $unicode, )* }
            }

            fn picture(self) -> Option<&'static str> {
                let pictured = PICTURED_ICONS.iter().find(|(icon, _)| *icon == self);
                pictured.map(|(_, name)| *name)
            }
        }
    };
}

icons! {
    Alarm "🚨", AutoPass "😴", Away "💤" = "away", Back "↩️", Bell "🔔", Blind "🙈", Bomb "💣", Box "📦", Call "📣", Clock "⏱️",
    Computer "🤖" = "computer", Dead "🪦" = "tombstone", Discard "🗑️", Down "⬇️",
    Draw "🎴" = "card-back", End "🛑", Expansion "🧩", Explosion "💥" = "explosion", Faster "🐇",
    Five "🖐️", Hand "🃏", Host "👑", Implosion "🌀" = "implosion", Info "💡", Join "🙋", Language "💬",
    Leave "🚪", Lock "🔐", Marked "📌", News "📬", NewTable "🆕",
    No "⛔", NopeStamp "🚫" = "nope-stamp", Noped "🚫" = "noped", NopedTwice "🚫" = "noped-twice",
    NopedOften "🚫" = "noped-often", Options "⚙️", Pair "👯", Pass "🤷", Paw "🐾", Pile "📚", Ratings "📈",
    Random "🎲", Recipe "🍳", Rematch "🔁", Rules "📖", Sight "👀", Slower "🐢", StandInWon "🤖" = "stand-in-won", Start "🚀", Stop "✋", Story "🎬", Streak "🔥", Text "🔤",
    Triple "🎰",
    Turn "👉" = "on-turn", Up "⬆️", Winner "🏆" = "winner", Yes "✅",
}

/// The marker of the first emoji with a picture. The next markers follow in the order of [`Emoji::all_with_picture`].
const FIRST_MARKER: char = '\u{f0000}';

impl Emoji {
    /// Returns the Unicode emoji. Different cards have different emoji, and so do different seats.
    pub fn unicode(self) -> &'static str {
        match self {
            Self::Card(title) => card(title),
            Self::Seat(seat) => SEATS[seat.index()].0,
            Self::Icon(icon) => icon.unicode(),
            Self::Badge(badge) => badge.unicode(),
        }
    }

    /// Returns the name of the picture in `assets/art`, if any.
    pub fn picture(self) -> Option<&'static str> {
        match self {
            Self::Card(title) => Some(title.id()),
            Self::Seat(seat) => Some(SEATS[seat.index()].1),
            Self::Icon(icon) => icon.picture(),
            Self::Badge(badge) => Some(badge.id()),
        }
    }

    /// Returns all emoji that have a picture, in the order of their markers.
    pub fn all_with_picture() -> impl Iterator<Item = Self> {
        let cards = Title::ALL.into_iter().map(Self::Card);
        let seats = Seat::ALL.into_iter().map(Self::Seat);
        cards
            .chain(seats)
            .chain(PICTURED_ICONS.iter().map(|(icon, _)| Self::Icon(*icon)))
            .chain(Badge::ALL.into_iter().map(Self::Badge))
    }

    /// Returns the character that represents the emoji in texts, or `None` if it has no picture.
    pub fn marker(self) -> Option<char> {
        let place = Self::all_with_picture().position(|emoji| emoji == self)?;
        char::from_u32(u32::from(FIRST_MARKER) + u32::try_from(place).ok()?)
    }

    /// Returns the emoji that a marker represents, or `None` for any other character.
    pub fn from_marker(marker: char) -> Option<Self> {
        let place = u32::from(marker).checked_sub(u32::from(FIRST_MARKER))?;
        Self::all_with_picture().nth(usize::try_from(place).ok()?)
    }
}

/// Writes the emoji as it appears in screen texts: its marker, or the Unicode emoji if it has no picture.
impl fmt::Display for Emoji {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        match self.marker() {
            Some(marker) => to.write_char(marker),
            None => to.write_str(self.unicode()),
        }
    }
}

/// Replaces every marker in a text with the result of `form` for its emoji.
pub fn expand(text: &str, form: impl Fn(Emoji) -> String) -> String {
    let mut expanded = String::with_capacity(text.len());
    for character in text.chars() {
        match Emoji::from_marker(character) {
            Some(emoji) => expanded.push_str(&form(emoji)),
            None => expanded.push(character),
        }
    }
    expanded
}

/// Replaces every marker in a text with its Unicode emoji.
pub fn expand_to_unicode(text: &str) -> String {
    expand(text, |emoji| emoji.unicode().to_owned())
}

impl From<Title> for Emoji {
    fn from(title: Title) -> Self {
        Self::Card(title)
    }
}

impl From<Icon> for Emoji {
    fn from(icon: Icon) -> Self {
        Self::Icon(icon)
    }
}

/// Generates the function that returns the Unicode emoji of a title.
macro_rules! emojis {
    (
        titles { $( $title:ident: $name:ident, $about:ident, $emoji:literal; )* }
        cats($cat:ident) { $( $other:ident: $other_name:ident, $other_emoji:literal; )* }
    ) => {
        fn card(title: Title) -> &'static str {
            match title {
                $( Title::$title => $emoji, )*
                $( Title::$other => $other_emoji, )*
            }
        }
    };
}

with_cards! { emojis {} }

const SEATS: [(&str, &str); Seat::COUNT] = [
    ("🐟", "seat-1"),
    ("🧶", "seat-2"),
    ("🔔", "seat-3"),
    ("🐭", "seat-4"),
    ("🍼", "seat-5"),
    ("🪶", "seat-6"),
    ("📦", "seat-7"),
    ("🦋", "seat-8"),
    ("🌵", "seat-9"),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_emoji_with_a_picture_has_a_marker_of_its_own() {
        let all: Vec<_> = Emoji::all_with_picture().collect();
        let markers: HashSet<_> = all.iter().filter_map(|emoji| emoji.marker()).collect();
        assert_eq!(markers.len(), all.len());
        for emoji in all {
            assert!(emoji.picture().is_some(), "{emoji:?}");
            let marker = emoji.marker().expect("a marker");
            assert_eq!(Emoji::from_marker(marker), Some(emoji));
        }
    }

    #[test]
    fn every_picture_is_of_one_emoji() {
        let pictures: Vec<_> = Emoji::all_with_picture()
            .filter_map(Emoji::picture)
            .collect();
        let different: HashSet<_> = pictures.iter().collect();
        assert_eq!(different.len(), pictures.len());
        let listed = |icon: Icon| PICTURED_ICONS.iter().any(|(pictured, _)| *pictured == icon);
        for icon in [Icon::Away, Icon::Bomb, Icon::Hand, Icon::Winner, Icon::Yes] {
            assert_eq!(icon.picture().is_some(), listed(icon), "{icon:?}");
        }
    }

    #[test]
    fn markers_expand_and_all_other_text_stays() {
        let text = format!(
            "a {} \u{e000}\u{10fffd} {}",
            Emoji::Card(Title::Nope),
            Emoji::Icon(Icon::Clock)
        );
        assert_eq!(expand_to_unicode(&text), "a 🚫 \u{e000}\u{10fffd} ⏱️");
        assert_eq!(expand(&text, |_| String::new()), "a  \u{e000}\u{10fffd} ⏱️");
    }
}
