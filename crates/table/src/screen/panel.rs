//! A player's own panel: his news, his hand, and one step after another to whatever he may do.
//! It is made from what his seat may know; a step that is no longer possible shows the hand.

use rules::{
    FavorOptions, LegalOptions, Phase, Play, Seat, SeenEvent, Title, TitleSet, TurnOptions,
};

use super::part::{Accent, Button, Screen, Select, SelectOption, Style};
use super::scene::Scene;
use super::view::PanelView;
use super::{Emoji, Sign, news, prompt, refusal, rules as rules_help, stake};
use crate::intent::{Intent, Menu, PanelStep, TargetedPlay};
use crate::text::{Countdown, Label, Language, List, Message, Words};

/// The panel as its owner sees it.
pub fn panel(view: &PanelView, language: &Language) -> Screen {
    let scene = Scene {
        game: &view.game,
        people: &view.people,
        deadline: view.deadline,
        language,
    };
    let screen = opening(view, &scene);
    match (options(view), view.step) {
        (LegalOptions::Place(bottom), step) => prompt::place(view, &scene, screen, *bottom, step),
        (LegalOptions::Give(titles), _) => prompt::give(view, &scene, screen, *titles),
        (LegalOptions::Take(titles), _) => prompt::take(view, &scene, screen, *titles),
        (LegalOptions::Stop, _) => prompt::stop(view, &scene, screen),
        (LegalOptions::Turn(turn), step) => step_of_turn(view, &scene, screen, turn, step),
        (LegalOptions::Window { .. } | LegalOptions::Nothing, _) => hand(view, &scene, screen),
    }
}

fn options(view: &PanelView) -> &LegalOptions {
    view.game
        .legal
        .as_ref()
        .map_or(&LegalOptions::Nothing, |legal| legal.options())
}

fn turn_options(view: &PanelView) -> Option<&TurnOptions> {
    match options(view) {
        LegalOptions::Turn(turn) => Some(turn),
        _ => None,
    }
}

/// What stands at the top of every step: a refusal, then the news.
fn opening(view: &PanelView, scene: &Scene<'_>) -> Screen {
    let refusal = view.refusal.as_ref().map(|reason| {
        let sentence = scene.say(&refusal::sentence(reason));
        format!("{} {sentence}", Emoji::Sign(Sign::Stop).unicode())
    });
    let news = news::told(scene, view.seat, &view.news);
    let blocks: Vec<_> = [refusal, news].into_iter().flatten().collect();
    let screen = Screen::new(accent(view));
    if blocks.is_empty() {
        screen
    } else {
        screen.text(blocks.join("\n\n")).line()
    }
}

fn accent(view: &PanelView) -> Accent {
    match options(view) {
        LegalOptions::Place(_) => Accent::Explosion,
        LegalOptions::Give(_) | LegalOptions::Take(_) | LegalOptions::Stop => Accent::Waiting,
        LegalOptions::Turn(_) => Accent::Calm,
        LegalOptions::Window { .. } => Accent::Alarm,
        LegalOptions::Nothing => Accent::Private,
    }
}

fn step_of_turn(
    view: &PanelView,
    scene: &Scene<'_>,
    screen: Screen,
    turn: &TurnOptions,
    step: PanelStep,
) -> Screen {
    match step {
        PanelStep::Title(title) if is_combo(turn, title) => {
            one_title(view, scene, screen, turn, title)
        }
        PanelStep::Target(aim) if can_aim(turn, aim) => target(view, scene, screen, turn, aim),
        PanelStep::Naming { title, on }
            if turn.triples.contains(title) && turn.targets.contains(on) =>
        {
            naming(view, scene, screen, turn, (title, on))
        }
        PanelStep::Five if !turn.fives.is_empty() => five(view, scene, screen, turn),
        _ => hand(view, scene, screen),
    }
}

fn is_combo(turn: &TurnOptions, title: Title) -> bool {
    turn.pairs.contains(title) || turn.triples.contains(title)
}

fn can_aim(turn: &TurnOptions, aim: TargetedPlay) -> bool {
    match aim {
        TargetedPlay::Favor => turn.favor == FavorOptions::OnOne,
        TargetedPlay::Pair(title) => turn.pairs.contains(title),
        TargetedPlay::Triple(title) => turn.triples.contains(title),
    }
}

