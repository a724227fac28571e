//! The candidate actions of a search. Where there are many legal actions, only some are candidates, such as the
//! cheapest pairs or the places near the top of the draw pile. [`rules::Game::legal`] decides what is legal.

use rules::{
    Action, Answers, ChoiceAnswer, Legal, LegalOptions, Order, Play, Seat, Targets, Title,
    TitleSet, TurnOptions,
};

use crate::{
    heuristic,
    knowledge::{Knowledge as _, SeatKnowledge},
};

/// The maximum number of cards for which all orders are candidates.
const MAX_CARDS_IN_ALL_ORDERS: u8 = 3;

pub(crate) fn candidates(knowledge: &SeatKnowledge, legal: &Legal, first: Action) -> Vec<Action> {
    let seat = legal.seat();
    let mut found = vec![first];
    let more: Vec<Action> = match *legal.options() {
        LegalOptions::Turn(ref turn) => plays(knowledge, turn)
            .into_iter()
            .filter(|play| !knowledge.robs_spared(play))
            .map(|play| Action::Play { seat, play })
            .chain(turn.draw.then_some(Action::Draw { seat }))
            .collect(),
        LegalOptions::Choice(Answers::Place(bottom)) => places(bottom)
            .map(|place| Action::Choose {
                seat,
                answer: ChoiceAnswer::Place(place),
            })
            .collect(),
        LegalOptions::Choice(Answers::Order(cards)) if cards > MAX_CARDS_IN_ALL_ORDERS => {
            orders(cards)
                .map(|order| Action::Choose {
                    seat,
                    answer: ChoiceAnswer::Order(order),
                })
                .collect()
        }
        // The heuristic decides about these cards, because playouts ignore them.
        LegalOptions::OffTurn(_) => Vec::new(),
        LegalOptions::Choice(_)
        | LegalOptions::Blind(_)
        | LegalOptions::Window { .. }
        | LegalOptions::Nothing => legal.actions().collect(),
    };
    let allowed = more.into_iter().filter(|action| legal.allows(action));
    for action in allowed {
        if !found.contains(&action) {
            found.push(action);
        }
    }
    found
}

/// Returns the places near the top, from which the next players will draw, plus the middle and the bottom.
fn places(bottom: u8) -> impl Iterator<Item = u8> {
    (0..=bottom.min(4)).chain([bottom / 2, bottom])
}

/// Returns, for each ordered pair of cards, the order that moves the pair to the top and leaves the rest unchanged.
fn orders(cards: u8) -> impl Iterator<Item = Order> {
    let firsts = (0..cards).flat_map(move |first| (0..cards).map(move |second| [first, second]));
    let different = firsts.filter(|[first, second]| first != second);
    different.filter_map(move |firsts| {
        let rest = (0..cards).filter(|place| !firsts.contains(place));
        Order::new(&firsts.into_iter().chain(rest).collect::<Vec<u8>>())
    })
}

fn plays(knowledge: &SeatKnowledge, turn: &TurnOptions) -> Vec<Play> {
    let mut plays: Vec<Play> = turn.unaimed.iter().map(Play::single).collect();
    let targets = || turn.targets.iter();
    plays.extend(turn.aimed.iter().flat_map(|title| aimed(turn, title)));
    for title in cheapest(knowledge, turn.pairs, 2) {
        plays.extend(targets().map(|on| Play::Pair { title, wild: 0, on }));
    }
    for title in cheapest(knowledge, turn.wild.pairs, 1) {
        plays.extend(targets().map(|on| Play::Pair { title, wild: 1, on }));
    }
    let [one, two] = turn.wild.triples;
    for (titles, wild) in [(turn.triples, 0), (one, 1), (two, 2)] {
        for title in cheapest(knowledge, titles, 1) {
            plays.extend(targets().flat_map(|on| triples(title, wild, on)));
        }
    }
    plays.extend(
        heuristic::cheapest_five(knowledge, turn.fives).map(|titles| Play::Five { titles }),
    );
    plays
}

fn aimed(turn: &TurnOptions, title: Title) -> Vec<Play> {
    match turn.targets_of(title) {
        Targets::None => vec![Play::single(title)],
        Targets::OneOf(seats) => seats.iter().map(|on| Play::aimed(title, on)).collect(),
    }
}

fn triples(title: Title, wild: u8, on: Seat) -> impl Iterator<Item = Play> {
    let asked = [Title::Defuse, Title::Attack, Title::Skip, Title::Nope];
    asked
        .into_iter()
        .filter(move |&naming| naming != title)
        .map(move |naming| Play::Triple {
            title,
            wild,
            on,
            naming,
        })
}

fn cheapest(knowledge: &SeatKnowledge, titles: TitleSet, max: usize) -> Vec<Title> {
    let mut titles: Vec<Title> = titles.iter().collect();
    titles.sort_by(|&one, &other| {
        heuristic::card_value(knowledge, one).total_cmp(&heuristic::card_value(knowledge, other))
    });
    titles.truncate(max);
    titles
}
