//! The row of squares that summarizes a person's solo game: their turns by public risk, their Nopes, their rescues and
//! the end. Computed from the game's events, never from clicks.

use rules::{Event, Game, PileEnd, Seat};

use crate::screen::percent;

/// The maximum number of squares. In a longer game, the least risky turns are left out first.
const MAX_SQUARES: usize = 12;

/// The highest risks, in percent, that are shown as a green, a yellow and an orange square. Higher risks are red.
const MAX_RISKS: [u32; 3] = [10, 20, 33];

/// A square. The order matters: if there are too many squares, those of earlier variants are left out first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Square {
    Green,
    Yellow,
    Orange,
    Red,
    Nope,
    Rescue,
    Death,
    Win,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    squares: Vec<Square>,
    has_drawn_this_turn: bool,
}

impl Trail {
    /// Records an event, given the game before it and the person's seat.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the other events add no square"
    )]
    pub(super) fn observe(&mut self, game: &Game, event: &Event, person: Seat) {
        let square = match *event {
            Event::Drew { seat, from, .. } if seat == person => {
                self.has_drawn_this_turn = true;
                Some(Square::of_draw(game, from))
            }
            Event::DrewKitten { seat, .. } if seat == person => {
                self.has_drawn_this_turn = true;
                None
            }
            Event::Defused { seat } if seat == person => Some(Square::Rescue),
            Event::Noped { seat, .. } if seat == person => Some(Square::Nope),
            Event::Exploded { seat, .. } if seat == person => Some(Square::Death),
            Event::Won { seat } if seat == person => Some(Square::Win),
            Event::TurnBegan(_) => {
                let has_drawn = std::mem::take(&mut self.has_drawn_this_turn);
                let is_own = game.turn().is_some_and(|turn| turn.seat == person);
                (is_own && !has_drawn).then_some(Square::Green)
            }
            _ => None,
        };
        self.squares.extend(square);
    }

    pub(super) fn row(&self) -> String {
        let mut shown = self.squares.clone();
        while shown.len() > MAX_SQUARES
            && let Some(least) = (0..shown.len()).min_by_key(|at| shown[*at])
        {
            shown.remove(least);
        }
        shown.into_iter().map(Square::unicode).collect()
    }
}

impl Square {
    fn of_draw(game: &Game, from: PileEnd) -> Self {
        let (kittens, cards) = game.view(None).kitten_odds_at(from);
        let risk = percent(kittens.into(), cards.into());
        let below = MAX_RISKS.iter().filter(|most| risk > **most).count();
        [Self::Green, Self::Yellow, Self::Orange, Self::Red][below]
    }

    fn unicode(self) -> &'static str {
        match self {
            Self::Green => "🟩",
            Self::Yellow => "🟨",
            Self::Orange => "🟧",
            Self::Red => "🟥",
            Self::Nope => "🙅",
            Self::Rescue => "✂️",
            Self::Death => "💥",
            Self::Win => "🏆",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_row_leaves_out_its_earliest_and_least_risky_turns() {
        let mut squares = vec![Square::Green; 9];
        squares.extend([Square::Yellow, Square::Rescue, Square::Green, Square::Nope]);
        squares.extend([Square::Red, Square::Death]);
        let trail = Trail {
            squares,
            has_drawn_this_turn: false,
        };
        assert_eq!(trail.row(), "🟩🟩🟩🟩🟩🟩🟨✂️🟩🙅🟥💥");
    }
}
