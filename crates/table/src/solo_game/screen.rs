//! The private screens of a solo game: the hand with the events since the person's last move, and the person's death.

use rules::{SeatView, SeenEvent};

use crate::pages::PageIntent;
use crate::screen::game_context::GameContext;
use crate::screen::newest_events::EventFeed;
use crate::screen::{
    Accent, BeatView, Button, ButtonStyle, Emoji, Icon, PanelView, Screen, newest_events,
    own_death, panel, table,
};
use crate::text::{BoldName, Language, List, Message, ShownName, Verbatim};

/// Returns the screen of a running game: its title, the events since the person's last move, the players, the pile and
/// any advice, followed by the hand or the question to answer.
pub(crate) fn solo_game(
    view: &PanelView,
    (title, advice): (&Message<'_>, Option<&Message<'_>>),
    recent_events: &[SeenEvent],
    language: &Language,
) -> Screen {
    let context = GameContext::of_panel(view, language);
    let feed = EventFeed {
        events: recent_events,
        remarks: &[],
        not_covered: match context.game.phase.window() {
            Some(window) => table::events_before_stake(window, recent_events),
            None => recent_events.len(),
        },
        height: match context.game.phase.window() {
            Some(_) => table::WINDOW_FEED_HEIGHT,
            None => table::FEED_HEIGHT,
        },
    };
    let title = context.translate(title);
    let heading =
        Screen::new(Accent::Private).text(format!("-# {} {title}", Emoji::Icon(Icon::Paw)));
    let top = newest_events::add_event_feed(heading, &context, feed)
        .lines([Some(seats(&context)), Some(table::pile_line(&context))])
        .lines([advice.map(|advice| context.line(Icon::Info, advice))])
        .separator();
    let mut screen = panel(view, language);
    let below = std::mem::replace(&mut screen.elements, top.elements);
    screen.elements.extend(below);
    screen
}

pub(crate) fn solo_death(
    view: &BeatView<'_>,
    risk: u32,
    on: PageIntent,
    language: &Language,
) -> Screen {
    let button = Button::labelled(view.stamp, on, &Message::ButtonDailyResult, language);
    own_death(view, risk, language)
        .buttons([button.style(ButtonStyle::Primary)])
        .displayed_as(view.display_mode)
}

fn seats(context: &GameContext<'_>) -> String {
    let seats = List(
        context
            .game
            .seats
            .iter()
            .map(|seat| seat_mark(context, seat))
            .collect(),
    );
    context.translate(&Message::DailySeats { seats })
}

fn seat_mark(context: &GameContext<'_>, shown: &SeatView) -> Verbatim {
    let on_turn = context.game.turn.map(|turn| turn.seat);
    let shown_name = context.raw_name(shown.seat);
    let (mark, name) = match shown.died {
        Some(_) => (Icon::Dead.into(), shown_name),
        None if on_turn == Some(shown.seat) => (Icon::Turn.into(), shown_name),
        None => (
            Emoji::Seat(shown.seat),
            ShownName::unmarked(shown_name.name),
        ),
    };
    let seat = context.translate(&Message::DailySeat {
        player: BoldName(name),
        cards: shown.cards.into(),
    });
    Verbatim(format!("{mark} {seat}"))
}
