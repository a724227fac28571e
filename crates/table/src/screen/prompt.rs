//! The choices that a phase of the game demands, in the panel of the player who must choose.

use rules::{Phase, Title, TitleSet};

use super::element::{Button, ButtonStyle, Screen, Select, SelectOption};
use super::game_context::GameContext;
use super::panel_button::{back_button, counted_card};
use super::view::PanelView;
use super::{Emoji, Icon};
use crate::intent::{Intent, Menu, PanelStep, PilePosition};
use crate::text::{Countdown, Message};

/// The number of options that Discord allows in one menu.
const PLACES_PER_PAGE: u8 = 25;

/// Adds the choice of a place in the pile for the defused kitten.
pub(super) fn add_place_choice(
    view: &PanelView,
    context: &GameContext<'_>,
    screen: Screen,
    bottom: u8,
    step: PanelStep,
) -> Screen {
    match step {
        PanelStep::Places { from } if from <= bottom => {
            any_place(view, context, screen, bottom, from)
        }
        _ => named_places(view, context, screen, bottom),
    }
}

fn named_places(view: &PanelView, context: &GameContext<'_>, screen: Screen, bottom: u8) -> Screen {
    let kitten = context.card_name(Title::ExplodingKitten);
    let about = context.translate(&Message::PlaceAbout {
        cards: u32::from(bottom),
    });
    let lines = [
        Some(heading(
            Title::ExplodingKitten.into(),
            context.translate(&Message::PlaceTitle { kitten }),
        )),
        Some(about),
        deadline_line(context, |deadline| Message::PlaceDeadline { deadline }),
    ];
    let button = |intent, label: Message<'_>| {
        Button::new(view.stamp.button(intent), context.translate(&label))
    };
    let places = places_with_names(bottom)
        .into_iter()
        .map(|(place, label)| button(Intent::Place(PilePosition::At(place)), label));
    let random =
        button(Intent::Place(PilePosition::Random), Message::PlaceRandom).emoji(Icon::Random);
    let any = button(
        Intent::Show(PanelStep::Places { from: 0 }),
        Message::ButtonAnyPlace,
    )
    .emoji(Icon::Pile);
    let rest = [random, any].into_iter().filter(|_| bottom > 0);
    let alt = context.translate(&Message::AltOwnKitten {
        card: context.card_name(Title::ExplodingKitten),
    });
    screen
        .illustrated(join_lines(lines), Title::ExplodingKitten, alt)
        .buttons(places.chain(rest))
}

/// Returns the places that have a name, such as top and bottom, each place once.
fn places_with_names(bottom: u8) -> Vec<(u8, Message<'static>)> {
    let middle = bottom / 2;
    let mut places = vec![(0, Message::PlaceTop)];
    places.extend((bottom > 1).then_some((1, Message::PlaceSecond)));
    places.extend((bottom > 2).then_some((2, Message::PlaceThird)));
    places.extend((middle > 2).then_some((middle, Message::PlaceMiddle)));
    places.extend((bottom > 0).then_some((bottom, Message::PlaceBottom)));
    places
}

fn any_place(
    view: &PanelView,
    context: &GameContext<'_>,
    screen: Screen,
    bottom: u8,
    from: u8,
) -> Screen {
    let last = bottom.min(from.saturating_add(PLACES_PER_PAGE - 1));
    let options = (from..=last).map(|place| {
        SelectOption::new(
            place.to_string(),
            context.translate(&Message::PlaceAbove {
                cards: u32::from(place),
            }),
        )
    });
    let select = Select {
        control: view.stamp.menu(Menu::Place),
        placeholder: context.translate(&Message::PlacePlaceholder),
        options: options.collect(),
        min: 1,
        max: 1,
    };
    let page_button = |from, label: Message<'_>, icon| {
        Button::new(
            view.stamp.button(Intent::Show(PanelStep::Places { from })),
            context.translate(&label),
        )
        .emoji(icon)
    };
    let earlier = (from > 0).then(|| {
        page_button(
            from.saturating_sub(PLACES_PER_PAGE),
            Message::PlaceEarlier,
            Icon::Up,
        )
    });
    let later = (last < bottom).then(|| page_button(last + 1, Message::PlaceLater, Icon::Down));
    screen
        .text(heading(
            Icon::Pile.into(),
            context.translate(&Message::PlaceAnyTitle),
        ))
        .select(select)
        .buttons(
            [earlier, later, Some(back_button(view, context))]
                .into_iter()
                .flatten(),
        )
}

/// Adds the choice of a card to give away for a Favor.
pub(super) fn add_give_choice(
    view: &PanelView,
    context: &GameContext<'_>,
    screen: Screen,
    titles: TitleSet,
) -> Screen {
    let taker = match view.game.phase {
        Phase::Giving { taker, .. } => taker,
        _ => view.seat,
    };
    let lines = [
        Some(heading(
            Title::Favor.into(),
            context.translate(&Message::GiveTitle {
                taker: context.name(taker),
            }),
        )),
        deadline_line(context, |deadline| Message::GiveDeadline { deadline }),
    ];
    let held = view.game.hand.unwrap_or_default();
    let cards = titles.iter().map(|title| {
        let label = counted_card(context, title, held.count(title));
        Button::new(view.stamp.button(Intent::Give(title)), label).emoji(title)
    });
    screen.text(join_lines(lines)).buttons(cards)
}

/// Adds the choice of a card to take from the discard pile.
pub(super) fn add_take_choice(
    view: &PanelView,
    context: &GameContext<'_>,
    screen: Screen,
    titles: TitleSet,
) -> Screen {
    let lines = [
        Some(heading(
            Icon::Five.into(),
            context.translate(&Message::TakeTitle),
        )),
        deadline_line(context, |deadline| Message::TakeDeadline { deadline }),
    ];
    let cards = titles.iter().map(|title| {
        Button::new(
            view.stamp.button(Intent::Take(title)),
            context.card_label(title),
        )
        .emoji(title)
    });
    screen.text(join_lines(lines)).buttons(cards)
}

/// Adds the button that stops another player's shuffle.
pub(super) fn add_stop_button(
    view: &PanelView,
    context: &GameContext<'_>,
    screen: Screen,
) -> Screen {
    let shuffler = match view.game.phase {
        Phase::Stopping { shuffler, .. } => shuffler,
        _ => view.seat,
    };
    let lines = [
        Some(heading(
            Title::Shuffle.into(),
            context.translate(&Message::StopTitle {
                player: context.name(shuffler),
            }),
        )),
        deadline_line(context, |deadline| Message::StopDeadline { deadline }),
    ];
    let control = view.stamp.button(Intent::Stop);
    let button = Button::new(control, context.translate(&Message::ButtonStop))
        .emoji(Icon::Stop)
        .style(ButtonStyle::Primary);
    screen.text(join_lines(lines)).buttons([button])
}

fn heading(emoji: Emoji, text: String) -> String {
    format!("### {} {text}", emoji)
}

fn deadline_line(
    context: &GameContext<'_>,
    message: fn(Countdown) -> Message<'static>,
) -> Option<String> {
    let deadline = Countdown(context.deadline?);
    Some(format!(
        "{} {}",
        Emoji::Icon(Icon::Clock),
        context.translate(&message(deadline))
    ))
}

fn join_lines<const N: usize>(lines: [Option<String>; N]) -> String {
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
}
