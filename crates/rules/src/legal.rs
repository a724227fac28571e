//! The legal actions of a seat: the single source for validation, buttons and computer players.
//! `Game::legal` in `game.rs` computes them from the state. They are stored as sets, so that
//! counting and picking need no list. `illegal.rs` finds the reason why an action is illegal.

use std::fmt;

use crate::{
    action::{Action, Play},
    card::Aim,
    choice::{Answers, BlindPick},
    house_rules::FavorRule,
    seat::{Seat, SeatSet},
    title::{Title, TitleSet},
};

/// The legal actions of one seat, except leaving and time-outs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Legal {
    seat: Seat,
    options: LegalOptions,
}

/// The legal actions of one seat, by the kind of input that the game expects. `Debug` shows only the kind, because the
/// titles come from the seat's hand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum LegalOptions {
    /// The seat has no legal action.
    Nothing,
    /// It is this seat's turn, to play or to draw.
    Turn(TurnOptions),
    /// It is another player's turn, and the seat may play one of these titles.
    OffTurn(TitleSet),
    /// A Nope window is open.
    Window {
        /// True if the seat may pass.
        pass: bool,
        /// The layer that a Nope may stop: 0 is the play, 1 the first Nope. `None` if the seat may not Nope.
        nope: Option<u8>,
    },
    /// The seat must answer the choice that the game is waiting for.
    Choice(Answers),
    /// The seat cannot see its hand, and is on turn or is asked for a card.
    Blind(BlindOptions),
}

/// The legal actions of a seat that cannot see its hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlindOptions {
    /// True if it is this seat's turn and there is a card to draw.
    pub draw: bool,
    /// The purpose of picking a random card from the hand; `None` if the hand is empty.
    pub pick: Option<BlindPick>,
}

impl BlindOptions {
    fn count(self) -> usize {
        usize::from(self.draw) + usize::from(self.pick.is_some())
    }

    fn nth(self, seat: Seat, position: usize) -> Option<Action> {
        match (self.draw, position) {
            (true, 0) => Some(Action::Draw { seat }),
            (true, 1) | (false, 0) => self.pick.map(|_| Action::PickBlindly { seat }),
            _ => None,
        }
    }
}

/// The legal plays of the seat on turn, and whether it may draw.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TurnOptions {
    /// True if there is a card to draw.
    pub draw: bool,
    /// Titles playable as a single card without a target.
    pub unaimed: TitleSet,
    /// Titles playable as a single card on another player: see [`TurnOptions::targets_of`].
    pub aimed: TitleSet,
    /// Titles playable as a pair.
    pub pairs: TitleSet,
    /// Titles playable as a triple.
    pub triples: TitleSet,
    /// Titles of which any five may be played together; either none or at least five (`classic`).
    pub fives: TitleSet,
    /// Titles playable as a pair with one Feral Cat, and as a triple with one or two.
    pub wild: WildCombos,
    /// Other players from whom a card can be taken: the targets of pairs, triples and Favors.
    pub targets: SeatSet,
    /// All other living players.
    pub others: SeatSet,
    /// Other players who have an unmarked card; filled in only for a hand with [`TitleSet::CONDITIONAL`] cards.
    pub markable: SeatSet,
    /// Other players who can see their hand; filled in only for a hand with [`TitleSet::CONDITIONAL`] cards.
    pub seeing: SeatSet,
    /// Other players whose next draw is not claimed; filled in only for a hand with [`TitleSet::CONDITIONAL`] cards.
    pub unclaimed: SeatSet,
    /// The players who give a card for a Favor.
    pub favor: FavorRule,
    /// Titles that a triple may demand.
    pub nameable_titles: TitleSet,
}

/// The titles that Feral Cats may replace in a combo.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct WildCombos {
    /// Titles playable as a pair with one Feral Cat.
    pub pairs: TitleSet,
    /// Titles playable as a triple: with one Feral Cat (index 0) and with two (index 1).
    pub triples: [TitleSet; 2],
}

