//! The plain data that a screen consists of. `discord::to_discord` converts it into Discord's
//! components; this crate does not depend on them.

use std::sync::Arc;

use crate::control::{Control, ControlAction, Stamp};
use crate::display_mode::DisplayMode;
use crate::ids::Revision;
use crate::intent::{Intent, Meaning};
use crate::text::{Language, Message};
use crate::user_set::UserSet;

use super::Emoji;
use super::chart::Chart;
use super::game_context::join_lines;
use super::picture::Picture;

/// The width of a line of buttons on a phone, and of the frame around a button's label. The unit is half the width of a
/// Latin letter.
const PHONE_LINE: usize = 90;
const BUTTON_FRAME: usize = 18;

/// Discord's limit on alternative text, in characters.
pub(crate) const MAX_ALT: usize = 1024;

/// One message as its reader sees it. Discord shows it as a container.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Screen {
    /// The colour of the container's edge. The text must say everything that the colour indicates.
    pub accent: Accent,
    /// The elements from top to bottom.
    pub elements: Vec<Element>,
    /// Everyone mentioned in the text. A message with this screen pings only the people
    /// in [`MessageUpdate::ping`](crate::effect::MessageUpdate::ping).
    pub mentions: UserSet,
}

/// The situation that the colour of a screen's edge indicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Accent {
    /// A lobby is waiting for players, or the message invites people to play.
    Gathering,
    /// An ordinary turn, or a public post about statistics.
    Calm,
    /// A Nope window is open.
    Alarm,
    /// A player has just died or been rescued, or must put back a kitten.
    Explosion,
    /// A player must make a choice.
    Waiting,
    /// A player has won.
    Win,
    /// A private message, or a panel whose owner has nothing to do.
    Private,
    /// A click was refused, or an action needs confirmation.
    Refusal,
    /// The table is closed, or the message no longer shows a hand.
    Grey,
}

impl Accent {
    /// Returns the colour as 0xRRGGBB.
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

/// One building block of a screen, such as a text or a row of buttons.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Element {
    /// Text in Discord's markdown.
    Text(String),
    /// Text with a large picture beside it.
    Illustrated(Illustrated),
    /// A line of 1 to 30 emoji and nothing else, which Discord draws large. The text around it says
    /// the same in words.
    EmojiRow(Vec<Emoji>),
    /// The picture of a finished game. Omitted if it cannot be drawn or sent.
    Chart {
        /// The data to draw.
        chart: Arc<Chart>,
        /// The alternative text: 1 to 1024 characters.
        alt: String,
    },
    /// The picture of a page. If it cannot be drawn or sent, its alternative text is shown instead.
    Picture {
        /// The data to draw.
        picture: Picture,
        /// The alternative text: 1 to 1024 characters.
        alt: String,
    },
    /// A thin horizontal line.
    Separator,
    /// A row of at most five buttons.
    Buttons(Vec<Button>),
    /// A menu, in a row of its own.
    Select(Select),
}

/// The maximum number of emoji that Discord draws large on one line.
const LONGEST_ROW: usize = 30;

/// Text with a large picture beside it. If the picture is unavailable, the text is shown alone, so it
/// must say everything that the picture shows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Illustrated {
    /// The text in Discord's markdown.
    pub text: String,
    /// The emoji whose picture is shown at full size.
    pub picture: Emoji,
    /// The picture's alternative text: 1 to 1024 characters.
    pub alt: String,
}

/// A button on a screen.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Button {
    /// The control that Discord sends back when the button is clicked.
    pub control: Control,
    /// The label: at most 80 characters, without markdown.
    pub label: String,
    /// The emoji in front of the label.
    pub emoji: Option<Emoji>,
    /// The style, which Discord shows as a colour.
    pub style: ButtonStyle,
    /// False for a button that is greyed out but still shows that the action exists.
    pub enabled: bool,
}

/// The style of a button, named as in Discord's API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ButtonStyle {
    /// For the most likely next action.
    Primary,
    /// For one of several equally likely actions.
    Secondary,
    /// For an action that moves the game forward.
    Success,
    /// For an action that harms another player or cannot be undone.
    Danger,
}

/// A menu from which one or more options can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Select {
    /// The control that Discord sends back along with the chosen values.
    pub control: Control,
    /// The text shown while nothing is chosen: at most 150 characters.
    pub placeholder: String,
    /// The options: 1 to 25.
    pub options: Vec<SelectOption>,
    /// The minimum number of options that must be chosen.
    pub min: u8,
    /// The maximum number of options that can be chosen.
    pub max: u8,
}

