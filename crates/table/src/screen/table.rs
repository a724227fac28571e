//! The public table while a game is running. Built only from a spectator's view, so that neither
//! its text nor its disabled buttons can reveal hidden cards.

use rules::{
    AnswerKind, Choice, ChoiceKind, Direction, Face, Hazard, NopeWindow, Phase, SeatSet, SeenEvent,
    Title,
};

use super::beat::BeatView;
use super::element::{Accent, Button, ButtonStyle, Screen};
use super::game_context::{GameContext, join_lines};
use super::lobby::count;
use super::newest_events::{EventFeed, ROW_HEIGHT, rows_of, small_line};
use super::view::{Player, TableView, TurnReason, VoteTally};
use super::{
    Emoji, Icon, beat, illustration, newest_events, nope_window, rare_events, seat_lines,
    turn_reason,
};
use crate::ids::UserId;
use crate::intent::Intent;
use crate::text::{BoldName, Called, Countdown, Language, Message, Name};
use crate::user_set::UserSet;
use crate::watch_speed::WatchSpeed;

/// The number of discards that are named, if their names fit in one row on a phone.
const DISCARDS_SHOWN: usize = 2;

/// The height in pixels on a phone that the events share with the text about the turn or choice, the discard pile and
/// extra rows about seats.
pub(crate) const FEED_HEIGHT: usize = 94;

/// The height in pixels of the events during a Nope window, whose own lines describe the pending play.
pub(crate) const WINDOW_FEED_HEIGHT: usize = 2 * ROW_HEIGHT;

/// The number of rows about cards in front of players that may be added without making the event
/// feed smaller.
const MAX_LAID_ROWS: usize = 2;

const VOTE_LINES: usize = 3;

pub(crate) fn table(view: &TableView, language: &Language) -> Screen {
    debug_assert!(
        view.game.viewer.is_none(),
        "the public table must show a spectator's view"
    );
    let context = GameContext::of_table(view, language);
    if let Some(event) = view.beat {
        let view_of_beat = BeatView {
            stamp: view.stamp,
            display_mode: view.display_mode,
            event,
            edition: context.edition(),
            players: &view.players,
            cards: rare_events::search_line(&context, &view.events),
        };
        return beat::event(&view_of_beat, language)
            .buttons(buttons(view, &context))
            .displayed_as(view.display_mode);
    }
    let screen = add_phase(
        view,
        &context,
        Screen::new(accent(&view.game.phase, &view.events)),
    )
    .separator()
    .lines([Some(seat_lines::all(&context)), Some(pile_lines(&context))]);
    let feed = EventFeed {
        events: &view.events,
        remarks: &view.remarks,
        not_covered: events_not_covered(view),
        height: story_height(view, &context),
    };
    let mut screen = newest_events::add_event_feed(screen, &context, feed)
        .buttons(buttons(view, &context))
        .displayed_as(view.display_mode);
    screen.mentions = called(view, &context);
    screen
}

pub(crate) fn accent(phase: &Phase, events: &[SeenEvent]) -> Accent {
    match phase {
        Phase::Turn if has_just_exploded(events) => Accent::Explosion,
        Phase::Turn => Accent::Calm,
        Phase::Window(_) => Accent::Alarm,
        Phase::Choice(choice) => match choice.kind.answer_kind() {
            AnswerKind::Place if choice.kind == ChoiceKind::Bury => Accent::Waiting,
            AnswerKind::Place => Accent::Explosion,
            AnswerKind::Give
            | AnswerKind::Take
            | AnswerKind::Stop
            | AnswerKind::Order
            | AnswerKind::Put
            | AnswerKind::Aim => Accent::Waiting,
        },
        Phase::Won { .. } => Accent::Win,
    }
}

/// Returns true if the latest event, not counting the start of a turn, is a death.
fn has_just_exploded(events: &[SeenEvent]) -> bool {
    let mut newest = events.iter().rev();
    let last = newest.find(|event| !matches!(event, SeenEvent::TurnBegan(_)));
    last.is_some_and(|event| event.dead().is_some())
}

/// Returns the person whose turn it is, if they play it themselves. `None` in every phase except `Phase::Turn`.
fn person_on_turn(context: &GameContext<'_>) -> Option<UserId> {
    match context.game.phase {
        Phase::Turn => context.player(context.game.turn?.seat)?.present_user(),
        Phase::Window(_) | Phase::Choice(_) | Phase::Won { .. } => None,
    }
}

