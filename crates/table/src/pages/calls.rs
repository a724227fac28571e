//! Calls for players: a host's call pings people who have asked to be called. `journal::Calls` chooses the people.

use crate::control::{NO_TABLE, Stamp};
use crate::ids::UserId;
use crate::intent::Intent;
use crate::pages::PageIntent;
use crate::screen::{Accent, Button, ButtonStyle, Icon, Screen};
use crate::text::{BoldName, Language, List, Locale, Message, ShownName, Verbatim};

/// A host's call for players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerCall {
    /// The people who are not called: those at the table or at its door, and those whom the host has removed.
    pub excluded: Vec<UserId>,
    /// The host's display name.
    pub host: String,
    /// The language of the table.
    pub language: Locale,
    pub(crate) stamp: Stamp,
}

impl PlayerCall {
    /// Returns the public message that calls these people to the table.
    pub fn screen(&self, people: &[UserId]) -> Screen {
        self.screen_in(people, Language::of(self.language))
    }

    pub(crate) fn screen_in(&self, people: &[UserId], language: &Language) -> Screen {
        let players = people.iter().map(|user| Verbatim(format!("<@{user}>")));
        let host = BoldName(ShownName::unmarked(&self.host));
        let players = List(players.collect());
        let call = language.translate(&Message::CallPlayers { players, host });
        let join = Button::labelled(self.stamp, Intent::Join, &Message::ButtonJoin, language)
            .emoji(Icon::Join)
            .style(ButtonStyle::Primary);
        Screen::new(Accent::Gathering).text(call).buttons([join])
    }
}

/// Returns the private answer to a person who has enabled or disabled calls on this server.
pub fn call_wish(is_called: bool, language: &Language) -> Screen {
    let (about, change) = if is_called {
        (Message::CallsOn, Message::ButtonCallsOff)
    } else {
        (Message::CallsOff, Message::ButtonCallMe)
    };
    let change = call_button(!is_called, language.translate(&change));
    Screen::new(Accent::Private)
        .text(language.translate(&about))
        .buttons([change])
}

/// Returns the public button with which anyone can ask to be called.
pub(crate) fn call_me_button(language: &Language) -> Button {
    call_button(true, language.translate(&Message::ButtonCallMe))
}

fn call_button(is_called: bool, label: String) -> Button {
    Button::new(NO_TABLE.button(PageIntent::CallMe(is_called)), label).emoji(Icon::Bell)
}
