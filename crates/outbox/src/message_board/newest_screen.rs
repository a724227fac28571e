//! The screen that the table's message has to show, and the update that brings it there. Knows no
//! message and no request: it only remembers what is still to be done.

use table::effect::{MessageUpdate, Urgency};
use table::screen::Screen;
use table::user_set::UserSet;

/// How to update the public message. Ordered: a later variant includes an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum UpdateKind {
    Edit,
    /// Edit the current message, or post a new one if the current one is gone or too old for edits.
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
    /// The people whom the game waits for and whom no message has pinged for it. Kept when a newer
    /// screen supersedes the one that was to ping them.
    ping: UserSet,
    /// How soon people need what is due, or needed what was sent last.
    urgency: Urgency,
}

#[derive(Debug, Default)]
enum Content {
    #[default]
    Nothing,
    /// The screen has been sent. Nothing is to be done unless a request fails.
    Sent(Screen),
    /// The screen was refused. Nothing is to be done, but no message shows it.
    Refused(Screen),
    Due(Screen, UpdateKind),
}

impl NewestScreen {
    /// Takes a newer screen. An update that is still due remains so.
    pub(super) fn show(&mut self, screen: Screen, update: MessageUpdate, urgency: Urgency) {
        self.keep_ping(update.ping());
        self.urgency = match self.due() {
            Some(_) => self.urgency.min(urgency),
            None => urgency,
        };
        let update = self.due().max(Some(update.into()));
        self.content = with_update(screen, update);
    }

    /// Takes a newer screen that an answer brings to the message. Something is due after that only if
    /// `due` names it.
    pub(super) fn sent(&mut self, screen: Screen, due: Option<UpdateKind>) {
        self.content = with_update(screen, due);
    }

    /// Makes at least this update due: the message may not show the newest screen.
    pub(super) fn require(&mut self, update: UpdateKind) {
        let update = self.due().max(Some(update));
        if let Some(screen) = self.take_screen() {
            self.content = with_update(screen, update);
        }
    }

    /// Makes a post that is due replace the current message: the finished game's message has a
    /// successor already.
    pub(super) fn replace_instead_of_append(&mut self) {
        if let Content::Due(_, update) = &mut self.content {
            *update = (*update).min(UpdateKind::Replace);
        }
    }

    /// Notes that what was sent last is shown nowhere.
    pub(super) fn refused(&mut self) {
        if self.is_sent()
            && let Some(screen) = self.take_screen()
        {
            self.content = Content::Refused(screen);
        }
    }

    /// Returns true if the newest screen was sent, and not refused as far as is known.
    pub(super) fn is_sent(&self) -> bool {
        matches!(self.content, Content::Sent(_))
    }

    /// Notes that the message shows the newest screen already. Something is due after that only if
    /// `due` names it.
    pub(super) fn settle(&mut self, due: Option<UpdateKind>) {
        if let Some(screen) = self.take_screen() {
            self.content = with_update(screen, due);
        }
    }

    /// Returns the newest screen and the update that is due, which then counts as sent.
    pub(super) fn take_due(&mut self) -> Option<(Screen, UpdateKind)> {
        let due = self.due()?;
        let screen = self.take_screen()?;
        self.content = Content::Sent(screen.clone());
        Some((screen, due))
    }

    /// Returns how soon people need what is due.
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

    /// Takes the people that a new message with this screen pings. Someone whom the screen does not
    /// mention has acted meanwhile and needs no ping.
    pub(super) fn take_ping(&mut self, screen: &Screen) -> UserSet {
        let ping = std::mem::take(&mut self.ping);
        ping.filter(|user| screen.mentions.contains(user))
    }

    /// Keeps the ping of a failed post for the next attempt; whom the screen then does not mention any more
    /// is not pinged.
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
