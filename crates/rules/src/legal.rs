//! The legal actions of a seat: the single source for validation, buttons and computer players.
//! `Game::legal` in `game.rs` fills them in from the state. They are stored as sets, so that
//! counting and picking need no list. The reason of a refusal is found in `refusal.rs`.

use std::fmt;

use crate::{
    action::{Action, Play},
    seat::{Seat, SeatSet},
    title::{Title, TitleSet},
};

/// The legal actions of one seat. Leaving and time-outs are not among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Legal {
    seat: Seat,
    options: LegalOptions,
}

/// The legal actions of one seat, grouped by what the game asks of it. `Debug` shows only the group:
/// the titles are those of the seat's hand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum LegalOptions {
    /// The game asks nothing of this seat.
    Nothing,
    /// It is this seat's turn, to play or to draw.
    Turn(TurnOptions),
    /// A Nope window is open.
    Window {
        /// True if the seat may pass.
        pass: bool,
        /// The layer that a Nope may stop: 0 is the play, 1 the first Nope. `None` if the seat may
        /// not Nope.
        nope: Option<u8>,
    },
    /// The seat puts a kitten back, at a place from 0 (top) to this number (bottom).
    Place(u8),
    /// The seat gives a card of one of these titles.
    Give(TitleSet),
    /// The seat takes a card of one of these titles from the discard pile (`classic`).
    Take(TitleSet),
    /// The seat stops a Shuffle (`travel`).
    Stop,
}

/// The legal plays of the seat on turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TurnOptions {
    /// True if there is a card to draw.
    pub draw: bool,
    /// Titles playable as a single card, except the Favor.
    pub singles: TitleSet,
    /// How a Favor may be played.
    pub favor: FavorOptions,
    /// Titles playable as a pair.
    pub pairs: TitleSet,
    /// Titles playable as a triple.
    pub triples: TitleSet,
    /// Titles from which five different ones may be chosen; empty, or at least five (`classic`).
    pub fives: TitleSet,
    /// Players on whom pairs, triples and a Favor for one may be played.
    pub targets: SeatSet,
    /// Titles that a triple may ask for.
    pub nameable_titles: TitleSet,
}

crate::redacted_debug!(LegalOptions {
    Nothing,
    Turn,
    Window,
    Place,
    Give,
    Take,
    Stop,
});

impl fmt::Debug for TurnOptions {
    /// Leaves out the titles, which are those of the seat's hand.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("TurnOptions")
            .field("draw", &self.draw)
            .field("targets", &self.targets)
            .finish_non_exhaustive()
    }
}

/// How a Favor may be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FavorOptions {
    /// No Favor may be played.
    No,
    /// A Favor may be played on one of the targets.
    OnOne,
    /// A Favor may be played on everybody (`classic`).
    OnEveryone,
}

impl Legal {
    #[inline]
    pub(crate) fn new(seat: Seat, options: LegalOptions) -> Legal {
        Legal { seat, options }
    }

    /// Returns the seat whose actions these are.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Returns the actions, grouped by what the game asks.
    pub fn options(&self) -> &LegalOptions {
        &self.options
    }

    /// Returns true if there is no legal action.
    pub fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// Returns true if it is this seat's turn and there is a card to draw.
    pub fn can_draw(&self) -> bool {
        self.turn().is_some_and(|turn| turn.draw)
    }

    /// Returns true if this seat may pass on the card on top of the Nope window.
    pub fn can_pass(&self) -> bool {
        matches!(self.options, LegalOptions::Window { pass: true, .. })
    }

    /// Returns the layer that a Nope of this seat may stop now, if any.
    pub fn can_nope(&self) -> Option<u8> {
        match self.options {
            LegalOptions::Window { nope, .. } => nope,
            _ => None,
        }
    }

    /// Returns the legal plays if it is this seat's turn.
    pub fn turn(&self) -> Option<&TurnOptions> {
        match &self.options {
            LegalOptions::Turn(turn) => Some(turn),
            _ => None,
        }
    }

    /// Returns true if `action` is among the legal actions.
    #[inline]
    pub fn allows(&self, action: &Action) -> bool {
        if action.seat() != Some(self.seat) {
            return false;
        }
        match (&self.options, action) {
            (LegalOptions::Turn(turn), Action::Play { play, .. }) => turn.allows(play),
            (LegalOptions::Turn(turn), Action::Draw { .. }) => turn.draw,
            (LegalOptions::Window { pass, .. }, Action::Pass { .. }) => *pass,
            (LegalOptions::Window { nope, .. }, Action::Nope { layer, .. }) => {
                *nope == Some(*layer)
            }
            (LegalOptions::Place(bottom), Action::Place { place, .. }) => place <= bottom,
            (LegalOptions::Give(titles), Action::Give { title, .. }) => titles.contains(*title),
            (LegalOptions::Take(titles), Action::Take { title, .. }) => titles.contains(*title),
            (LegalOptions::Stop, Action::Stop { .. }) => true,
            _ => false,
        }
    }

    /// Returns the number of legal actions. Five different titles count once for each choice of
    /// titles, in any order.
    #[inline]
    pub fn count(&self) -> usize {
        match &self.options {
            LegalOptions::Nothing => 0,
            LegalOptions::Turn(turn) => turn.count(),
            LegalOptions::Window { pass, nope } => usize::from(*pass) + usize::from(nope.is_some()),
            LegalOptions::Place(bottom) => usize::from(*bottom) + 1,
            LegalOptions::Give(titles) | LegalOptions::Take(titles) => titles.len(),
            LegalOptions::Stop => 1,
        }
    }