/// Returns the people whom the text mentions: the player whose turn it is or, during a choice, the players from
/// [`mentions_in`]. In a slow game, also the players who have yet to decide in a Nope window.
fn called(view: &TableView, context: &GameContext<'_>) -> UserSet {
    let seats = match &context.game.phase {
        Phase::Choice(choice) => mentions_in(context, choice),
        Phase::Window(window) if view.calls_to_windows => window.awaited(context.living()),
        Phase::Turn | Phase::Window(_) | Phase::Won { .. } => SeatSet::EMPTY,
    };
    let asked = seats
        .iter()
        .filter_map(|seat| context.player(seat)?.present_user());
    person_on_turn(context).into_iter().chain(asked).collect()
}

/// Returns the players mentioned in the line about a choice: the players whom another player's card asks for something,
/// or a player who must choose during another player's turn.
fn mentions_in(context: &GameContext<'_>, choice: &Choice) -> SeatSet {
    match choice.kind.answer_kind() {
        AnswerKind::Give | AnswerKind::Stop | AnswerKind::Put => {
            choice.choosers.without(choice.owner)
        }
        AnswerKind::Place | AnswerKind::Take | AnswerKind::Order | AnswerKind::Aim => {
            if is_own_turn(context, choice) {
                SeatSet::EMPTY
            } else {
                choice.choosers
            }
        }
    }
}

pub(crate) fn heading(context: &GameContext<'_>) -> String {
    let (emoji, message) = match &context.game.phase {
        Phase::Turn => (Icon::Turn.into(), turn_heading(context)),
        Phase::Window(window) => nope_window::title(window),
        Phase::Choice(choice) => choice_heading(context, choice),
        Phase::Won { winner } => {
            let (icon, message) = context.win(*winner);
            (icon.into(), message)
        }
    };
    context.heading(emoji, &message)
}

fn choice_heading<'v>(context: &GameContext<'v>, choice: &Choice) -> (Emoji, Message<'v>) {
    let player = context.name(choice.owner);
    if let Some(heading) = heading_of_barking(player, choice.kind) {
        return heading;
    }
    match choice.kind.answer_kind() {
        AnswerKind::Place => (Icon::Bomb.into(), Message::TablePlacing { player }),
        AnswerKind::Give => (Title::Favor.into(), Message::TableGiving { player }),
        AnswerKind::Take => (Icon::Five.into(), Message::TableTaking { player }),
        AnswerKind::Stop => (Title::Shuffle.into(), Message::TableStopping { player }),
        AnswerKind::Order => {
            let message = Message::TableOrdering { player };
            (Title::AlterTheFuture.into(), message)
        }
        AnswerKind::Put => {
            let message = Message::TableCollecting;
            (Title::GarbageCollection.into(), message)
        }
        AnswerKind::Aim => (Icon::Blind.into(), Message::TableAiming { player }),
    }
}

/// Returns the heading of a choice that only *Barking Kittens* has, or `None` for any other choice.
fn heading_of_barking(player: Name<'_>, kind: ChoiceKind) -> Option<(Emoji, Message<'_>)> {
    Some(match kind {
        ChoiceKind::Bury => (Title::Bury.into(), Message::TableBurying { player }),
        ChoiceKind::Share(_) => {
            let message = Message::TableOrdering { player };
            (Title::ShareTheFuture.into(), message)
        }
        ChoiceKind::Stack => (Title::Potluck.into(), Message::TableStacking),
        ChoiceKind::Place(_)
        | ChoiceKind::Give
        | ChoiceKind::Take
        | ChoiceKind::Stop
        | ChoiceKind::Order(_)
        | ChoiceKind::Put
        | ChoiceKind::Aim(_) => return None,
    })
}

fn choice_about<'v>(context: &GameContext<'v>, choice: &Choice) -> Message<'v> {
    let player = context.name(choice.owner);
    match choice.kind.answer_kind() {
        AnswerKind::Place if choice.kind == ChoiceKind::Bury => {
            Message::TableBuryingAbout { player }
        }
        AnswerKind::Place if !is_own_turn(context, choice) => {
            let players = context.called(choice.choosers);
            if context.game.rules.titles().contains(Title::StreakingKitten) {
                Message::TablePlacingCalled { players }
            } else {
                Message::TableTakingKittenAbout { players }
            }
        }
        AnswerKind::Place if waits_imploding(choice) => Message::TableImplodingAbout { player },
        AnswerKind::Place => Message::TablePlacingAbout { player },
        AnswerKind::Give => Message::TableGivingAbout {
            givers: context.called(choice.choosers),
            player,
        },
        AnswerKind::Take => Message::TableTakingAbout { player },
        AnswerKind::Stop => Message::TableStoppingAbout {
            stopper: context.called(choice.choosers),
        },
        AnswerKind::Order if matches!(choice.kind, ChoiceKind::Share(_)) => {
            Message::TableSharingAbout {
                player,
                target: context.name(context.next_living(choice.owner)),
            }
        }
        AnswerKind::Order if !is_own_turn(context, choice) => Message::TableOrderingCalled {
            players: context.called(choice.choosers),
        },
        AnswerKind::Order => Message::TableOrderingAbout { player },
        AnswerKind::Put if choice.kind == ChoiceKind::Stack => Message::TableStackingAbout {
            players: context.called(choice.choosers),
        },
        AnswerKind::Put => Message::TableCollectingAbout {
            players: context.called(choice.choosers),
        },
        AnswerKind::Aim => Message::TableAimingAbout { player },
    }
}