/// The possible targets of a single card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Targets {
    /// The card has no target, or affects everybody.
    None,
    /// One of these players.
    OneOf(SeatSet),
}

impl Targets {
    /// Returns the number of ways to aim the card.
    pub fn count(self) -> usize {
        match self {
            Targets::None => 1,
            Targets::OneOf(seats) => seats.len(),
        }
    }

    fn nth(self, position: usize) -> Option<Option<Seat>> {
        match self {
            Targets::None => (position == 0).then_some(None),
            Targets::OneOf(seats) => seats.nth(position).map(Some),
        }
    }

    fn allow(self, on: Option<Seat>) -> bool {
        match self {
            Targets::None => on.is_none(),
            Targets::OneOf(seats) => on.is_some_and(|on| seats.contains(on)),
        }
    }
}

crate::redacted_debug! { LegalOptions { Nothing, Turn, OffTurn, Window, Choice, Blind } }

impl fmt::Debug for TurnOptions {
    /// Leaves out the titles, which come from the seat's hand.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("TurnOptions")
            .field("draw", &self.draw)
            .field("targets", &self.targets)
            .finish_non_exhaustive()
    }
}

impl Legal {
    #[inline]
    pub(crate) fn new(seat: Seat, options: LegalOptions) -> Legal {
        Legal { seat, options }
    }

    /// Returns the seat that may take these actions.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns the actions, by the kind of input that the game expects.
    pub fn options(&self) -> &LegalOptions {
        &self.options
    }

    /// Returns true if there is no legal action.
    pub fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// Returns true if it is this seat's turn and there is a card to draw.
    pub fn can_draw(&self) -> bool {
        let blind = matches!(self.options, LegalOptions::Blind(blind) if blind.draw);
        blind || self.turn().is_some_and(|turn| turn.draw)
    }

    /// Returns the purpose for which this seat may pick a random card; `None` unless the seat is blind and may
    /// pick now.
    pub fn blind_pick(&self) -> Option<BlindPick> {
        let LegalOptions::Blind(blind) = self.options else {
            return None;
        };
        blind.pick
    }

    /// Returns true if this seat may decline to Nope the card on top of the Nope window.
    pub fn can_pass(&self) -> bool {
        matches!(self.options, LegalOptions::Window { pass: true, .. })
    }

    /// Returns the layer that this seat may Nope now; `None` if it may not Nope.
    pub fn can_nope(&self) -> Option<u8> {
        let LegalOptions::Window { nope, .. } = self.options else {
            return None;
        };
        nope
    }

    /// Returns the legal plays; `None` unless the seat is on turn, may play or draw now, and sees its hand.
    pub fn turn(&self) -> Option<&TurnOptions> {
        let LegalOptions::Turn(turn) = &self.options else {
            return None;
        };
        Some(turn)
    }

    /// Returns the titles that this seat may play on another player's turn.
    pub fn off_turn(&self) -> TitleSet {
        let LegalOptions::OffTurn(titles) = self.options else {
            return TitleSet::EMPTY;
        };
        titles
    }

    fn allows_play(&self, play: &Play) -> bool {
        match self.turn() {
            Some(turn) => turn.allows(play),
            None => {
                let single = play.single_title().filter(|_| play.target().is_none());
                single.is_some_and(|title| self.off_turn().contains(title))
            }
        }
    }

    /// Returns the possible answers; `None` unless this seat must choose, and also if it must pick a card blindly.
    pub fn answers(&self) -> Option<&Answers> {
        let LegalOptions::Choice(answers) = &self.options else {
            return None;
        };
        Some(answers)
    }

    /// Returns true if `action` is among the legal actions.
    #[inline]
    pub fn allows(&self, action: &Action) -> bool {
        if action.seat() != Some(self.seat) {
            return false;
        }
        match *action {
            Action::Play { play, .. } => self.allows_play(&play),
            Action::Draw { .. } => self.can_draw(),
            Action::Pass { .. } => self.can_pass(),
            Action::Nope { layer, .. } => self.can_nope() == Some(layer),
            Action::Choose { answer, .. } => {
                self.answers().is_some_and(|answers| answers.allow(answer))
            }
            Action::PickBlindly { .. } => self.blind_pick().is_some(),
            Action::Leave { .. } | Action::TimeOut => false,
        }
    }

