//! The steps of a panel that lead to a play in the owner's turn: the plays of a title, the target, the
//! title that a triple asks for, five titles. `panel` decides which step is shown.

use rules::{FavorOptions, Play, Seat, Title, TitleSet, TurnOptions};

use super::element::{Button, ButtonStyle, Screen, Select, SelectOption};
use super::game_context::GameContext;
use super::panel_button::back_button;
use super::view::PanelView;
use super::{Emoji, Icon, rules as rules_help};
use crate::intent::{Intent, Menu, PanelStep, TargetedPlay};
use crate::text::{Message, PlainName};

/// Returns true if several cards of a title are a legal play.
pub(super) fn is_combo(turn: &TurnOptions, title: Title) -> bool {
    turn.pairs.contains(title) || turn.triples.contains(title)
}

/// Returns the play of one card of a title; none if it is not legal.
pub(super) fn single_intent(turn: &TurnOptions, title: Title) -> Option<Intent> {
    if title == Title::Favor {
        return match turn.favor {
            FavorOptions::No => None,
            FavorOptions::OnEveryone => Some(Intent::Play(Play::Favor { on: None })),
            FavorOptions::OnOne => Some(aimed_intent(turn, TargetedPlay::Favor)),
        };
    }
    turn.singles
        .contains(title)
        .then_some(Intent::Play(Play::Single(title)))
}

/// Returns the intent after choosing a play that needs a target: the next step, or the play itself
/// if only one target is possible.
fn aimed_intent(turn: &TurnOptions, aim: TargetedPlay) -> Intent {
    match (turn.targets.nth(0), turn.targets.len()) {
        (Some(only), 1) => aim.on(only),
        _ => Intent::Show(PanelStep::Target(aim)),
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
        .translate_for(context.edition(), &rules_help::description(title));
    let button = |intent, label: Message<'_>| {
        Button::new(view.stamp.button(intent), context.translate(&label))
    };
    let buttons = [
        single_intent(turn, title).map(|intent| {
            button(intent, Message::TitlePlay)
                .emoji(title)
                .style(ButtonStyle::Primary)
        }),
        turn.pairs.contains(title).then(|| {
            button(
                aimed_intent(turn, TargetedPlay::Pair(title)),
                Message::TitlePair,
            )
            .emoji(Icon::Pair)
        }),
        turn.triples.contains(title).then(|| {
            button(
                aimed_intent(turn, TargetedPlay::Triple(title)),
                Message::TitleTriple,
            )
            .emoji(Icon::Triple)
        }),
        Some(back_button(view, context)),
    ];
    screen
        .text(format!(
            "### {} {}\n{held_line}\n-# {about}",
            Emoji::Card(title),
            context.card_label(title)
        ))
        .buttons(buttons.into_iter().flatten())
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
        TargetedPlay::Favor => (Emoji::Card(Title::Favor), Message::TargetFavor),
        TargetedPlay::Pair(title) => (
            Icon::Pair.into(),
            Message::TargetPair {
                card: context.card_name(title),
            },
        ),
        TargetedPlay::Triple(title) => (
            Icon::Triple.into(),
            Message::TargetTriple {
                card: context.card_name(title),
            },
        ),
    };
    let targets = turn.targets.iter().map(|seat| {
        let label = Message::TargetPlayer {
            cards: card_count(view, seat),
            player: PlainName(context.raw_name(seat)),
        };
        Button::new(view.stamp.button(aim.on(seat)), context.translate(&label)).emoji(Icon::Person)
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
    (title, on): (Title, Seat),
) -> Screen {
    let question = Message::NamingTitle {
        card: context.card_name(title),
        target: context.name(on),
    };
    let about = context.translate(&Message::NamingAbout);
    let namings = turn.nameable_titles.iter().map(|naming| {
        let play = Play::Triple { title, on, naming };
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
