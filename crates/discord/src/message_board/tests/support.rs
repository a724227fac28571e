//! Screens and callbacks for the tests.

use std::sync::Arc;

use serenity::model::id::MessageId;
use table::control::Stamp;
use table::ids::{Revision, TableId, UserId};
use table::intent::Intent;
use table::screen::{Button, ButtonStyle, Chart, Element, Screen};
use tokio::time::Instant;

use crate::callback::Callback;
use crate::tests::samples::{self, screen};

/// Returns a public screen with this number, which must not be 0.
pub(super) fn public(number: u32) -> Screen {
    screen(&number.to_string())
}

pub(super) fn private() -> Screen {
    screen("a hand")
}

/// Returns the number of a public screen, or 0 for a private one.
pub(super) fn number_of(screen: &Screen) -> u32 {
    name_of(screen).parse().unwrap_or(0)
}

pub(super) fn name_of(screen: &Screen) -> &str {
    match screen.elements.first() {
        Some(Element::Text(text)) => text,
        _ => "",
    }
}

pub(super) fn game_end(number: u32) -> Screen {
    let stamp = Stamp {
        table: TableId(5),
        revision: Revision(number),
    };
    let rematch = Button {
        control: stamp.button(Intent::Rematch),
        label: "Again".to_owned(),
        emoji: None,
        style: ButtonStyle::Primary,
        enabled: true,
    };
    let mut screen = public(number);
    screen.elements.push(Element::Buttons(vec![rematch]));
    screen
}

pub(super) fn with_picture(number: u32) -> Screen {
    let mut screen = game_end(number);
    screen.elements.push(Element::Chart {
        chart: Arc::new(Chart {
            turns: 0,
            lines: Vec::new(),
        }),
        alt: "a picture".to_owned(),
    });
    screen
}

pub(super) fn private_click(interaction: u64, user: UserId, received: Instant) -> Callback {
    Callback {
        received,
        ..samples::click(interaction, user, 50, true)
    }
}

/// Returns a person's click on a public message, or their command.
pub(super) fn callback(
    interaction: u64,
    user: UserId,
    clicked: Option<MessageId>,
    received: Instant,
) -> Callback {
    let callback = match clicked {
        Some(message) => samples::click(interaction, user, message.get(), false),
        None => samples::callback(interaction, user),
    };
    Callback {
        received,
        ..callback
    }
}
