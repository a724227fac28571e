//! The public table while a game runs. It is made from a spectator's view only, so neither its text
//! nor its disabled buttons can reveal hidden cards.

use rules::{
    AnswerKind, Choice, ChoiceKind, Direction, Face, Hazard, Phase, SeatSet, SeatView, SeenEvent,
    Title, Window,
};

use super::element::{Accent, Button, ButtonStyle, Screen};
use super::game_context::{GameContext, join_lines};
use super::game_over::percent;
use super::lobby::count;
use super::view::{Occupant, Player, Presence, TableView, VoteTally};
use super::{Emoji, Icon, beat, history, illustration, nope_window, turn_reason};
use crate::ids::UserId;
use crate::intent::Intent;
use crate::text::{Countdown, Language, Mention, Message, Verbatim};
use crate::user_set::UserSet;

/// The number of cards of the discard pile that are named.
const DISCARDS_SHOWN: usize = 3;

/// The number of newest events that are shown.
const HISTORY_LINES: usize = 5;

/// The number of running votes that are shown.
const VOTE_LINES: usize = 3;

/// Returns the public message of a running game.
pub(crate) fn table(view: &TableView, language: &Language) -> Screen {
    debug_assert!(
        view.game.viewer.is_none(),
        "the public table is a spectator's"
    );
    let context = GameContext {
        stamp: view.stamp,
        game: &view.game,
        players: &view.players,
        deadline: view.deadline,
        language,
        display_mode: view.display_mode,
    };
    if let Some(event) = view.beat {
        return beat::add_event(&context, Screen::new(Accent::Explosion), event)
            .buttons(buttons(&context))
            .displayed_as(view.display_mode);
    }
    let screen = add_phase(view, &context, Screen::new(accent(view)))
        .separator()
        .text(seat_lines(&context))
        .text(pile_lines(&context))
        .emoji_row(discard_top(&context).map(Emoji::Card))
        .separator();
    let mut screen =
        history::add_recent_lines(screen, &context, &view.events, &view.remarks, HISTORY_LINES)
            .buttons(buttons(&context))
            .displayed_as(view.display_mode);
    screen.mentions = called(&context);
    screen
}

fn accent(view: &TableView) -> Accent {
    match &view.game.phase {
        Phase::Turn if has_just_exploded(&view.events) => Accent::Explosion,
        Phase::Turn => Accent::Calm,
        Phase::Window(_) => Accent::Alarm,
        Phase::Choice(choice) => match choice.kind.answer_kind() {
            AnswerKind::Place => Accent::Explosion,
            AnswerKind::Give | AnswerKind::Take | AnswerKind::Stop | AnswerKind::Order => {
                Accent::Waiting
            }
        },
        Phase::Won { .. } => Accent::Win,
    }
}

/// Returns true if the newest event, other than the start of a turn, is an explosion.
fn has_just_exploded(events: &[SeenEvent]) -> bool {
    let mut newest = events.iter().rev();
    let last = newest.find(|event| !matches!(event, SeenEvent::TurnBegan(_)));
    last.is_some_and(|event| event.dead().is_some())
}

/// Returns the person whose turn it is; none if a computer plays it.
fn person_on_turn(context: &GameContext<'_>) -> Option<UserId> {
    match context.game.phase {
        Phase::Turn => context.player(context.game.turn?.seat)?.present_user(),
        Phase::Window(_) | Phase::Choice(_) | Phase::Won { .. } => None,
    }
}

/// Returns the people whom the text mentions: whoever is on turn, or those who are asked for something.
fn called(context: &GameContext<'_>) -> UserSet {
    let asked = match &context.game.phase {
        Phase::Choice(choice) => mentions_in(choice),
        Phase::Turn | Phase::Window(_) | Phase::Won { .. } => SeatSet::EMPTY,
    };
    let asked = asked
        .iter()
        .filter_map(|seat| context.player(seat)?.present_user());
    person_on_turn(context).into_iter().chain(asked).collect()
}

/// Returns the players whom the line about a choice mentions, those who choose for another one.
fn mentions_in(choice: &Choice) -> SeatSet {
    match choice.kind.answer_kind() {
        AnswerKind::Give | AnswerKind::Stop => choice.choosers.without(choice.owner),
        AnswerKind::Place | AnswerKind::Take | AnswerKind::Order => SeatSet::EMPTY,
    }
}

fn heading(context: &GameContext<'_>) -> String {
    let (emoji, message) = match &context.game.phase {
        Phase::Turn => (Icon::Turn.into(), turn_heading(context)),
        Phase::Window(_) => (Icon::Alarm.into(), Message::WindowTitle),
        Phase::Choice(choice) => choice_heading(context, choice),
        Phase::Won { winner } => {
            let player = context.name(*winner);
            (Icon::Winner.into(), Message::OverTitle { player })
        }
    };
    context.heading(emoji, &message)
}

