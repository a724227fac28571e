//! What a seat may do now: the one source for checking, buttons and computer players.
//! Compact, so that counting and picking need no list.

use crate::{
    action::{Action, Play},
    seat::{Seat, SeatSet},
    title::{Title, TitleSet},
};

/// Every action open to one seat. Leaving and time-outs are not among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Legal {
    seat: Seat,
    options: Options,
}

/// What the game asks of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Options {
    /// Nothing.
    Nothing,
    /// His turn: play or draw.
    Turn(TurnOptions),
    /// An open Nope window.
    Window {
        /// Whether he may let the top card stand.
        pass: bool,
        /// The layer that a Nope of his may stop.
        nope: Option<u8>,
    },
    /// A place for the kitten: 0 (top) to this number (bottom).
    Place(u8),
    /// A card to give.
    Give(TitleSet),
    /// A card to take from the discard pile.
    Take(TitleSet),
    /// To say stop.
    Stop,
}

/// What one may play on one's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnOptions {
    /// Whether there is a card to draw.
    pub draw: bool,
    /// Titles playable alone, the Favor apart.
    pub singles: TitleSet,
    /// How a Favor may be played.
    pub favor: FavorOptions,
    /// Titles playable as a pair.
    pub pairs: TitleSet,
    /// Titles playable as a triple.
    pub triples: TitleSet,
    /// Titles of which five different may be chosen; empty, or at least five.
    pub fives: TitleSet,
    /// On whom pairs and triples may be played.
    pub targets: SeatSet,
    /// What a triple may ask for.
    pub namings: TitleSet,
}

/// How a Favor may be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FavorOptions {
    /// Not at all.
    No,
    /// On one of the targets.
    OnOne,
    /// On everybody.
    OnEveryone,
}

impl Legal {
    #[inline]
    pub(crate) fn new(seat: Seat, options: Options) -> Legal {
        Legal { seat, options }
    }

    /// Whose options these are.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The options by what is asked.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Whether nothing can be done.
    pub fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// Whether it is this seat's turn and there is a card to draw.
    pub fn can_draw(&self) -> bool {
        self.turn().is_some_and(|turn| turn.draw)
    }

    /// Whether this seat may let the top card stand.
    pub fn can_pass(&self) -> bool {
        matches!(self.options, Options::Window { pass: true, .. })
    }

    /// The layer that a Nope of this seat may stop now.
    pub fn can_nope(&self) -> Option<u8> {
        match self.options {
            Options::Window { nope, .. } => nope,
            _ => None,
        }
    }

    /// What may be played, on one's turn.
    pub fn turn(&self) -> Option<&TurnOptions> {
        match &self.options {
            Options::Turn(turn) => Some(turn),
            _ => None,
        }
    }

    /// Whether `action` is among them.
    #[inline]
    pub fn allows(&self, action: &Action) -> bool {
        if action.seat() != Some(self.seat) {
            return false;
        }
        match (&self.options, action) {
            (Options::Turn(turn), Action::Play { play, .. }) => turn.allows(play),
            (Options::Turn(turn), Action::Draw { .. }) => turn.draw,
            (Options::Window { pass, .. }, Action::Pass { .. }) => *pass,
            (Options::Window { nope, .. }, Action::Nope { layer, .. }) => *nope == Some(*layer),
            (Options::Place(bottom), Action::Place { place, .. }) => place <= bottom,
            (Options::Give(titles), Action::Give { title, .. }) => titles.contains(*title),
            (Options::Take(titles), Action::Take { title, .. }) => titles.contains(*title),
            (Options::Stop, Action::Stop { .. }) => true,
            _ => false,
        }
    }

    /// How many actions there are. Five different count once for each choice of titles.
    #[inline]
    pub fn count(&self) -> usize {
        match &self.options {
            Options::Nothing => 0,
            Options::Turn(turn) => turn.count(),
            Options::Window { pass, nope } => usize::from(*pass) + usize::from(nope.is_some()),
            Options::Place(bottom) => usize::from(*bottom) + 1,
            Options::Give(titles) | Options::Take(titles) => titles.len(),
            Options::Stop => 1,
        }
    }