    /// Returns the number of legal actions. Five different titles count once per set of titles,
    /// regardless of their order.
    #[inline]
    pub fn count(&self) -> usize {
        match &self.options {
            LegalOptions::Nothing => 0,
            LegalOptions::Turn(turn) => turn.count(),
            LegalOptions::OffTurn(titles) => titles.len(),
            LegalOptions::Window { pass, nope } => usize::from(*pass) + usize::from(nope.is_some()),
            LegalOptions::Choice(answers) => answers.count(),
            LegalOptions::Blind(blind) => blind.count(),
        }
    }

    /// Returns the action at `position`, or `None` if `position` is not below [`Legal::count`].
    #[inline]
    pub fn nth(&self, position: usize) -> Option<Action> {
        let seat = self.seat;
        match &self.options {
            LegalOptions::Nothing => None,
            LegalOptions::Turn(turn) => turn.nth_action(seat, position),
            LegalOptions::OffTurn(titles) => titles.nth(position).map(|title| Action::Play {
                seat,
                play: Play::single(title),
            }),
            &LegalOptions::Window { pass, nope } => match (pass, position) {
                (true, 0) => Some(Action::Pass { seat }),
                (true, 1) | (false, 0) => nope.map(|layer| Action::Nope { seat, layer }),
                _ => None,
            },
            LegalOptions::Choice(answers) => answers
                .nth(position)
                .map(|answer| Action::Choose { seat, answer }),
            LegalOptions::Blind(blind) => blind.nth(seat, position),
        }
    }

    /// Returns every legal action, in a fixed order.
    pub fn actions(&self) -> impl ExactSizeIterator<Item = Action> {
        let legal = *self;
        (0..legal.count()).map(move |position| {
            legal
                .nth(position)
                // Unreachable: `count` and `nth` cover the same options.
                .unwrap_or(Action::TimeOut)
        })
    }
}

impl TurnOptions {
    /// Returns the possible targets of a single card of this title.
    pub fn targets_of(&self, title: Title) -> Targets {
        match (title.spec().aim, self.favor) {
            (Aim::Nobody, _) | (Aim::Giver, FavorRule::Everyone) => Targets::None,
            (Aim::Giver, FavorRule::One) => Targets::OneOf(self.targets),
            (Aim::AnyPlayer, _) => Targets::OneOf(self.others),
            (Aim::Markable, _) => Targets::OneOf(self.markable),
            (Aim::Seeing, _) => Targets::OneOf(self.seeing),
            (Aim::Unclaimed, _) => Targets::OneOf(self.unclaimed),
            (Aim::IfPaired, _) if self.unaimed.contains(title) => Targets::None,
            (Aim::IfPaired, _) => Targets::OneOf(self.others),
        }
    }

    /// Returns true if a card of this title can be played alone, in a pair or in a triple, with or without Feral Cats.
    pub fn is_playable(&self, title: Title) -> bool {
        let single = self.unaimed.or(self.aimed);
        let wild = self.wild.pairs;
        let stands_for_others = TitleSet::WILD_CATS.contains(title) && !wild.is_empty();
        single.or(self.pairs).or(wild).contains(title) || stands_for_others
    }

    /// Returns true if a card of this title can be played in a pair or a triple, with or without Feral Cats.
    pub fn is_in_combo(&self, title: Title) -> bool {
        let wild = self.wild.pairs;
        let stands_for_others = TitleSet::WILD_CATS.contains(title) && !wild.is_empty();
        self.pairs.or(wild).contains(title) || stands_for_others
    }