fn hand(view: &PanelView, scene: &Scene<'_>, screen: Screen) -> Screen {
    let held = view.game.hand.unwrap_or_default();
    if !is_living(view) {
        let sign = Emoji::Sign(Sign::Dead).unicode();
        let text = format!("### {sign} {}", scene.say(&status(view, scene)));
        return screen.text(text).buttons([rules_button(view, scene)]);
    }
    let heading = scene.say(&Message::PanelTitle {
        cards: u32::from(held.total()),
    });
    let lines = [
        Some(format!(
            "### {} {heading}",
            Emoji::Sign(Sign::Hand).unicode()
        )),
        Some(scene.say(&status(view, scene))),
        stakes(scene),
        clock(view, scene),
        known(view, scene),
    ];
    let screen = screen.text(lines.into_iter().flatten().collect::<Vec<_>>().join("\n"));
    let cards = held
        .titles()
        .map(|title| card(view, scene, title, held.count(title)));
    screen
        .buttons(cards)
        .buttons(actions(view, scene))
        .buttons(votes(view, scene))
}

/// The ways to go on without somebody who keeps all waiting: as many as fit into a row.
fn votes(view: &PanelView, scene: &Scene<'_>) -> Vec<Button> {
    let dawdlers = view.dawdlers.iter().take(5).map(|seat| {
        let player = Label(scene.raw_name(seat));
        let label = scene.say(&Message::ButtonVoteAway { player });
        Button::new(view.stamp.button(Intent::VoteAway(seat)), label).emoji(Sign::Away)
    });
    dawdlers.collect()
}

fn is_living(view: &PanelView) -> bool {
    view.game.living().contains(view.seat)
}

/// Whose move it is, said to the owner of the panel.
fn status<'v>(view: &PanelView, scene: &Scene<'v>) -> Message<'v> {
    match &scene.game.phase {
        Phase::Won { winner } => Message::PanelOver {
            player: scene.name(*winner),
        },
        _ if !is_living(view) => Message::PanelOut,
        Phase::Turn => match scene.game.turn {
            Some(turn) if turn.seat == view.seat => Message::PanelYourTurn {
                turns: u32::from(turn.owed),
            },
            _ => Message::PanelOtherTurn {
                player: scene.turn_name(),
            },
        },
        Phase::Window(window) if window.passed.contains(view.seat) => Message::PanelWindowPassed,
        Phase::Window(window) if window.top_owner() == view.seat => Message::PanelWindowOwn,
        Phase::Window(_) => Message::PanelWindow,
        Phase::Placing { seat } => Message::PanelWaitingPlacing {
            player: scene.name(*seat),
        },
        Phase::Giving { owing, .. } => Message::PanelWaitingGiving {
            givers: scene.names(*owing),
        },
        Phase::Taking { seat } => Message::PanelWaitingTaking {
            player: scene.name(*seat),
        },
        Phase::Stopping { seat, .. } => Message::PanelWaitingStopping {
            player: scene.name(*seat),
        },
    }
}

fn stakes(scene: &Scene<'_>) -> Option<String> {
    match &scene.game.phase {
        Phase::Window(window) => Some(stake::lines(scene, window)),
        _ => None,
    }
}

/// What hurries the owner: nobody else's turn does.
fn clock(view: &PanelView, scene: &Scene<'_>) -> Option<String> {
    let deadline = Countdown(scene.deadline?);
    let message = match scene.game.phase {
        Phase::Turn if scene.game.turn?.seat == view.seat => {
            Message::TableTurnDeadline { deadline }
        }
        Phase::Window(_) => Message::WindowDeadline { deadline },
        _ => return None,
    };
    Some(format!(
        "{} {}",
        Emoji::Sign(Sign::Clock).unicode(),
        scene.say(&message)
    ))
}