    /// Returns the action at `position`, from 0 to below [`Legal::count`].
    #[inline]
    pub fn nth(&self, position: usize) -> Option<Action> {
        let seat = self.seat;
        match &self.options {
            LegalOptions::Nothing => None,
            LegalOptions::Turn(turn) => turn.nth(position).map(|chosen| match chosen {
                Some(play) => Action::Play { seat, play },
                None => Action::Draw { seat },
            }),
            &LegalOptions::Window { pass, nope } => match (pass, position) {
                (true, 0) => Some(Action::Pass { seat }),
                (true, 1) | (false, 0) => nope.map(|layer| Action::Nope { seat, layer }),
                _ => None,
            },
            &LegalOptions::Place(bottom) => u8::try_from(position)
                .ok()
                .filter(|&place| place <= bottom)
                .map(|place| Action::Place { seat, place }),
            LegalOptions::Give(titles) => titles
                .nth(position)
                .map(|title| Action::Give { seat, title }),
            LegalOptions::Take(titles) => titles
                .nth(position)
                .map(|title| Action::Take { seat, title }),
            LegalOptions::Stop => (position == 0).then_some(Action::Stop { seat }),
        }
    }

    /// Returns every legal action, in a fixed order.
    pub fn actions(&self) -> impl ExactSizeIterator<Item = Action> {
        let legal = *self;
        (0..legal.count()).map(move |position| {
            legal
                .nth(position)
                // `count` and `nth` walk the same options.
                .unwrap_or(Action::TimeOut)
        })
    }
}

impl TurnOptions {
    /// Returns true if `play` is among the legal plays.
    #[inline]
    pub fn allows(&self, play: &Play) -> bool {
        match *play {
            Play::Single(title) => self.singles.contains(title),
            Play::Favor { on: None } => self.favor == FavorOptions::OnEveryone,
            Play::Favor { on: Some(on) } => {
                self.favor == FavorOptions::OnOne && self.targets.contains(on)
            }
            Play::Pair { title, on } => self.pairs.contains(title) && self.targets.contains(on),
            Play::Triple { title, on, naming } => {
                self.triples.contains(title)
                    && self.targets.contains(on)
                    && self.nameable_titles.contains(naming)
            }
            Play::Five(titles) => {
                let set: TitleSet = titles.into_iter().collect();
                set.len() == 5 && set.is_within(self.fives)
            }
        }
    }

    fn favors(&self) -> usize {
        match self.favor {
            FavorOptions::No => 0,
            FavorOptions::OnOne => self.targets.len(),
            FavorOptions::OnEveryone => 1,
        }
    }

    #[inline]
    fn count(&self) -> usize {
        usize::from(self.draw)
            + self.singles.len()
            + self.favors()
            + self.targets.len()
                * (self.pairs.len() + self.triples.len() * self.nameable_titles.len())
            + choose_five(self.fives.len())
    }

    /// Returns the play at `position`; `Some(None)` is the draw.
    #[inline]
    fn nth(&self, position: usize) -> Option<Option<Play>> {
        let mut left = position;
        if index_within(&mut left, usize::from(self.draw)).is_some() {
            return Some(None);
        }
        self.nth_play(left).map(Some)
    }

    fn nth_play(&self, mut left: usize) -> Option<Play> {
        let targets = self.targets.len();
        if let Some(at) = index_within(&mut left, self.singles.len()) {
            return self.singles.nth(at).map(Play::Single);
        }
        if let Some(at) = index_within(&mut left, self.favors()) {
            return Some(Play::Favor {
                on: match self.favor {
                    FavorOptions::OnOne => self.targets.nth(at),
                    FavorOptions::No | FavorOptions::OnEveryone => None,
                },
            });
        }
        if let Some(at) = index_within(&mut left, self.pairs.len() * targets) {
            let title = self.pairs.nth(at / targets)?;
            let on = self.targets.nth(at % targets)?;
            return Some(Play::Pair { title, on });
        }
        let nameable_titles = self.nameable_titles.len();
        if let Some(at) = index_within(&mut left, self.triples.len() * targets * nameable_titles) {
            let title = self.triples.nth(at / nameable_titles / targets)?;
            let on = self.targets.nth(at / nameable_titles % targets)?;
            let naming = self.nameable_titles.nth(at % nameable_titles)?;
            return Some(Play::Triple { title, on, naming });
        }
        nth_five(self.fives, left).map(Play::Five)
    }
}

/// Returns the position if it lies within the first group, of `size` actions. Otherwise makes the
/// position relative to the next group.
#[inline]
fn index_within(position: &mut usize, size: usize) -> Option<usize> {
    if *position < size {
        return Some(*position);
    }
    *position -= size;
    None
}

/// Returns in how many ways five of `titles` different titles can be chosen.
fn choose_five(titles: usize) -> usize {
    choose(titles, 5)
}

/// Returns the binomial coefficient: in how many ways `count` of `from` items can be chosen.
fn choose(from: usize, count: usize) -> usize {
    if from < count {
        return 0;
    }
    (0..count).fold(1, |ways, taken| ways * (from - taken) / (taken + 1))
}

/// Returns the choice of five at `position`, choices being sorted by their titles.
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
        let titles: TitleSet = Title::ALL.into_iter().skip(4).collect();
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
