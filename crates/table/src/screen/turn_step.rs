//! The steps of a panel that lead to a play in the owner's turn: the plays of a title, the target, the
//! title that a triple asks for, five titles. `panel` decides which step is shown.

use rules::{Aim, Play, Seat, SeatSet, Targets, Title, TitleSet, TurnOptions};

use super::element::{Button, ButtonStyle, Screen, Select, SelectOption};
use super::game_context::GameContext;
use super::panel_button::back_button;
use super::view::PanelView;
use super::{Emoji, Icon};
use crate::intent::{Intent, Menu, PanelStep, TargetedPlay};
use crate::text::{Message, PlainName, card_texts};

/// Returns the play of one card of a title; none if it is not legal.
pub(super) fn single_intent(turn: &TurnOptions, title: Title) -> Option<Intent> {
    if !turn.unaimed.or(turn.aimed).contains(title) {
        return None;
    }
    Some(match turn.targets_of(title) {
        Targets::None => Intent::Play(Play::single(title)),
        Targets::OneOf(_) => aimed_intent(turn, TargetedPlay::Single(title)),
    })
}

/// Returns the players that a play may be aimed at.
fn targets(turn: &TurnOptions, aim: TargetedPlay) -> SeatSet {
    match aim {
        TargetedPlay::Single(title) => match turn.targets_of(title) {
            Targets::None => SeatSet::EMPTY,
            Targets::OneOf(seats) => seats,
        },
        TargetedPlay::Pair(..) | TargetedPlay::Triple(..) => turn.targets,
    }
}

/// Returns the intent after choosing a play that needs a target: the next step, or the play itself
/// if only one target is possible.
fn aimed_intent(turn: &TurnOptions, aim: TargetedPlay) -> Intent {
    match targets(turn, aim).only() {
        Some(only) => aim.on(only),
        None => Intent::Show(PanelStep::Target(aim)),
    }
}

/// Returns the combos that a card of this title can be part of, the Feral Cat with each cat that it can
/// stand for.
fn combos(turn: &TurnOptions, title: Title) -> Vec<TargetedPlay> {
    let tame = [TargetedPlay::Pair(title, 0), TargetedPlay::Triple(title, 0)];
    let with_wild = |cat| {
        [
            TargetedPlay::Pair(cat, 1),
            TargetedPlay::Triple(cat, 1),
            TargetedPlay::Triple(cat, 2),
        ]
    };
    let wild: Vec<_> = match TitleSet::WILD_CATS.contains(title) {
        true => {
            let cats = turn.wild.pairs.iter();
            cats.map(|cat| TargetedPlay::Pair(cat, 1)).collect()
        }
        false => with_wild(title).to_vec(),
    };
    let all = tame.into_iter().chain(wild);
    all.filter(|aim| is_legal(turn, *aim)).collect()
}

/// Returns true if a play is legal on some target.
pub(super) fn is_legal(turn: &TurnOptions, aim: TargetedPlay) -> bool {
    match aim {
        TargetedPlay::Single(title) => turn.aimed.contains(title),
        TargetedPlay::Pair(title, wild) => turn.allows_pair(title, wild),
        TargetedPlay::Triple(title, wild) => turn.allows_triple(title, wild),
    }
}

/// Returns the label of the button that leads to a combo, seen from the step of `title`.
fn combo_label(
    context: &GameContext<'_>,
    title: Title,
    aim: TargetedPlay,
) -> (Icon, Message<'static>) {
    match aim {
        TargetedPlay::Single(_) => (Icon::Hand, Message::TitlePlay),
        TargetedPlay::Pair(_, 0) => (Icon::Pair, Message::TitlePair),
        TargetedPlay::Triple(_, 0) => (Icon::Triple, Message::TitleTriple),
        TargetedPlay::Pair(cat, _) => {
            let other = if cat == title { Title::FeralCat } else { cat };
            let card = context.card_name(other);
            (Icon::Pair, Message::TitlePairWith { card })
        }
        TargetedPlay::Triple(_, wild) => {
            let card = context.card_name(Title::FeralCat);
            let count = u32::from(wild);
            (Icon::Triple, Message::TitleTripleWith { card, count })
        }
    }
}