    /// Returns true if a pair of this title that includes `wild` Feral Cats may be played.
    pub fn allows_pair(&self, title: Title, wild: u8) -> bool {
        match wild {
            0 => self.pairs.contains(title),
            1 => self.wild.pairs.contains(title),
            _ => false,
        }
    }

    /// Returns true if a triple of this title that includes `wild` Feral Cats may be played.
    pub fn allows_triple(&self, title: Title, wild: u8) -> bool {
        match wild {
            0 => self.triples.contains(title),
            1 | 2 => self.wild.triples[usize::from(wild) - 1].contains(title),
            _ => false,
        }
    }

    /// Returns true if `play` is among the legal plays.
    #[inline]
    pub fn allows(&self, play: &Play) -> bool {
        match *play {
            Play::Single { title, on } => {
                self.unaimed.or(self.aimed).contains(title) && self.targets_of(title).allow(on)
            }
            Play::Pair { title, wild, on } => {
                self.allows_pair(title, wild) && self.targets.contains(on)
            }
            Play::Triple {
                title,
                wild,
                on,
                naming,
            } => {
                self.allows_triple(title, wild)
                    && self.targets.contains(on)
                    && self.nameable_titles.contains(naming)
            }
            Play::Five { titles } => {
                let set: TitleSet = titles.into_iter().collect();
                set.len() == 5 && set.is_within(self.fives)
            }
        }
    }

    #[inline]
    fn aimed_plays(&self) -> usize {
        if self.aimed.is_empty() {
            return 0;
        }
        let givers = self.aimed.and(TitleSet::AIMED_AT_GIVER);
        let ways = match self.favor {
            FavorRule::Everyone => 1,
            FavorRule::One => self.targets.len(),
        };
        let others = self.aimed.minus(givers);
        let aims = if others.is_empty() {
            0
        } else {
            self.aims_of(others)
        };
        givers.len() * ways + aims
    }

    #[cold]
    fn aims_of(&self, titles: TitleSet) -> usize {
        let counts = titles.iter().map(|title| self.targets_of(title).count());
        counts.sum()
    }

    /// Returns the number of plays in which Feral Cats replace other cats, counting every target and demanded title.
    #[inline]
    fn wild_plays(&self) -> usize {
        // Any title that can form a triple with Feral Cats can also form a pair with one.
        if self.wild.pairs.is_empty() {
            return 0;
        }
        let triples: usize = self.wild.triples.iter().map(|titles| titles.len()).sum();
        self.targets.len() * (self.wild.pairs.len() + triples * self.nameable_titles.len())
    }

    /// Returns the number of pairs and triples without stand-ins, counting every target and demanded title.
    #[inline]
    fn tame_combos(&self) -> usize {
        // Any title that can form a triple can also form a pair.
        if self.pairs.is_empty() {
            return 0;
        }
        let triples = if self.triples.is_empty() {
            0
        } else {
            self.triples.len() * self.nameable_titles.len()
        };
        self.targets.len() * (self.pairs.len() + triples)
    }

