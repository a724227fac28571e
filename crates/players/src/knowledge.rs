//! The knowledge that a choice is based on: facts that a seat knows, and probabilities for
//! everything else. Real seats combine their view with [`crate::memory`]; seats in playouts make
//! cheaper guesses (`search/playout.rs`).

use rules::{
    Direction, Face, Hand, Hazard, NopeWindow, Pile, PileCard, Play, PlayerView, Seat, SeatSet,
    SeatView, Title, TitleSet, Turn,
};

use crate::memory::Memory;

/// A seat's knowledge of its game. This is a trait so that the same heuristic can play for a real seat and for every
/// seat in a playout.
pub(crate) trait Knowledge {
    fn seat(&self) -> Seat;
    fn hand(&self) -> &Hand;
    fn living(&self) -> SeatSet;
    fn cards(&self, seat: Seat) -> u8;
    fn discard(&self) -> &Pile;
    fn pile_count(&self) -> u8;
    /// Returns the number of Exploding Kittens that the seat must assume to be in the draw pile.
    fn kittens(&self) -> u8;
    fn turn(&self) -> Turn;
    fn window(&self) -> Option<&NopeWindow>;
    fn direction(&self) -> Direction;
    /// Returns the probability (0 to 1) that the card at this place of the draw pile kills a player without a Defuse,
    /// because it is an exploding card or a face-up imploding card. Place 0 is the top.
    fn kitten_probability(&self, place: u8) -> f32;
    /// Returns the card at this place of the draw pile, if the seat knows it. Place 0 is the top.
    fn known_card(&self, place: u8) -> Option<PileCard>;
    /// Returns the probability (0 to 1) that another player holds a Defuse.
    fn defuse_probability(&self, seat: Seat) -> f32;
    /// Returns the probability (0 to 1) that another living player holds a Barking Kitten.
    fn mate_probability(&self) -> f32;
    /// Returns the player who has claimed this player's next draw with an I'll Take That.
    fn claimed_by(&self, seat: Seat) -> Option<Seat>;
    /// Returns the players who have a Barking Kitten in front of them.
    fn barking(&self) -> SeatSet;
    /// Returns the player who loses cards from the stash instead of their hand when they are robbed.
    fn robbed_stash(&self) -> Option<Seat>;
    fn stash(&self) -> u8;
    /// Returns the card that the seat is burying.
    fn buried(&self) -> Option<Title>;
    /// Returns the players from whom a card has been taken since their own last turn began.
    fn robbed(&self) -> SeatSet;

    /// Returns the players whom computers should not rob again until their next turn, so that nobody loses half of
    /// their hand before they can play. A last opponent is not spared, because robbing them can win the game.
    fn spared(&self) -> SeatSet {
        let is_duel = self.living().len() <= 2;
        if is_duel {
            SeatSet::EMPTY
        } else {
            self.robbed()
        }
    }

    /// Returns true if a play takes a card from a player who is [spared](Knowledge::spared).
    fn robs_spared(&self, play: &Play) -> bool {
        let victim = match *play {
            Play::Pair { on, .. } | Play::Triple { on, .. } => Some(on),
            Play::Single { title, on } => on.filter(|_| title == Title::Favor),
            Play::Five { .. } => None,
        };
        victim.is_some_and(|victim| self.spared().contains(victim))
    }

    /// Returns the player who gets the next card of the draw pile if the current player draws it.
    fn next_receiver(&self) -> Seat {
        let drawer = self.turn().seat;
        self.claimed_by(drawer).unwrap_or(drawer)
    }

    /// Returns the probability (0 to 1) of a kitten on top after a shuffle.
    fn shuffled_kitten_probability(&self) -> f32 {
        f32::from(self.kittens()) / f32::from(self.pile_count().max(1))
    }

    fn knows_top(&self) -> bool {
        self.known_card(0).is_some()
    }

    /// Returns true if the top card is face up and kills even a player with a Defuse.
    fn is_top_fatal(&self) -> bool {
        self.known_card(0).is_some_and(is_fatal)
    }

    fn next_in(&self, direction: Direction, seat: Seat) -> Seat {
        self.living().next_in(direction, seat).unwrap_or(seat)
    }
}

/// Returns true if drawing the card kills a player without a Defuse.
pub(crate) fn is_deadly(card: PileCard) -> bool {
    match card.title().hazard() {
        Some(Hazard::Explodes) => true,
        Some(Hazard::Implodes) => card.face() == Face::Up,
        None => false,
    }
}

/// Returns true if drawing the card kills a player whatever they hold.
fn is_fatal(card: PileCard) -> bool {
    card.title().hazard() == Some(Hazard::Implodes) && card.face() == Face::Up
}

