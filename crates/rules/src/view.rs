//! A view is the part of a game's state that one viewer may know. During a game, players learn about cards only through
//! views and [`crate::redact()`]. A view must not depend on anything hidden from its viewer; `random_games` tests this
//! by changing all hidden cards. The `table` crate makes screens from views; the `players` crate chooses moves.

use std::fmt;

use arrayvec::ArrayVec;

use crate::{
    direction::Direction,
    event::Look,
    game::{DeathCause, Game},
    hand::Hand,
    legal::Legal,
    phase::{Phase, Turn},
    pile::{Face, Pile, PileCard, PileEnd},
    ruleset::Ruleset,
    seat::{Seat, SeatSet},
    title::Title,
    unresolved_hazards::UnresolvedHazards,
};

/// The public part of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatView {
    /// The seat described.
    pub seat: Seat,
    /// The number of cards in the player's hand.
    pub cards: u8,
    /// For a dead player, their position in the order of deaths (0 for the first to die) and how they were eliminated.
    pub died: Option<(usize, DeathCause)>,
    /// The face-up card in front of the player: in `travel`, the kitten that killed them.
    pub face_up: Option<Title>,
    /// The number of face-down cards in front of the player: in `travel`, the hand of a dead player.
    pub face_down: u8,
    /// The marked cards of the player's hand.
    pub marked: Hand,
    /// True if the player has put in a card for a Garbage Collection or a Potluck that is still waiting for
    /// other players.
    pub has_put: bool,
    /// The player who laid an I'll Take That in front of this player and will get the next card that this player draws.
    pub claimed_by: Option<Seat>,
    /// True if the player has their own Barking Kitten in front of them.
    pub barks: bool,
}

impl SeatView {
    /// Returns true if the player is still in the game.
    pub fn alive(&self) -> bool {
        self.died.is_none()
    }
}

/// The part of a game that one viewer may know: two games that differ only in cards hidden from the
/// viewer give equal views. `Debug` omits every card that only the viewer knows.
#[derive(Clone, PartialEq, Eq)]
pub struct PlayerView {
    /// The rules of the game.
    pub rules: Ruleset,
    /// The viewer's seat; `None` for a spectator.
    pub viewer: Option<Seat>,
    /// All seats in play, in order.
    pub seats: ArrayVec<SeatView, { Seat::COUNT }>,
    /// The viewer's own hand; for a dead viewer, the cards face down in front of them. `None` for a
    /// spectator and for a blind player.
    pub hand: Option<Hand>,
    /// The discard pile, entirely public.
    pub discard: Pile,
    /// The number of cards in the draw pile.
    pub pile_count: u8,
    /// The number of hazards that the viewer must assume to be in the draw pile: the hazards in the pile, and all
    /// hidden hazards in hands, among the cards put in, or being buried.
    pub kittens_in_pile: u8,
    /// The visible side of the Imploding Kitten; `None` if, as far as the viewer knows, it is not in the draw pile. The
    /// card starts face down, and everybody sees it turn face up.
    pub imploding: Option<Face>,
    /// The top card of the draw pile, if it is face up.
    pub open_top: Option<Title>,
    /// The players who cannot see their own hands.
    pub blind: SeatSet,
    /// The card that the viewer has put in for a Garbage Collection or a Potluck that is still waiting for
    /// other players.
    pub own_put: Option<Title>,
    /// The card that the viewer is burying, until they have chosen its place. Other viewers see it only if it was face
    /// up on top.
    pub buried: Option<PileCard>,
    /// The number of cards in the stash.
    pub stash: u8,
    /// The player who wears the Tower of Power. While the stash lasts, cards taken from this player come from it.
    pub tower: Option<Seat>,
    /// The hazards that a player must deal with before the game continues.
    pub unresolved: Option<UnresolvedHazards>,
    /// The current turn; `None` once the game is won.
    pub turn: Option<Turn>,
    /// The direction in which the turn passes.
    pub direction: Direction,
    /// The current phase: the kind of input that the game is waiting for.
    pub phase: Phase,
    /// The cards that the viewer still knows from their most recent look at the draw pile, top first.
    pub look: Look,
    /// The number of Exploding Kittens that everybody knows to be on top of the draw pile.
    pub raised: u8,
    /// The card that the viewer put back (a hazard or a card they buried) and its place, counted from 0 at the top;
    /// `None` once the viewer can no longer know the place.
    pub own_placed_card: Option<(u8, PileCard)>,
    /// The viewer's legal actions; `None` for a spectator.
    pub legal: Option<Legal>,
}