    /// Returns the number of legal plays, plus one if the seat may draw.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        usize::from(self.draw)
            + self.unaimed.len()
            + self.aimed_plays()
            + self.tame_combos()
            + choose_five(self.fives.len())
            + self.wild_plays()
    }

    /// Returns the action at `position`. `seat` is the player on turn.
    #[inline]
    fn nth_action(&self, seat: Seat, position: usize) -> Option<Action> {
        let mut left = position;
        if index_within(&mut left, usize::from(self.draw)).is_some() {
            return Some(Action::Draw { seat });
        }
        self.nth_play(left).map(|play| Action::Play { seat, play })
    }

    fn nth_play(&self, mut left: usize) -> Option<Play> {
        if let Some(at) = index_within(&mut left, self.unaimed.len()) {
            return self.unaimed.nth(at).map(Play::single);
        }
        if let Some(at) = index_within(&mut left, self.aimed_plays()) {
            return self.nth_aimed(at);
        }
        if let Some(at) = index_within(&mut left, self.pairs.len() * self.targets.len()) {
            return self.nth_pair(self.pairs, 0, at);
        }
        let triples = self.triples.len() * self.targets.len() * self.nameable_titles.len();
        if let Some(at) = index_within(&mut left, triples) {
            return self.nth_triple(self.triples, 0, at);
        }
        if let Some(at) = index_within(&mut left, choose_five(self.fives.len())) {
            return nth_five(self.fives, at).map(|titles| Play::Five { titles });
        }
        self.nth_wild(left)
    }

    fn nth_aimed(&self, mut left: usize) -> Option<Play> {
        self.aimed.iter().find_map(|title| {
            let targets = self.targets_of(title);
            let at = index_within(&mut left, targets.count())?;
            targets.nth(at).map(|on| Play::Single { title, on })
        })
    }

    fn nth_pair(&self, titles: TitleSet, wild: u8, at: usize) -> Option<Play> {
        let targets = self.targets.len();
        let title = titles.nth(at / targets)?;
        let on = self.targets.nth(at % targets)?;
        Some(Play::Pair { title, wild, on })
    }

    fn nth_triple(&self, titles: TitleSet, wild: u8, at: usize) -> Option<Play> {
        let (targets, named) = (self.targets.len(), self.nameable_titles.len());
        Some(Play::Triple {
            title: titles.nth(at / named / targets)?,
            wild,
            on: self.targets.nth(at / named % targets)?,
            naming: self.nameable_titles.nth(at % named)?,
        })
    }

    fn nth_wild(&self, mut left: usize) -> Option<Play> {
        let targets = self.targets.len();
        if let Some(at) = index_within(&mut left, self.wild.pairs.len() * targets) {
            return self.nth_pair(self.wild.pairs, 1, at);
        }
        self.wild
            .triples
            .into_iter()
            .zip(1..)
            .find_map(|(titles, wild)| {
                let plays = titles.len() * targets * self.nameable_titles.len();
                let at = index_within(&mut left, plays)?;
                self.nth_triple(titles, wild, at)
            })
    }
}

/// Returns the position if it is within the current group of `size` actions. Otherwise subtracts `size`, so that the
/// position is relative to the next group.
#[inline]
fn index_within(position: &mut usize, size: usize) -> Option<usize> {
    if *position < size {
        return Some(*position);
    }
    *position -= size;
    None
}

fn choose_five(titles: usize) -> usize {
    choose(titles, 5)
}

/// Returns the binomial coefficient: the number of ways to choose `count` of `from` items.
fn choose(from: usize, count: usize) -> usize {
    if from < count {
        return 0;
    }
    (0..count).fold(1, |ways, taken| ways * (from - taken) / (taken + 1))
}

/// Returns the set of five titles at `position` among all such sets, in lexicographic order.
fn nth_five(titles: TitleSet, position: usize) -> Option<[Title; 5]> {
    let mut left = position;
    let mut wanted = 5;
    let mut remaining = titles.len();
    let mut chosen = [Title::Nope; 5];
    for title in titles.iter() {
        remaining -= 1;
        if wanted == 0 {
            break;
        }
        if index_within(&mut left, choose(remaining, wanted - 1)).is_some() {
            chosen[5 - wanted] = title;
            wanted -= 1;
        }
    }
    (wanted == 0 && left == 0).then_some(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_of_five_is_listed_exactly_once() {
        let titles: TitleSet = Title::ALL.into_iter().skip(4).take(9).collect();
        let mut listed: Vec<TitleSet> = (0..choose_five(9))
            .map(|position| nth_five(titles, position).unwrap().into_iter().collect())
            .collect();
        assert_eq!(listed.len(), 126);
        assert!(
            listed
                .iter()
                .all(|five| five.len() == 5 && five.is_within(titles))
        );
        listed.sort_by_key(|five| five.iter().map(|title| title as u16).collect::<Vec<_>>());
        listed.dedup();
        assert_eq!(listed.len(), 126);
        assert_eq!(nth_five(titles, 126), None);
    }
}
