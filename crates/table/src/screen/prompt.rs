//! The choices that the game waits for, in the panel of the player who must choose. The order of cards
//! is in [`order_step`](super::order_step).

use rules::{Answers, ChoiceAnswer, ChoiceKind, Hazard, Phase, Seat, Title, TitleSet};

use super::Icon;
use super::element::{Button, ButtonStyle, Screen, Select, SelectOption};
use super::game_context::{GameContext, join_lines};
use super::order_step::add_order_choice;
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
        Answers::Place(bottom) => match view.step.first_place().filter(|from| *from <= bottom) {
            Some(from) => any_place(context, screen, bottom, from),
            None => named_places(context, screen, bottom),
        },
        Answers::Give(titles) => match view.step.given().filter(|title| titles.contains(*title)) {
            Some(title) => add_give_question(view, context, screen, title),
            None => add_give_choice(view, context, screen, titles),
        },
        Answers::Take(titles) => add_take_choice(context, screen, titles),
        Answers::Stop => add_stop_button(view, context, screen),
        Answers::Order(cards) => add_order_choice(context, screen, view.step.order(), cards),
    }
}

/// Returns the hazard that waits to be put back.
fn waiting_card(context: &GameContext<'_>) -> Title {
    if let Phase::Choice(choice) = context.game.phase
        && let ChoiceKind::Place(card) = choice.kind
    {
        card.title()
    } else {
        Title::ExplodingKitten
    }
}

/// Returns the player for whom the panel's owner chooses.
fn owner(view: &PanelView) -> Seat {
    match view.game.phase {
        Phase::Choice(choice) => choice.owner,
        Phase::Turn | Phase::Window(_) | Phase::Won { .. } => view.seat,
    }
}

fn named_places(context: &GameContext<'_>, screen: Screen, bottom: u8) -> Screen {
    let waiting = waiting_card(context);
    let kitten = context.card_name(waiting);
    let cards = u32::from(bottom);
    let (title, about) = match waiting.hazard() {
        Some(Hazard::Implodes) => (
            Message::PlaceImplodingTitle { kitten },
            Message::PlaceImplodingAbout { cards },
        ),
        Some(Hazard::Explodes) | None => (
            Message::PlaceTitle { kitten },
            Message::PlaceAbout { cards },
        ),
    };
    let lines = [
        Some(context.heading(waiting, &title)),
        Some(context.translate(&about)),
        context.deadline_line(|deadline| Message::PlaceDeadline { deadline }),
    ];
    let places = places_with_names(bottom).into_iter().map(|(place, label)| {
        let intent = Intent::Answer(ChoiceAnswer::Place(place));
        context.button(intent, &label)
    });
    let all = Intent::Show(PanelStep::Places { from: 0 });
    let rest = [
        context
            .button(Intent::PlaceAnywhere, &Message::PlaceRandom)
            .emoji(Icon::Random),
        context
            .button(all, &Message::ButtonAnyPlace)
            .emoji(Icon::Pile),
    ];
    let rest = rest.into_iter().filter(|_| bottom > 0);
    let alt = context.translate(&Message::AltOwnKitten { card: kitten });
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

fn any_place(context: &GameContext<'_>, screen: Screen, bottom: u8, from: u8) -> Screen {
    let last = bottom.min(from.saturating_add(PLACES_PER_PAGE - 1));
    let options = (from..=last).map(|place| {
        let cards = u32::from(place);
        let label = context.translate(&Message::PlaceAbove { cards });
        SelectOption::new(place.to_string(), label)
    });
    let select = Select::one(
        context.stamp.menu(Menu::Place),
        context.translate(&Message::PlacePlaceholder),
        options.collect(),
    );
    let page_button = |from, label: Message<'_>, icon| {
        let page = Intent::Show(PanelStep::Places { from });
        context.button(page, &label).emoji(icon)
    };
    let before = from.saturating_sub(PLACES_PER_PAGE);
    let earlier = (from > 0).then(|| page_button(before, Message::PlaceEarlier, Icon::Up));
    let later = (last < bottom).then(|| page_button(last + 1, Message::PlaceLater, Icon::Down));
    let buttons = [earlier, later, Some(context.back_button())];
    screen
        .text(context.heading(Icon::Pile, &Message::PlaceAnyTitle))
        .select(select)
        .buttons(buttons.into_iter().flatten())
}

fn add_give_choice(
    view: &PanelView,
    context: &GameContext<'_>,
    screen: Screen,
    titles: TitleSet,
) -> Screen {
    let taker = context.name(owner(view));
    let lines = [
        Some(context.heading(Title::Favor, &Message::GiveTitle { taker })),
        context.deadline_line(|deadline| Message::GiveDeadline { deadline }),
    ];
    let held = view.game.hand.unwrap_or_default();
    // A Defuse comes last and asks once more: it is what everybody else would pick first.
    let is_defuse = |title: &Title| *title == Title::Defuse;
    let others = titles.iter().filter(|title| !is_defuse(title));
    let cards = others.chain(titles.iter().filter(is_defuse)).map(|title| {
        let intent = match is_defuse(&title) {
            true => Intent::Show(PanelStep::Giving(title)),
            false => Intent::Answer(ChoiceAnswer::Give(title)),
        };
        let label = context.counted_card(title, held.count(title));
        Button::new(context.stamp.button(intent), label).emoji(title)
    });
    screen.text(join_lines(lines)).buttons(cards)
}

/// Asks whether this card is really to be given away. The way back stands first, where the card stood if it is
/// the only one.
fn add_give_question(
    view: &PanelView,
    context: &GameContext<'_>,
    screen: Screen,
    title: Title,
) -> Screen {
    let (card, taker) = (context.card_name(title), context.name(owner(view)));
    let lines = [
        Some(context.heading(title, &Message::GiveQuestion { card, taker })),
        context.deadline_line(|deadline| Message::GiveDeadline { deadline }),
    ];
    let give = Intent::Answer(ChoiceAnswer::Give(title));
    let give = context
        .button(give, &Message::ButtonGive { card })
        .emoji(title)
        .style(ButtonStyle::Danger);
    screen
        .text(join_lines(lines))
        .buttons([context.back_button(), give])
}

fn add_take_choice(context: &GameContext<'_>, screen: Screen, titles: TitleSet) -> Screen {
    let lines = [
        Some(context.heading(Icon::Five, &Message::TakeTitle)),
        context.deadline_line(|deadline| Message::TakeDeadline { deadline }),
    ];
    let cards = titles.iter();
    let cards =
        cards.map(|title| context.card_button(Intent::Answer(ChoiceAnswer::Take(title)), title));
    screen.text(join_lines(lines)).buttons(cards)
}

fn add_stop_button(view: &PanelView, context: &GameContext<'_>, screen: Screen) -> Screen {
    let player = context.name(owner(view));
    let lines = [
        Some(context.heading(Title::Shuffle, &Message::StopTitle { player })),
        context.deadline_line(|deadline| Message::StopDeadline { deadline }),
    ];
    let button = context
        .button(Intent::Answer(ChoiceAnswer::Stop), &Message::ButtonStop)
        .emoji(Icon::Stop)
        .style(ButtonStyle::Primary);
    screen.text(join_lines(lines)).buttons([button])
}
