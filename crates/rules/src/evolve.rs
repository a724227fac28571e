//! The one place where the state changes: applying what has happened.

use arrayvec::ArrayVec;

use crate::{
    action::Play,
    edition::DeadHand,
    event::{Event, LostKitten},
    game::{Death, Fate, Game, Known},
    hand::Hand,
    phase::{Phase, Window},
    seat::{Seat, SeatSet},
    title::Title,
};

impl Game {
    /// Applies an event that [`Game::decide`] made for this very state. Cannot fail; an event of
    /// another state gives a state that [`Game::check_invariants`] finds broken.
    #[inline(always)]
    pub fn evolve(&mut self, event: &Event) {
        match *event {
            Event::Played { seat, play } => self.played(seat, play),
            Event::Noped { seat, .. } => self.noped(seat),
            Event::Passed { seat } => self.passed(seat),
            Event::WindowClosed { .. } | Event::Lapsed { .. } => self.phase = Phase::Turn,
            Event::Fizzled { .. } | Event::Stopped { .. } | Event::TimedOut { .. } => {}
            Event::Saw { seat, ref titles } => self.saw(seat, titles.len()),
            Event::ShuffleBegan { stopper } => {
                self.phase = Phase::Stopping {
                    seat: stopper,
                    shuffler: self.turn.seat,
                };
            }
            Event::Shuffled { ref pile } => {
                self.draw_pile.clone_from(pile);
                self.forget();
                self.phase = Phase::Turn;
            }
            Event::Stolen { from, to, title } => self.moved(from, to, title),
            Event::Asked {
                from,
                to,
                title,
                hit,
            } => {
                if hit {
                    self.moved(from, to, title);
                }
            }
            Event::FavorOwed { taker, givers } => {
                self.phase = Phase::Giving {
                    taker,
                    owing: givers,
                };
            }
            Event::Gave { from, to, title } => self.gave(from, to, title),
            Event::TakeAwaited { seat } => self.phase = Phase::Taking { seat },
            Event::Took { seat, title } => self.took(seat, title),
            Event::Drew { seat, title } => {
                self.draw_pile.draw();
                self.hands[seat.index()].add(title);
            }
            Event::DrewKitten { .. } => {
                self.draw_pile.draw();
            }
            Event::Defused { seat } => {
                self.spend(seat, Title::Defuse);
                self.phase = Phase::Placing { seat };
            }
            Event::Placed { seat, place } => self.placed(seat, place),
            Event::Exploded { seat, .. } => self.exploded(seat),
            Event::Left { seat, kitten, .. } => self.left(seat, kitten),
            Event::TurnBegan(turn) => {
                self.turn = turn;
                self.phase = Phase::Turn;
            }
            Event::Won { seat } => self.phase = Phase::Won { winner: seat },
        }
    }

    #[inline]
    fn played(&mut self, seat: Seat, play: Play) {
        play.cards().for_each(|card| self.spend(seat, card));
        self.phase = Phase::Window(Window {
            seat,
            play,
            nopes: ArrayVec::new(),
            passed: SeatSet::EMPTY,
        });
    }

    #[inline]
    fn noped(&mut self, seat: Seat) {
        self.spend(seat, Title::Nope);
        if let Phase::Window(window) = &mut self.phase {
            let fits = window.nopes.try_push(seat).is_ok();
            debug_assert!(fits, "no game has more Nopes than a window holds");
            window.passed = SeatSet::EMPTY;
        }
    }

    #[inline]
    fn passed(&mut self, seat: Seat) {
        if let Phase::Window(window) = &mut self.phase {
            window.passed = window.passed.with(seat);
        }
    }

    fn saw(&mut self, seat: Seat, cards: usize) {
        let high = self.draw_pile.len();
        self.known[seat.index()].look = (high.saturating_sub(cards) as u8, high as u8);
    }

    fn gave(&mut self, from: Seat, to: Seat, title: Title) {
        self.moved(from, to, title);
        if let Phase::Giving { owing, .. } = &mut self.phase {
            *owing = owing.without(from);
            if owing.is_empty() {
                self.phase = Phase::Turn;
            }
        }
    }

    fn took(&mut self, seat: Seat, title: Title) {
        if let Some(card) = self.discard.remove_title(title) {
            self.hands[seat.index()].add(card);
        }
        self.phase = Phase::Turn;
    }

    fn placed(&mut self, seat: Seat, place: u8) {
        let from_bottom = self.draw_pile.len().saturating_sub(place.into());
        self.draw_pile.insert(place.into(), Title::ExplodingKitten);
        self.forget();
        self.known[seat.index()].kitten = Some(from_bottom as u8);
        self.phase = Phase::Turn;
    }

    fn exploded(&mut self, seat: Seat) {
        self.buried(seat, Fate::Exploded);
        match self.rules.dead_hand() {
            DeadHand::Discarded => self.discard.push(Title::ExplodingKitten),
            DeadHand::SetAside => self.face_up = self.face_up.with(seat),
        }
    }

    fn left(&mut self, seat: Seat, kitten: LostKitten) {
        self.buried(seat, Fate::Left);
        match kitten {
            LostKitten::None => {}
            LostKitten::Drawn => {
                self.out.add(Title::ExplodingKitten);
                self.phase = Phase::Turn;
            }
            LostKitten::FromPile(place) => {
                if let Some(card) = self.draw_pile.remove(place.into()) {
                    self.out.add(card);
                }
                self.forget();
            }
        }
    }

    /// Takes a player out of the game; his hand goes where the edition puts it.
    fn buried(&mut self, seat: Seat, fate: Fate) {
        let hand = std::mem::replace(&mut self.hands[seat.index()], Hand::EMPTY);
        match self.rules.dead_hand() {
            DeadHand::Discarded => hand.cards().for_each(|card| self.discard.push(card)),
            DeadHand::SetAside => self.aside[seat.index()] = hand,
        }
        self.living = self.living.without(seat);
        let first_death = self.deaths.try_push(Death { seat, fate }).is_ok();
        debug_assert!(first_death, "nobody dies twice");
    }

    fn moved(&mut self, from: Seat, to: Seat, title: Title) {
        self.hands[from.index()].remove(title);
        self.hands[to.index()].add(title);
    }

    #[inline]
    fn spend(&mut self, seat: Seat, title: Title) {
        self.hands[seat.index()].remove(title);
        self.discard.push(title);
    }

    /// Nobody's knowledge of the pile holds any longer.
    fn forget(&mut self) {
        self.known = [Known::default(); Seat::MOST];
    }
}
