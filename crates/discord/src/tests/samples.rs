//! Screens, callbacks and messages for this crate's tests.

use journal::PostedMessages;
use serenity::model::id::{ApplicationId, InteractionId, MessageId};
use table::ids::UserId;
use table::screen::{Accent, Element, Screen};
use table::user_set::UserSet;
use tokio::time::Instant;

use crate::callback::{Callback, ClickedMessage};

pub(crate) fn screen(text: &str) -> Screen {
    Screen {
        accent: Accent::Calm,
        elements: vec![Element::Text(text.to_owned())],
        mentions: UserSet::EMPTY,
    }
}

pub(crate) fn posted(message: u64, replaced: &[u64]) -> PostedMessages {
    PostedMessages {
        message: Some(message),
        replaced: replaced.to_vec(),
    }
}

pub(crate) fn callback(interaction: u64, user: UserId) -> Callback {
    Callback {
        interaction: InteractionId::new(interaction),
        application: ApplicationId::new(8),
        token: format!("t{interaction}"),
        received: Instant::now(),
        user,
        clicked: None,
    }
}

pub(crate) fn click(interaction: u64, user: UserId, message: u64, private: bool) -> Callback {
    let clicked = ClickedMessage {
        message: MessageId::new(message),
        private,
        direct: false,
    };
    Callback {
        clicked: Some(clicked),
        ..callback(interaction, user)
    }
}
