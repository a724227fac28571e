//! The steps of a panel that lead to a play during the owner's turn: choosing a way to play a title, choosing a target,
//! naming the title that a triple demands, and selecting five titles. `panel` decides which step is shown.

use rules::{Aim, Play, Seat, SeatSet, Targets, Title, TitleSet, TurnOptions};

use super::element::{Button, ButtonStyle, Screen, Select, SelectOption};
use super::game_context::GameContext;
use super::view::PanelView;
use super::{Emoji, Icon};
use crate::intent::{Intent, Menu, PanelStep, TargetedPlay};
use crate::text::{Message, PlainName};

pub(super) fn single_intent(turn: &TurnOptions, title: Title) -> Option<Intent> {
    if !turn.unaimed.or(turn.aimed).contains(title) {
        return None;
    }
    Some(match turn.targets_of(title) {
        Targets::None => Intent::Play(Play::single(title)),
        Targets::OneOf(_) => aimed_intent(turn, TargetedPlay::Single(title)),
    })
}

fn targets(turn: &TurnOptions, aim: TargetedPlay) -> SeatSet {
    match aim {
        TargetedPlay::Single(title) => match turn.targets_of(title) {
            Targets::None => SeatSet::EMPTY,
            Targets::OneOf(seats) => seats,
        },
        TargetedPlay::Pair(..) | TargetedPlay::Triple(..) => turn.targets,
    }
}

/// Returns the intent that continues a play with a target: the step that chooses the target, or the play itself if only
/// one target is possible.
fn aimed_intent(turn: &TurnOptions, aim: TargetedPlay) -> Intent {
    match targets(turn, aim).only() {
        Some(only) => aim.on(only),
        None => Intent::Show(PanelStep::Target(aim)),
    }
}

/// Returns the combos that a card of this title can be part of. A Feral Cat can be part of a combo with each cat that
/// it can stand in for.
fn combos(turn: &TurnOptions, title: Title) -> Vec<TargetedPlay> {
    use TargetedPlay::{Pair, Triple};
    let tame = [Pair(title, 0), Triple(title, 0)];
    let wild = if TitleSet::WILD_CATS.contains(title) {
        turn.wild.pairs.iter().map(|cat| Pair(cat, 1)).collect()
    } else {
        vec![Pair(title, 1), Triple(title, 1), Triple(title, 2)]
    };
    let all = tame.into_iter().chain(wild);
    all.filter(|aim| is_legal(turn, *aim)).collect()
}

pub(super) fn is_legal(turn: &TurnOptions, aim: TargetedPlay) -> bool {
    match aim {
        TargetedPlay::Single(title) => turn.aimed.contains(title),
        TargetedPlay::Pair(title, wild) => turn.allows_pair(title, wild),
        TargetedPlay::Triple(title, wild) => turn.allows_triple(title, wild),
    }
}

/// Returns the icon and label of a combo's button in the step of `title`.
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
            let count = u32::from(wild);
            let card = context.cards_named(Title::FeralCat, count);
            (Icon::Triple, Message::TitleTripleWith { card, count })
        }
    }
}

/// Adds the ways to play a title, including its combos.
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
    let about = context.card_about(title);
    let single = single_intent(turn, title).map(|intent| {
        let button = context.button(intent, &Message::TitlePlay);
        button.emoji(title).style(ButtonStyle::Primary)
    });
    let combos = combos(turn, title).into_iter().map(|aim| {
        let (icon, label) = combo_label(context, title, aim);
        context.button(aimed_intent(turn, aim), &label).emoji(icon)
    });
    let buttons = single
        .into_iter()
        .chain(combos)
        .chain([context.back_button()]);
    screen
        .text(format!(
            "### {} {}\n{held_line}\n-# {about}",
            Emoji::Card(title),
            context.card_label(title)
        ))
        .buttons(buttons)
}

pub(super) fn target_step(
    context: &GameContext<'_>,
    screen: Screen,
    turn: &TurnOptions,
    aim: TargetedPlay,
) -> Screen {
    let (emoji, question) = match aim {
        TargetedPlay::Single(title) => match title.spec().aim {
            Aim::Giver => (title.into(), Message::TargetFavor),
            Aim::AnyPlayer
            | Aim::Markable
            | Aim::Seeing
            | Aim::Unclaimed
            | Aim::IfPaired
            | Aim::Nobody => {
                let card = context.card_name(title);
                (title.into(), Message::TargetCard { card })
            }
        },
        TargetedPlay::Pair(title, _) => {
            let card = context.cards_named(title, 2);
            (Emoji::Icon(Icon::Pair), Message::TargetPair { card })
        }
        TargetedPlay::Triple(title, _) => {
            let card = context.cards_named(title, 3);
            (Icon::Triple.into(), Message::TargetTriple { card })
        }
    };
    let targets = targets(turn, aim)
        .iter()
        .map(|seat| target_button(context, seat, aim.on(seat)));
    screen
        .text(context.heading(emoji, &question))
        .buttons(targets.chain([context.back_button()]))
}

pub(super) fn target_button(context: &GameContext<'_>, seat: Seat, intent: Intent) -> Button {
    let mut name = context.raw_name(seat);
    if !context.display_mode.is_text_first() {
        // The button's emoji already shows the mark.
        name.mark = None;
    }
    let label = Message::TargetPlayer {
        cards: card_count(context, seat),
        player: PlainName(name),
    };
    let button = context.button(intent, &label);
    button.emoji(Emoji::Seat(seat))
}

pub(super) fn card_count(context: &GameContext<'_>, seat: Seat) -> u32 {
    let mut seats = context.game.seats.iter();
    let shown = seats.find(|shown| shown.seat == seat);
    shown.map_or(0, |shown| u32::from(shown.cards))
}

/// Adds the choice of the title that a triple demands.
pub(super) fn naming_step(
    context: &GameContext<'_>,
    screen: Screen,
    turn: &TurnOptions,
    (title, wild, on): (Title, u8, Seat),
) -> Screen {
    let question = Message::NamingTitle {
        card: context.cards_named(title, 3),
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
        context.card_button(Intent::Play(play), naming)
    });
    let heading = context.heading(Icon::Triple, &question);
    screen
        .text(format!("{heading}\n-# {about}"))
        .buttons(namings.chain([context.back_button()]))
}

pub(super) fn five_step(context: &GameContext<'_>, screen: Screen, turn: &TurnOptions) -> Screen {
    let heading = context.heading(Icon::Five, &Message::FiveTitle);
    let about = context.translate(&Message::FiveAbout {
        kitten: context.card_name(Title::ExplodingKitten),
    });
    let option = |title: Title| SelectOption::new(title.id(), context.card_label(title));
    let titles = turn.fives.iter();
    let select = Select {
        control: context.stamp.menu(Menu::Five),
        placeholder: context.translate(&Message::FivePlaceholder),
        options: titles.map(|title| option(title).emoji(title)).collect(),
        min: 5,
        max: 5,
    };
    screen
        .text(format!("{heading}\n-# {about}"))
        .select(select)
        .buttons([context.back_button()])
}
