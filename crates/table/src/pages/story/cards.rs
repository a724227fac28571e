//! The page that shows the cards of a finished game face up (the last hands and the rest of the draw pile), and lists
//! its important moments in order, such as deaths, rescues and hidden kittens.

use rules::Seat;

use super::layout::{Page, cards, hand};
use super::step::shown_line;
use crate::hidden_kittens::{HiddenKitten, KittenFate};
use crate::pages::story::{Jump, JumpKind, Story, StoryPage, StoryReader, Walk};
use crate::screen::game_context::{GameContext, join_lines};
use crate::screen::{Accent, ButtonStyle, Emoji, Icon, Screen};
use crate::text::{Message, Verbatim};

pub(crate) fn story_cards(story: &Story, reader: StoryReader<'_>) -> Screen {
    let page = Page::new(story, story.last_step(), reader);
    let button = |to, label: Message<'_>| reader.story_button(to, &label);
    let screen = page
        .fitting(
            |context| told_lines(context, &page),
            |context, lines| opened(context, &page, lines),
        )
        .buttons([
            button(StoryPage::First, Message::ButtonReplay).style(ButtonStyle::Primary),
            button(StoryPage::Fair, Message::ButtonFair),
        ]);
    page.with_jumps(screen, &Message::StoryJump)
        .displayed_as(reader.display_mode)
}

fn opened(context: &GameContext<'_>, page: &Page<'_>, secrets: Vec<String>) -> Screen {
    let end = &page.walk;
    let nobody_won = || context.translate(&Message::StoryNobodyWon);
    let is_stopped = end.game.winner().is_none();
    let dead = end.game.deaths().iter().rev().map(|death| death.seat);
    let seats = end.game.living().iter().chain(dead);
    let hands = seats.map(|seat| Some(hand_line(context, end, seat)));
    let top_first = end.game.draw_pile().from_top();
    let pile = if end.game.draw_pile().is_empty() {
        Message::PileEmpty
    } else {
        let cards = cards(context, top_first.map(|card| (card.title(), 1)));
        Message::StoryPile { cards }
    };
    let screen = Screen::new(Accent::Private)
        .lines([
            Some(context.heading(Icon::Hand, &Message::StoryCards)),
            is_stopped.then(nobody_won),
        ])
        .text(join_lines(hands))
        .separator()
        .text(context.line(Icon::Pile, &pile));
    if secrets.is_empty() {
        screen
    } else {
        screen.separator().lines(secrets.into_iter().map(Some))
    }
}

/// Returns the line with a player's last hand: the cards they still hold, or held when they died or left.
fn hand_line(context: &GameContext<'_>, end: &Walk<'_>, seat: Seat) -> String {
    let is_alive = end.game.living().contains(seat);
    let held = if is_alive {
        end.game.hand(seat)
    } else {
        &end.last_hands[seat.index()]
    };
    let player = context.name_beside_mark(seat);
    let message = if held.is_empty() {
        Message::StoryHandEmpty { player }
    } else {
        Message::StoryHand {
            player,
            cards: hand(context, held),
        }
    };
    let icon = if is_alive {
        end.game.winner().map(|winner| context.win(winner).0)
    } else {
        Some(Icon::Dead)
    };
    let mark = icon.map_or_else(String::new, |icon| format!("{} ", Emoji::Icon(icon)));
    let line = context.translate(&message);
    format!("{mark}{} {line}", Emoji::Seat(seat))
}

/// Returns the lines about important moments and secrets, each with its step; the most important first.
fn told_lines(context: &GameContext<'_>, page: &Page<'_>) -> Vec<(u16, String)> {
    let told = |jump: Jump| {
        let line = if let JumpKind::Hid(index) = jump.kind {
            kitten_line(context, *page.walk.hidden.all().get(index)?)
        } else {
            let event = page.story.events.get(jump.event)?;
            shown_line(context, &page.walk.seen, jump.event, event)?
        };
        let (step, line) = (jump.step.into(), Verbatim(line));
        Some((
            jump.step,
            context.translate(&Message::StoryTold { step, line }),
        ))
    };
    page.jumps().into_iter().filter_map(told).collect()
}

/// Returns the line that says who hid a kitten, where, and what became of it.
fn kitten_line(context: &GameContext<'_>, kitten: HiddenKitten) -> String {
    let name = |seat| context.name(seat);
    let hid = Message::StoryHid {
        cards: kitten.above.into(),
        player: name(kitten.by),
        kitten: context.card_name(kitten.title),
    };
    let fate = match kitten.fate {
        KittenFate::InPile => Some(Message::StoryHidLeft),
        KittenFate::Mixed => Some(Message::StoryHidMixed),
        KittenFate::Defused(seat) => Some(Message::StoryHidDefused { player: name(seat) }),
        KittenFate::Killed(seat) => Some(Message::StoryHidKilled { player: name(seat) }),
        KittenFate::Gone => Some(Message::StoryHidGone),
        KittenFate::Drawn => None,
    };
    let ending = fate.map_or_else(String::new, |fate| format!(" {}", context.translate(&fate)));
    let hid = context.line(kitten.title, &hid);
    format!("{hid}{ending}")
}
