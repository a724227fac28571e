//! The choices that the game is waiting for, in the panel of the player who must make them. The controls for ordering
//! cards are in [`order_step`](super::order_step).

use rules::{
    Answers, BlindPick, CardClass, ChoiceAnswer, ChoiceKind, Hazard, Phase, PileCard, Seat,
    SeatSet, Title, TitleSet,
};

use super::element::{Button, ButtonStyle, Screen, Select, SelectOption};
use super::game_context::{GameContext, join_lines};
use super::order_step::add_order_choice;
use super::turn_step::target_button;
use super::view::PanelView;
use super::{Emoji, Icon};
use crate::intent::{Intent, Menu, PanelStep};
use crate::text::{Countdown, Message};

/// Discord's limit on the options of a menu.
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
        Answers::Put(titles) => match view.step.given().filter(|title| titles.contains(*title)) {
            Some(title) => add_put_question(context, screen, title),
            None => add_put_choice(view, context, screen, titles),
        },
        Answers::Aim(seats) => add_aim_choice(context, screen, seats),
        Answers::Take(titles) => add_take_choice(context, screen, titles),
        Answers::Stop => add_stop_button(view, context, screen),
        Answers::Order(cards) => add_order_choice(context, screen, view.step.order(), cards),
    }
}

/// Returns the card to put into the draw pile, or the card that needs a target. Called only for these choices.
fn waiting_card(context: &GameContext<'_>) -> Title {
    match context.game.phase.choice() {
        Some(ChoiceKind::Place(card)) => card.title(),
        Some(ChoiceKind::Aim(title)) => title,
        // Only the player who buries the card knows its title, unless it was face up on the pile.
        Some(ChoiceKind::Bury) => context.game.buried.map_or(Title::Bury, PileCard::title),
        Some(
            ChoiceKind::Give
            | ChoiceKind::Take
            | ChoiceKind::Stop
            | ChoiceKind::Order(_)
            | ChoiceKind::Share(_)
            | ChoiceKind::Put
            | ChoiceKind::Stack,
        )
        | None => Title::ExplodingKitten,
    }
}

/// Returns the player who caused the current choice, or the panel's owner if there is no choice.
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
    let buries = context.game.phase.choice() == Some(ChoiceKind::Bury);
    let (title, about) = match waiting.hazard() {
        _ if buries => (
            Message::BuryTitle { card: kitten },
            Message::BuryAbout { cards },
        ),
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
    ]
    .into_iter()
    .filter(|_| bottom > 0);
    let alt = context.translate(&if buries {
        Message::AltDrawn { card: kitten }
    } else {
        Message::AltOwnKitten { card: kitten }
    });
    screen
        .illustrated(join_lines(lines), waiting, alt)
        .buttons(places.chain(rest))
}

/// Returns the places that have a name, such as top and bottom, without duplicates.
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
    let text = give_text(context, Title::Favor, &Message::GiveTitle { taker });
    let cards = card_buttons(view, context, titles, ChoiceAnswer::Give);
    screen.text(text).buttons(cards)
}