fn choice_heading<'v>(context: &GameContext<'v>, choice: &Choice) -> (Emoji, Message<'v>) {
    let player = context.name(choice.owner);
    match choice.kind.answer_kind() {
        AnswerKind::Place => (Icon::Bomb.into(), Message::TablePlacing { player }),
        AnswerKind::Give => (Title::Favor.into(), Message::TableGiving { player }),
        AnswerKind::Take => (Icon::Five.into(), Message::TableTaking { player }),
        AnswerKind::Stop => (Title::Shuffle.into(), Message::TableStopping { player }),
        AnswerKind::Order => {
            let message = Message::TableOrdering { player };
            (Title::AlterTheFuture.into(), message)
        }
    }
}

fn choice_about<'v>(context: &GameContext<'v>, choice: &Choice) -> Message<'v> {
    let player = context.name(choice.owner);
    match choice.kind.answer_kind() {
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
        AnswerKind::Order => Message::TableOrderingAbout { player },
    }
}

/// Returns true if the hazard that is put back needed no rescue.
fn waits_imploding(choice: &Choice) -> bool {
    matches!(choice.kind, ChoiceKind::Place(card) if card.title().hazard() == Some(Hazard::Implodes))
}

fn turn_heading<'v>(context: &GameContext<'v>) -> Message<'v> {
    let player = context.turn_name();
    let owner = context.game.turn.and_then(|turn| context.player(turn.seat));
    match (person_on_turn(context), owner.and_then(Player::user)) {
        (Some(user), _) => Message::TableTurn {
            player: Mention(user),
        },
        (None, Some(_)) => Message::TableTurnStandIn { player },
        (None, None) => Message::TableTurnComputer { player },
    }
}

/// Adds the lines about the current phase, with the card that it is about.
fn add_phase(view: &TableView, context: &GameContext<'_>, screen: Screen) -> Screen {
    let lines = phase_lines(view, context);
    let screen = match illustration::phase_picture(context) {
        Some((picture, alt)) => screen.illustrated(lines, picture, context.translate(&alt)),
        None => screen.text(lines),
    };
    screen.emoji_row(illustration::nope_row(context))
}

/// Returns the heading of the current phase, its explanation, its deadline and the running votes.
fn phase_lines(view: &TableView, context: &GameContext<'_>) -> String {
    let about = match &context.game.phase {
        Phase::Turn => Some(reason_line(view, context)),
        Phase::Window(window) => Some(nope_window::lines(context, window)),
        Phase::Choice(choice) => Some(context.translate(&choice_about(context, choice))),
        Phase::Won { .. } => None,
    };
    let window = context.game.phase.window();
    let waiting = window.and_then(|window| waiting_line(context, window));
    let lines = [
        Some(heading(context)),
        about,
        waiting,
        deadline_line(context),
    ];
    let votes = view.votes.iter().take(VOTE_LINES);
    let votes = votes.map(|votes| Some(vote_line(context, *votes)));
    join_lines(lines.into_iter().chain(votes))
}

fn vote_line(context: &GameContext<'_>, votes: VoteTally) -> String {
    let message = Message::TableVotes {
        votes: count(votes.cast),
        needed: count(votes.needed),
        player: context.name(votes.against),
    };
    context.line(Icon::Stop, &message)
}

/// Returns why it is that player's turn. The heading above addresses a person, but no computer.
fn reason_line(view: &TableView, context: &GameContext<'_>) -> String {
    match person_on_turn(context) {
        Some(_) => turn_reason::addressed_line(context, view.turn_reason),
        None => context.translate(&turn_reason::message(context, view.turn_reason)),
    }
}

fn waiting_line(context: &GameContext<'_>, window: &Window) -> Option<String> {
    let awaited = window.awaited(context.living());
    (!awaited.is_empty()).then(|| {
        context.translate(&Message::WindowWaiting {
            players: context.names(awaited),
        })
    })
}

fn deadline_line(context: &GameContext<'_>) -> Option<String> {
    let message = match (context.deadline.map(Countdown), &context.game.phase) {
        (_, Phase::Won { .. }) => return None,
        (None, _) if no_people_play(context) => Message::TablePausedWatched,
        (None, Phase::Window(_)) => Message::WindowPaused,
        (None, _) => Message::TablePaused,
        (Some(deadline), Phase::Turn) => Message::TableTurnDeadline { deadline },
        (Some(deadline), Phase::Window(_)) => Message::WindowDeadline { deadline },
        (Some(deadline), Phase::Choice(choice)) => match choice.kind.answer_kind() {
            AnswerKind::Stop => Message::StopDeadline { deadline },
            AnswerKind::Order => Message::OrderDeadline { deadline },
            AnswerKind::Place | AnswerKind::Give | AnswerKind::Take => {
                Message::TableChoiceDeadline { deadline }
            }
        },
    };
    let icon = context.deadline.map_or(Icon::Away, |_| Icon::Clock);
    Some(context.line(icon, &message))
}

fn no_people_play(context: &GameContext<'_>) -> bool {
    context.players.iter().all(|player| player.user().is_none())
}

fn seat_lines(context: &GameContext<'_>) -> String {
    let seats = context.game.seats.iter();
    join_lines(seats.map(|seat| Some(seat_line(context, seat))))
}