impl Game {
    /// Returns the part of the state that `viewer` may know. Without a viewer (a spectator), or for a seat that is not
    /// in play, returns only public information.
    pub fn view(&self, viewer: Option<Seat>) -> PlayerView {
        let viewer = viewer.filter(|&seat| self.rules.seats().contains(seat));
        PlayerView {
            rules: self.rules,
            viewer,
            seats: self
                .rules
                .seats()
                .iter()
                .map(|seat| self.seat_view(seat))
                .collect(),
            hand: viewer.and_then(|seat| self.own_hand(seat)),
            discard: self.discard.clone(),
            pile_count: self.draw_pile.len() as u8,
            kittens_in_pile: self.hazards_in_pile_as_seen_by(viewer) as u8,
            imploding: self.imploding_as_seen_by(viewer),
            open_top: self.draw_pile.open_top(),
            blind: self.blind,
            own_put: viewer.and_then(|seat| self.put(seat)),
            buried: self.buried_as_seen_by(viewer),
            stash: self.stash.total(),
            tower: self.tower,
            unresolved: self.unresolved,
            turn: self.turn(),
            direction: self.direction,
            phase: self.phase.clone(),
            look: viewer.map(|seat| self.look(seat)).unwrap_or_default(),
            raised: self.raised,
            own_placed_card: viewer.and_then(|seat| self.own_placed_card(seat)),
            legal: viewer.map(|seat| self.legal(seat)),
        }
    }

    fn own_hand(&self, seat: Seat) -> Option<Hand> {
        if self.living.contains(seat) {
            Some(*self.hand(seat)).filter(|_| !self.blind.contains(seat))
        } else {
            Some(*self.face_down(seat))
        }
    }

    fn seat_view(&self, seat: Seat) -> SeatView {
        let mut deaths = self.deaths.iter().enumerate();
        SeatView {
            seat,
            cards: self.hand(seat).total(),
            died: deaths
                .find(|(_, death)| death.seat == seat)
                .map(|(order, death)| (order, death.cause)),
            face_up: self.face_up(seat),
            face_down: self.face_down(seat).total(),
            marked: *self.marked(seat),
            has_put: self.put(seat).is_some(),
            claimed_by: self.claimed_by(seat),
            barks: self.barking.contains(seat),
        }
    }
}

impl fmt::Debug for PlayerView {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("PlayerView")
            .field("edition", &self.rules.edition())
            .field("viewer", &self.viewer)
            .field("turn", &self.turn)
            .field("phase", &self.phase)
            .field("seats", &self.seats)
            .field("hand", &self.hand)
            .field("pile_count", &self.pile_count)
            .finish_non_exhaustive()
    }
}

impl PlayerView {
    /// Returns the players still in the game.
    pub fn living(&self) -> SeatSet {
        let living = self.seats.iter().filter(|seat| seat.alive());
        living.map(|seat| seat.seat).collect()
    }

    /// Returns the card at `place` in the draw pile (0 is the top) if it is face up on top, or if the viewer saw it in
    /// a look or put it there. Ignores [`PlayerView::raised`] kittens.
    pub fn known_at(&self, place: u8) -> Option<PileCard> {
        let seen = self.look.get(usize::from(place)).copied();
        let own = self.own_placed_card.filter(|&(own, _)| own == place);
        let open = self.open_top.filter(|_| place == 0).map(PileCard::up);
        seen.or(own.map(|(_, card)| card)).or(open)
    }

    /// Returns the odds that the top card is a hazard, as two numbers: the hazards and all cards that could be on top.
    /// Ignores looks and cards put back. Returns (1, 1) if the top card is face up or everybody saw kittens put on top.
    pub fn kitten_odds(&self) -> (u8, u8) {
        match (self.open_top, self.imploding) {
            (Some(_), _) => (1, 1),
            _ if self.raised > 0 => (1, 1),
            (None, Some(Face::Up)) => self.odds_without_open_card(),
            (None, Some(Face::Down) | None) => (self.possible_kittens(), self.pile_count),
        }
    }

    /// Returns the odds for a card other than the face-up card.
    fn odds_without_open_card(&self) -> (u8, u8) {
        let others = self.pile_count - 1;
        ((self.kittens_in_pile - 1).min(others), others)
    }

    /// Returns the number of kittens that may be in the pile, capped at its size: any excess must be elsewhere.
    fn possible_kittens(&self) -> u8 {
        self.kittens_in_pile.min(self.pile_count)
    }

    /// Returns the odds that the card at one end of the draw pile is a hazard: see [`PlayerView::kitten_odds`]. A
    /// hazard that is face up on top of a pile of two or more cards cannot also be at the bottom.
    pub fn kitten_odds_at(&self, end: PileEnd) -> (u8, u8) {
        match (end, self.open_top) {
            (PileEnd::Bottom, Some(_)) if self.pile_count > 1 => self.odds_without_open_card(),
            (PileEnd::Bottom, None) => (self.possible_kittens(), self.pile_count),
            (PileEnd::Top, _) | (PileEnd::Bottom, Some(_)) => self.kitten_odds(),
        }
    }
}