/// Returns a heading with a question, followed by the line about the deadline.
fn question(
    context: &GameContext<'_>,
    (emoji, asks): (impl Into<Emoji>, &Message<'_>),
    deadline: fn(Countdown) -> Message<'static>,
) -> String {
    let lines = [
        Some(context.heading(emoji, asks)),
        context.deadline_line(deadline),
    ];
    join_lines(lines)
}

fn give_text(context: &GameContext<'_>, title: Title, asks: &Message<'_>) -> String {
    question(context, (title, asks), |deadline| Message::GiveDeadline {
        deadline,
    })
}

/// Returns a button for each title in the hand that may be given up. Cards that save lives come last and ask for
/// confirmation, because giving one away is rarely intended.
fn card_buttons(
    view: &PanelView,
    context: &GameContext<'_>,
    titles: TitleSet,
    answer: fn(Title) -> ChoiceAnswer,
) -> Vec<Button> {
    let held = view.game.hand.unwrap_or_default();
    let saves = |title: &Title| match title.spec().class {
        CardClass::Rescue | CardClass::Shelter => true,
        CardClass::Hazard(_) | CardClass::Cat | CardClass::WildCat | CardClass::Action => false,
    };
    let others = titles.iter().filter(|title| !saves(title));
    let cards = others.chain(titles.iter().filter(saves)).map(|title| {
        let intent = if saves(&title) {
            Intent::Show(PanelStep::Giving(title))
        } else {
            Intent::Answer(answer(title))
        };
        let label = context.counted_card(title, held.count(title));
        Button::new(context.stamp.button(intent), label).emoji(title)
    });
    cards.collect()
}

fn add_put_choice(
    view: &PanelView,
    context: &GameContext<'_>,
    screen: Screen,
    titles: TitleSet,
) -> Screen {
    let cards = card_buttons(view, context, titles, ChoiceAnswer::Put);
    screen.text(put_text(context)).buttons(cards)
}

fn put_text(context: &GameContext<'_>) -> String {
    let (title, asks) = match context.game.phase.choice() {
        Some(ChoiceKind::Stack) => (Title::Potluck, Message::StackTitle),
        Some(_) | None => (Title::GarbageCollection, Message::PutTitle),
    };
    give_text(context, title, &asks)
}

/// Asks for confirmation before a card that saves lives is given away or put into the draw pile. The back button comes
/// first, so that it takes the place of the card's button if that was the only button.
fn add_confirmation(
    context: &GameContext<'_>,
    screen: Screen,
    title: Title,
    (asks, label, answer): (&Message<'_>, &Message<'_>, ChoiceAnswer),
) -> Screen {
    let confirm = context
        .button(Intent::Answer(answer), label)
        .emoji(title)
        .style(ButtonStyle::Danger);
    screen
        .text(give_text(context, title, asks))
        .buttons([context.back_button(), confirm])
}

/// Adds the text and the button with which a blind player gives away, or puts into the pile, a random card.
pub(super) fn add_blind_choice(
    view: &PanelView,
    context: &GameContext<'_>,
    screen: Screen,
    pick: BlindPick,
) -> Screen {
    let taker = context.name(owner(view));
    let (text, label) = match pick {
        BlindPick::Give => {
            let text = give_text(context, Title::Favor, &Message::GiveBlindTitle { taker });
            (text, Message::ButtonGiveBlindly)
        }
        BlindPick::Put | BlindPick::Play => (put_text(context), Message::ButtonPutBlindly),
    };
    let button = context
        .button(Intent::PickBlindly, &label)
        .emoji(Icon::Blind)
        .style(ButtonStyle::Primary);
    screen.text(text).buttons([button])
}

/// Adds the choice of a target for a card that a blind player turned up.
fn add_aim_choice(context: &GameContext<'_>, screen: Screen, seats: SeatSet) -> Screen {
    let title = waiting_card(context);
    let card = context.card_name(title);
    let asks = Message::TargetCard { card };
    let text = question(context, (title, &asks), |deadline| Message::AimDeadline {
        deadline,
    });
    let targets = seats.iter().map(|seat| {
        let intent = Intent::Answer(ChoiceAnswer::Aim(seat));
        target_button(context, seat, intent)
    });
    screen.text(text).buttons(targets)
}

fn add_give_question(
    view: &PanelView,
    context: &GameContext<'_>,
    screen: Screen,
    title: Title,
) -> Screen {
    let (card, taker) = (context.card_name(title), context.name(owner(view)));
    let asks = Message::GiveQuestion { card, taker };
    let answer = ChoiceAnswer::Give(title);
    add_confirmation(
        context,
        screen,
        title,
        (&asks, &Message::ButtonGive { card }, answer),
    )
}

fn add_put_question(context: &GameContext<'_>, screen: Screen, title: Title) -> Screen {
    let card = context.card_name(title);
    let (asks, label) = (Message::PutQuestion { card }, Message::ButtonPut { card });
    add_confirmation(
        context,
        screen,
        title,
        (&asks, &label, ChoiceAnswer::Put(title)),
    )
}

fn add_take_choice(context: &GameContext<'_>, screen: Screen, titles: TitleSet) -> Screen {
    let asks = (Icon::Five, &Message::TakeTitle);
    let text = question(context, asks, |deadline| Message::TakeDeadline { deadline });
    let take = |title| Intent::Answer(ChoiceAnswer::Take(title));
    let cards = titles
        .iter()
        .map(|title| context.card_button(take(title), title));
    screen.text(text).buttons(cards)
}

fn add_stop_button(view: &PanelView, context: &GameContext<'_>, screen: Screen) -> Screen {
    let player = context.name(owner(view));
    let asks = (Title::Shuffle, &Message::StopTitle { player });
    let text = question(context, asks, |deadline| Message::StopDeadline { deadline });
    let button = context
        .button(Intent::Answer(ChoiceAnswer::Stop), &Message::ButtonStop)
        .emoji(Icon::Stop)
        .style(ButtonStyle::Primary);
    screen.text(text).buttons([button])
}