    /// The action at `position` (from 0) of [`Legal::count`].
    #[inline]
    pub fn nth(&self, position: usize) -> Option<Action> {
        let seat = self.seat;
        match &self.options {
            Options::Nothing => None,
            Options::Turn(turn) => turn.nth(position).map(|chosen| match chosen {
                Some(play) => Action::Play { seat, play },
                None => Action::Draw { seat },
            }),
            &Options::Window { pass, nope } => match (pass, position) {
                (true, 0) => Some(Action::Pass { seat }),
                (true, 1) | (false, 0) => nope.map(|layer| Action::Nope { seat, layer }),
                _ => None,
            },
            &Options::Place(bottom) => u8::try_from(position)
                .ok()
                .filter(|&place| place <= bottom)
                .map(|place| Action::Place { seat, place }),
            Options::Give(titles) => titles
                .nth(position)
                .map(|title| Action::Give { seat, title }),
            Options::Take(titles) => titles
                .nth(position)
                .map(|title| Action::Take { seat, title }),
            Options::Stop => (position == 0).then_some(Action::Stop { seat }),
        }
    }

    /// Every action, in a fixed order.
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
    /// Whether `play` is among what may be played.
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
                    && self.namings.contains(naming)
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
            + self.targets.len() * (self.pairs.len() + self.triples.len() * self.namings.len())
            + choose_five(self.fives.len())
    }

    /// The play at `position`, `Some(None)` being the draw.
    #[inline]
    fn nth(&self, position: usize) -> Option<Option<Play>> {
        let mut left = position;
        if take(&mut left, usize::from(self.draw)).is_some() {
            return Some(None);
        }
        self.nth_play(left).map(Some)
    }

    fn nth_play(&self, mut left: usize) -> Option<Play> {
        let targets = self.targets.len();
        if let Some(at) = take(&mut left, self.singles.len()) {
            return self.singles.nth(at).map(Play::Single);
        }
        if let Some(at) = take(&mut left, self.favors()) {
            return Some(Play::Favor {
                on: match self.favor {
                    FavorOptions::OnOne => self.targets.nth(at),
                    FavorOptions::No | FavorOptions::OnEveryone => None,
                },
            });
        }
        if let Some(at) = take(&mut left, self.pairs.len() * targets) {
            let title = self.pairs.nth(at / targets)?;
            let on = self.targets.nth(at % targets)?;
            return Some(Play::Pair { title, on });
        }
        let namings = self.namings.len();
        if let Some(at) = take(&mut left, self.triples.len() * targets * namings) {
            let title = self.triples.nth(at / namings / targets)?;
            let on = self.targets.nth(at / namings % targets)?;
            let naming = self.namings.nth(at % namings)?;
            return Some(Play::Triple { title, on, naming });
        }
        nth_five(self.fives, left).map(Play::Five)
    }
}

/// Where in a group of `size` the position lies; if beyond, the position becomes that in the rest.
#[inline]
fn take(position: &mut usize, size: usize) -> Option<usize> {
    if *position < size {
        return Some(*position);
    }
    *position -= size;
    None
}

/// In how many ways five of `titles` different titles can be chosen.
fn choose_five(titles: usize) -> usize {
    choose(titles, 5)
}

fn choose(from: usize, count: usize) -> usize {
    if from < count {
        return 0;
    }
    (0..count).fold(1, |ways, taken| ways * (from - taken) / (taken + 1))
}

/// The choice of five at `position`, choices being sorted by their titles.
fn nth_five(titles: TitleSet, position: usize) -> Option<[Title; 5]> {
    let mut left = position;
    let mut wanted = 5;
    let mut behind = titles.len();
    let mut chosen = [Title::Nope; 5];
    for title in titles.iter() {
        behind -= 1;
        if wanted == 0 {
            break;
        }
        if take(&mut left, choose(behind, wanted - 1)).is_some() {
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
    fn every_choice_of_five_is_met_exactly_once() {
        let titles: TitleSet = Title::ALL.into_iter().skip(4).collect();
        let mut met: Vec<TitleSet> = (0..choose_five(9))
            .map(|position| nth_five(titles, position).unwrap().into_iter().collect())
            .collect();
        assert_eq!(met.len(), 126);
        assert!(
            met.iter()
                .all(|five| five.len() == 5 && five.is_within(titles))
        );
        met.sort_by_key(|five| five.iter().map(|title| title as u16).collect::<Vec<_>>());
        met.dedup();
        assert_eq!(met.len(), 126);
        assert_eq!(nth_five(titles, 126), None);
    }
}
