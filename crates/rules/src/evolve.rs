//! State transitions: applies events to a game. Nothing else changes a running game, and nothing
//! here may check, decide or draw randomness; that is done in `decide.rs`.

use arrayvec::ArrayVec;

use crate::{
    action::Play,
    edition::DeadHand,
    event::{Event, LostKitten},
    game::{Death, DeathCause, Game, PileKnowledge},
    hand::Hand,
    phase::{Phase, Window},
    seat::{Seat, SeatSet},
    title::Title,
};

impl Game {
    /// Applies an event that [`Game::decide`] made for exactly this state. Cannot fail; an event
    /// made for another state leads to one that [`Game::check_invariants`] rejects.
    #[inline(always)]
    pub fn evolve(&mut self, event: &Event) {
        match *event {
            Event::Played { seat, play } => self.apply_played(seat, play),
            Event::Noped { seat, .. } => self.apply_noped(seat),
            Event::Passed { seat } => self.apply_passed(seat),
            Event::WindowClosed { .. } | Event::Lapsed { .. } => self.phase = Phase::Turn,
            Event::Fizzled { .. } | Event::Stopped { .. } | Event::TimedOut { .. } => {}
            Event::Saw { seat, ref titles } => self.apply_saw(seat, titles.len()),
            Event::ShuffleBegan { stopper } => {
                self.phase = Phase::Stopping {
                    seat: stopper,
                    shuffler: self.turn.seat,
                };
            }
            Event::Shuffled { ref pile } => {
                self.draw_pile.clone_from(pile);
                self.forget_pile();
                self.phase = Phase::Turn;
            }
            Event::Stolen { from, to, title } => self.move_card(from, to, title),
            Event::Asked {
                from,
                to,
                title,
                hit,
            } => {
                if hit {
                    self.move_card(from, to, title);
                }
            }
            Event::FavorOwed { taker, givers } => {
                self.phase = Phase::Giving {
                    taker,
                    owing: givers,
                };
            }
            Event::Gave { from, to, title } => self.apply_gave(from, to, title),
            Event::TakeAwaited { seat } => self.phase = Phase::Taking { seat },
            Event::Took { seat, title } => self.apply_took(seat, title),
            Event::Drew { seat, title } => {
                self.draw_pile.draw();
                self.hands[seat.index()].add(title);
            }
            Event::DrewKitten { .. } => {
                self.draw_pile.draw();
            }
            Event::Defused { seat } => {
                self.discard_from_hand(seat, Title::Defuse);
                self.phase = Phase::Placing { seat };
            }
            Event::Placed { seat, place } => self.apply_placed(seat, place),
            Event::Exploded { seat, .. } => self.apply_exploded(seat),
            Event::Left { seat, kitten, .. } => self.apply_left(seat, kitten),
            Event::TurnBegan(turn) => {
                self.turn = turn;
                self.phase = Phase::Turn;
            }
            Event::Won { seat } => self.phase = Phase::Won { winner: seat },
        }
    }

    #[inline]
    fn apply_played(&mut self, seat: Seat, play: Play) {
        play.cards()
            .for_each(|card| self.discard_from_hand(seat, card));
        self.phase = Phase::Window(Window {
            seat,
            play,
            nopes: ArrayVec::new(),
            passed: SeatSet::EMPTY,
        });
    }

    #[inline]
    fn apply_noped(&mut self, seat: Seat) {
        self.discard_from_hand(seat, Title::Nope);
        if let Phase::Window(window) = &mut self.phase {
            // A window has room for all Nopes of a game.
            let _ = window.nopes.try_push(seat);
            window.passed = SeatSet::EMPTY;
        }
    }

    #[inline]
    fn apply_passed(&mut self, seat: Seat) {
        if let Phase::Window(window) = &mut self.phase {
            window.passed = window.passed.with(seat);
        }
    }

    fn apply_saw(&mut self, seat: Seat, cards: usize) {
        let high = self.draw_pile.len();
        self.known[seat.index()].look = (high.saturating_sub(cards) as u8, high as u8);
    }

    fn apply_gave(&mut self, from: Seat, to: Seat, title: Title) {
        self.move_card(from, to, title);
        if let Phase::Giving { owing, .. } = &mut self.phase {
            *owing = owing.without(from);
            if owing.is_empty() {
                self.phase = Phase::Turn;
            }
        }
    }

    fn apply_took(&mut self, seat: Seat, title: Title) {
        if let Some(card) = self.discard.remove_title(title) {
            self.hands[seat.index()].add(card);
        }
        self.phase = Phase::Turn;
    }

    fn apply_placed(&mut self, seat: Seat, place: u8) {
        let from_bottom = self.draw_pile.len().saturating_sub(place.into());
        self.draw_pile.insert(place.into(), Title::ExplodingKitten);
        self.forget_pile();
        self.known[seat.index()].kitten = Some(from_bottom as u8);
        self.phase = Phase::Turn;
    }

    fn apply_exploded(&mut self, seat: Seat) {
        self.remove_player(seat, DeathCause::Exploded);
        match self.rules.dead_hand() {
            DeadHand::Discarded => self.discard.push(Title::ExplodingKitten),
            DeadHand::SetAside => self.face_up = self.face_up.with(seat),
        }
    }

    fn apply_left(&mut self, seat: Seat, kitten: LostKitten) {
        self.remove_player(seat, DeathCause::Left);
        match kitten {
            LostKitten::None => {}
            LostKitten::Drawn => {
                self.removed.add(Title::ExplodingKitten);
                self.phase = Phase::Turn;
            }
            LostKitten::FromPile(place) => {
                if let Some(card) = self.draw_pile.remove(place.into()) {
                    self.removed.add(card);
                }
                self.forget_pile();
            }
        }
    }

    /// Takes a player out of the game and puts their hand where the edition wants it.
    fn remove_player(&mut self, seat: Seat, cause: DeathCause) {
        let hand = std::mem::replace(&mut self.hands[seat.index()], Hand::EMPTY);
        match self.rules.dead_hand() {
            DeadHand::Discarded => hand.cards().for_each(|card| self.discard.push(card)),
            DeadHand::SetAside => self.face_down[seat.index()] = hand,
        }
        self.living = self.living.without(seat);
        // No player dies twice, so that there is room for every death.
        let _ = self.deaths.try_push(Death { seat, cause });
    }

    fn move_card(&mut self, from: Seat, to: Seat, title: Title) {
        self.hands[from.index()].remove(title);
        self.hands[to.index()].add(title);
    }

    #[inline]
    fn discard_from_hand(&mut self, seat: Seat, title: Title) {
        self.hands[seat.index()].remove(title);
        self.discard.push(title);
    }

    /// Drops all players' knowledge of the draw pile, because cards in it have moved.
    fn forget_pile(&mut self) {
        self.known = [PileKnowledge::default(); Seat::COUNT];
    }
}