/// A real seat's knowledge: its view combined with its memory.
pub(crate) struct SeatKnowledge<'a> {
    view: &'a PlayerView,
    memory: &'a Memory,
    seat: Seat,
    turn: Turn,
    hand: Hand,
    living: SeatSet,
    /// See [`SeatKnowledge::unseen_cards`].
    unseen: Hand,
    /// The expected number of Exploding Kittens that count as part of the draw pile but are in a hand or being buried.
    hidden_kittens: f32,
}

impl<'a> SeatKnowledge<'a> {
    /// Creates the viewer's knowledge. Returns `None` for a spectator or a finished game.
    pub(crate) fn new(view: &'a PlayerView, memory: &'a Memory) -> Option<SeatKnowledge<'a>> {
        let seat = view.viewer?;
        // A blind player cannot see their hand, so only the cards that they remember count.
        let hand = view.hand.unwrap_or_else(|| memory.own_hand());
        let mut knowledge = SeatKnowledge {
            view,
            memory,
            seat,
            turn: view.turn?,
            hand,
            living: view.living(),
            unseen: count_unseen(view, &hand),
            hidden_kittens: 0.0,
        };
        if view.buried.is_none() {
            knowledge.hidden_kittens = memory.buried_kitten();
        }
        if view.rules.titles().contains(Title::StreakingKitten) {
            let others = knowledge.living.without(seat).iter();
            let hidden = others.map(|other| knowledge.hidden_kitten_probability(other));
            knowledge.hidden_kittens += hidden.sum::<f32>();
        }
        Some(knowledge)
    }

    /// Returns the probability (0 to 1) that another player hides a kitten in their hand.
    fn hidden_kitten_probability(&self, seat: Seat) -> f32 {
        let shelters = self.holding_probability(seat, Title::StreakingKitten);
        shelters * self.memory.hidden_kitten(seat)
    }

    /// Returns the cards, other than kittens, that the seat cannot see, for example in the draw pile or in other hands.
    pub(crate) fn unseen_cards(&self) -> &Hand {
        &self.unseen
    }

    pub(crate) fn memory(&self) -> &Memory {
        self.memory
    }

    pub(crate) fn view(&self) -> &PlayerView {
        self.view
    }

    /// Returns the probability (0 to 1) that a player holds at least one card of this title.
    pub(crate) fn holding_probability(&self, seat: Seat, title: Title) -> f32 {
        if self.marked(seat).has(title) {
            return 1.0;
        }
        let belief = self.memory.hand(seat);
        let expected = belief.expected(title);
        if expected >= 1.0 {
            return 1.0;
        }
        let elsewhere: f32 = self
            .view
            .seats
            .iter()
            .filter(|other| other.seat != self.seat)
            .map(|other| self.memory.hand(other.seat).expected(title))
            .sum();
        let unplaced = (f32::from(self.unseen.count(title)) - elsewhere).max(0.0);
        let places = self.unknown_places().max(1.0);
        let possible = belief.possible(title).min(places);
        // `unplaced` may be fractional. These are the probabilities that the hand has none of the whole cards, and that
        // it does not have the fractional card.
        let no_whole = (1.0 - possible / places).powi(unplaced as i32);
        let no_fraction = 1.0 - possible / places * unplaced.fract();
        1.0 - (1.0 - expected) * no_whole * no_fraction
    }

    pub(crate) fn marked(&self, seat: Seat) -> Hand {
        let seat = self.view.seats.get(seat.index());
        seat.map_or(Hand::EMPTY, |seat| seat.marked)
    }

    /// Returns the number of Exploding Kittens in the draw pile or hidden from this seat elsewhere.
    pub(crate) fn exploding_in_pile(&self) -> u8 {
        let imploding = u8::from(self.view.imploding.is_some());
        (self.view.kittens_in_pile - imploding).saturating_sub(self.own_hidden_kittens())
    }

    /// Returns how many kittens in the seat's own hand count as part of the draw pile, because the
    /// seat is blind.
    fn own_hidden_kittens(&self) -> u8 {
        match self.view.hand {
            Some(_) => 0,
            None => self
                .hand
                .minus(&self.marked(self.seat))
                .count(Title::ExplodingKitten),
        }
    }

    /// Returns the probability of an Exploding Kitten at a place that the seat does not know.
    fn exploding_probability(&self, place: u8) -> f32 {
        let believed = self
            .memory
            .pile()
            .probability(Hazard::Explodes, place.into());
        if !self.view.rules.titles().contains(Title::StreakingKitten) {
            return believed;
        }
        let there = (f32::from(self.exploding_in_pile()) - self.hidden_kittens).max(0.0);
        let expected = self.memory.pile().expected_kittens();
        if expected > 0.0 {
            (believed * there / expected).min(1.0)
        } else {
            (there / f32::from(self.view.pile_count.max(1))).min(1.0)
        }
    }

    /// Returns the number of places where an unseen card may be: the unknown cards in the other players' hands, their
    /// face-down cards, the stash, and the draw pile without its kittens.
    fn unknown_places(&self) -> f32 {
        let hands: f32 = self
            .view
            .seats
            .iter()
            .filter(|other| other.seat != self.seat)
            .map(|other| self.memory.hand(other.seat).unknown_cards() + f32::from(other.face_down))
            .sum();
        let stash = f32::from(self.view.stash);
        hands + stash + f32::from(self.view.pile_count) - f32::from(self.view.kittens_in_pile)
    }
}

