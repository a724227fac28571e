//! The screen that a slot's message must show, and the update that is due, if any. Does not track messages or requests.

use table::effect::{MessageUpdate, Urgency};
use table::screen::Screen;
use table::user_set::UserSet;

/// How to update a slot's message. A later variant supersedes an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum UpdateKind {
    Edit,
    /// Edit the current message, or post a new one if the current one is gone or can no longer be edited.
    EditOrPost,
    /// Post a new message and delete the current one.
    Replace,
    /// Post a new message and keep the current one.
    Append,
}

impl From<MessageUpdate> for UpdateKind {
    fn from(update: MessageUpdate) -> Self {
        match update {
            MessageUpdate::Edit => Self::Edit,
            MessageUpdate::EditOrPost => Self::EditOrPost,
            MessageUpdate::Replace { .. } => Self::Replace,
            MessageUpdate::Append { .. } => Self::Append,
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct NewestScreen {
    content: Content,
    /// The players to ping with the next new message if its screen mentions them. Includes players of unsent screens.
    ping: UserSet,
    /// The urgency of the due update, or of the last update sent if none is due.
    urgency: Urgency,
}

#[derive(Debug, Default)]
enum Content {
    #[default]
    Nothing,
    /// The screen has been sent, and no update is due.
    Sent(Screen),
    /// The screen was refused: no message shows it, but no update is due.
    Refused(Screen),
    Due(Screen, UpdateKind),
}

impl NewestScreen {
    /// Stores a newer screen. Makes this update due, unless one that supersedes it is already due. Merges the pings.
    pub(super) fn show(&mut self, screen: Screen, update: MessageUpdate, urgency: Urgency) {
        self.keep_ping(update.ping());
        self.urgency = match self.due() {
            Some(_) => self.urgency.min(urgency),
            None => urgency,
        };
        let update = self.due().max(Some(update.into()));
        self.content = with_update(screen, update);
    }

    /// Stores a newer screen that an answer shows in the message. Afterwards, `due` is the only update due.
    pub(super) fn sent(&mut self, screen: Screen, due: Option<UpdateKind>) {
        self.content = with_update(screen, due);
    }

    /// Makes at least this update due, because the message may not show the newest screen.
    pub(super) fn require(&mut self, update: UpdateKind) {
        let update = self.due().max(Some(update));
        if let Some(screen) = self.take_screen() {
            self.content = with_update(screen, update);
        }
    }

    /// Turns a due append into a replacement, because the finished game's message already has a successor.
    pub(super) fn replace_instead_of_append(&mut self) {
        if let Content::Due(_, update) = &mut self.content {
            *update = (*update).min(UpdateKind::Replace);
        }
    }

    /// Records that no message shows the newest screen, unless an update is due anyway.
    pub(super) fn refused(&mut self) {
        if self.is_sent()
            && let Some(screen) = self.take_screen()
        {
            self.content = Content::Refused(screen);
        }
    }

    pub(super) fn is_sent(&self) -> bool {
        matches!(self.content, Content::Sent(_))
    }

    /// Records that the message already shows the newest screen. Afterwards, `due` is the only update due.
    pub(super) fn settle(&mut self, due: Option<UpdateKind>) {
        if let Some(screen) = self.take_screen() {
            self.content = with_update(screen, due);
        }
    }

    /// Returns the newest screen and the due update, which then counts as sent.
    pub(super) fn take_due(&mut self) -> Option<(Screen, UpdateKind)> {
        let due = self.due()?;
        let screen = self.take_screen()?;
        self.content = Content::Sent(screen.clone());
        Some((screen, due))
    }

    pub(super) fn urgency(&self) -> Urgency {
        self.urgency
    }

    pub(super) fn due(&self) -> Option<UpdateKind> {
        match self.content {
            Content::Due(_, update) => Some(update),
            Content::Nothing | Content::Sent(_) | Content::Refused(_) => None,
        }
    }

    pub(super) fn screen(&self) -> Option<&Screen> {
        match &self.content {
            Content::Nothing => None,
            Content::Sent(screen) | Content::Refused(screen) | Content::Due(screen, _) => {
                Some(screen)
            }
        }
    }

    /// Takes the players to ping with a new message that shows this screen. Drops players whom the screen does not
    /// mention, because the game no longer waits for them.
    pub(super) fn take_ping(&mut self, screen: &Screen) -> UserSet {
        let ping = std::mem::take(&mut self.ping);
        ping.filter(|user| screen.mentions.contains(user))
    }

    /// Adds players to ping with the next new message, for example after a failed post. Players whom its screen does
    /// not mention are not pinged.
    pub(super) fn keep_ping(&mut self, ping: UserSet) {
        self.ping = self.ping.union(&ping);
    }

    fn take_screen(&mut self) -> Option<Screen> {
        match std::mem::take(&mut self.content) {
            Content::Nothing => None,
            Content::Sent(screen) | Content::Refused(screen) | Content::Due(screen, _) => {
                Some(screen)
            }
        }
    }
}

fn with_update(screen: Screen, update: Option<UpdateKind>) -> Content {
    match update {
        Some(update) => Content::Due(screen, update),
        None => Content::Sent(screen),
    }
}
