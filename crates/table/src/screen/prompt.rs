//! The choices that the game waits for, in the panel of the player who must choose. The order of cards
//! is in [`order_step`](super::order_step).

use rules::{Answers, ChoiceAnswer, ChoiceKind, Hazard, Phase, Seat, Title, TitleSet};

use super::Icon;
use super::element::{Button, ButtonStyle, Screen, Select, SelectOption};
use super::game_context::GameContext;
use super::order_step::add_order_choice;
use super::panel_button::{back_button, counted_card};
use super::prompt_lines::{deadline_line, heading, join_lines};
use super::view::PanelView;
use crate::intent::{Intent, Menu, PanelStep};
use crate::text::Message;

/// The number of options that Discord allows in one menu.
const PLACES_PER_PAGE: u8 = 25;

pub(super) fn add_choice(
    view: &PanelView,
    context: &GameContext<'_>,
    screen: Screen,
    answers: Answers,
) -> Screen {
    match answers {
        Answers::Place(bottom) => add_place_choice(view, context, screen, bottom, view.step),
        Answers::Give(titles) => add_give_choice(view, context, screen, titles),
        Answers::Take(titles) => add_take_choice(view, context, screen, titles),
        Answers::Stop => add_stop_button(view, context, screen),
        Answers::Order(cards) => add_order_choice(view, context, screen, cards),
    }
}

/// Returns the hazard that waits to be put back.
fn waiting_card(context: &GameContext<'_>) -> Title {
    match context.game.phase {
        Phase::Choice(choice) => match choice.kind {
            ChoiceKind::Place(card) => card.title(),
            ChoiceKind::Give | ChoiceKind::Take | ChoiceKind::Stop | ChoiceKind::Order(_) => {
                Title::ExplodingKitten
            }
        },
        Phase::Turn | Phase::Window(_) | Phase::Won { .. } => Title::ExplodingKitten,
    }
}

/// Returns the player for whom the panel's owner chooses.
fn owner(view: &PanelView) -> Seat {
    match view.game.phase {
        Phase::Choice(choice) => choice.owner,
        Phase::Turn | Phase::Window(_) | Phase::Won { .. } => view.seat,
    }
}

fn add_place_choice(
    view: &PanelView,
    context: &GameContext<'_>,
    screen: Screen,
    bottom: u8,
    step: PanelStep,
) -> Screen {
    match step.first_place().filter(|from| *from <= bottom) {
        Some(from) => any_place(view, context, screen, bottom, from),
        None => named_places(view, context, screen, bottom),
    }
}

fn named_places(view: &PanelView, context: &GameContext<'_>, screen: Screen, bottom: u8) -> Screen {
    let waiting = waiting_card(context);
    let kitten = context.card_name(waiting);
    let cards = u32::from(bottom);
    let about = context.translate(&match waiting.hazard() {
        Some(Hazard::Implodes) => Message::PlaceImplodingAbout { cards },
        Some(Hazard::Explodes) | None => Message::PlaceAbout { cards },
    });
    let lines = [
        Some(heading(
            waiting.into(),
            context.translate(&match waiting.hazard() {
                Some(Hazard::Implodes) => Message::PlaceImplodingTitle { kitten },
                Some(Hazard::Explodes) | None => Message::PlaceTitle { kitten },
            }),
        )),
        Some(about),
        deadline_line(context, |deadline| Message::PlaceDeadline { deadline }),
    ];
    let button = |intent, label: Message<'_>| {
        Button::new(view.stamp.button(intent), context.translate(&label))
    };
    let places = places_with_names(bottom)
        .into_iter()
        .map(|(place, label)| button(Intent::Answer(ChoiceAnswer::Place(place)), label));
    let random = button(Intent::PlaceAnywhere, Message::PlaceRandom).emoji(Icon::Random);
    let any = button(
        Intent::Show(PanelStep::Places { from: 0 }),
        Message::ButtonAnyPlace,
    )
    .emoji(Icon::Pile);
    let rest = [random, any].into_iter().filter(|_| bottom > 0);
    let alt = context.translate(&Message::AltOwnKitten {
        card: context.card_name(waiting),
    });
    screen
        .illustrated(join_lines(lines), waiting, alt)
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

fn add_give_choice(
    view: &PanelView,
    context: &GameContext<'_>,
    screen: Screen,
    titles: TitleSet,
) -> Screen {
    let lines = [
        Some(heading(
            Title::Favor.into(),
            context.translate(&Message::GiveTitle {
                taker: context.name(owner(view)),
            }),
        )),
        deadline_line(context, |deadline| Message::GiveDeadline { deadline }),
    ];
    let held = view.game.hand.unwrap_or_default();
    let cards = titles.iter().map(|title| {
        let label = counted_card(context, title, held.count(title));
        Button::new(
            view.stamp.button(Intent::Answer(ChoiceAnswer::Give(title))),
            label,
        )
        .emoji(title)
    });
    screen.text(join_lines(lines)).buttons(cards)
}

fn add_take_choice(
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
            view.stamp.button(Intent::Answer(ChoiceAnswer::Take(title))),
            context.card_label(title),
        )
        .emoji(title)
    });
    screen.text(join_lines(lines)).buttons(cards)
}

fn add_stop_button(view: &PanelView, context: &GameContext<'_>, screen: Screen) -> Screen {
    let lines = [
        Some(heading(
            Title::Shuffle.into(),
            context.translate(&Message::StopTitle {
                player: context.name(owner(view)),
            }),
        )),
        deadline_line(context, |deadline| Message::StopDeadline { deadline }),
    ];
    let control = view.stamp.button(Intent::Answer(ChoiceAnswer::Stop));
    let button = Button::new(control, context.translate(&Message::ButtonStop))
        .emoji(Icon::Stop)
        .style(ButtonStyle::Primary);
    screen.text(join_lines(lines)).buttons([button])
}