fn is_own_turn(context: &GameContext<'_>, choice: &Choice) -> bool {
    let turn = context.game.turn;
    turn.is_some_and(|turn| turn.seat == choice.owner)
}

/// Returns true if the kitten to be put back is an Imploding Kitten, which needs no Defuse.
fn waits_imploding(choice: &Choice) -> bool {
    matches!(choice.kind, ChoiceKind::Place(card) if card.title().hazard() == Some(Hazard::Implodes))
}

fn turn_heading<'v>(context: &GameContext<'v>) -> Message<'v> {
    let player = context.turn_name();
    let owner = context.game.turn.and_then(|turn| context.player(turn.seat));
    match (person_on_turn(context), owner.and_then(Player::user)) {
        (Some(user), _) => Message::TableTurn {
            player: Called {
                user: Some(user),
                name: BoldName(player.0),
            },
        },
        (None, Some(_)) => Message::TableTurnStandIn { player },
        (None, None) => Message::TableTurnComputer { player },
    }
}

/// Adds the lines about the current phase. If there is a picture, the heading and the line about the phase are beside
/// it, and the other lines are below, where there is more room.
fn add_phase(view: &TableView, context: &GameContext<'_>, screen: Screen) -> Screen {
    let about = match &context.game.phase {
        Phase::Turn => reason_line(view, context),
        Phase::Window(window) => Some(nope_window::stake(context, window)),
        Phase::Choice(choice) => Some(context.translate(&choice_about(context, choice))),
        Phase::Won { .. } => None,
    };
    let top = [Some(heading(context)), about];
    let below = lines_below_the_top(view, context);
    match illustration::phase_picture(context) {
        Some((picture, alt)) => screen
            .illustrated(join_lines(top), picture, context.translate(&alt))
            .lines(below),
        None => screen.lines(top.into_iter().chain(below)),
    }
}

/// Returns the lines about the open window, the deadline and the running votes.
fn lines_below_the_top(view: &TableView, context: &GameContext<'_>) -> Vec<Option<String>> {
    let window = context.game.phase.window();
    let mut lines = vec![
        window.and_then(|window| nope_window::banter(context, window)),
        window.map(|window| nope_window::verdict(context, window)),
        window.and_then(|window| waiting_line(view, context, window)),
        deadline_line(context),
    ];
    let votes = view.votes.iter().take(VOTE_LINES);
    lines.extend(votes.map(|votes| Some(vote_line(context, *votes))));
    lines
}

fn vote_line(context: &GameContext<'_>, votes: VoteTally) -> String {
    let message = Message::TableVotes {
        votes: count(votes.cast),
        needed: count(votes.needed),
        player: context.name(votes.against),
    };
    context.line(Icon::Stop, &message)
}

/// Returns the line that says why it is this player's turn; `None` for a game's first turn, and once something has
/// happened during the turn. The line addresses a player who is present.
fn reason_line(view: &TableView, context: &GameContext<'_>) -> Option<String> {
    if !has_just_begun(view) {
        return None;
    }
    match person_on_turn(context) {
        Some(_) => turn_reason::addressed_line(context, view.turn_reason),
        None => Some(context.translate(&turn_reason::message(context, view.turn_reason)?)),
    }
}

fn has_just_begun(view: &TableView) -> bool {
    let newest = view.events.last();
    newest.is_none_or(|event| matches!(event, SeenEvent::TurnBegan(_)))
}