/// What the owner still knows of the draw pile, unless that is his very news.
fn known(view: &PanelView, scene: &Scene<'_>) -> Option<String> {
    let is_news = |event: &SeenEvent| {
        matches!(
            event,
            SeenEvent::Saw {
                titles: Some(_),
                ..
            } | SeenEvent::Placed { place: Some(_), .. }
        )
    };
    if view.news.iter().any(is_news) {
        return None;
    }
    let known = (0..scene.game.pile_count).filter_map(|place| {
        let title = scene.game.known_at(place)?;
        let [card] = scene.pictures([title]).0.try_into().ok()?;
        let place = u32::from(place) + 1;
        Some(Words(scene.say(&Message::PanelKnownPlace { card, place })))
    });
    let cards = List(known.collect());
    (!cards.0.is_empty()).then(|| scene.say(&Message::PanelKnown { cards }))
}

/// The button of a title: plays it, or leads to what can be done with it.
fn card(view: &PanelView, scene: &Scene<'_>, title: Title, held: u8) -> Button {
    let label = prompt::counted(scene, title, held);
    let intent = match title {
        Title::Nope => nope(view),
        _ => None,
    };
    let style = if intent.is_some() {
        Style::Danger
    } else {
        Style::Secondary
    };
    let intent = intent.or_else(|| turn_options(view).and_then(|turn| use_of(turn, title)));
    // A greyed button needs an id too, and one that no other button of the panel has.
    let control = view
        .stamp
        .button(intent.unwrap_or(Intent::Show(PanelStep::Title(title))));
    Button::new(control, label)
        .emoji(title)
        .style(style)
        .enabled(intent.is_some())
}

/// The Nope that the owner may play into the open window.
fn nope(view: &PanelView) -> Option<Intent> {
    let layer = view
        .game
        .legal
        .as_ref()
        .and_then(|legal| legal.can_nope())?;
    Some(Intent::Nope { layer })
}

/// What a tap on a title means on one's own turn.
fn use_of(turn: &TurnOptions, title: Title) -> Option<Intent> {
    if is_combo(turn, title) {
        Some(Intent::Show(PanelStep::Title(title)))
    } else {
        alone(turn, title)
    }
}

fn alone(turn: &TurnOptions, title: Title) -> Option<Intent> {
    if title == Title::Favor {
        return match turn.favor {
            FavorOptions::No => None,
            FavorOptions::OnEveryone => Some(Intent::Play(Play::Favor { on: None })),
            FavorOptions::OnOne => Some(towards(turn, TargetedPlay::Favor)),
        };
    }
    turn.singles
        .contains(title)
        .then_some(Intent::Play(Play::Single(title)))
}

/// The next step for a play that needs a target; there is none to choose where only one can be.
fn towards(turn: &TurnOptions, aim: TargetedPlay) -> Intent {
    match (turn.targets.nth(0), turn.targets.len()) {
        (Some(only), 1) => aim.on(only),
        _ => Intent::Show(PanelStep::Target(aim)),
    }
}

