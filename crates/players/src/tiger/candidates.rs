//! What is worth thinking about: of actions that come to much the same, one.

use rules::{Action, Legal, Options, Play, Seat, Title, TitleSet, TurnOptions};

use crate::{cat, outlook::Remembered};

/// The actions to choose among, each legal, `first` being the first of them.
pub(super) fn candidates(outlook: &Remembered, legal: &Legal, first: Action) -> Vec<Action> {
    let seat = legal.seat();
    let mut found = vec![first];
    let more: Vec<Action> = match *legal.options() {
        Options::Turn(ref turn) => plays(outlook, turn)
            .into_iter()
            .map(|play| Action::Play { seat, play })
            .chain(turn.draw.then_some(Action::Draw { seat }))
            .collect(),
        Options::Place(bottom) => places(bottom)
            .map(|place| Action::Place { seat, place })
            .collect(),
        _ => legal.actions().collect(),
    };
    let legal_ones = more.into_iter().filter(|action| legal.allows(action));
    for action in legal_ones {
        if !found.contains(&action) {
            found.push(action);
        }
    }
    found
}

/// The top, where those meet it who come soon, the middle and the bottom.
fn places(bottom: u8) -> impl Iterator<Item = u8> {
    (0..=bottom.min(4)).chain([bottom / 2, bottom])
}

fn plays(outlook: &Remembered, turn: &TurnOptions) -> Vec<Play> {
    let mut plays: Vec<Play> = turn.singles.iter().map(Play::Single).collect();
    let targets = || turn.targets.iter();
    plays.push(Play::Favor { on: None });
    plays.extend(targets().map(|on| Play::Favor { on: Some(on) }));
    for title in cheapest(outlook, turn.pairs, 2) {
        plays.extend(targets().map(|on| Play::Pair { title, on }));
    }
    for title in cheapest(outlook, turn.triples, 1) {
        plays.extend(targets().flat_map(|on| triples(title, on)));
    }
    plays.extend(cat::cheapest_five(outlook, turn.fives).map(Play::Five));
    plays
}

fn triples(title: Title, on: Seat) -> impl Iterator<Item = Play> {
    let asked = [Title::Defuse, Title::Attack, Title::Skip, Title::Nope];
    asked
        .into_iter()
        .filter(move |&naming| naming != title)
        .map(move |naming| Play::Triple { title, on, naming })
}

fn cheapest(outlook: &Remembered, titles: TitleSet, most: usize) -> Vec<Title> {
    let mut titles: Vec<Title> = titles.iter().collect();
    titles.sort_by(|&one, &other| cat::worth(outlook, one).total_cmp(&cat::worth(outlook, other)));
    titles.truncate(most);
    titles
}