/// One option of a [`Select`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SelectOption {
    /// The value that Discord sends back if the option is chosen: at most 100 characters.
    pub value: String,
    /// The label: at most 100 characters.
    pub label: String,
    /// A second line below the label: at most 100 characters.
    pub description: Option<String>,
    /// The emoji in front of the label.
    pub emoji: Option<Emoji>,
    /// True if the option is preselected when the screen appears.
    pub chosen: bool,
}

impl Screen {
    /// Returns the screen's chart, if it has one.
    pub fn chart(&self) -> Option<&Arc<Chart>> {
        self.elements.iter().find_map(|element| {
            let Element::Chart { chart, .. } = element else {
                return None;
            };
            Some(chart)
        })
    }

    /// Returns the screen's page picture, if it has one.
    pub fn picture(&self) -> Option<&Picture> {
        self.elements.iter().find_map(|element| {
            let Element::Picture { picture, .. } = element else {
                return None;
            };
            Some(picture)
        })
    }

    pub(crate) fn new(accent: Accent) -> Self {
        Self {
            accent,
            elements: Vec::new(),
            mentions: UserSet::EMPTY,
        }
    }

    /// Returns this screen in a display mode. Text-first mode has no lines of emoji, no emoji in front of labels, and
    /// no pictures other than a chart.
    #[must_use]
    pub fn displayed_as(mut self, display_mode: DisplayMode) -> Self {
        if display_mode.is_text_first() {
            let elements = self.elements.into_iter();
            self.elements = elements.filter_map(Element::without_pictures).collect();
        }
        self
    }

    /// Returns this screen with revision 0 in every button that is disabled or behaves the same at every revision.
    pub(crate) fn without_idle_revisions(&self) -> Self {
        let mut screen = self.clone();
        for element in &mut screen.elements {
            if let Element::Buttons(buttons) = element {
                for button in buttons.iter_mut().filter(|button| button.is_idle()) {
                    button.control.stamp.revision = Revision(0);
                }
            }
        }
        screen
    }

    pub(crate) fn without_controls(mut self) -> Self {
        let is_control =
            |element: &Element| matches!(element, Element::Buttons(_) | Element::Select(_));
        self.elements.retain(|element| !is_control(element));
        self
    }

    pub(crate) fn text(mut self, text: impl Into<String>) -> Self {
        self.elements.push(Element::Text(text.into()));
        self
    }

    /// Adds these lines as one text, unless all of them are `None`.
    pub(crate) fn lines(self, lines: impl IntoIterator<Item = Option<String>>) -> Self {
        let text = join_lines(lines);
        if text.is_empty() {
            self
        } else {
            self.text(text)
        }
    }

    pub(crate) fn illustrated(
        mut self,
        text: impl Into<String>,
        picture: impl Into<Emoji>,
        alt: impl Into<String>,
    ) -> Self {
        self.elements.push(Element::Illustrated(Illustrated {
            text: text.into(),
            picture: picture.into(),
            alt: alt.into(),
        }));
        self
    }

    /// Adds a row of emoji, unless `row` is empty. Drops any emoji beyond Discord's limit.
    pub(crate) fn emoji_row(mut self, row: impl IntoIterator<Item = Emoji>) -> Self {
        let row: Vec<_> = row.into_iter().take(LONGEST_ROW).collect();
        self.elements
            .extend((!row.is_empty()).then_some(Element::EmojiRow(row)));
        self
    }

    pub(crate) fn element(mut self, element: Option<Element>) -> Self {
        self.elements.extend(element);
        self
    }

    pub(crate) fn separator(mut self) -> Self {
        self.elements.push(Element::Separator);
        self
    }

    pub(crate) fn buttons(self, buttons: impl IntoIterator<Item = Button>) -> Self {
        self.button_rows(buttons, 5)
    }

    /// Adds buttons in rows of at most four, which a phone shows as two pairs.
    pub(crate) fn paired_buttons(self, buttons: impl IntoIterator<Item = Button>) -> Self {
        self.button_rows(buttons, 4)
    }

    /// Adds buttons in rows of at most five, each of which consists of whole phone lines (see [`phone_lines`]).
    pub(crate) fn packed_buttons(mut self, buttons: impl IntoIterator<Item = Button>) -> Self {
        let mut rows: Vec<Vec<Button>> = Vec::new();
        for line in phone_lines(buttons) {
            match rows.last_mut() {
                Some(row) if row.len() + line.len() <= 5 => row.extend(line),
                Some(_) | None => rows.push(line),
            }
        }
        self.elements.extend(rows.into_iter().map(Element::Buttons));
        self
    }

    fn button_rows(mut self, buttons: impl IntoIterator<Item = Button>, longest: usize) -> Self {
        let buttons: Vec<_> = buttons.into_iter().collect();
        let rows = buttons.chunks(longest);
        self.elements
            .extend(rows.map(|row| Element::Buttons(row.to_vec())));
        self
    }

