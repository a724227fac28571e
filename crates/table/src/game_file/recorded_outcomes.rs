//! Derives a game's actions from its events and, if the game has no proof, its random outcomes too.

use fairness::RandomOutcome;
use rules::{
    Action, ChoiceAnswer, Event, Game, Hand, HeldCard, LostKitten, PileCard, Seat, SpareDefuses,
    Title, TitleSet,
};

use super::played_game::PlayedGame;

/// Returns the action that caused these events in this state; `None` if no action begins with such events.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "no action begins with another event"
)]
pub(crate) fn action_of(before: &Game, events: &[Event]) -> Option<Action> {
    let left = events.iter().find_map(|event| match event {
        Event::Left { seat, .. } => Some(Action::Leave { seat: *seat }),
        _ => None,
    });
    // A marked card's removal is reported before the answer that causes it.
    let is_mark = |event: &&Event| matches!(event, Event::MarkRemoved { .. });
    left.or_else(|| match events.iter().find(|event| !is_mark(event))? {
        Event::TimedOut { .. } => Some(Action::TimeOut),
        Event::Played { seat, play } => Some(Action::Play {
            seat: *seat,
            play: *play,
        }),
        Event::Noped { seat, layer } => Some(Action::Nope {
            seat: *seat,
            layer: *layer,
        }),
        Event::Passed { seat } => Some(Action::Pass { seat: *seat }),
        Event::Drew { seat, .. } | Event::DrewKitten { seat, .. } => {
            Some(Action::Draw { seat: *seat })
        }
        // Only a voluntary draw begins with this event; draws forced by cards or deadlines begin with others.
        Event::ClaimUsed { seat, .. } => Some(Action::Draw { seat: *seat }),
        Event::TurnedUp { seat, .. } => Some(Action::PickBlindly { seat: *seat }),
        Event::Chosen { seat, answer, .. } => Some(chosen(before, *seat, *answer)),
        _ => None,
    })
}

/// Returns the action that gave this answer. A blind player's answer is a random pick.
fn chosen(before: &Game, seat: Seat, answer: ChoiceAnswer) -> Action {
    match before.legal(seat).blind_pick() {
        Some(_) => Action::PickBlindly { seat },
        None => Action::Choose { seat, answer },
    }
}

/// Returns the outcomes of the deal. The order of the undealt cards and of the cards in each hand was not recorded; any
/// order that produces these hands will do.
pub(super) fn outcomes_of_deal(game: &PlayedGame) -> Vec<RandomOutcome> {
    let (rules, deal) = (&game.rules, &game.dealt);
    let mut rest = deal.pile.counts();
    let hazards = TitleSet::HAZARDS.iter();
    hazards.for_each(|hazard| rest.set(hazard, 0));
    if rules.spare_defuses == SpareDefuses::AfterDeal {
        rest.set(Title::Defuse, 0);
    }
    let hands = deal.hands[..rules.players()].iter().rev();
    let dealt = hands.map(|hand| {
        let mut hand = *hand;
        hand.remove(Title::Defuse);
        hand
    });
    let hands: Vec<Hand> = [rest].into_iter().chain(dealt).collect();
    let dealing = hands.iter().flat_map(Hand::cards).map(PileCard::down);
    let stash = stash_shuffle(game, dealing.clone());
    let first = (!game.is_first_chosen).then_some(RandomOutcome::Number(game.first.index() as u32));
    let shuffles = [listed(dealing), listed(deal.pile.cards().iter().copied())];
    first.into_iter().chain(stash).chain(shuffles).collect()
}

/// Returns the shuffle after which the top cards were set aside as the stash; `None` in a game without a stash. The
/// other shuffled cards are those in `dealing`, except the Tower of Power.
fn stash_shuffle(
    game: &PlayedGame,
    dealing: impl Iterator<Item = PileCard>,
) -> Option<RandomOutcome> {
    if game.rules.stash_cards == 0 {
        return None;
    }
    let dealt = Game::from_deal(game.rules, game.first, &game.dealt).ok()?;
    let others = dealing.filter(|card| card.title() != Title::TowerOfPower);
    let stash = dealt.stash().cards().map(PileCard::down);
    Some(listed(others.chain(stash)))
}

/// Returns the random outcomes of an action that led to these events in this state.
pub(super) fn outcomes(before: &Game, action: &Action, events: &[Event]) -> Vec<RandomOutcome> {
    let mut game = before.clone();
    let mut outcomes = Vec::new();
    let mut is_marked = false;
    for event in events {
        outcomes.extend(outcomes_of(&game, action, (event, is_marked)));
        game.evolve(event);
        is_marked = matches!(event, Event::MarkRemoved { .. });
    }
    outcomes
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "no other event is an outcome of chance"
)]
fn outcomes_of(
    game: &Game,
    action: &Action,
    (event, is_marked): (&Event, bool),
) -> Vec<RandomOutcome> {
    let is_by_chance = matches!(
        action,
        Action::TimeOut | Action::Leave { .. } | Action::PickBlindly { .. }
    );
    let held = |title| HeldCard::new(title, is_marked).to_string();
    let outcome = match event {
        Event::Shuffled { pile } => Some(listed(pile.cards().iter().copied())),
        Event::KittensRaised { kittens, pile } => {
            let below = pile.cards().iter().rev().skip((*kittens).into()).rev();
            Some(listed(below.copied()))
        }
        Event::TurnedUp { cards, .. } => {
            let cards = cards.cards().iter();
            return cards
                .map(|card| RandomOutcome::Card(card.to_string()))
                .collect();
        }
        Event::Marked { title, .. } | Event::StashRobbed { title, .. } => {
            Some(RandomOutcome::Card(title.to_string()))
        }
        Event::Stolen { title, .. } => Some(RandomOutcome::Card(held(*title))),
        Event::Chosen { seat, answer, .. } if is_by_chance => match *answer {
            ChoiceAnswer::Place(place) => Some(RandomOutcome::Number(place.into())),
            ChoiceAnswer::Give(title) | ChoiceAnswer::Put(title) => {
                Some(RandomOutcome::Card(held(title)))
            }
            ChoiceAnswer::Take(title) => Some(RandomOutcome::Card(title.to_string())),
            ChoiceAnswer::Aim(on) => Some(RandomOutcome::Number(target_number(game, *seat, on))),
            ChoiceAnswer::Stop | ChoiceAnswer::Order(_) => None,
        },
        Event::Left {
            kitten: LostKitten::FromPile(place),
            ..
        } if game.draw_pile().count(Title::ExplodingKitten) > 0 => {
            let above = game.draw_pile().from_top().take((*place).into());
            let kittens = above.filter(|card| card.title() == Title::ExplodingKitten);
            Some(RandomOutcome::Number(kittens.count() as u32))
        }
        _ => None,
    };
    outcome.into_iter().collect()
}

/// Returns the index of a player among the possible targets.
fn target_number(game: &Game, seat: Seat, on: Seat) -> u32 {
    let legal = game.legal(seat);
    let targets = (0..legal.count()).map_while(|number| legal.nth(number));
    let is_it = |action: &Action| {
        let answer = ChoiceAnswer::Aim(on);
        *action == Action::Choose { seat, answer }
    };
    targets.take_while(|action| !is_it(action)).count() as u32
}

fn listed(cards: impl Iterator<Item = PileCard>) -> RandomOutcome {
    RandomOutcome::Cards(cards.map(|card| card.to_string()).collect())
}