fn actions(view: &PanelView, scene: &Scene<'_>) -> Vec<Button> {
    let button =
        |intent, label: Message<'_>| Button::new(view.stamp.button(intent), scene.say(&label));
    let legal = view.game.legal.as_ref();
    let can_draw = legal.is_some_and(|legal| legal.can_draw());
    let can_pass = legal.is_some_and(|legal| legal.can_pass());
    let has_five = turn_options(view).is_some_and(|turn| !turn.fives.is_empty());
    let five = has_five
        .then(|| button(Intent::Show(PanelStep::Five), Message::ButtonFive).emoji(Sign::Five));
    [
        Some(
            button(Intent::Draw, Message::ButtonDraw)
                .emoji(Sign::Draw)
                .style(Style::Success)
                .enabled(can_draw),
        ),
        Some(
            button(Intent::Pass, Message::ButtonPass)
                .emoji(Sign::Pass)
                .enabled(can_pass),
        ),
        five,
        Some(rules_button(view, scene)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn rules_button(view: &PanelView, scene: &Scene<'_>) -> Button {
    let control = view.stamp.button(Intent::Rules);
    Button::new(control, scene.say(&Message::ButtonRules)).emoji(Sign::Rules)
}

/// The way back to the hand.
pub(super) fn back(view: &PanelView, scene: &Scene<'_>) -> Button {
    let control = view.stamp.button(Intent::Show(PanelStep::Hand));
    Button::new(control, scene.say(&Message::ButtonBack)).emoji(Sign::Back)
}

fn one_title(
    view: &PanelView,
    scene: &Scene<'_>,
    screen: Screen,
    turn: &TurnOptions,
    title: Title,
) -> Screen {
    let held = view.game.hand.map_or(0, |hand| hand.count(title));
    let holding = scene.say(&Message::TitleAbout {
        count: u32::from(held),
        card: scene.card(title),
    });
    let about = scene
        .language
        .say_in(scene.edition(), &rules_help::about(title));
    let button =
        |intent, label: Message<'_>| Button::new(view.stamp.button(intent), scene.say(&label));
    let buttons = [
        alone(turn, title).map(|intent| {
            button(intent, Message::TitlePlay)
                .emoji(title)
                .style(Style::Primary)
        }),
        turn.pairs.contains(title).then(|| {
            button(towards(turn, TargetedPlay::Pair(title)), Message::TitlePair).emoji(Sign::Pair)
        }),
        turn.triples.contains(title).then(|| {
            button(
                towards(turn, TargetedPlay::Triple(title)),
                Message::TitleTriple,
            )
            .emoji(Sign::Triple)
        }),
        Some(back(view, scene)),
    ];
    screen
        .text(format!(
            "### {} {}\n{holding}\n-# {about}",
            Emoji::Card(title).unicode(),
            scene.label(title)
        ))
        .buttons(buttons.into_iter().flatten())
}

fn target(
    view: &PanelView,
    scene: &Scene<'_>,
    screen: Screen,
    turn: &TurnOptions,
    aim: TargetedPlay,
) -> Screen {
    let (emoji, question) = match aim {
        TargetedPlay::Favor => (Emoji::Card(Title::Favor), Message::TargetFavor),
        TargetedPlay::Pair(title) => (
            Sign::Pair.into(),
            Message::TargetPair {
                card: scene.card(title),
            },
        ),
        TargetedPlay::Triple(title) => (
            Sign::Triple.into(),
            Message::TargetTriple {
                card: scene.card(title),
            },
        ),
    };
    let targets = turn.targets.iter().map(|seat| {
        let label = Message::TargetPlayer {
            cards: cards_of(view, seat),
            player: Label(scene.raw_name(seat)),
        };
        Button::new(view.stamp.button(aim.on(seat)), scene.say(&label)).emoji(Sign::Person)
    });
    screen
        .text(format!("### {} {}", emoji.unicode(), scene.say(&question)))
        .buttons(targets.chain([back(view, scene)]))
}

fn cards_of(view: &PanelView, seat: Seat) -> u32 {
    view.game
        .seats
        .iter()
        .find(|shown| shown.seat == seat)
        .map_or(0, |shown| u32::from(shown.cards))
}

fn naming(
    view: &PanelView,
    scene: &Scene<'_>,
    screen: Screen,
    turn: &TurnOptions,
    (title, on): (Title, Seat),
) -> Screen {
    let question = Message::NamingTitle {
        card: scene.card(title),
        target: scene.name(on),
    };
    let about = scene.say(&Message::NamingAbout);
    let namings = turn.nameable_titles.iter().map(|naming| {
        let play = Play::Triple { title, on, naming };
        Button::new(view.stamp.button(Intent::Play(play)), scene.label(naming)).emoji(naming)
    });
    screen
        .text(format!(
            "### {} {}\n-# {about}",
            Emoji::Sign(Sign::Triple).unicode(),
            scene.say(&question)
        ))
        .buttons(namings.chain([back(view, scene)]))
}

fn five(view: &PanelView, scene: &Scene<'_>, screen: Screen, turn: &TurnOptions) -> Screen {
    let about = scene.say(&Message::FiveAbout {
        kitten: scene.card(Title::ExplodingKitten),
    });
    let question = scene.say(&Message::FiveTitle);
    let select = Select {
        control: view.stamp.menu(Menu::Five),
        placeholder: scene.say(&Message::FivePlaceholder),
        options: titles(scene, turn.fives),
        min: 5,
        max: 5,
    };
    screen
        .text(format!(
            "### {} {question}\n-# {about}",
            Emoji::Sign(Sign::Five).unicode()
        ))
        .choice(select)
        .buttons([back(view, scene)])
}

fn titles(scene: &Scene<'_>, titles: TitleSet) -> Vec<SelectOption> {
    titles
        .iter()
        .map(|title| SelectOption::new(title.id(), scene.label(title)).emoji(title))
        .collect()
}
