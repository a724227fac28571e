//! One step of a finished game's replay: the move in words, the table at that point, and all hands face up. Must not
//! give away later events, so it shows neither the order of the draw pile nor jumps to later steps.

use rules::{ChoiceAnswer, Event, Phase, Seat, SeenEvent};

use super::layout::{Page, hand};
use crate::pages::PageIntent;
use crate::pages::story::{Sharer, Story, StoryPage, StoryReader, Walk};
use crate::screen::game_context::{GameContext, join_lines};
use crate::screen::newest_events::{event_line, event_picture, small_line};
use crate::screen::{Emoji, Icon, Screen, nope_window, seat_lines, table, turn_reason};
use crate::text::{List, Message, Name, ShownName, Verbatim};

/// Returns the screen of a step, or of the last step if `step` is past the end.
pub(crate) fn story_step(story: &Story, step: u16, reader: StoryReader<'_>) -> Screen {
    let page = Page::new(story, step, reader);
    let (game, step, last) = (reader.game, page.walk.step, story.last_step());
    let [back, forward] = [step.saturating_sub(1), last.min(step.saturating_add(1))];
    let button = |to, label: Message<'_>| reader.story_button(to, &label);
    let moment = reader.may_show_moments.then(|| {
        reader.button(
            PageIntent::ShowMoment { game, step },
            &Message::ButtonMoment,
        )
    });
    let screen = step_screen(&page, &Message::StoryStep { step: step.into() })
        .paired_buttons([
            button(StoryPage::First, Message::ButtonFirst).enabled(step > 0),
            button(StoryPage::Step(back), Message::ButtonBack).enabled(step > 0),
            button(StoryPage::Step(forward), Message::ButtonForward).enabled(step < last),
            button(StoryPage::Last, Message::ButtonLast).enabled(step < last),
        ])
        .buttons(
            moment
                .into_iter()
                .chain([button(StoryPage::Cards, Message::ButtonCards)]),
        );
    page.with_jumps(screen, &Message::StoryJumpEarlier)
        .displayed_as(reader.display_mode)
}

/// Returns a step as a public post by this person, with a button that opens the step.
pub(crate) fn story_moment(
    story: &Story,
    step: u16,
    reader: StoryReader<'_>,
    by: Sharer<'_>,
) -> Screen {
    let page = Page::new(story, step, reader);
    let step = page.walk.step;
    let moment = page.fitting(
        |context| move_lines(context, &page),
        |context, lines| moment_screen(context, &page, (&lines, by)),
    );
    let button = reader.story_button(StoryPage::Step(step), &Message::ButtonStory);
    moment
        .buttons([button.emoji(Icon::Story)])
        .displayed_as(reader.display_mode)
}

