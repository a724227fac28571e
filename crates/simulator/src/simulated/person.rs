//! The people in a game and their clicks. `people` decides what they click.

use kit::virtual_user::component::Component;
use table::ids::UserId;
use table::intent::Intent;
use table::text::Locale;

use super::rng::SimRng;
use discord::ClickedMessage;
use kittens::interaction::InteractionRequest;

/// The maximum number of controls that a person remembers and may click again later.
const MAX_REMEMBERED: usize = 60;

#[derive(Clone, Debug)]
pub(super) struct Person {
    pub(super) user: UserId,
    pub(super) name: String,
    pub(super) locale: Locale,
    /// True if they usually play from their hand in direct messages.
    pub(super) direct_hand: bool,
    /// True if they block direct messages.
    pub(super) refuses_direct: bool,
    /// Controls they have seen, each with its message, oldest first.
    pub(super) seen_controls: Vec<(ClickedMessage, Component)>,
}

impl Person {
    pub(super) fn new(index: usize, seed: u64, user: UserId) -> Self {
        let mut rng = SimRng::stream(seed, 100 + index as u64);
        let languages: Vec<Locale> = Locale::all().collect();
        let locale = rng.pick(&languages).copied().unwrap_or(Locale::fallback());
        Self {
            user,
            name: format!("Player{index}"),
            locale,
            direct_hand: rng.one_in(3),
            refuses_direct: rng.one_in(6),
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

#[derive(Clone, Debug)]
pub(super) struct UsedControl {
    pub(super) source: ClickedMessage,
    pub(super) custom_id: String,
    pub(super) values: Vec<String>,
}

#[derive(Clone, Debug)]
pub(super) struct Click {
    pub(super) person: usize,
    pub(super) request: InteractionRequest,
    /// The control that was used; `None` for a command.
    pub(super) used: Option<UsedControl>,
    /// True once the click has been delivered to any process.
    pub(super) delivered: bool,
    /// True if a fault delayed the click or affected its answer, so that a late answer is excused.
    pub(super) excused: bool,
}

impl Click {
    pub(super) fn command(person: usize, request: InteractionRequest) -> Self {
        Self {
            person,
            request,
            used: None,
            delivered: false,
            excused: false,
        }
    }

    pub(super) fn intent(&self) -> Option<Intent> {
        match self.request {
            InteractionRequest::UseControl(_, meaning) => meaning.table(),
            InteractionRequest::TableCommand(intent) => Some(intent),
            InteractionRequest::NewTable(_) => Some(Intent::NewTable),
            _ => None,
        }
    }
}
