//! Views: the part of a game's state that one viewer may know. Together with [`crate::redact()`],
//! the only way for cards to leave the rules. A view must depend on nothing that its viewer may not
//! know; `random_games` tests it by changing all hidden cards. Screens are made from views in the
//! crate `table`, choices of computers in the crate `players`.

use std::fmt;

use arrayvec::ArrayVec;

use crate::{
    direction::Direction,
    event::Look,
    game::{DeathCause, Game},
    hand::Hand,
    legal::Legal,
    loose_hazards::LooseHazards,
    phase::{Phase, Turn},
    pile::{Face, Pile, PileCard, PileEnd},
    ruleset::Ruleset,
    seat::{Seat, SeatSet},
    title::Title,
};

/// The public part of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatView {
    /// The seat that this is about.
    pub seat: Seat,
    /// The number of cards in the player's hand.
    pub cards: u8,
    /// For a dead player, their position in the order of deaths (0 for the first to die) and the
    /// way in which they got out.
    pub died: Option<(usize, DeathCause)>,
    /// The card that lies face up in front of the player: a dead one's kitten in `travel`.
    pub face_up: Option<Title>,
    /// The number of cards that lie face down in front of the player: a dead one's hand in `travel`.
    pub face_down: u8,
    /// The cards of the player's hand that are marked.
    pub marked: Hand,
    /// True if the player has put a card in for a Garbage Collection or a Potluck that still waits for others.
    pub has_put: bool,
    /// The player who has laid an I'll Take That before this one, whose next draw it takes.
    pub claimed_by: Option<Seat>,
    /// True if a Barking Kitten lies before the player: their own.
    pub barks: bool,
}

impl SeatView {
    /// Returns true if the player is still in the game.
    pub fn alive(&self) -> bool {
        self.died.is_none()
    }
}

/// The part of a game that one viewer may know: two games that differ only in cards hidden from
/// the viewer give equal views. `Debug` leaves out every card that only the viewer knows.
#[derive(Clone, PartialEq, Eq)]
pub struct PlayerView {
    /// The rules of the game.
    pub rules: Ruleset,
    /// The viewer's seat; `None` for a spectator.
    pub viewer: Option<Seat>,
    /// All seats in play, in order.
    pub seats: ArrayVec<SeatView, { Seat::COUNT }>,
    /// The viewer's own hand, or for a dead viewer the cards face down in front of them. `None` for
    /// a spectator and for a blind player.
    pub hand: Option<Hand>,
    /// The discard pile.
    pub discard: Pile,
    /// The number of cards in the draw pile.
    pub pile_count: u8,
    /// The number of hazards that may be among them: those of the pile, which is public, and those hidden in
    /// hands or while they are buried, which only those who know them do not count.
    pub kittens_in_pile: u8,
    /// The side on which an Imploding Kitten lies among them, which is public as everybody saw it being
    /// drawn; `None` if there is none.
    pub imploding: Option<Face>,
    /// The top card of the draw pile, if it lies face up.
    pub open_top: Option<Title>,
    /// The players who do not see their hands.
    pub blind: SeatSet,
    /// The card that the viewer has put in for a Garbage Collection or a Potluck that still waits for others.
    pub own_put: Option<Title>,
    /// The card that the viewer buries, until they have chosen its place.
    pub buried: Option<Title>,
    /// The number of cards in the stash.
    pub stash: u8,
    /// The player who wears the Tower of Power: the stash stands in for their hand when they are robbed.
    pub tower: Option<Seat>,
    /// The hazards that lie open and have to be dealt with.
    pub loose: Option<LooseHazards>,
    /// The current turn; `None` once the game is won.
    pub turn: Option<Turn>,
    /// The direction in which the turn passes.
    pub direction: Direction,
    /// The choice that the game waits for.
    pub phase: Phase,
    /// The part of the viewer's newest look at the future that still holds, the top first.
    pub look: Look,
    /// The number of Exploding Kittens that everybody knows to lie on top of the draw pile.
    pub raised: u8,
    /// The card that the viewer put back, a hazard or one that they buried, and its place while they can know
    /// it; 0 is the top.
    pub own_kitten: Option<(u8, PileCard)>,
    /// The viewer's legal actions; `None` for a spectator.
    pub legal: Option<Legal>,
}

impl Game {
    /// Returns the part of the state that `viewer` may know; `None` is a spectator, who sees what
    /// is public. A viewer whose seat is not in play sees as much as a spectator.
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
            imploding: self.draw_pile.imploding(),
            open_top: self.draw_pile.open_top(),
            blind: self.blind,
            own_put: viewer.and_then(|seat| self.put(seat)),
            buried: self.buried_as_seen_by(viewer),
            stash: self.stash.total(),
            tower: self.tower,
            loose: self.loose,
            turn: self.turn(),
            direction: self.direction,
            phase: self.phase.clone(),
            look: viewer.map(|seat| self.look(seat)).unwrap_or_default(),
            raised: self.raised,
            own_kitten: viewer.and_then(|seat| self.own_kitten(seat)),
            legal: viewer.map(|seat| self.legal(seat)),
        }
    }

    fn own_hand(&self, seat: Seat) -> Option<Hand> {
        match self.living.contains(seat) {
            true => Some(*self.hand(seat)).filter(|_| !self.blind.contains(seat)),
            false => Some(*self.face_down(seat)),
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

    /// Returns the card at `place` of the draw pile, 0 being the top, if the viewer knows it.
    pub fn known_at(&self, place: u8) -> Option<PileCard> {
        let seen = self.look.get(usize::from(place)).copied();
        let own = self.own_kitten.filter(|&(own, _)| own == place);
        let open = self.open_top.filter(|_| place == 0).map(PileCard::up);
        seen.or(own.map(|(_, card)| card)).or(open)
    }

    /// Returns the public odds that the next card is a hazard: the number of hazards that may be the
    /// top card, and of all cards that may be. A card that lies face up is the top card or is not, and kittens
    /// that all have seen there are.
    pub fn kitten_odds(&self) -> (u8, u8) {
        match (self.open_top, self.imploding) {
            (Some(_), _) => (1, 1),
            _ if self.raised > 0 => (1, 1),
            (None, Some(Face::Up)) => (self.kittens_in_pile - 1, self.pile_count - 1),
            (None, Some(Face::Down) | None) => (self.possible_kittens(), self.pile_count),
        }
    }

    /// Returns how many of the kittens that may be in the pile have room there: others are hidden in hands.
    fn possible_kittens(&self) -> u8 {
        self.kittens_in_pile.min(self.pile_count)
    }

    /// Returns the public odds that the card at one end is a hazard, as [`PlayerView::kitten_odds`] does
    /// for the top. A hazard that lies open on top is not at the bottom of two cards or more.
    pub fn kitten_odds_at(&self, end: PileEnd) -> (u8, u8) {
        match (end, self.open_top) {
            (PileEnd::Bottom, Some(_)) if self.pile_count > 1 => {
                (self.kittens_in_pile - 1, self.pile_count - 1)
            }
            (PileEnd::Bottom, None) => (self.possible_kittens(), self.pile_count),
            (PileEnd::Top, _) | (PileEnd::Bottom, Some(_)) => self.kitten_odds(),
        }
    }
}
