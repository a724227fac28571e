//! The messages with the name and the effect of each title, generated from [`card_rows`](super::card_rows).

use rules::Title;

use super::Message;
use super::card_rows::with_cards;

/// Generates `name` and `about`, which return the messages in a title's row.
macro_rules! functions {
    (
        titles { $( $title:ident: $name:ident, $about:ident, $emoji:literal; )* }
        cats($cat:ident) { $( $other:ident: $other_name:ident, $other_emoji:literal; )* }
    ) => {
        pub(crate) fn name(title: Title) -> Message<'static> {
            match title {
                $( Title::$title => Message::$name, )*
                $( Title::$other => Message::$other_name, )*
            }
        }

        pub(crate) fn about(title: Title) -> Message<'static> {
            match title {
                $( Title::$title => Message::$about, )*
                $( Title::$other )|* => Message::$cat,
            }
        }
    };
}

with_cards! { functions {} }