/// Returns the number of leading events that must be shown in the feed, because the lines above do
/// not cover them.
fn events_not_covered(view: &TableView) -> usize {
    let events = &view.events;
    match &view.game.phase {
        Phase::Turn if has_just_begun(view) => {
            let before = events.len().saturating_sub(1);
            match (view.turn_reason, events[..before].last()) {
                (TurnReason::Drew(by), Some(SeenEvent::Drew { seat, .. })) if by == *seat => {
                    before.saturating_sub(1)
                }
                // The reason for the turn covers the rescue, and may take two rows.
                (TurnReason::Rescued(_), _) => 0,
                _ => before,
            }
        }
        Phase::Window(window) => events_before_stake(window, events),
        // The heading and the lines below it already describe the look, in up to six rows.
        Phase::Choice(choice) if choice.kind.answer_kind() == AnswerKind::Order => 0,
        Phase::Turn | Phase::Choice(_) | Phase::Won { .. } => events.len(),
    }
}

/// Returns the number of events that the text about an open window does not cover: only the events before the play if
/// there is at most one Nope, otherwise all events.
pub(crate) fn events_before_stake(window: &NopeWindow, events: &[SeenEvent]) -> usize {
    let played = events.iter().rposition(|event| event.play().is_some());
    played
        .filter(|_| window.nopes.len() <= 1)
        .unwrap_or(events.len())
}

/// Returns the height left on a phone for the events, after other lines that may take more than one row.
fn story_height(view: &TableView, context: &GameContext<'_>) -> usize {
    if let Phase::Window(_) = view.game.phase {
        return WINDOW_FEED_HEIGHT;
    }
    let about = match &view.game.phase {
        Phase::Choice(choice) => Some(context.translate(&choice_about(context, choice))),
        Phase::Turn | Phase::Window(_) | Phase::Won { .. } => reason_line(view, context),
    };
    let above = [about, discard_line(context), Some(seat_lines::all(context))];
    let rows: usize = above.iter().flatten().map(|line| rows_of(line)).sum();
    let seats = context.game.seats.iter();
    // Cards in front of players must be shown, so the table may grow a little to fit these rows.
    let laid = seats
        .filter(|seat| seat_lines::cards_in_front(context, seat).is_some())
        .count();
    let rows = rows.saturating_sub(context.game.seats.len() + laid.min(MAX_LAID_ROWS));
    FEED_HEIGHT.saturating_sub(rows * ROW_HEIGHT)
}

fn waiting_line(
    view: &TableView,
    context: &GameContext<'_>,
    window: &NopeWindow,
) -> Option<String> {
    let awaited = window.awaited(context.living());
    let mut players = context.called(awaited);
    if !view.calls_to_windows {
        players.0.iter_mut().for_each(|player| player.user = None);
    }
    (!awaited.is_empty()).then(|| context.translate(&Message::WindowWaiting { players }))
}

fn deadline_line(context: &GameContext<'_>) -> Option<String> {
    let message = match (context.deadline.map(Countdown), &context.game.phase) {
        (_, Phase::Won { .. }) => return None,
        (None, _) if !is_deserted(context) => Message::TablePausedUnseen,
        (None, Phase::Window(_)) => Message::WindowPaused,
        (None, _) => Message::TablePaused,
        (Some(_), _) if no_people_play(context) => return None,
        (Some(_), Phase::Turn) if person_on_turn(context).is_none() => return None,
        (Some(deadline), Phase::Turn) => Message::TableTurnDeadline { deadline },
        (Some(deadline), Phase::Window(_)) => Message::WindowDeadline { deadline },
        (Some(deadline), Phase::Choice(choice)) => match choice.kind.answer_kind() {
            AnswerKind::Stop => Message::StopDeadline { deadline },
            AnswerKind::Order => Message::OrderDeadline { deadline },
            AnswerKind::Place
            | AnswerKind::Give
            | AnswerKind::Take
            | AnswerKind::Put
            | AnswerKind::Aim => Message::TableChoiceDeadline { deadline },
        },
    };
    let icon = context.deadline.map_or(Icon::Away, |_| Icon::Clock);
    Some(context.line(icon, &message))
}

/// Returns true if people have seats but none of them is present.
fn is_deserted(context: &GameContext<'_>) -> bool {
    let is_present = |player: &Player| player.present_user().is_some();
    !no_people_play(context) && !context.players.iter().any(is_present)
}

fn no_people_play(context: &GameContext<'_>) -> bool {
    context.players.iter().all(|player| player.user().is_none())
}

pub(crate) fn pile_line(context: &GameContext<'_>) -> String {
    let cards = u32::from(context.game.pile_count);
    let pile = match (cards, context.game.known_at(0)) {
        (0, _) => Message::PileEmpty,
        // There are no odds to show if the top card is known.
        (cards, Some(_)) => Message::PileCards { cards },
        (cards, None) => Message::PileOdds {
            cards,
            kittens: context.game.kittens_in_pile.into(),
            percent: context.risk(),
        },
    };
    context.line(Icon::Pile, &pile)
}

