//! The public table while a game runs. It is made from a spectator's view alone, so that neither
//! its words nor which of its buttons are greyed can tell anything hidden.

use rules::{Phase, SeatView, SeenEvent, Title, Window};

use super::lobby::count;
use super::over::percent;
use super::part::{Accent, Button, Screen, Style};
use super::scene::Scene;
use super::view::{Occupant, Seated, Sitter, TableView, Votes};
use super::{Emoji, Sign, stake, story};
use crate::ids::UserId;
use crate::intent::Intent;
use crate::text::{Countdown, Language, Mention, Message};

/// How many cards of the discard pile are named.
const DISCARDS_SHOWN: usize = 3;

/// How many things that happened are told.
const STORY_LINES: usize = 5;

/// For how many seats the votes to go on without them are told.
const VOTE_LINES: usize = 3;

/// The table as everybody sees it.
pub fn table(view: &TableView, language: &Language) -> Screen {
    debug_assert!(
        view.game.viewer.is_none(),
        "the public table is a spectator's"
    );
    let scene = Scene {
        game: &view.game,
        people: &view.people,
        deadline: view.deadline,
        language,
    };
    let mut screen = Screen::new(accent(view))
        .text(situation(view, &scene))
        .line()
        .text(seats(&scene))
        .text(piles(&scene))
        .line()
        .text(story::told(&scene, &view.story, &view.remarks, STORY_LINES))
        .buttons(buttons(view, &scene));
    screen.mention = on_turn(&scene);
    screen
}

fn accent(view: &TableView) -> Accent {
    match &view.game.phase {
        Phase::Turn if has_just_exploded(&view.story) => Accent::Explosion,
        Phase::Turn => Accent::Calm,
        Phase::Window(_) => Accent::Alarm,
        Phase::Placing { .. } => Accent::Explosion,
        Phase::Giving { .. } | Phase::Taking { .. } | Phase::Stopping { .. } => Accent::Waiting,
        Phase::Won { .. } => Accent::Win,
    }
}

/// Whether the last thing that happened, but for the next turn, was an explosion.
fn has_just_exploded(story: &[SeenEvent]) -> bool {
    let mut newest = story.iter().rev();
    let last = newest.find(|event| !matches!(event, SeenEvent::TurnBegan(_)));
    matches!(last, Some(SeenEvent::Exploded { .. }))
}

/// The person whose turn is waited for; nobody if a computer plays it.
fn on_turn(scene: &Scene<'_>) -> Option<UserId> {
    match scene.game.phase {
        Phase::Turn => scene.person(scene.game.turn?.seat)?.present(),
        _ => None,
    }
}

fn heading(scene: &Scene<'_>) -> String {
    let (emoji, message) = match &scene.game.phase {
        Phase::Turn => (Sign::Turn.into(), turn_heading(scene)),
        Phase::Window(_) => (Sign::Alarm.into(), Message::WindowTitle),
        Phase::Placing { seat } => (
            Sign::Bomb.into(),
            Message::TablePlacing {
                player: scene.name(*seat),
            },
        ),
        Phase::Giving { taker, .. } => (
            Emoji::Card(Title::Favor),
            Message::TableGiving {
                player: scene.name(*taker),
            },
        ),
        Phase::Taking { seat } => (
            Sign::Five.into(),
            Message::TableTaking {
                player: scene.name(*seat),
            },
        ),
        Phase::Stopping { shuffler, .. } => (
            Emoji::Card(Title::Shuffle),
            Message::TableStopping {
                player: scene.name(*shuffler),
            },
        ),
        Phase::Won { winner } => (
            Sign::Winner.into(),
            Message::OverTitle {
                player: scene.name(*winner),
            },
        ),
    };
    format!("### {} {}", emoji.unicode(), scene.say(&message))
}