/// Returns all cards of the game, other than kittens, that the viewer does not see.
fn count_unseen(view: &PlayerView, hand: &Hand) -> Hand {
    let out = view.rules.removed_cards();
    let discarded = view.discard.counts();
    let mut unseen = Hand::EMPTY;
    for title in Title::ALL {
        let put = u8::from(view.own_put == Some(title))
            + u8::from(view.buried.is_some_and(|card| card.title() == title));
        let in_front = cards_in_front(view, title);
        let seen = out.count(title) + hand.count(title) + discarded.count(title) + put + in_front;
        let left = view.rules.deck.count(title).saturating_sub(seen);
        unseen.set(title, left);
    }
    TitleSet::HAZARDS
        .iter()
        .for_each(|hazard| unseen.set(hazard, 0));
    unseen
}

fn cards_in_front(view: &PlayerView, title: Title) -> u8 {
    let seats =
        |lies: fn(&SeatView) -> bool| view.seats.iter().filter(|seat| lies(seat)).count() as u8;
    if title == Title::IllTakeThat {
        seats(|seat| seat.claimed_by.is_some())
    } else if title == Title::BarkingKitten {
        seats(|seat| seat.barks)
    } else {
        u8::from(title == Title::TowerOfPower && view.tower.is_some())
    }
}

impl Knowledge for SeatKnowledge<'_> {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn hand(&self) -> &Hand {
        &self.hand
    }

    fn living(&self) -> SeatSet {
        self.living
    }

    fn cards(&self, seat: Seat) -> u8 {
        self.view
            .seats
            .get(seat.index())
            .map_or(0, |seat| seat.cards)
    }

    fn discard(&self) -> &Pile {
        &self.view.discard
    }

    fn pile_count(&self) -> u8 {
        self.view.pile_count
    }

    fn kittens(&self) -> u8 {
        self.exploding_in_pile()
    }

    fn turn(&self) -> Turn {
        self.turn
    }

    fn window(&self) -> Option<&NopeWindow> {
        self.view.phase.window()
    }

    fn direction(&self) -> Direction {
        self.view.direction
    }

    fn kitten_probability(&self, place: u8) -> f32 {
        if let Some(card) = self.known_card(place) {
            return f32::from(u8::from(is_deadly(card)));
        }
        let kittens = self.exploding_in_pile();
        let exploding = match kittens {
            0 => 0.0,
            kittens if kittens == self.view.pile_count && self.hidden_kittens == 0.0 => 1.0,
            _ => self.exploding_probability(place),
        };
        // A face-up card on top would be known.
        let imploding = match self.view.imploding {
            Some(Face::Up) if place > 0 => self
                .memory
                .pile()
                .probability(Hazard::Implodes, place.into()),
            Some(Face::Up | Face::Down) | None => 0.0,
        };
        (exploding + imploding).min(1.0)
    }

    fn known_card(&self, place: u8) -> Option<PileCard> {
        let stacked = || self.memory.known_stacked(place).map(PileCard::down);
        self.view.known_at(place).or_else(stacked)
    }

    fn defuse_probability(&self, seat: Seat) -> f32 {
        self.holding_probability(seat, Title::Defuse)
    }

    fn mate_probability(&self) -> f32 {
        let others = self.living.without(self.seat).iter();
        let nowhere: f32 = others
            .map(|seat| 1.0 - self.holding_probability(seat, Title::BarkingKitten))
            .product();
        1.0 - nowhere
    }

    fn claimed_by(&self, seat: Seat) -> Option<Seat> {
        self.view.seats.get(seat.index())?.claimed_by
    }

    fn barking(&self) -> SeatSet {
        let barking = self.view.seats.iter().filter(|seat| seat.barks);
        barking.map(|seat| seat.seat).collect()
    }

    fn robbed_stash(&self) -> Option<Seat> {
        self.view.tower.filter(|_| self.view.stash > 0)
    }

    fn stash(&self) -> u8 {
        self.view.stash
    }

    fn buried(&self) -> Option<Title> {
        self.view.buried.map(PileCard::title)
    }

    fn robbed(&self) -> SeatSet {
        self.memory.robbed()
    }
}
