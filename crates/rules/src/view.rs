//! What one viewer may know of the state. With [`crate::redact()`] the only way out for hidden
//! cards.

use arrayvec::ArrayVec;

use crate::{
    event::Look,
    game::{Fate, Game},
    hand::Hand,
    legal::Legal,
    phase::{Phase, Turn},
    pile::Pile,
    ruleset::Ruleset,
    seat::{Seat, SeatSet},
    title::Title,
};

/// What everybody sees of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatView {
    /// Which seat.
    pub seat: Seat,
    /// How many cards he holds.
    pub cards: u8,
    /// How he got out of the game, and as which, from 0: the first to die was the 0th.
    pub died: Option<(usize, Fate)>,
    /// What lies face up before him: a dead player's kitten in `travel`.
    pub face_up: Option<Title>,
    /// How many cards lie face down before him: a dead player's hand in `travel`.
    pub aside: u8,
}

impl SeatView {
    /// Whether he is still in the game.
    pub fn alive(&self) -> bool {
        self.died.is_none()
    }
}

/// What one viewer may know: two games that differ only in what he may not know give equal views.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerView {
    /// The rules.
    pub rules: Ruleset,
    /// Who looks; `None` for a spectator.
    pub viewer: Option<Seat>,
    /// All seats in play, in order.
    pub seats: ArrayVec<SeatView, { Seat::MOST }>,
    /// The viewer's own hand; a dead player's is what lies face down before him.
    pub hand: Option<Hand>,
    /// The discard pile.
    pub discard: Pile,
    /// How many cards the draw pile has.
    pub pile_count: u8,
    /// How many of them are kittens.
    pub kittens_in_pile: u8,
    /// Who is on turn; nobody once the game is won.
    pub turn: Option<Turn>,
    /// What the game waits for.
    pub phase: Phase,
    /// The viewer's newest look at the future as far as it holds, the top first.
    pub look: Look,
    /// The place of the kitten that the viewer put back, while he knows it; 0 is the top.
    pub own_kitten: Option<u8>,
    /// What the viewer may do; `None` for a spectator.
    pub legal: Option<Legal>,
}

impl Game {
    /// What `viewer` may know now; `None` is a spectator, who sees what all see. A viewer who is
    /// not seated sees as much as a spectator.
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
            hand: viewer.map(|seat| self.own_hand(seat)),
            discard: self.discard.clone(),
            pile_count: self.draw_pile.len() as u8,
            kittens_in_pile: self.draw_pile.count(Title::ExplodingKitten) as u8,
            turn: self.turn(),
            phase: self.phase.clone(),
            look: viewer.map(|seat| self.look(seat)).unwrap_or_default(),
            own_kitten: viewer.and_then(|seat| self.own_kitten(seat)),
            legal: viewer.map(|seat| self.legal(seat)),
        }
    }

    fn own_hand(&self, seat: Seat) -> Hand {
        match self.living.contains(seat) {
            true => *self.hand(seat),
            false => *self.aside(seat),
        }
    }

    fn seat_view(&self, seat: Seat) -> SeatView {
        let mut deaths = self.deaths.iter().enumerate();
        SeatView {
            seat,
            cards: self.hand(seat).total(),
            died: deaths
                .find(|(_, death)| death.seat == seat)
                .map(|(order, death)| (order, death.fate)),
            face_up: self.face_up(seat),
            aside: self.aside(seat).total(),
        }
    }
}

impl PlayerView {
    /// The players still in the game.
    pub fn living(&self) -> SeatSet {
        let living = self.seats.iter().filter(|seat| seat.alive());
        living.map(|seat| seat.seat).collect()
    }

    /// What the viewer knows to lie at `place` of the draw pile, 0 being the top.
    pub fn known_at(&self, place: u8) -> Option<Title> {
        let seen = self.look.get(usize::from(place)).copied();
        seen.or_else(|| (self.own_kitten == Some(place)).then_some(Title::ExplodingKitten))
    }

    /// The public odds that the next card is a kitten: kittens, of cards.
    pub fn odds(&self) -> (u8, u8) {
        (self.kittens_in_pile, self.pile_count)
    }
}