/// Adds the plays of a title that the owner holds more than once.
pub(super) fn title_step(
    view: &PanelView,
    context: &GameContext<'_>,
    screen: Screen,
    turn: &TurnOptions,
    title: Title,
) -> Screen {
    let held = view.game.hand.map_or(0, |hand| hand.count(title));
    let held_line = context.translate(&Message::TitleAbout {
        count: u32::from(held),
        card: context.card_name(title),
    });
    let about = context
        .language
        .translate_for(context.edition(), &card_texts::about(title));
    let button = |intent, label: Message<'_>| {
        Button::new(view.stamp.button(intent), context.translate(&label))
    };
    let single = single_intent(turn, title).map(|intent| {
        button(intent, Message::TitlePlay)
            .emoji(title)
            .style(ButtonStyle::Primary)
    });
    let combos = combos(turn, title).into_iter().map(|aim| {
        let (icon, label) = combo_label(context, title, aim);
        button(aimed_intent(turn, aim), label).emoji(icon)
    });
    let buttons = single.into_iter().chain(combos);
    let buttons = buttons.chain([back_button(view, context)]);
    screen
        .text(format!(
            "### {} {}\n{held_line}\n-# {about}",
            Emoji::Card(title),
            context.card_label(title)
        ))
        .buttons(buttons)
}

/// Adds the choice of a target.
pub(super) fn target_step(
    view: &PanelView,
    context: &GameContext<'_>,
    screen: Screen,
    turn: &TurnOptions,
    aim: TargetedPlay,
) -> Screen {
    let (emoji, question) = match aim {
        TargetedPlay::Single(title) => match title.spec().aim {
            Aim::Giver => (Emoji::Card(title), Message::TargetFavor),
            Aim::AnyPlayer | Aim::Nobody => (
                Emoji::Card(title),
                Message::TargetCard {
                    card: context.card_name(title),
                },
            ),
        },
        TargetedPlay::Pair(title, _) => (
            Icon::Pair.into(),
            Message::TargetPair {
                card: context.card_name(title),
            },
        ),
        TargetedPlay::Triple(title, _) => (
            Icon::Triple.into(),
            Message::TargetTriple {
                card: context.card_name(title),
            },
        ),
    };
    let targets = targets(turn, aim).iter().map(|seat| {
        let label = Message::TargetPlayer {
            cards: card_count(view, seat),
            player: PlainName(context.raw_name(seat)),
        };
        Button::new(view.stamp.button(aim.on(seat)), context.translate(&label))
            .emoji(Emoji::Seat(seat))
    });
    screen
        .text(format!("### {} {}", emoji, context.translate(&question)))
        .buttons(targets.chain([back_button(view, context)]))
}

fn card_count(view: &PanelView, seat: Seat) -> u32 {
    view.game
        .seats
        .iter()
        .find(|shown| shown.seat == seat)
        .map_or(0, |shown| u32::from(shown.cards))
}

/// Adds the choice of the title that a triple asks for.
pub(super) fn naming_step(
    view: &PanelView,
    context: &GameContext<'_>,
    screen: Screen,
    turn: &TurnOptions,
    (title, wild, on): (Title, u8, Seat),
) -> Screen {
    let question = Message::NamingTitle {
        card: context.card_name(title),
        target: context.name(on),
    };
    let about = context.translate(&Message::NamingAbout);
    let namings = turn.nameable_titles.iter().map(|naming| {
        let play = Play::Triple {
            title,
            wild,
            on,
            naming,
        };
        Button::new(
            view.stamp.button(Intent::Play(play)),
            context.card_label(naming),
        )
        .emoji(naming)
    });
    screen
        .text(format!(
            "### {} {}\n-# {about}",
            Emoji::Icon(Icon::Triple),
            context.translate(&question)
        ))
        .buttons(namings.chain([back_button(view, context)]))
}

/// Adds the choice of five titles.
pub(super) fn five_step(
    view: &PanelView,
    context: &GameContext<'_>,
    screen: Screen,
    turn: &TurnOptions,
) -> Screen {
    let about = context.translate(&Message::FiveAbout {
        kitten: context.card_name(Title::ExplodingKitten),
    });
    let question = context.translate(&Message::FiveTitle);
    let select = Select {
        control: view.stamp.menu(Menu::Five),
        placeholder: context.translate(&Message::FivePlaceholder),
        options: title_options(context, turn.fives),
        min: 5,
        max: 5,
    };
    screen
        .text(format!(
            "### {} {question}\n-# {about}",
            Emoji::Icon(Icon::Five)
        ))
        .select(select)
        .buttons([back_button(view, context)])
}

fn title_options(context: &GameContext<'_>, titles: TitleSet) -> Vec<SelectOption> {
    titles
        .iter()
        .map(|title| SelectOption::new(title.id(), context.card_label(title)).emoji(title))
        .collect()
}