fn turn_heading<'v>(scene: &Scene<'v>) -> Message<'v> {
    let player = scene.turn_name();
    let owner = scene.game.turn.and_then(|turn| scene.person(turn.seat));
    match (on_turn(scene), owner.and_then(Seated::user)) {
        (Some(user), _) => Message::TableTurn {
            player: Mention(user),
        },
        (None, Some(_)) => Message::TableTurnStandIn { player },
        (None, None) => Message::TableTurnComputer { player },
    }
}

/// What is going on, and what comes of it when time runs out. At least its heading is there.
fn situation(view: &TableView, scene: &Scene<'_>) -> String {
    let about = match &scene.game.phase {
        Phase::Turn => turns(scene).map(|turns| scene.say(&turns)),
        Phase::Window(window) => Some(stake::lines(scene, window)),
        Phase::Placing { seat } => Some(scene.say(&Message::TablePlacingAbout {
            player: scene.name(*seat),
        })),
        Phase::Giving { owing, .. } => Some(scene.say(&Message::TableGivingAbout {
            givers: scene.names(*owing),
        })),
        Phase::Taking { seat } => Some(scene.say(&Message::TableTakingAbout {
            player: scene.name(*seat),
        })),
        Phase::Stopping { seat, .. } => Some(scene.say(&Message::TableStoppingAbout {
            stopper: scene.name(*seat),
        })),
        Phase::Won { .. } => None,
    };
    let waiting = window(scene).and_then(|window| waiting(scene, window));
    let lines = [Some(heading(scene)), about, waiting, clock(scene)];
    let votes = view.votes.iter().take(VOTE_LINES);
    let votes = votes.map(|votes| vote_line(scene, *votes));
    lines
        .into_iter()
        .flatten()
        .chain(votes)
        .collect::<Vec<_>>()
        .join("\n")
}

fn vote_line(scene: &Scene<'_>, votes: Votes) -> String {
    let message = Message::TableVotes {
        votes: count(votes.votes),
        needed: count(votes.needed),
        player: scene.name(votes.against),
    };
    format!(
        "{} {}",
        Emoji::Sign(Sign::Stop).unicode(),
        scene.say(&message)
    )
}

fn turns(scene: &Scene<'_>) -> Option<Message<'static>> {
    let turns = scene.game.turn.map_or(1, |turn| u32::from(turn.owed));
    (turns > 1).then_some(Message::TableTurnsOwed { turns })
}

fn window<'v>(scene: &Scene<'v>) -> Option<&'v Window> {
    match &scene.game.phase {
        Phase::Window(window) => Some(window),
        _ => None,
    }
}

fn waiting(scene: &Scene<'_>, window: &Window) -> Option<String> {
    let awaited = window.awaited(scene.living());
    (!awaited.is_empty()).then(|| {
        scene.say(&Message::WindowWaiting {
            players: scene.names(awaited),
        })
    })
}

fn clock(scene: &Scene<'_>) -> Option<String> {
    let message = match (scene.deadline.map(Countdown), &scene.game.phase) {
        (_, Phase::Won { .. }) => return None,
        (None, Phase::Window(_)) => Message::WindowPaused,
        (None, _) => Message::TablePaused,
        (Some(deadline), Phase::Turn) => Message::TableTurnDeadline { deadline },
        (Some(deadline), Phase::Window(_)) => Message::WindowDeadline { deadline },
        (Some(deadline), Phase::Stopping { .. }) => Message::StopDeadline { deadline },
        (Some(deadline), _) => Message::TableChoiceDeadline { deadline },
    };
    let sign = if scene.deadline.is_some() {
        Sign::Clock
    } else {
        Sign::Away
    };
    Some(format!(
        "{} {}",
        Emoji::Sign(sign).unicode(),
        scene.say(&message)
    ))
}

fn seats(scene: &Scene<'_>) -> String {
    let seats = scene.game.seats.iter();
    seats
        .map(|seat| seat_line(scene, seat))
        .collect::<Vec<_>>()
        .join("\n")
}