pub(crate) fn pile_lines(context: &GameContext<'_>) -> String {
    let kittens = u32::from(context.game.kittens_in_pile);
    let is_open = context.game.open_top.is_some();
    let open = Message::PileOpenKittens { kittens };
    join_lines([
        direction_line(context),
        imploding_line(context),
        Some(pile_line(context)),
        is_open.then(|| context.line(Icon::Bomb, &open)),
        stash_line(context),
        discard_line(context),
    ])
}

fn stash_line(context: &GameContext<'_>) -> Option<String> {
    let is_unworn = context.game.stash > 0 && context.game.tower.is_none();
    let cards = context.game.stash.into();
    is_unworn.then(|| small_line(context.line(Title::TowerOfPower, &Message::PileStash { cards })))
}

fn direction_line(context: &GameContext<'_>) -> Option<String> {
    let can_turn = context.game.rules.titles().contains(Title::Reverse);
    let message = match context.game.direction {
        Direction::Clockwise => Message::PlayClockwise,
        Direction::Reversed => Message::PlayReversed,
    };
    can_turn.then(|| context.line(Title::Reverse, &message))
}

fn imploding_line(context: &GameContext<'_>) -> Option<String> {
    let title = Title::ImplodingKitten;
    let card = context.card_name(title);
    let message = match (context.game.open_top, context.game.imploding?) {
        (Some(_), _) => Message::PileOpenTop { card },
        (None, Face::Up) => Message::PileImplodingUp { card },
        (None, Face::Down) => Message::PileImplodingDown { card },
    };
    Some(context.line(title, &message))
}

/// Returns the line about the discard pile. `None` during a Nope window, whose lines already name the top cards.
fn discard_line(context: &GameContext<'_>) -> Option<String> {
    if context.game.phase.window().is_some() {
        return None;
    }
    let of = |count| {
        let cards = context.cards_with_emoji(context.game.discard.from_top().take(count));
        let message = if cards.0.is_empty() {
            Message::DiscardEmpty
        } else {
            Message::DiscardTop { cards }
        };
        context.line(Icon::Discard, &message)
    };
    let line = of(DISCARDS_SHOWN);
    Some(if rows_of(&line) > 1 { of(1) } else { line })
}

fn buttons(view: &TableView, context: &GameContext<'_>) -> Vec<Button> {
    if no_people_play(context) {
        watch_buttons(view.watch_speed, context).into()
    } else {
        game_buttons(context).into()
    }
}

/// Returns the buttons of a game between computer players. Everyone may use the buttons for the rules and the oracle.
fn watch_buttons(speed: WatchSpeed, context: &GameContext<'_>) -> [Button; 5] {
    let at = |other, label: Message<'_>| {
        let button = context.button(Intent::WatchAt(other), &label);
        button.enabled(other != speed)
    };
    let end = Intent::End { confirmed: false };
    [
        at(speed.slower(), Message::ButtonSlower).emoji(Icon::Slower),
        at(speed.faster(), Message::ButtonFaster).emoji(Icon::Faster),
        context
            .button(Intent::OpenHand, &Message::ButtonOracle)
            .emoji(Icon::Sight),
        context.rules_button(),
        context
            .button(end, &Message::QuestionEndYes)
            .emoji(Icon::End),
    ]
}

fn game_buttons(context: &GameContext<'_>) -> [Button; 5] {
    let button = |intent, label: Message<'_>| context.button(intent, &label);
    let window = context.game.phase.window();
    let layer = window.map_or(0, NopeWindow::layer);
    let is_open = window.is_some();
    let can_draw = context.game.phase == Phase::Turn && context.game.pile_count > 0;
    let nope = context.card_name(Title::Nope);
    let (nope_style, draw_style) = if is_open {
        (ButtonStyle::Danger, ButtonStyle::Secondary)
    } else {
        (ButtonStyle::Secondary, ButtonStyle::Success)
    };
    // If every button had an emoji, they would take three rows on a phone.
    [
        button(Intent::OpenHand, Message::ButtonHand).style(ButtonStyle::Primary),
        button(Intent::Draw, Message::ButtonDraw)
            .emoji(Icon::Draw)
            .style(draw_style)
            .enabled(can_draw),
        button(Intent::Nope { layer }, Message::ButtonNope { nope })
            .emoji(Title::Nope)
            .style(nope_style)
            .enabled(is_open),
        button(Intent::Pass, Message::ButtonPass).enabled(is_open),
        button(Intent::Rules(None), Message::ButtonRules),
    ]
}
