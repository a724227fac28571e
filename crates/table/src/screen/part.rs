//! The plain data that a screen is made of. Whoever sends it turns it into Discord's
//! components; nothing here knows how.

use crate::control::Control;
use crate::ids::UserId;

use super::Emoji;

/// One message as its reader sees it: one container with its parts from top to bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Screen {
    /// The colour of its edge, which says nothing that the text does not say too.
    pub accent: Accent,
    /// What stands in it, from top to bottom.
    pub parts: Vec<Part>,
    /// The only person whom its text mentions, if any.
    pub mention: Option<UserId>,
}

/// What a screen's edge tells at a glance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Accent {
    /// A lobby that waits for players.
    Gathering,
    /// A turn like any other.
    Calm,
    /// A card may be Noped just now.
    Alarm,
    /// Somebody holds a kitten that has yet to go back, or has just blown up.
    Explosion,
    /// Somebody has to choose.
    Waiting,
    /// Somebody has won.
    Win,
    /// A private panel on whose owner nothing waits.
    Private,
    /// A click that could not be done.
    Refusal,
    /// Over, or asleep.
    Grey,
}

impl Accent {
    /// The colour as 0xRRGGBB.
    pub fn colour(self) -> u32 {
        match self {
            Self::Gathering => 0x5865f2,
            Self::Calm => 0x3ba55d,
            Self::Alarm => 0xf0a020,
            Self::Explosion => 0xe03131,
            Self::Waiting => 0x9b59b6,
            Self::Win => 0xffd54a,
            Self::Private => 0x4f86c6,
            Self::Refusal => 0xd9730d,
            Self::Grey => 0x747f8d,
        }
    }
}

/// One piece of a screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Discord markdown.
    Text(String),
    /// A thin line.
    Separator,
    /// One row of at most five buttons.
    Buttons(Vec<Button>),
    /// A list to choose from.
    Choice(Select),
}

/// One button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// What a click on it means.
    pub control: Control,
    /// At most 80 characters, without markdown.
    pub label: String,
    /// What stands before the label.
    pub emoji: Option<Emoji>,
    /// How loud it is.
    pub style: Style,
    /// Whether it can be clicked; a greyed one still shows what there is.
    pub enabled: bool,
}

/// How loud a button is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// The likely next step.
    Primary,
    /// One among others.
    Secondary,
    /// A step that helps.
    Success,
    /// A step that hurts somebody or cannot be undone.
    Danger,
}

/// A list to choose one or several values from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Select {
    /// What a choice in it means; the chosen values are read with it.
    pub control: Control,
    /// What stands in it while nothing is chosen, at most 150 characters.
    pub placeholder: String,
    /// 1 to 25 options.
    pub options: Vec<SelectOption>,
    /// The fewest that may be chosen.
    pub min: u8,
    /// The most that may be chosen.
    pub max: u8,
}

/// One option of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectOption {
    /// What comes back when it is chosen, at most 100 characters.
    pub value: String,
    /// At most 100 characters.
    pub label: String,
    /// At most 100 characters below the label.
    pub description: Option<String>,
    /// What stands before the label.
    pub emoji: Option<Emoji>,
    /// Whether it is chosen already.
    pub chosen: bool,
}

impl Screen {
    pub(super) fn new(accent: Accent) -> Self {
        Self {
            accent,
            parts: Vec::new(),
            mention: None,
        }
    }

    pub(super) fn text(mut self, text: impl Into<String>) -> Self {
        self.parts.push(Part::Text(text.into()));
        self
    }

    pub(super) fn line(mut self) -> Self {
        self.parts.push(Part::Separator);
        self
    }

    /// Rows of at most five, as many as it takes.
    pub(super) fn buttons(mut self, buttons: impl IntoIterator<Item = Button>) -> Self {
        let buttons: Vec<_> = buttons.into_iter().collect();
        self.parts
            .extend(buttons.chunks(5).map(|row| Part::Buttons(row.to_vec())));
        self
    }

    pub(super) fn choice(mut self, select: Select) -> Self {
        self.parts.push(Part::Choice(select));
        self
    }
}

impl Button {
    /// A plain button that can be clicked.
    pub(super) fn new(control: Control, label: impl Into<String>) -> Self {
        let label = label.into();
        Self {
            control,
            label,
            emoji: None,
            style: Style::Secondary,
            enabled: true,
        }
    }

    pub(super) fn emoji(mut self, emoji: impl Into<Emoji>) -> Self {
        self.emoji = Some(emoji.into());
        self
    }

    pub(super) fn style(mut self, style: Style) -> Self {
        self.style = style;
        self
    }

    pub(super) fn enabled(mut self, enabled: bool) -> Self {
        self.enabled = enabled;
        self
    }
}

impl SelectOption {
    /// An option without a second line.
    pub(super) fn new(value: impl Into<String>, label: impl Into<String>) -> Self {
        Self {
            value: value.into(),
            label: label.into(),
            description: None,
            emoji: None,
            chosen: false,
        }
    }

    pub(super) fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    pub(super) fn emoji(mut self, emoji: impl Into<Emoji>) -> Self {
        self.emoji = Some(emoji.into());
        self
    }

    pub(super) fn chosen(mut self, chosen: bool) -> Self {
        self.chosen = chosen;
        self
    }
}
