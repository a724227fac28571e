//! Estimates how boldly the other players draw, by comparing the risks that they take or avoid with the risks that a
//! cat would take. Uses only public moves, and the seat's beliefs about hands and the draw pile.

use rules::{AnswerKind, PileEnd, Seat, SeatSet, SeenEvent, Title, TitleSet};

use super::{Memory, PLACED_FOR_NEXT_PLAYER};
use crate::heuristic::HeuristicParams;

/// The possible degrees of boldness, as defined by [`HeuristicParams::with_boldness`].
const DEGREES: [f32; 5] = [0.0, -0.5, 0.5, -1.0, 1.0];
/// The weight of each degree before any move. The cat's weight is high, so that chance rarely makes a cat seem bold
/// or timid.
const PRIOR: [f32; 5] = [4.0, 1.0, 1.0, 1.0, 1.0];

/// The probability that a player who can avoid a draw does so, if it is too risky for them.
const AVOIDS_RISK: f32 = 0.9;
/// The probability that a player who can avoid a draw does so, if it is not too risky for them.
const AVOIDS_ANYWAY: f32 = 0.03;

/// The probability that an unknown card ends a turn without a draw.
const ESCAPE_RATE: f32 = 0.2;
/// The probability that an unknown card is a Defuse.
const DEFUSE_RATE: f32 = 0.08;

/// The weight of each degree of boldness for one player.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Boldness {
    /// The weights without and with a Defuse among the unknown cards: a player who draws at a high risk either is bold
    /// or has a Defuse.
    weights: [[f32; 2]; DEGREES.len()],
    /// The number of unknown cards that the weights take into account.
    counted: f32,
}

impl Default for Boldness {
    fn default() -> Boldness {
        Boldness {
            weights: PRIOR.map(|weight| [weight, 0.0]),
            counted: 0.0,
        }
    }
}

impl Boldness {
    /// Updates the weights for a hand with this many unknown cards that may be Defuses.
    fn count_cards(&mut self, unknown: f32) {
        let none = (1.0 - DEFUSE_RATE).powf((unknown - self.counted).max(0.0));
        self.counted = unknown;
        for [without, with] in &mut self.weights {
            *with += *without * (1.0 - none);
            *without *= none;
        }
    }

    /// Forgets the Defuse among the unknown cards, which has just been spent. Keeps the weight of each degree.
    fn spend_unknown_defuse(&mut self) {
        for weights in &mut self.weights {
            *weights = [weights.iter().sum(), 0.0];
        }
    }

    /// Updates the weights after a move, given its probability for each degree and number of unknown Defuses.
    fn learn(&mut self, probability: impl Fn(f32, usize) -> f32) {
        for (weights, degree) in self.weights.iter_mut().zip(DEGREES) {
            for (defuses, weight) in weights.iter_mut().enumerate() {
                *weight *= probability(degree, defuses);
            }
        }
        let total: f32 = self.weights.iter().flatten().sum();
        let weights = self.weights.iter_mut().flatten();
        weights.for_each(|weight| *weight /= total);
    }

    /// Returns the likeliest degree. On a tie, prefers the cat's degree.
    fn likeliest(&self) -> f32 {
        let sums = self.weights.iter().map(|[without, with]| without + with);
        let degrees = DEGREES.into_iter().zip(sums);
        let likelier =
            |best: (f32, f32), next: (f32, f32)| if next.1 > best.1 { next } else { best };
        degrees.reduce(likelier).map_or(0.0, |(degree, _)| degree)
    }
}

impl Memory {
    /// Returns how boldly a player seems to draw compared with a cat, from -1 (timid) to 1 (bold).
    pub(crate) fn boldness(&self, seat: Seat) -> f32 {
        self.boldness[seat.index()].likeliest()
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all other events say nothing about boldness"
    )]
    pub(super) fn observe_boldness(&mut self, event: &SeenEvent) {
        let ends_turn = |title| TitleSet::ENDING_TURN.contains(title);
        match *event {
            SeenEvent::Played { seat, play } if play.single_title().is_some_and(ends_turn) => {
                self.learn_boldness(seat, false);
            }
            SeenEvent::Drew {
                seat,
                from: PileEnd::Top,
                ..
            } => self.learn_boldness(seat, true),
            SeenEvent::DrewKitten {
                seat,
                from: PileEnd::Top,
                ..
            } => {
                self.learn_boldness(seat, true);
                // If the drawn kitten was the only one in the pile, no one knows the place of another.
                if self.pile.expected_kittens() < 1.5 {
                    self.placers = SeatSet::EMPTY;
                }
            }
            SeenEvent::Chosen {
                seat,
                kind: AnswerKind::Place,
                ..
            } => {
                self.placers = self.placers.with(seat);
            }
            SeenEvent::Shuffled | SeenEvent::KittensRaised { .. } => {
                self.placers = SeatSet::EMPTY;
            }
            SeenEvent::Defused { seat } if self.hand(seat).expected(Title::Defuse) < 0.5 => {
                self.boldness[seat.index()].spend_unknown_defuse();
            }
            _ => {}
        }
    }

    fn learn_boldness(&mut self, seat: Seat, drew: bool) {
        let Some(risk) = self.public_risk(seat).filter(|_| seat != self.seat) else {
            return;
        };
        let hand = self.hand(seat);
        let escapes = TitleSet::ENDING_TURN
            .iter()
            .map(|title| hand.expected(title));
        let has_known_escape = escapes.sum::<f32>().min(1.0);
        let has_none = (1.0 - ESCAPE_RATE).powf(hand.unknown_cards()) * (1.0 - has_known_escape);
        // No belief is so certain that a move can be impossible.
        let has_escape = (1.0 - has_none).clamp(0.01, 1.0);
        let known_defuses = hand.expected(Title::Defuse).round() as usize;
        let may_be_defuses = hand.possible(Title::Defuse);
        let is_duel = self.rules.players() - self.out.len() == 2;
        let observed = &mut self.boldness[seat.index()];
        observed.count_cards(may_be_defuses);
        observed.learn(|boldness, defuses| {
            let limit = HeuristicParams::SENSIBLE
                .with_boldness(boldness)
                .draw_limit(known_defuses + defuses, is_duel);
            let avoids = has_escape
                * if risk > limit {
                    AVOIDS_RISK
                } else {
                    AVOIDS_ANYWAY
                };
            if drew { 1.0 - avoids } else { avoids }
        });
    }

    /// Returns the probability of a kitten on top for a player who has only public knowledge; `None` if the player
    /// knows more, because they have seen the top card or put a kitten back.
    fn public_risk(&self, seat: Seat) -> Option<f32> {
        if self.looks[seat.index()] > 0 || self.placers.contains(seat) {
            return None;
        }
        let shuffled = self.pile.shuffled_risk();
        Some(match self.last_placed {
            Some(_) => PLACED_FOR_NEXT_PLAYER + (1.0 - PLACED_FOR_NEXT_PLAYER) * shuffled,
            None => shuffled,
        })
    }
}

