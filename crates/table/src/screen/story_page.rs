//! The parts that the pages of a finished game's story share: what fits, cards in a row, and the menu of steps.

use std::cmp::Reverse;

use rules::{Hand, PlayerView, Title};

use super::element::{Button, Screen, Select, SelectOption};
use super::game_context::GameContext;
use super::history::small_line;
use super::lobby::count;
use super::{Emoji, Icon};
use crate::display_mode::DisplayMode;
use crate::intent::{Intent, Menu};
use crate::story::{Jump, JumpKind, Story, StoryPage, StoryReader};
use crate::text::{CardName, List, Message, PlainName, Verbatim};

/// The most characters of a page's texts, without its controls.
const MOST_TEXT: usize = 3_700;

/// The most characters of a page with its controls, as Discord counts nearly all of them.
const MOST_CHARACTERS: usize = 3_950;

/// The most lines about a step, or about what few had known: a page is no book.
const MOST_LINES: usize = 24;

/// The most options of a menu in Discord.
const MOST_OPTIONS: usize = 25;

/// One state of a story's game, for one reader.
#[derive(Clone, Copy)]
pub(super) struct Page<'v> {
    pub(super) story: &'v Story,
    pub(super) game: &'v PlayerView,
    pub(super) reader: StoryReader<'v>,
}

impl<'v> Page<'v> {
    fn context(&self, display_mode: DisplayMode) -> GameContext<'v> {
        GameContext {
            stamp: self.reader.stamp,
            game: self.game,
            players: self.story.players(),
            deadline: None,
            language: self.reader.language,
            display_mode,
        }
    }

    /// Returns the screen with as many of these lines as have room. Text first has the names of all cards,
    /// unless they would take too much of it.
    pub(super) fn fitting(
        &self,
        lines: impl Fn(&GameContext<'_>) -> Vec<String>,
        screen: impl Fn(&GameContext<'_>, Vec<String>) -> Screen,
    ) -> Screen {
        let in_words = self.context(self.reader.display_mode);
        let is_long = length(&screen(&in_words, Vec::new())) > MOST_TEXT * 3 / 4;
        let context = match is_long {
            true => self.context(DisplayMode::Pictures),
            false => in_words,
        };
        let room = MOST_TEXT.saturating_sub(length(&screen(&context, Vec::new())));
        let lines = fitting(lines(&context), room, |lines| {
            small_line(context.translate(&Message::StoryMore { lines }))
        });
        screen(&context, lines)
    }

    pub(super) fn button(&self, page: StoryPage, label: &Message<'_>) -> Button {
        story_button(self.reader, page, label)
    }

    pub(super) fn intent_button(&self, intent: Intent, label: &Message<'_>) -> Button {
        let control = self.reader.stamp.button(intent);
        Button::new(control, self.reader.language.translate(label))
    }

    /// Adds the menu of these steps, the weightiest and then the latest if not all have room.
    pub(super) fn with_jumps(&self, screen: Screen, jumps: &[Jump], label: &Message<'_>) -> Screen {
        let mut jumps = jumps.to_vec();
        jumps.sort_by_key(|jump| (jump.kind.weight(), Reverse(jump.step)));
        jumps.truncate(MOST_OPTIONS);
        let placeholder = self.reader.language.translate(label);
        let mut used = length(&screen) + placeholder.chars().count() + 8;
        let options = jumps.iter().map(|jump| (jump.step, self.option(*jump)));
        let mut options: Vec<_> = options
            .take_while(|(_, option)| {
                used += option.label.chars().count() + 8;
                used <= MOST_CHARACTERS
            })
            .collect();
        options.sort_by_key(|(step, _)| *step);
        if options.is_empty() {
            return screen;
        }
        let game = self.reader.game;
        let control = self.reader.stamp.menu(Menu::Jump { game, page: 0 });
        let options = options.into_iter().map(|(_, option)| option);
        screen.select(Select::one(control, placeholder, options.collect()))
    }

    fn option(&self, jump: Jump) -> SelectOption {
        let name = |seat| PlainName(self.context(self.reader.display_mode).raw_name(seat));
        let step = u32::from(jump.step);
        let (emoji, message) = match jump.kind {
            JumpKind::Death(seat) => {
                let player = name(seat);
                let message = Message::StoryJumpDeath { step, player };
                (Emoji::Icon(Icon::Explosion), message)
            }
            JumpKind::Left(seat) => {
                let player = name(seat);
                (Icon::Leave.into(), Message::StoryJumpLeft { step, player })
            }
            JumpKind::Rescue(seat) => {
                let player = name(seat);
                let message = Message::StoryJumpRescue { step, player };
                (Title::Defuse.into(), message)
            }
            JumpKind::Nopes => {
                let edition = self.game.rules.edition();
                let title = Title::Nope;
                let nope = CardName { title, edition };
                (title.into(), Message::StoryJumpNopes { step, nope })
            }
            JumpKind::Attack { by, on } => {
                let (attacker, player) = (name(by), name(on));
                let message = Message::StoryJumpAttack {
                    step,
                    attacker,
                    player,
                };
                (Title::Attack.into(), message)
            }
        };
        SelectOption::new(step.to_string(), self.reader.language.translate(&message)).emoji(emoji)
    }
}

/// Returns a button that leads to a page of the story.
pub(super) fn story_button(
    reader: StoryReader<'_>,
    page: StoryPage,
    label: &Message<'_>,
) -> Button {
    let game = reader.game;
    let control = reader.stamp.button(Intent::Story { game, page });
    Button::new(control, reader.language.translate(label))
}

/// Returns about how many characters of a message a screen takes.
fn length(screen: &Screen) -> usize {
    screen.to_string().chars().count()
}

/// Returns the first lines that have room, and one about those that have none.
fn fitting(lines: Vec<String>, room: usize, more: impl Fn(u32) -> String) -> Vec<String> {
    let size = |line: &String| super::expand_to_unicode(line).chars().count() + 1;
    let (total, whole) = (lines.len(), lines.iter().map(size).sum::<usize>());
    let reserved = match whole > room || total > MOST_LINES {
        true => more(u32::MAX).chars().count(),
        false => 0,
    };
    let mut used = reserved;
    let fits = |line: &String| {
        used += size(line);
        used <= room
    };
    let shown = lines.into_iter().take(MOST_LINES).take_while(fits);
    let mut shown: Vec<String> = shown.collect();
    let left = total - shown.len();
    shown.extend((left > 0).then(|| more(count(left))));
    shown
}

/// Returns the cards of a hand: as emoji, or in words for text first.
pub(super) fn hand(context: &GameContext<'_>, hand: &Hand) -> List<Verbatim> {
    cards(
        context,
        hand.titles().map(|title| (title, hand.count(title))),
    )
}

/// Returns cards with the number of each.
pub(super) fn cards(
    context: &GameContext<'_>,
    cards: impl Iterator<Item = (Title, u8)>,
) -> List<Verbatim> {
    if context.display_mode.is_text_first() {
        let names = cards.map(|(title, held)| Verbatim(context.counted_card(title, held)));
        return List(names.collect());
    }
    let emoji = cards.map(|(title, held)| match held {
        0 | 1 => Emoji::Card(title).to_string(),
        held => format!("{}×{held}", Emoji::Card(title)),
    });
    let row: Vec<_> = emoji.collect();
    List(vec![Verbatim(row.join(" "))])
}
