//! The people of a game and their clicks. Their choices are made in `people`.

use serenity::model::id::{ApplicationId, ChannelId, GuildId};
use table::ids::UserId;
use table::intent::Intent;
use table::text::Locale;
use virtual_user::component::Component;

use super::rng::SimRng;
use kittens::discord::from_discord::InteractionRequest;
use kittens::outbox::ClickedMessage;

pub(super) const GUILD: GuildId = GuildId::new(7);
pub(super) const CHANNEL: ChannelId = ChannelId::new(8);
pub(super) const APPLICATION: ApplicationId = ApplicationId::new(9);
/// The user id of the first person; the others follow.
const FIRST_USER: u64 = 100;
/// The number of controls a person remembers, to click them once they are stale.
const MAX_REMEMBERED: usize = 60;

/// A simulated person with a Discord account.
#[derive(Clone, Debug)]
pub(super) struct Person {
    pub(super) user: UserId,
    pub(super) name: String,
    pub(super) locale: Locale,
    /// Controls they have seen, oldest first, with the message of each.
    pub(super) seen_controls: Vec<(ClickedMessage, Component)>,
}

impl Person {
    pub(super) fn new(index: usize, seed: u64) -> Self {
        let mut rng = SimRng::stream(seed, 100 + index as u64);
        let languages: Vec<Locale> = Locale::all().collect();
        Self {
            user: UserId(FIRST_USER + index as u64),
            name: format!("Player{index}"),
            locale: rng.pick(&languages).copied().unwrap_or(Locale::fallback()),
            seen_controls: Vec::new(),
        }
    }

    pub(super) fn remember(&mut self, source: ClickedMessage, controls: &[Component]) {
        self.seen_controls
            .extend(controls.iter().map(|control| (source, control.clone())));
        let surplus = self.seen_controls.len().saturating_sub(MAX_REMEMBERED);
        self.seen_controls.drain(..surplus);
    }
}

/// A click or a command of a person.
#[derive(Clone, Debug)]
pub(super) struct Click {
    pub(super) person: usize,
    pub(super) request: InteractionRequest,
    /// The message that was clicked; none for a command.
    pub(super) clicked: Option<ClickedMessage>,
    /// Set once it has been delivered to any process.
    pub(super) delivered: bool,
    /// Set if a fault delayed it or lost its answer: it need not be answered in time.
    pub(super) excused: bool,
}

impl Click {
    pub(super) fn command(person: usize, request: InteractionRequest) -> Self {
        Self {
            person,
            request,
            clicked: None,
            delivered: false,
            excused: false,
        }
    }

    /// Returns the intent that it has for a table, if any.
    pub(super) fn intent(&self) -> Option<Intent> {
        match self.request {
            InteractionRequest::UseControl(_, intent)
            | InteractionRequest::TableCommand(intent) => Some(intent),
            InteractionRequest::NewTable(_) => Some(Intent::NewTable),
            _ => None,
        }
    }
}
