//! Lets a player order the top cards of the draw pile one by one: each click places the next card,
//! and Back undoes the last click. Nothing is final until the player confirms. The ids of the
//! buttons contain the cards placed so far.

use rules::{ChoiceAnswer, ChoiceKind, Order, Phase, PileCard, Title};

use super::element::{Button, ButtonStyle, Screen};
use super::game_context::{GameContext, join_lines};
use super::{Emoji, Icon};
use crate::intent::{Intent, PanelStep};
use crate::text::{List, Message, Verbatim};

/// Adds the controls for ordering the top `cards` cards, all of which the panel's owner can see.
pub(super) fn add_order_choice(
    context: &GameContext<'_>,
    screen: Screen,
    so_far: Option<Order>,
    cards: u8,
) -> Screen {
    let chosen = with_last(
        so_far
            .filter(|order| order.is_part_of(cards))
            .map_or_else(Vec::new, |order| order.places().to_vec()),
        cards,
    );
    let title = if shares(context) {
        Title::ShareTheFuture
    } else {
        Title::AlterTheFuture
    };
    let lines = [
        Some(context.heading(title, &Message::OrderTitle)),
        Some(context.translate(&Message::OrderAbout)),
        shared_line(context),
        chosen_line(context, &chosen),
        context.deadline_line(|deadline| Message::OrderDeadline { deadline }),
    ];
    let row = chosen.iter().filter_map(|place| card_at(context, *place));
    screen
        .text(join_lines(lines))
        .emoji_row(row.map(|card| Emoji::Card(card.title())))
        .buttons(card_buttons(context, &chosen, cards))
        .buttons(other_buttons(context, &chosen, cards))
}

fn shares(context: &GameContext<'_>) -> bool {
    matches!(context.game.phase.choice(), Some(ChoiceKind::Share(_)))
}

/// Returns the line that says who else will see the order, if anyone will.
fn shared_line(context: &GameContext<'_>) -> Option<String> {
    let Phase::Choice(choice) = context.game.phase else {
        return None;
    };
    let player = context.name(context.next_living(choice.owner));
    shares(context).then(|| context.translate(&Message::OrderShared { player }))
}

/// Adds the last card to an order if only one card is left.
fn with_last(mut chosen: Vec<u8>, cards: u8) -> Vec<u8> {
    let mut left = (0..cards).filter(|place| !chosen.contains(place));
    if let (Some(last), None) = (left.next(), left.next()) {
        chosen.push(last);
    }
    chosen
}

fn card_at(context: &GameContext<'_>, place: u8) -> Option<PileCard> {
    context.game.look.get(usize::from(place)).copied()
}

/// Returns the line with the cards placed so far, starting with the new top card.
fn chosen_line(context: &GameContext<'_>, chosen: &[u8]) -> Option<String> {
    let cards: Vec<_> = chosen
        .iter()
        .filter_map(|place| card_at(context, *place))
        .map(|card| Verbatim(context.card_label(card.title())))
        .collect();
    (!cards.is_empty()).then(|| {
        let cards = List(cards);
        context.translate(&Message::OrderSoFar { cards })
    })
}

fn card_buttons(context: &GameContext<'_>, chosen: &[u8], cards: u8) -> Vec<Button> {
    let left = (0..cards).filter(|place| !chosen.contains(place));
    let buttons = left.filter_map(|place| {
        let next: Vec<u8> = chosen.iter().copied().chain([place]).collect();
        let step = PanelStep::Order(Order::new(&next)?);
        let title = card_at(context, place)?.title();
        Some(context.card_button(Intent::Show(step), title))
    });
    buttons.collect()
}

/// Returns the buttons that confirm the order, keep the old one, or undo the last click.
fn other_buttons(context: &GameContext<'_>, chosen: &[u8], cards: u8) -> Vec<Button> {
    let answer = |order, label: Message<'_>| {
        context.button(Intent::Answer(ChoiceAnswer::Order(order)), &label)
    };
    let complete = Order::new(chosen).filter(|order| order.is_of(cards));
    let done = complete.map(|order| {
        answer(order, Message::OrderDone)
            .emoji(Icon::Yes)
            .style(ButtonStyle::Primary)
    });
    let unchanged = Order::unchanged(cards);
    let keep = (complete != Some(unchanged))
        .then(|| answer(unchanged, Message::OrderKeep).emoji(Icon::Pass));
    let undo = (!chosen.is_empty() && cards > 1).then(|| {
        let step = PanelStep::Order(one_step_back(chosen, cards));
        let undo = context.button(Intent::Show(step), &Message::ButtonBack);
        undo.emoji(Icon::Back)
    });
    [done, keep, undo].into_iter().flatten().collect()
}

/// Returns the order without the card placed by the last click, and without a final card that was added automatically.
fn one_step_back(chosen: &[u8], cards: u8) -> Order {
    let clicked = chosen.len() - usize::from(chosen.len() == usize::from(cards));
    let before = &chosen[..clicked.saturating_sub(1)];
    Order::new(before).unwrap_or(Order::unchanged(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_card_takes_its_place_by_itself_and_goes_back_with_the_one_before() {
        assert!(with_last(vec![], 3).is_empty());
        assert_eq!(with_last(vec![2], 3), [2]);
        assert_eq!(with_last(vec![2, 0], 3), [2, 0, 1]);
        assert_eq!(with_last(vec![], 1), [0]);
        assert_eq!(one_step_back(&[2, 0, 1], 3).places(), [2]);
        assert!(one_step_back(&[2], 3).places().is_empty());
    }
}