fn seat_line(scene: &Scene<'_>, shown: &SeatView) -> String {
    let occupant = scene.person(shown.seat).map(|seated| seated.occupant);
    let sitter = match occupant {
        Some(Occupant::Person { sitter, .. }) => Some(sitter),
        Some(Occupant::Computer(_)) | None => None,
    };
    let (player, cards) = (scene.name(shown.seat), u32::from(shown.cards));
    let (sign, message) = match (shown.died, sitter) {
        (Some((order, _)), _) => (
            Sign::Dead,
            Message::SeatOut {
                player,
                place: place(scene, order),
            },
        ),
        (None, Some(Sitter::Person)) => (Sign::Person, Message::SeatCards { player, cards }),
        (None, Some(Sitter::Away)) => (Sign::Away, Message::SeatCardsAway { player, cards }),
        (None, Some(Sitter::Left)) => (Sign::Computer, Message::SeatCardsLeft { player, cards }),
        (None, None) => (Sign::Computer, Message::SeatCardsComputer { player, cards }),
    };
    let is_on_turn = scene.game.turn.is_some_and(|turn| turn.seat == shown.seat);
    let sign = if is_on_turn { Sign::Turn } else { sign };
    format!("{} {}", Emoji::Sign(sign).unicode(), scene.say(&message))
}

/// The place in the placing of who died as this one, the first to die being the 0th.
fn place(scene: &Scene<'_>, order: usize) -> u32 {
    count(scene.game.seats.len().saturating_sub(order))
}

fn piles(scene: &Scene<'_>) -> String {
    let (cards, kittens) = (scene.game.pile_count, scene.game.kittens_in_pile);
    let odds = Message::PileOdds {
        kittens: u32::from(kittens),
        percent: percent(usize::from(kittens), usize::from(cards)),
    };
    let pile = match cards {
        0 => vec![(Sign::Pile, Message::PileEmpty)],
        cards => vec![
            (
                Sign::Pile,
                Message::PileCards {
                    cards: u32::from(cards),
                },
            ),
            (Sign::Bomb, odds),
        ],
    };
    let lines = pile.into_iter().chain([(Sign::Discard, discard(scene))]);
    lines
        .map(|(sign, message)| format!("{} {}", Emoji::Sign(sign).unicode(), scene.say(&message)))
        .collect::<Vec<_>>()
        .join("\n")
}

fn discard(scene: &Scene<'_>) -> Message<'static> {
    let top = scene.game.discard.from_top().take(DISCARDS_SHOWN);
    let cards = scene.pictures(top);
    if cards.0.is_empty() {
        Message::DiscardEmpty
    } else {
        Message::DiscardTop { cards }
    }
}

fn buttons(view: &TableView, scene: &Scene<'_>) -> [Button; 5] {
    let button =
        |intent, label: Message<'_>| Button::new(view.stamp.button(intent), scene.say(&label));
    let window = window(scene);
    let layer = window.map_or(0, Window::layer);
    let is_open = window.is_some();
    let can_draw = view.game.phase == Phase::Turn && view.game.pile_count > 0;
    let nope = Message::ButtonNope {
        nope: scene.card(Title::Nope),
    };
    let (loud, quiet) = if is_open {
        (Style::Danger, Style::Secondary)
    } else {
        (Style::Secondary, Style::Success)
    };
    [
        button(Intent::OpenHand, Message::ButtonHand)
            .emoji(Sign::Hand)
            .style(Style::Primary),
        button(Intent::Draw, Message::ButtonDraw)
            .emoji(Sign::Draw)
            .style(quiet)
            .enabled(can_draw),
        button(Intent::Nope { layer }, nope)
            .emoji(Title::Nope)
            .style(loud)
            .enabled(is_open),
        button(Intent::Pass, Message::ButtonPass)
            .emoji(Sign::Pass)
            .enabled(is_open),
        button(Intent::Rules, Message::ButtonRules).emoji(Sign::Rules),
    ]
}