    pub(crate) fn select(mut self, select: Select) -> Self {
        self.elements.push(Element::Select(select));
        self
    }
}

/// Arranges the buttons in lines that roughly fit on a phone. Adds each button to the first line
/// with room for it.
fn phone_lines(buttons: impl IntoIterator<Item = Button>) -> Vec<Vec<Button>> {
    let letter_width = |letter| match letter {
        // The directional isolates around a right-to-left name are invisible.
        '\u{2068}' | '\u{2069}' => 0,
        letter if letter < '\u{1100}' => 2,
        _ => 5,
    };
    let width = |button: &Button| {
        let label: usize = button.label.chars().map(letter_width).sum();
        label + BUTTON_FRAME
    };
    let mut lines: Vec<Vec<Button>> = Vec::new();
    for button in buttons {
        let has_room = |line: &&mut Vec<Button>| {
            let filled: usize = line.iter().map(width).sum();
            filled + width(&button) <= PHONE_LINE
        };
        match lines.iter_mut().find(has_room) {
            Some(line) => line.push(button),
            None => lines.push(vec![button]),
        }
    }
    lines
}

impl Element {
    /// Returns a row of emoji as screen text, separated by spaces.
    pub fn row_text(row: &[Emoji]) -> String {
        let row: Vec<_> = row.iter().map(ToString::to_string).collect();
        row.join(" ")
    }

    /// Returns the element for text-first mode, or `None` if other elements on the screen say the
    /// same in words.
    fn without_pictures(self) -> Option<Self> {
        Some(match self {
            Self::EmojiRow(_) => return None,
            Self::Illustrated(illustrated) => Self::Text(illustrated.text),
            Self::Buttons(mut buttons) => {
                buttons.iter_mut().for_each(|button| button.emoji = None);
                Self::Buttons(buttons)
            }
            Self::Select(mut select) => {
                let options = select.options.iter_mut();
                options.for_each(|option| option.emoji = None);
                Self::Select(select)
            }
            Self::Picture { alt, .. } => Self::Text(alt),
            Self::Text(_) | Self::Separator | Self::Chart { .. } => self,
        })
    }
}

impl Button {
    /// Creates an enabled secondary button without an emoji.
    pub(crate) fn new(control: Control, label: impl Into<String>) -> Self {
        let label = label.into();
        Self {
            control,
            label,
            emoji: None,
            style: ButtonStyle::Secondary,
            enabled: true,
        }
    }

    pub(crate) fn labelled(
        stamp: Stamp,
        intent: impl Into<Meaning>,
        label: &Message<'_>,
        language: &Language,
    ) -> Self {
        Self::new(stamp.button(intent), language.translate(label))
    }

    /// Returns true if the button is disabled or behaves the same at every revision.
    fn is_idle(&self) -> bool {
        let is_timeless = matches!(
            self.control.action,
            ControlAction::Button(
                Intent::Rules(_) | Intent::Join | Intent::Show(_) | Intent::AutoPass(_)
            )
        );
        !self.enabled || is_timeless
    }

    pub(crate) fn emoji(mut self, emoji: impl Into<Emoji>) -> Self {
        self.emoji = Some(emoji.into());
        self
    }

    pub(crate) fn style(mut self, style: ButtonStyle) -> Self {
        self.style = style;
        self
    }

    pub(crate) fn enabled(mut self, enabled: bool) -> Self {
        self.enabled = enabled;
        self
    }
}

impl Select {
    /// Returns a setting's menu. The chosen option, or else the first, is also the placeholder, for screen readers.
    pub(crate) fn setting(control: Control, options: Vec<SelectOption>) -> Self {
        let mut chosen = options.iter().filter(|option| option.chosen);
        let shown = chosen.next().or(options.first());
        let placeholder = shown.map_or_else(String::new, |option| option.label.clone());
        Self::one(control, placeholder, options)
    }

    pub(crate) fn one(control: Control, placeholder: String, options: Vec<SelectOption>) -> Self {
        Self {
            control,
            placeholder,
            options,
            min: 1,
            max: 1,
        }
    }
}

impl SelectOption {
    /// Creates an option that is not preselected and has no second line.
    pub(crate) fn new(value: impl Into<String>, label: impl Into<String>) -> Self {
        Self {
            value: value.into(),
            label: label.into(),
            description: None,
            emoji: None,
            chosen: false,
        }
    }

    pub(crate) fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    pub(crate) fn emoji(mut self, emoji: impl Into<Emoji>) -> Self {
        self.emoji = Some(emoji.into());
        self
    }

    pub(crate) fn chosen(mut self, chosen: bool) -> Self {
        self.chosen = chosen;
        self
    }
}