/// Returns a shared step: its events next to a picture, the name of the person who shares it, and the table.
fn moment_screen(
    context: &GameContext<'_>,
    page: &Page<'_>,
    (lines, by): (&[String], Sharer<'_>),
) -> Screen {
    let walk = &page.walk;
    let exploded = walk.events.iter().find_map(|event| {
        if let Event::Exploded { seat, .. } = event {
            Some(*seat)
        } else {
            None
        }
    });
    let (picture, heading, rest) = match exploded {
        Some(seat) => {
            let (player, percent) = (context.name(seat), walk.risk);
            let told = context.translate(&Message::StoryMomentDeath { player, percent });
            (Icon::Explosion.into(), told, lines)
        }
        None => {
            let first = walk.seen.len() - walk.events.len();
            let mut pictures = (first..walk.seen.len())
                .filter_map(|index| event_picture(context, &walk.seen, index));
            let told = lines.first().cloned().unwrap_or_default();
            (
                pictures.next().unwrap_or(Icon::Story.into()),
                told,
                lines.get(1..).unwrap_or_default(),
            )
        }
    };
    let text = join_lines(
        [Some(format!("### {heading}"))]
            .into_iter()
            .chain(rest.iter().cloned().map(Some))
            .chain([Some(shared_line(context, walk.step, by))]),
    );
    let alt = context.translate(&Message::StoryStep {
        step: walk.step.into(),
    });
    state_of(
        context,
        page,
        Screen::new(table::accent(&context.game.phase, &walk.seen)).illustrated(text, picture, alt),
    )
}

fn step_screen(page: &Page<'_>, heading: &Message<'_>) -> Screen {
    page.fitting(
        |context| move_lines(context, page),
        |context, lines| {
            let title = format!("### {}", context.translate(heading));
            let told = Screen::new(table::accent(&context.game.phase, &page.walk.seen))
                .lines([title].into_iter().chain(lines).map(Some));
            state_of(context, page, told)
        },
    )
}

fn shared_line(context: &GameContext<'_>, step: u16, by: Sharer<'_>) -> String {
    let player = match by {
        Sharer::Player(seat) => context.name(seat),
        Sharer::Watcher(name) => Name(ShownName::unmarked(name)),
    };
    let step = step.into();
    small_line(context.translate(&Message::StoryMoment { step, player }))
}

/// Adds the table after the step, with all hands.
fn state_of(context: &GameContext<'_>, page: &Page<'_>, screen: Screen) -> Screen {
    let window = context.game.phase.window();
    let verdict = window.map(|window| nope_window::verdict(context, window));
    screen
        .separator()
        .lines([Some(state_line(context)), verdict])
        .text(seat_lines(context, &page.walk))
        .separator()
        .text(table::pile_lines(context))
}

/// Returns the events of the step in the words used at the table, with the details that were hidden at the time. If
/// none has a line, falls back to a line about the deal or the reason for the turn, if one of them applies.
fn move_lines(context: &GameContext<'_>, page: &Page<'_>) -> Vec<(u16, String)> {
    let lines = told_moves(context, page).into_iter();
    lines.map(|line| (page.walk.step, line)).collect()
}

fn told_moves(context: &GameContext<'_>, page: &Page<'_>) -> Vec<String> {
    let (walk, seen) = (&page.walk, &page.walk.seen);
    let events = (seen.len() - walk.events.len()..).zip(walk.events);
    let lines: Vec<_> = events
        .filter_map(|(index, event)| shown_line(context, seen, index, event))
        .collect();
    if !lines.is_empty() {
        return lines;
    }
    let message = match (walk.events, &context.game.phase) {
        ([], _) => Some((Icon::Hand, Message::StoryNothing)),
        (_, Phase::Turn) => {
            turn_reason::message(context, walk.turn_reason()).map(|message| (Icon::Turn, message))
        }
        (_, Phase::Window(_) | Phase::Choice(_) | Phase::Won { .. }) => None,
    };
    let line = message.map(|(icon, message)| context.line(icon, &message));
    line.into_iter().collect()
}

/// Returns the line about the event at this index, with the details that were hidden at the time.
pub(super) fn shown_line(
    context: &GameContext<'_>,
    seen: &[SeenEvent],
    index: usize,
    event: &Event,
) -> Option<String> {
    let line = event_line(context, seen, index)?;
    Some(match hidden_part(context, event) {
        Some(shown) => context.translate(&Message::StoryShown {
            line: Verbatim(line),
            shown,
        }),
        None => line,
    })
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the lines of all other events leave nothing out"
)]
fn hidden_part(context: &GameContext<'_>, event: &Event) -> Option<List<Verbatim>> {
    let card = |title| format!("{} {}", Emoji::Card(title), context.card_label(title));
    let parts = match event {
        Event::Saw { titles, .. } => titles.iter().map(|seen| card(seen.title())).collect(),
        Event::Drew { title, .. }
        | Event::Lifted { title, .. }
        | Event::DrewFor { title, .. }
        | Event::StashRobbed { title, .. }
        | Event::Stolen { title, .. }
        | Event::Chosen {
            answer: ChoiceAnswer::Give(title) | ChoiceAnswer::Put(title),
            ..
        } => vec![card(*title)],
        Event::Chosen {
            answer: ChoiceAnswer::Place(place),
            ..
        } => vec![context.translate(&Message::PlaceAbove {
            cards: (*place).into(),
        })],
        _ => return None,
    };
    Some(List(parts.into_iter().map(Verbatim).collect()))
}

/// Returns the line that says what the game is waiting for, or who has won.
fn state_line(context: &GameContext<'_>) -> String {
    match context.game.phase {
        Phase::Turn => {
            let player = context.turn_name();
            context.line(Icon::Turn, &Message::StoryTurn { player })
        }
        Phase::Window(_) | Phase::Choice(_) | Phase::Won { .. } => table::heading(context),
    }
}

fn seat_lines(context: &GameContext<'_>, walk: &Walk<'_>) -> String {
    let seats = walk.game.rules().seats();
    let lines = seats.iter().flat_map(|seat| {
        let held = if walk.game.living().contains(seat) {
            walk.game.hand(seat)
        } else {
            walk.game.face_down(seat)
        };
        let hand_line = (!held.is_empty()).then(|| {
            let cards = hand(context, held);
            context.translate(&Message::StoryOpenHand { cards })
        });
        [Some(seat_line(context, walk, seat)), hand_line]
    });
    join_lines(lines)
}

fn seat_line(context: &GameContext<'_>, walk: &Walk<'_>, seat: Seat) -> String {
    let mark = Emoji::Seat(seat);
    let player = context.name_beside_mark(seat);
    let mut deaths = walk.game.deaths().iter();
    if let Some(order) = deaths.position(|death| death.seat == seat) {
        let place = seat_lines::rank(context, order);
        let line = context.line(Icon::Dead, &Message::SeatOut { player, place });
        return small_line(format!("{mark} {line}"));
    }
    let percent = walk.chances[seat.index()].percent();
    let mut line = context.translate(&Message::StorySeat { player, percent });
    let turns = turn_reason::turns_owed(context);
    let is_on_turn = context.game.turn.is_some_and(|turn| turn.seat == seat);
    if is_on_turn && turns > 1 {
        let seat = Verbatim(line);
        line = context.translate(&Message::SeatOwing { turns, seat });
    }
    let player = context.player(seat);
    let is_computer = player.is_some_and(|player| player.user().is_none());
    let icon = is_computer.then(|| format!("{} ", Emoji::Icon(Icon::Computer)));
    format!("{mark} {}{line}", icon.unwrap_or_default())
}
