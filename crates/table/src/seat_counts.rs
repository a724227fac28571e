//! Counts each player's actions in a game, for awards and results. The counts must not be shown before the game is
//! over, because hands are secret until then.

use rules::{ChoiceAnswer, Event, Game, Hand, Seat, SeatSet, Title};

use crate::rescue::rescued;
use crate::screen::percent;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct SeatCounts([SeatCount; Seat::COUNT]);

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct SeatCount {
    pub(crate) nopes: u32,
    /// The highest position of any of the player's Nopes in a chain, counted from 1.
    pub(crate) highest_nope: u8,
    /// Plays other than Nopes.
    pub(crate) played: u32,
    /// Nopes on the player's cards.
    pub(crate) noped: u32,
    pub(crate) rescues: u32,
    /// Cards that others took from the player (`robbed`), and cards that the player took from others (`stolen`).
    pub(crate) robbed: u32,
    pub(crate) stolen: u32,
    /// The number of consecutive turns for which the player has held a Defuse, and the maximum so far.
    holding: u32,
    pub(crate) longest_held: u32,
    /// The public risks of safe draws: the highest risk in percent, and the sum in tenths of a percent.
    pub(crate) closest_shave: u32,
    pub(crate) survived_odds: u32,
    pub(crate) turns: u32,
    /// The number of turns at whose end a computer was playing for the absent owner.
    pub(crate) turns_by_computer: u32,
    /// True if the owner was absent when the player died or won.
    pub(crate) absent_at_end: bool,
    /// The cards that the player held when they died or won.
    pub(crate) last_hand: Hand,
}

impl SeatCounts {
    /// Records an event, given the game before it and the seats whose owners are absent.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the other events are not counted"
    )]
    pub(crate) fn observe(&mut self, game: &Game, event: &Event, absent: SeatSet) {
        match event {
            Event::Played { seat, .. } => self.of(*seat).played += 1,
            Event::Noped { seat, layer } => {
                let count = self.of(*seat);
                count.nopes += 1;
                count.highest_nope = count.highest_nope.max(layer + 1);
                if let Some(window) = game.phase().window() {
                    self.of(window.top_owner()).noped += 1;
                }
            }
            // Robbing the wearer of the tower counts too: it costs them a card of the stash.
            Event::Stolen { from, to, .. }
            | Event::StashRobbed { from, to, .. }
            | Event::Asked {
                from,
                to,
                hit: true,
                ..
            }
            | Event::Chosen {
                seat: from,
                owner: to,
                answer: ChoiceAnswer::Give(_),
            } => {
                self.of(*from).robbed += 1;
                self.of(*to).stolen += 1;
            }
            Event::Drew { seat, from, .. } | Event::DrewFor { to: seat, from, .. } => {
                let (kittens, cards) = game.view(None).kitten_odds_at(*from);
                self.count_escape(*seat, kittens.into(), cards.into());
            }
            Event::Exploded { seat, hand, .. } => self.count_end(*seat, *hand, absent),
            Event::TurnBegan(_) => self.count_turn_end(game, absent),
            Event::Won { seat } => {
                self.count_end(*seat, *game.hand(*seat), absent);
                self.count_turn_end(game, absent);
            }
            _ => {}
        }
        if let Some(seat) = rescued(game, event) {
            self.of(seat).rescues += 1;
        }
    }

    pub(crate) fn get(&self, seat: Seat) -> &SeatCount {
        &self.0[seat.index()]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Seat, &SeatCount)> {
        Seat::ALL.into_iter().zip(&self.0)
    }

    pub(crate) fn of(&mut self, seat: Seat) -> &mut SeatCount {
        &mut self.0[seat.index()]
    }

    fn count_escape(&mut self, seat: Seat, kittens: usize, cards: usize) {
        let count = self.of(seat);
        count.closest_shave = count.closest_shave.max(percent(kittens, cards));
        let tenths = (kittens * 1000).checked_div(cards).unwrap_or(0);
        count.survived_odds += u32::try_from(tenths).unwrap_or(0);
    }

    fn count_end(&mut self, seat: Seat, hand: Hand, absent: SeatSet) {
        let count = self.of(seat);
        count.absent_at_end = absent.contains(seat);
        count.last_hand = hand;
    }

    /// Called at the end of a turn. Counts it for its player, and as a turn with a Defuse for each holder of one.
    fn count_turn_end(&mut self, game: &Game, absent: SeatSet) {
        self.count_holders(game);
        if let Some(turn) = game.turn() {
            let count = self.of(turn.seat);
            count.turns += 1;
            count.turns_by_computer += u32::from(absent.contains(turn.seat));
        }
    }

    fn count_holders(&mut self, game: &Game) {
        for seat in game.rules().seats().iter() {
            let holds = game.hand(seat).has(Title::Defuse);
            let count = self.of(seat);
            count.holding = if holds { count.holding + 1 } else { 0 };
            count.longest_held = count.longest_held.max(count.holding);
        }
    }
}