#[cfg(test)]
mod tests {
    use rules::{Edition, EditionId, Game, HouseRules, Play, Ruleset, SeededChance, redact};

    use super::*;
    use crate::{Computer, Strength};

    const ME: Seat = Seat::ALL[0];
    const OTHER: Seat = Seat::ALL[1];

    fn deal(chance: &mut SeededChance) -> Game {
        let edition = Edition::built_in(EditionId::ORIGINAL);
        let rules = Ruleset::new(edition, HouseRules::default(), 2).expect("rules for two");
        Game::deal(rules, ME, chance).0
    }

    /// Plays games between an ordinary cat and a cat with this boldness. Returns how boldly the second cat seems to
    /// draw at the end of each game.
    fn seems(boldness: f32) -> Vec<f32> {
        let chance = &mut SeededChance::new(61);
        let play = |_| {
            let mut game = deal(chance);
            let mut memory = Memory::new(ME, &game.view(Some(ME)));
            let mut players = [(ME, 0.0), (OTHER, boldness)].map(|(seat, boldness)| {
                let view = game.view(Some(seat));
                Computer::new(Strength::Cat, seat, &view).with_boldness(boldness)
            });
            while let Some(seat) = game.awaited().nth(0) {
                let view = game.view(Some(seat));
                let action = players[seat.index()].choose(&view, chance);
                let events = game.play(action.expect("a choice"), chance);
                for event in &events.expect("a legal action") {
                    memory.observe(&redact(event, Some(ME), game.rules()));
                    for (seat, player) in [ME, OTHER].into_iter().zip(&mut players) {
                        player.observe(&redact(event, Some(seat), game.rules()));
                    }
                }
            }
            memory.boldness(OTHER)
        };
        (0..200).map(play).collect()
    }

    #[test]
    fn cats_that_were_made_bolder_or_more_timid_are_told_from_a_cat_by_their_moves() {
        let count = |seems: &[f32], is_so: fn(f32) -> bool| {
            seems.iter().filter(|&&boldness| is_so(boldness)).count()
        };
        let [timid, cat, bold] = [-1.0, 0.0, 1.0].map(seems);
        let bolder = [&timid, &cat, &bold].map(|seems| count(seems, |boldness| boldness > 0.0));
        let more_timid = [&timid, &cat, &bold].map(|seems| count(seems, |boldness| boldness < 0.0));
        println!("of 200, bolder {bolder:?}, more timid {more_timid:?}");
        assert!(bolder[2] > 2 * bolder[1] && more_timid[0] > 2 * more_timid[1]);
        assert!(bolder[1] + more_timid[1] < 60);
    }

    #[test]
    fn a_player_seems_exactly_like_a_cat_before_any_move_that_shows_boldness() {
        let game = deal(&mut SeededChance::new(1));
        let mut memory = Memory::new(ME, &game.view(Some(ME)));
        memory.observe(&SeenEvent::Passed { seat: OTHER });
        assert_eq!(memory.boldness(OTHER), 0.0);
        let cat = HeuristicParams::SENSIBLE;
        assert_eq!(cat.with_boldness(0.0), cat);
    }

    #[test]
    fn a_player_who_skips_at_little_risk_seems_timid_unless_they_have_seen_the_top_card() {
        let seems = |looks: bool| {
            let game = deal(&mut SeededChance::new(1));
            let mut memory = Memory::new(ME, &game.view(Some(ME)));
            if looks {
                memory.observe(&SeenEvent::Saw {
                    seat: OTHER,
                    cards: 3,
                    titles: None,
                });
            }
            let play = Play::single(Title::Skip);
            memory.observe(&SeenEvent::Played { seat: OTHER, play });
            memory.boldness(OTHER)
        };
        assert!(seems(false) < 0.0);
        assert_eq!(seems(true), 0.0);
    }
}
