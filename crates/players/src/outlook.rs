//! What a choice rests on: what one seat knows or has to guess.

use rules::{Hand, Phase, Pile, PlayerView, Seat, SeatSet, Title, Turn, Window};

use crate::memory::Memory;

/// What one seat knows, or has to guess, of a game. The same choices are made from a real seat's
/// view and memory and, in a search, from a seat of an imagined game.
pub(crate) trait Outlook {
    /// Whose outlook it is.
    fn seat(&self) -> Seat;
    /// The seat's own hand.
    fn hand(&self) -> &Hand;
    /// The players still in the game.
    fn living(&self) -> SeatSet;
    /// How many cards a player holds.
    fn cards(&self, seat: Seat) -> u8;
    /// The discard pile.
    fn discard(&self) -> &Pile;
    /// How many cards lie in the draw pile.
    fn pile_count(&self) -> u8;
    /// How many of them are kittens.
    fn kittens(&self) -> u8;
    /// Who is on turn.
    fn turn(&self) -> Turn;
    /// The Nope window, if one is open.
    fn window(&self) -> Option<&Window>;
    /// How likely a kitten lies at this place of the draw pile, 0 being the top.
    fn peril(&self, place: u8) -> f32;
    /// Whether the top card was seen.
    fn knows_top(&self) -> bool;
    /// How likely another player holds a Defuse.
    fn defuse_odds(&self, seat: Seat) -> f32;

    /// How likely a kitten would lie on top of a pile just mixed.
    fn mixed_peril(&self) -> f32 {
        f32::from(self.kittens()) / f32::from(self.pile_count().max(1))
    }

    /// Who is on turn after this player.
    fn next_after(&self, seat: Seat) -> Seat {
        self.living().next_after(seat).unwrap_or(seat)
    }
}

/// The outlook of a real seat: what it sees and what it remembers.
pub(crate) struct Remembered<'a> {
    view: &'a PlayerView,
    memory: &'a Memory,
    seat: Seat,
    turn: Turn,
    hand: Hand,
    living: SeatSet,
    /// The cards that it cannot place: they are in the pile or in others' hands.
    unseen: Hand,
}

impl<'a> Remembered<'a> {
    /// The outlook of the viewer; none for a spectator, nor in a game that is over.
    pub(crate) fn new(view: &'a PlayerView, memory: &'a Memory) -> Option<Remembered<'a>> {
        let seat = view.viewer?;
        let hand = view.hand?;
        Some(Remembered {
            view,
            memory,
            seat,
            turn: view.turn?,
            hand,
            living: view.living(),
            unseen: unseen(view, &hand),
        })
    }

    /// The cards that lie somewhere out of sight: in the pile, in others' hands, or face down
    /// before the dead. No kitten is among them.
    pub(crate) fn unseen(&self) -> &Hand {
        &self.unseen
    }

    /// What the seat remembers.
    pub(crate) fn memory(&self) -> &Memory {
        self.memory
    }

    /// What the seat sees.
    pub(crate) fn view(&self) -> &PlayerView {
        self.view
    }

    /// How likely this player holds such a card.
    fn holding_odds(&self, seat: Seat, title: Title) -> f32 {
        let holding = self.memory.holding(seat);
        let sure = holding.sure(title);
        if sure >= 1.0 {
            return 1.0;
        }
        let elsewhere: f32 = self
            .view
            .seats
            .iter()
            .filter(|other| other.seat != self.seat)
            .map(|other| self.memory.holding(other.seat).sure(title))
            .sum();
        let loose = (f32::from(self.unseen.count(title)) - elsewhere).max(0.0);
        let places = self.unseen_places().max(1.0);
        let open = holding.open_to(title).min(places);
        let none = (1.0 - open / places).powi(loose as i32);
        let part = 1.0 - open / places * loose.fract();
        1.0 - (1.0 - sure) * none * part
    }

    /// In how many places cards lie out of sight of which nothing is known.
    fn unseen_places(&self) -> f32 {
        let hands: f32 = self
            .view
            .seats
            .iter()
            .filter(|other| other.seat != self.seat)
            .map(|other| self.memory.holding(other.seat).unseen() + f32::from(other.aside))
            .sum();
        hands + f32::from(self.view.pile_count) - f32::from(self.view.kittens_in_pile)
    }
}

/// All the cards of the game but those that the viewer sees.
fn unseen(view: &PlayerView, hand: &Hand) -> Hand {
    let out = view.rules.out();
    let discarded = view.discard.counts();
    let mut unseen = Hand::EMPTY;
    for title in Title::ALL {
        let seen = out.count(title) + hand.count(title) + discarded.count(title);
        let left = view.rules.deck().count(title).saturating_sub(seen);
        unseen.set(title, left);
    }
    unseen.set(Title::ExplodingKitten, 0);
    unseen
}

impl Outlook for Remembered<'_> {
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
        self.view.kittens_in_pile
    }

    fn turn(&self) -> Turn {
        self.turn
    }

    fn window(&self) -> Option<&Window> {
        match &self.view.phase {
            Phase::Window(window) => Some(window),
            _ => None,
        }
    }

    fn peril(&self, place: u8) -> f32 {
        match self.view.known_at(place) {
            Some(title) => f32::from(u8::from(title == Title::ExplodingKitten)),
            None if self.view.kittens_in_pile == self.view.pile_count => 1.0,
            None if self.view.kittens_in_pile == 0 => 0.0,
            None => self.memory.pile().peril(place.into()),
        }
    }

    fn knows_top(&self) -> bool {
        self.view.known_at(0).is_some()
    }

    fn defuse_odds(&self, seat: Seat) -> f32 {
        self.holding_odds(seat, Title::Defuse)
    }
}
