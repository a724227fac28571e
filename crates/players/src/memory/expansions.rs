//! The part of the memory that only *Streaking Kittens* and *Barking Kittens* need, such as hidden kittens, blind
//! players, marked and buried cards, and Barking Kittens in front of players.

use rules::{Direction, Hazard, PileCard, PileEnd, Seat, SeatSet, SeenEvent, Title};

use super::{Memory, PLACED_FOR_NEXT_PLAYER};

#[derive(Clone, PartialEq, Default)]
pub(super) struct HiddenCards {
    /// For each seat, the probability that it has drawn a kitten by now, assuming that it can shelter one.
    pub(super) kittens: [f32; Seat::COUNT],
    /// The players who cannot see their own hands.
    pub(super) blind: SeatSet,
    /// The marked card that will leave a hand with the next event.
    pub(super) leaving: Option<Title>,
    /// The number of cards that players have given up for the draw pile and that are not in it yet.
    pub(super) put: u8,
    pub(super) barking_state: BarkingState,
}

/// The beliefs that only *Barking Kittens* needs.
#[derive(Clone, PartialEq, Default)]
pub(super) struct BarkingState {
    /// The players who have a Barking Kitten in front of them.
    pub(super) barking: SeatSet,
    /// The players who have given up a card for a Potluck.
    pub(super) put: SeatSet,
    /// The card that this seat gave up for a Potluck.
    pub(super) own_put: Option<Title>,
    /// The card that this seat put on the draw pile for a Potluck, and the number of cards below it.
    pub(super) own_stacked: Option<(usize, Title)>,
    /// The card that is being buried, if the seat knows it, and the probability that it is a kitten.
    pub(super) buried: Option<(Option<Title>, f32)>,
    pub(super) direction: Direction,
}

impl Memory {
    /// Handles events that only *Barking Kittens* has.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the caller handles all other events"
    )]
    fn observe_barking(&mut self, event: &SeenEvent) {
        match *event {
            SeenEvent::Lifted { title, .. } => self.on_lifted(title),
            SeenEvent::Stacked { seat } => self.on_stacked(seat),
            SeenEvent::DrewFor {
                to, title, from, ..
            } => self.gain_drawn(to, title, from),
            SeenEvent::StashRobbed { to, title, .. } => match title {
                Some(title) => self.hand_mut(to).gain(title),
                None => self.hand_mut(to).gain_unknown(),
            },
            SeenEvent::Barked { mate, .. } => {
                let barking = &mut self.hidden.barking_state.barking;
                let lay_open = barking.contains(mate);
                *barking = barking.without(mate);
                if !lay_open {
                    self.hand_mut(mate).lose(Title::BarkingKitten);
                }
            }
            SeenEvent::BarkedInVain { seat } => {
                let state = &mut self.hidden.barking_state;
                state.barking = state.barking.with(seat);
                // A player with the other Barking Kitten would have had to respond.
                let hands = self.hands.iter_mut();
                hands.for_each(|hand| hand.rule_out(Title::BarkingKitten));
            }
            _ => {}
        }
    }

    fn on_lifted(&mut self, title: Option<Title>) {
        let kitten = match title {
            Some(title) => f32::from(u8::from(title == Title::ExplodingKitten)),
            None => self.pile.probability_at(PileEnd::Top, Hazard::Explodes),
        };
        let known = self.pile.draw(PileEnd::Top, title.and_then(Title::hazard));
        let title = title.or(known.map(PileCard::title));
        self.hidden.barking_state.buried = Some((title, kitten));
    }

    /// Moves the cards given up for a Potluck onto the draw pile in order of play, so that `first`'s card is the lowest
    /// of them.
    fn on_stacked(&mut self, first: Seat) {
        self.forget_looks_and_placer();
        let put = std::mem::take(&mut self.hidden.barking_state.put);
        let own = self.hidden.barking_state.own_put.take();
        let others = put
            .without(first)
            .all_in(self.hidden.barking_state.direction, first);
        let seats = put.contains(first).then_some(first).into_iter();
        for seat in seats.chain(others) {
            if seat == self.seat {
                let below = self.pile.cards();
                self.hidden.barking_state.own_stacked = own.map(|title| (below, title));
            }
            self.pile.stack_harmless();
        }
        self.hidden.put = 0;
    }

    /// Handles events that only one expansion has: *Streaking Kittens* here, *Barking Kittens* in `observe_barking`.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the caller handles all other events"
    )]
    pub(super) fn observe_rare(&mut self, event: &SeenEvent) {
        match *event {
            SeenEvent::MarkRemoved { title, .. } => self.hidden.leaving = Some(title),
            SeenEvent::Cursed { seat } => self.hidden.blind = self.hidden.blind.with(seat),
            SeenEvent::CurseEnded { seat } => self.hidden.blind = self.hidden.blind.without(seat),
            SeenEvent::TurnedUp { seat, ref cards } => {
                let titles = cards.cards().iter().map(|card| card.title());
                titles.for_each(|title| self.lose_openly(seat, title));
            }
            SeenEvent::WentOff { seat, kittens } => {
                (0..kittens).for_each(|_| self.lose_openly(seat, Title::ExplodingKitten));
            }
            SeenEvent::EndsSwapped { .. } => {
                self.pile.swap_ends();
                self.forget_looks_and_placer();
            }
            SeenEvent::KittensRaised { kittens } => {
                self.pile.raise_kittens(kittens);
                self.forget_looks_and_placer();
                self.looks = [kittens; Seat::COUNT];
            }
            _ => self.observe_barking(event),
        }
    }

    /// Removes a card from a hand in view of everyone.
    fn lose_openly(&mut self, seat: Seat, title: Title) {
        self.hand_mut(seat).lose(title);
        if title == Title::ExplodingKitten {
            self.on_hidden_kittens_shown(seat, 1);
        }
    }

    /// Records that hidden kittens of a hand were shown. In another player's hand, they counted as part of the pile.
    pub(super) fn on_hidden_kittens_shown(&mut self, seat: Seat, kittens: u8) {
        self.hidden.kittens[seat.index()] = 0.0;
        if seat != self.seat {
            self.pile.count_fewer_kittens(kittens);
        }
    }

    pub(super) fn on_buried(&mut self, place: Option<u8>, card: Option<Title>, kitten: f32) {
        self.forget_looks_and_placer();
        match (place, card) {
            (Some(place), Some(title)) => {
                self.pile.insert(place, title.hazard(), title.into());
            }
            (Some(_), None) | (None, _) => {
                let (likely, weight) = (self.likely_place(), PLACED_FOR_NEXT_PLAYER);
                self.pile.insert_buried(likely, kitten, weight);
            }
        }
    }

    /// Returns the card at this place of the draw pile, if the seat put it there in a Potluck and it must still be
    /// there. Place 0 is the top.
    pub(crate) fn known_stacked(&self, place: u8) -> Option<Title> {
        let (below, title) = self.hidden.barking_state.own_stacked?;
        let from_bottom = self.pile.cards().checked_sub(usize::from(place) + 1);
        (from_bottom == Some(below)).then_some(title)
    }

    /// Returns the probability (0 to 1) that the card being buried is a kitten; 0 if no card is being buried.
    pub(crate) fn buried_kitten(&self) -> f32 {
        self.hidden
            .barking_state
            .buried
            .map_or(0.0, |(_, kitten)| kitten)
    }
}
