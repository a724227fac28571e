//! Parts shared by the pages about a finished game, such as size limits, rows of cards, and the menu of steps.

use std::cmp::Reverse;

use rules::{Hand, PlayerView, Title};

use crate::display_mode::DisplayMode;
use crate::pages::story::{Jump, JumpKind, Story, StoryPage, StoryReader, Walk};
use crate::pages::{PageIntent, PageMenu};
use crate::screen::game_context::GameContext;
use crate::screen::lobby::count;
use crate::screen::newest_events::small_line;
use crate::screen::{Button, Emoji, Icon, Screen, Select, SelectOption, expand_to_unicode};
use crate::text::{List, Message, PlainName, Verbatim};

/// The maximum number of characters on a page, without its controls.
const MAX_TEXT: usize = 3_700;

/// The maximum number of characters on a page including its controls: Discord counts nearly all of their text.
const MAX_CHARACTERS: usize = 3_850;

/// The maximum number of lines about a step or about important moments, so that a page stays readable.
const MAX_LINES: usize = 24;

/// Discord's limit on the options of a menu.
const MAX_OPTIONS: usize = 25;

/// The state of a story after one of its steps, as shown to one reader.
pub(super) struct Page<'v> {
    pub(super) story: &'v Story,
    pub(super) walk: Walk<'v>,
    reader: StoryReader<'v>,
    game: PlayerView,
}

impl<'v> Page<'v> {
    pub(super) fn new(story: &'v Story, step: u16, reader: StoryReader<'v>) -> Self {
        let walk = story.at(step);
        Self {
            game: walk.game.view(None),
            story,
            walk,
            reader,
        }
    }

    fn context(&self, display_mode: DisplayMode) -> GameContext<'_> {
        GameContext {
            stamp: self.reader.stamp,
            game: &self.game,
            players: &self.story.players,
            deadline: None,
            language: self.reader.language,
            display_mode,
        }
    }

    /// Returns the screen with as many of `lines` as fit, sorted by their steps. `lines` returns the most important
    /// ones first. In text-first mode, cards are named in words, unless the page without these lines would already take
    /// up more than three quarters of [`MAX_TEXT`].
    pub(super) fn fitting(
        &self,
        lines: impl Fn(&GameContext<'_>) -> Vec<(u16, String)>,
        screen: impl Fn(&GameContext<'_>, Vec<String>) -> Screen,
    ) -> Screen {
        let in_words = self.context(self.reader.display_mode);
        let is_long = length(&screen(&in_words, Vec::new())) > MAX_TEXT * 3 / 4;
        let context = if is_long {
            self.context(DisplayMode::Pictures)
        } else {
            in_words
        };
        let more = |lines| small_line(context.translate(&Message::StoryMore { lines }));
        let mut used = length(&screen(&context, vec![more(u32::MAX)]));
        let mut lines = lines(&context);
        let fits = |(_, line): &&(u16, String)| {
            used += expand_to_unicode(line).chars().count() + 1;
            used <= MAX_TEXT
        };
        let shown = lines.iter().take(MAX_LINES).take_while(fits).count();
        let left = lines.split_off(shown).len();
        lines.sort_by_key(|(step, _)| *step);
        let lines = lines.into_iter().map(|(_, line)| line);
        let left = (left > 0).then(|| more(count(left)));
        screen(&context, lines.chain(left).collect())
    }

    /// Adds a menu of the steps worth jumping to. If not all of them fit, prefers the most important, then the latest.
    pub(super) fn with_jumps(&self, screen: Screen, label: &Message<'_>) -> Screen {
        let placeholder = self.reader.language.translate(label);
        let mut used = length(&screen) + placeholder.chars().count() + 8;
        let jumps = self.jumps().into_iter().take(MAX_OPTIONS);
        let options = jumps.map(|jump| (jump.step, self.option(jump)));
        let fits = |(_, option): &(u16, SelectOption)| {
            used += option.label.chars().count() + 8;
            used <= MAX_CHARACTERS
        };
        let mut options: Vec<_> = options.take_while(fits).collect();
        if options.is_empty() {
            return screen;
        }
        options.sort_by_key(|(step, _)| *step);
        let game = self.reader.game;
        let control = self
            .reader
            .stamp
            .page_menu(PageMenu::Jump { game, page: 0 });
        let options = options.into_iter().map(|(_, option)| option).collect();
        screen.select(Select::one(control, placeholder, options))
    }

    /// Returns the steps so far that are worth jumping to, the most important first, then the latest.
    pub(super) fn jumps(&self) -> Vec<Jump> {
        let mut jumps = self.walk.jumps.clone();
        jumps.sort_by_key(|jump| (jump.kind, Reverse(jump.step)));
        jumps
    }

    fn option(&self, jump: Jump) -> SelectOption {
        let context = self.context(self.reader.display_mode);
        let name = |seat| PlainName(context.raw_name(seat));
        let (step, player, attacker) = (u32::from(jump.step), name(jump.on), name(jump.by));
        let nope = context.card_name(Title::Nope);
        let (emoji, message): (Emoji, _) = match jump.kind {
            JumpKind::Death => (
                Title::ExplodingKitten.into(),
                Message::StoryJumpDeath { step, player },
            ),
            JumpKind::Rescue => (
                Title::Defuse.into(),
                Message::StoryJumpRescue { step, player },
            ),
            JumpKind::Nopes => (Title::Nope.into(), Message::StoryJumpNopes { step, nope }),
            JumpKind::Attack => (
                Title::Attack.into(),
                Message::StoryJumpAttack {
                    step,
                    attacker,
                    player,
                },
            ),
            JumpKind::Hid(_) => (Icon::Blind.into(), Message::StoryJumpHid { step, player }),
            JumpKind::Sheltered => (
                Title::StreakingKitten.into(),
                Message::StoryJumpSheltered { step, player },
            ),
            JumpKind::Gave => (
                Title::Favor.into(),
                Message::StoryJumpGave {
                    step,
                    giver: attacker,
                    player,
                },
            ),
            JumpKind::Looked => (
                Title::SeeTheFuture.into(),
                Message::StoryJumpLooked { step, player },
            ),
            JumpKind::Stole => (
                Icon::Pair.into(),
                Message::StoryJumpStole {
                    step,
                    thief: attacker,
                    player,
                },
            ),
        };
        SelectOption::new(step.to_string(), context.translate(&message)).emoji(emoji)
    }
}

impl StoryReader<'_> {
    pub(in crate::pages) fn button(self, intent: PageIntent, label: &Message<'_>) -> Button {
        Button::labelled(self.stamp, intent, label, self.language)
    }

    pub(in crate::pages) fn story_button(self, page: StoryPage, label: &Message<'_>) -> Button {
        let game = self.game;
        self.button(PageIntent::Story { game, page }, label)
    }
}

/// Returns the approximate number of characters that a screen takes up in a message.
fn length(screen: &Screen) -> usize {
    screen.to_string().chars().count()
}

/// Returns the cards of a hand as emoji, or in words in text-first mode.
pub(super) fn hand(context: &GameContext<'_>, hand: &Hand) -> List<Verbatim> {
    let held = hand.titles().map(|title| (title, hand.count(title)));
    cards(context, held)
}

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
