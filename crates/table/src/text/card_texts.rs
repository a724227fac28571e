//! The messages with the name and with the effect of each title, from the rows
//! of [`card_rows`](super::card_rows).

use rules::Title;

use super::Message;
use super::card_rows::with_cards;

/// Makes the functions that return the parts of a title's row.
macro_rules! functions {
    (
        titles { $( $title:ident: $name:ident = $key:literal, $about:ident = $about_key:literal, $emoji:literal; )* }
        cats($cat:ident = $cat_key:literal) { $( $other:ident: $other_name:ident = $other_key:literal, $other_emoji:literal; )* }
    ) => {
        /// Returns the message with a title's name.
        pub(crate) fn name(title: Title) -> Message<'static> {
            match title {
                $( Title::$title => Message::$name, )*
                $( Title::$other => Message::$other_name, )*
            }
        }

        /// Returns the message with a title's effect.
        pub(crate) fn about(title: Title) -> Message<'static> {
            match title {
                $( Title::$title => Message::$about, )*
                $( Title::$other )|* => Message::$cat,
            }
        }
    };
}

with_cards! { functions {} }