fn seat_line(context: &GameContext<'_>, shown: &SeatView) -> String {
    let occupant = context.player(shown.seat).map(|player| player.occupant);
    let presence = match occupant {
        Some(Occupant::Person { presence, .. }) => Some(presence),
        Some(Occupant::Computer(_)) | None => None,
    };
    let (player, cards) = (context.name(shown.seat), u32::from(shown.cards));
    let message = match (shown.died, presence) {
        (Some((order, _)), _) => Message::SeatOut {
            player,
            place: rank(context, order),
        },
        (None, Some(Presence::Present)) => Message::SeatCards { player, cards },
        (None, Some(Presence::Away)) => Message::SeatCardsAway { player, cards },
        (None, Some(Presence::Left)) => Message::SeatCardsLeft { player, cards },
        (None, None) => Message::SeatCardsComputer { player, cards },
    };
    let turn = context.game.turn;
    let is_on_turn = turn.is_some_and(|turn| turn.seat == shown.seat);
    let mark = match presence {
        _ if is_on_turn => Some(Icon::Turn),
        _ if shown.died.is_some() => Some(Icon::Dead),
        Some(Presence::Present) => None,
        Some(Presence::Away) => Some(Icon::Away),
        Some(Presence::Left) | None => Some(Icon::Computer),
    };
    let mark = mark.map_or_else(String::new, |icon| format!("{} ", Emoji::Icon(icon)));
    let turns = turn_reason::turns_owed(context);
    let mut line = context.translate(&message);
    if is_on_turn && turns > 1 {
        let seat = Verbatim(line);
        line = context.translate(&Message::SeatOwing { turns, seat });
    }
    format!("{} {mark}{line}", Emoji::Seat(shown.seat))
}

/// Returns the rank in the standings of the player who died as number `order`, counted from 0.
fn rank(context: &GameContext<'_>, order: usize) -> u32 {
    count(context.game.seats.len().saturating_sub(order))
}

fn pile_lines(context: &GameContext<'_>) -> String {
    let cards = u32::from(context.game.pile_count);
    let kittens = u32::from(context.game.kittens_in_pile);
    let (dangerous, possible) = context.game.kitten_odds();
    let (dangerous, possible) = (usize::from(dangerous), usize::from(possible));
    let is_open = context.game.open_top.is_some();
    // Nobody needs odds of a card that they see.
    let odds = match is_open {
        true => Message::PileOpenKittens { kittens },
        false => Message::PileOdds {
            kittens,
            percent: percent(dangerous, possible),
        },
    };
    let pile = match cards {
        0 => Message::PileEmpty,
        cards => Message::PileCards { cards },
    };
    let has_bar = cards > 0 && !is_open && !context.display_mode.is_text_first();
    join_lines([
        direction_line(context),
        imploding_line(context),
        Some(context.line(Icon::Pile, &pile)),
        (cards > 0).then(|| context.line(Icon::Bomb, &odds)),
        has_bar.then(|| illustration::odds_bar(dangerous, possible)),
        Some(context.line(Icon::Discard, &discard_line(context))),
    ])
}

/// Returns the direction of play, in an edition in which it can turn.
fn direction_line(context: &GameContext<'_>) -> Option<String> {
    let can_turn = context.game.rules.titles().contains(Title::Reverse);
    let message = match context.game.direction {
        Direction::Clockwise => Message::PlayClockwise,
        Direction::Reversed => Message::PlayReversed,
    };
    can_turn.then(|| context.line(Title::Reverse, &message))
}

/// Returns what everybody knows of the Imploding Kitten in the draw pile.
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

/// Returns the cards on top of the discard pile, the top first.
fn discard_top(context: &GameContext<'_>) -> impl Iterator<Item = Title> {
    context.game.discard.from_top().take(DISCARDS_SHOWN)
}

fn discard_line(context: &GameContext<'_>) -> Message<'static> {
    let cards = context.cards_with_emoji(discard_top(context));
    if cards.0.is_empty() {
        Message::DiscardEmpty
    } else {
        Message::DiscardTop { cards }
    }
}

fn buttons(context: &GameContext<'_>) -> [Button; 5] {
    let button = |intent, label: Message<'_>| context.button(intent, &label);
    let window = context.game.phase.window();
    let layer = window.map_or(0, Window::layer);
    let is_open = window.is_some();
    let can_draw = context.game.phase == Phase::Turn && context.game.pile_count > 0;
    let nope = context.card_name(Title::Nope);
    let (nope_style, draw_style) = if is_open {
        (ButtonStyle::Danger, ButtonStyle::Secondary)
    } else {
        (ButtonStyle::Secondary, ButtonStyle::Success)
    };
    [
        button(Intent::OpenHand, Message::ButtonHand)
            .emoji(Icon::Hand)
            .style(ButtonStyle::Primary),
        button(Intent::Draw, Message::ButtonDraw)
            .emoji(Icon::Draw)
            .style(draw_style)
            .enabled(can_draw),
        button(Intent::Nope { layer }, Message::ButtonNope { nope })
            .emoji(Title::Nope)
            .style(nope_style)
            .enabled(is_open),
        button(Intent::Pass, Message::ButtonPass)
            .emoji(Icon::Pass)
            .enabled(is_open),
        context.rules_button(),
    ]
}
