//! State transitions: applies events to a game. Nothing else changes a running game. This module must not check, decide
//! or use randomness: all of that happens before an event is emitted.

use arrayvec::ArrayVec;

use crate::{
    action::Play,
    card::Hazard,
    choice::{Choice, ChoiceAnswer, ChoiceKind, Order},
    event::{Event, LostKitten},
    game::{Death, DeathCause, Game, PileKnowledge},
    hand::{Hand, HeldCard},
    phase::{NopeWindow, Phase},
    pile::{DrawPile, PileCard, PileEnd},
    rulebook::{DeadHand, MAX_LOOK},
    seat::{Seat, SeatSet},
    title::Title,
    unresolved_hazards::{Aftermath, UnresolvedHazards},
};

impl Game {
    /// Applies an event that [`Game::play`] returned for exactly this state. Cannot fail. An event for another state
    /// can make the game inconsistent: see [`Game::check_invariants`].
    #[inline(always)]
    pub fn evolve(&mut self, event: &Event) {
        match *event {
            Event::Played { seat, play } => self.apply_played(seat, play),
            Event::Noped { seat, .. } => self.apply_noped(seat),
            Event::Passed { seat } => self.apply_passed(seat),
            Event::WindowClosed { .. } | Event::Lapsed { .. } => self.phase = Phase::Turn,
            Event::Fizzled { .. } | Event::TimedOut { .. } => {}
            Event::Saw { seat, ref titles } => self.apply_saw(seat, titles.len()),
            Event::ChoiceOpened { choice } => self.phase = Phase::Choice(choice),
            Event::Chosen {
                seat,
                owner,
                answer,
            } => self.apply_chosen(seat, owner, answer),
            Event::Shuffled { ref pile } => self.apply_shuffled(pile),
            Event::Stolen { from, to, title } => self.move_card(from, to, title),
            Event::Asked {
                from,
                to,
                title,
                hit,
            } => self.apply_asked(from, to, title, hit),
            Event::MarkRemoved { seat, title } => self.marked[seat.index()].remove(title),
            Event::Marked { seat, title } => self.marked[seat.index()].add(title),
            Event::Cursed { seat } => self.blind = self.blind.with(seat),
            Event::CurseEnded { seat } => self.blind = self.blind.without(seat),
            Event::TurnedUp { seat, ref cards } => {
                let cards = cards.cards().iter();
                cards.for_each(|&card| self.turn_up(seat, card));
            }
            Event::WentOff { seat, kittens } => {
                let marked = &mut self.marked[seat.index()];
                (0..kittens).for_each(|_| marked.remove(Title::ExplodingKitten));
                self.let_go_off(seat, kittens);
            }
            Event::EndsSwapped { .. } => self.swap_ends(),
            Event::KittensRaised { kittens, ref pile } => self.raise_kittens(kittens, pile),
            Event::Lifted { .. } => self.buried = self.take_from_pile(PileEnd::Top),
            Event::Stacked { seat } => self.stack_cards(seat),
            Event::Claimed { seat, by } => self.lay_claim(seat, by),
            Event::ClaimUsed { seat, .. } => self.drop_claim(seat),
            Event::BarkedInVain { seat } => self.lay_barking(seat),
            Event::TowerWorn { seat } => self.wear_tower(seat),
            Event::StashRobbed { to, title, .. } => self.take_from_stash(to, title),
            Event::StashDiscarded { .. } => self.discard_stash(),
            Event::Barked { mate, .. } => self.discard_barking(mate),
            Event::Drew { seat, title, from }
            | Event::DrewFor {
                to: seat,
                title,
                from,
                ..
            } => self.draw_card(seat, title, from),
            Event::DrewKitten { seat, card, from } => {
                self.take_from_pile(from);
                self.unresolved = Some(UnresolvedHazards::drawn(seat, card.title()));
            }
            Event::Defused { seat } => self.discard_from_hand(seat, Title::Defuse),
            Event::Exploded { seat, by, .. } => self.apply_exploded(seat, by),
            Event::Left { seat, kitten, .. } => self.apply_left(seat, kitten),
            Event::DirectionTurned { direction } => self.direction = direction,
            // The phase is unchanged: other players must still make their choice even if the player on turn loses
            // the turn.
            Event::TurnBegan(turn) | Event::TurnsAdded(turn) => self.turn = turn,
            Event::Won { seat } => self.phase = Phase::Won { winner: seat },
        }
    }

    #[inline(always)]
    fn apply_played(&mut self, seat: Seat, play: Play) {
        // A blind player's card is already in the discard pile.
        if !self.blind.contains(seat) {
            let cards = play.cards();
            cards.for_each(|card| self.discard_from_hand(seat, card));
        }
        self.phase = Phase::Window(NopeWindow {
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
            // A window has room for all Nopes in a game.
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

    #[inline]
    fn apply_asked(&mut self, from: Seat, to: Seat, title: Title, hit: bool) {
        if hit {
            self.marked[from.index()].remove(title);
            self.move_card(from, to, title);
        }
    }

    fn apply_saw(&mut self, seat: Seat, cards: usize) {
        let high = self.draw_pile.len();
        self.known[seat.index()].look = (high.saturating_sub(cards) as u8, high as u8);
    }

    fn apply_shuffled(&mut self, pile: &DrawPile) {
        self.draw_pile.clone_from(pile);
        self.forget_pile();
        self.put = [None; Seat::COUNT];
        self.phase = Phase::Turn;
    }

    fn apply_chosen(&mut self, seat: Seat, owner: Seat, answer: ChoiceAnswer) {
        let Phase::Choice(choice) = self.phase else {
            return;
        };
        match answer {
            ChoiceAnswer::Place(place) => self.put_back(seat, place, choice.kind),
            ChoiceAnswer::Give(title) => self.move_card(seat, owner, title),
            ChoiceAnswer::Take(title) => {
                if let Some(card) = self.discard.remove_title(title) {
                    self.hands[seat.index()].add(card);
                }
            }
            ChoiceAnswer::Stop | ChoiceAnswer::Aim(_) => {}
            ChoiceAnswer::Put(title) => self.put_in(seat, title),
            ChoiceAnswer::Order(order) => self.put_in_order(seat, order),
        }
        let choosers = choice.choosers.without(seat);
        self.phase = if choosers.is_empty() {
            Phase::Turn
        } else {
            Phase::Choice(Choice { choosers, ..choice })
        };
    }

    fn put_back(&mut self, seat: Seat, place: u8, kind: ChoiceKind) {
        let card = if let ChoiceKind::Place(card) = kind {
            card
        } else if let Some(card) = self.buried.take() {
            card
        } else {
            return;
        };
        let from_bottom = self.draw_pile.len().saturating_sub(place.into());
        self.draw_pile.insert(place.into(), card);
        self.forget_pile();
        self.known[seat.index()].placed_card = Some(from_bottom as u8);
        self.unresolved = self.unresolved.and_then(UnresolvedHazards::one_fewer);
    }

    /// Stacks the players' cards on the pile in order of play, so that `first`'s card is the lowest.
    fn stack_cards(&mut self, first: Seat) {
        let others = self.rules.seats().without(first);
        let seats = [first]
            .into_iter()
            .chain(others.all_in(self.direction, first));
        for seat in seats {
            if let Some(title) = self.put[seat.index()].take() {
                self.draw_pile.push(PileCard::down(title));
            }
        }
        self.forget_pile();
    }

    fn discard_stash(&mut self) {
        let stash = std::mem::replace(&mut self.stash, Hand::EMPTY);
        stash.cards().for_each(|card| self.discard.push(card));
        if self.tower.take().is_some() {
            self.discard.push(Title::TowerOfPower);
        }
    }

    fn take_from_stash(&mut self, to: Seat, title: Title) {
        self.stash.remove(title);
        self.hands[to.index()].add(title);
    }

    fn lay_claim(&mut self, seat: Seat, by: Seat) {
        self.discard.remove_title(Title::IllTakeThat);
        self.claimed_by[seat.index()] = Some(by);
    }

    fn lay_barking(&mut self, seat: Seat) {
        self.discard.remove_title(Title::BarkingKitten);
        self.barking = self.barking.with(seat);
    }

    fn drop_claim(&mut self, seat: Seat) {
        if self.claimed_by[seat.index()].take().is_some() {
            self.discard.push(Title::IllTakeThat);
        }
    }

    fn discard_barking(&mut self, mate: Seat) {
        if self.barking.contains(mate) {
            self.barking = self.barking.without(mate);
            self.discard.push(Title::BarkingKitten);
        } else {
            self.discard_from_hand(mate, Title::BarkingKitten)
        }
    }

    /// Moves the Tower of Power to this player, from the discard pile or from its current wearer.
    fn wear_tower(&mut self, seat: Seat) {
        if self.tower.replace(seat).is_none() {
            self.discard.remove_title(Title::TowerOfPower);
        }
    }

    fn put_in(&mut self, seat: Seat, title: Title) {
        self.hands[seat.index()].remove(title);
        self.put[seat.index()] = Some(title);
    }

    fn turn_up(&mut self, seat: Seat, card: HeldCard) {
        let title = card.title();
        if card.is_marked() {
            self.marked[seat.index()].remove(title);
        }
        match title.hazard() {
            Some(_) => self.let_go_off(seat, 1),
            None => {
                self.hands[seat.index()].remove(title);
                self.discard.push(title);
            }
        }
    }

    /// Moves kittens from a player's hand to the hazards that the player must deal with.
    fn let_go_off(&mut self, seat: Seat, kittens: u8) {
        let title = Title::ExplodingKitten;
        let hand = &mut self.hands[seat.index()];
        (0..kittens).for_each(|_| hand.remove(title));
        let there = self.unresolved.map_or(0, |unresolved| unresolved.count);
        let aftermath = self
            .unresolved
            .map_or(Aftermath::TurnGoesOn, |unresolved| unresolved.aftermath);
        self.unresolved = Some(UnresolvedHazards {
            seat,
            title,
            count: there + kittens,
            aftermath,
        });
    }

    fn swap_ends(&mut self) {
        if let [first, .., last] = self.draw_pile.cards_mut() {
            std::mem::swap(first, last);
            self.forget_pile();
        }
    }

    /// Sets the new order of the pile. Everybody now knows the kittens on top, but no longer any other card.
    fn raise_kittens(&mut self, kittens: u8, pile: &DrawPile) {
        self.draw_pile.clone_from(pile);
        let high = pile.len() as u8;
        let low = high.saturating_sub(kittens.min(MAX_LOOK as u8));
        self.known = [PileKnowledge {
            look: (low, high),
            placed_card: None,
        }; Seat::COUNT];
        self.raised = kittens;
    }

    /// Reorders the top cards. Afterwards this seat knows their order. The other players forget the cards they have
    /// seen, and a card they placed if it is among the reordered cards.
    fn put_in_order(&mut self, seat: Seat, order: Order) {
        let high = self.draw_pile.len();
        let low = high.saturating_sub(order.places().len());
        let before = self.draw_pile.clone();
        for (index, &old) in order.places().iter().enumerate() {
            if let (Some(card), Some(new)) = (
                before.from_top().nth(old.into()),
                self.draw_pile.cards_mut().iter_mut().rev().nth(index),
            ) {
                *new = card;
            }
        }
        self.raised = 0;
        for known in &mut self.known {
            known.look = (0, 0);
            known.placed_card = known.placed_card.filter(|&place| usize::from(place) < low);
        }
        self.known[seat.index()].look = (low as u8, high as u8);
    }

    #[inline]
    fn draw_card(&mut self, seat: Seat, title: Title, from: PileEnd) {
        self.take_from_pile(from);
        self.hands[seat.index()].add(title);
    }

    /// Removes the card at one end of the draw pile. The places that players know are counted from the bottom, so only
    /// a draw from the bottom changes them.
    #[inline]
    fn take_from_pile(&mut self, from: PileEnd) -> Option<PileCard> {
        let taken = self.draw_pile.draw(from);
        self.raised = match from {
            PileEnd::Top => self.raised.saturating_sub(1),
            PileEnd::Bottom => self.raised.min(self.draw_pile.len() as u8),
        };
        if from == PileEnd::Bottom {
            for known in &mut self.known {
                let (low, high) = known.look;
                known.look = (low.saturating_sub(1), high.saturating_sub(1));
                known.placed_card = known.placed_card.and_then(|place| place.checked_sub(1));
            }
        }
        taken
    }

    fn apply_exploded(&mut self, seat: Seat, by: Title) {
        let cause = match by.hazard() {
            Some(Hazard::Implodes) => DeathCause::Imploded,
            Some(Hazard::Explodes) => DeathCause::Exploded,
            None => DeathCause::Barked,
        };
        self.remove_player(seat, cause);
        let Some(unresolved) = self.unresolved.take() else {
            // Barking Kittens killed the player. They are already in the discard pile.
            return;
        };
        match self.rules.dead_hand {
            DeadHand::Discarded => {
                (0..unresolved.count).for_each(|_| self.discard.push(unresolved.title));
            }
            DeadHand::SetAside => self.face_up = self.face_up.with(seat),
        }
    }

    fn apply_left(&mut self, seat: Seat, kitten: LostKitten) {
        self.remove_player(seat, DeathCause::Left);
        // If another player is dealing with a hazard that the leaver drew, the next player's turn begins now. Putting
        // the hazard back must not end that turn.
        if let Some(unresolved) = &mut self.unresolved
            && self.turn.seat == seat
        {
            unresolved.aftermath = Aftermath::TurnGoesOn;
        }
        match kitten {
            LostKitten::None => {}
            LostKitten::Drawn => {
                if let Some(unresolved) = self.unresolved.take() {
                    (0..unresolved.count).for_each(|_| self.removed.add(unresolved.title));
                }
                self.phase = Phase::Turn;
            }
            LostKitten::FromPile(place) => {
                let look = self.look_of_orderer_without(place);
                if let Some(card) = self.draw_pile.remove(place.into()) {
                    self.removed.add(card.title());
                }
                self.forget_pile();
                if let Some((seat, look)) = look {
                    self.known[seat.index()].look = look;
                }
            }
        }
    }

    /// If a player is reordering the top cards, returns their seat and the range of those cards after the card at
    /// `place` (from the top) has been removed. The range is counted from the bottom.
    fn look_of_orderer_without(&self, place: u8) -> Option<(Seat, (u8, u8))> {
        let seat = self.orderer()?;
        let (low, high) = self.known[seat.index()].look;
        let gone = (self.draw_pile.len() as u8).saturating_sub(place + 1);
        let moved = |from: u8| from - u8::from(gone < from);
        Some((seat, (moved(low), moved(high))))
    }

    /// Eliminates a player and moves their hand to the discard pile or in front of them, depending
    /// on the edition.
    fn remove_player(&mut self, seat: Seat, cause: DeathCause) {
        let hand = std::mem::replace(&mut self.hands[seat.index()], Hand::EMPTY);
        match self.rules.dead_hand {
            DeadHand::Discarded => hand.cards().for_each(|card| self.discard.push(card)),
            DeadHand::SetAside => self.face_down[seat.index()] = hand,
        }
        self.marked[seat.index()] = Hand::EMPTY;
        self.blind = self.blind.without(seat);
        self.discard_open_cards(seat);
        self.living = self.living.without(seat);
        // No player dies twice, so there is room for every death.
        let _ = self.deaths.try_push(Death { seat, cause });
    }

    /// Discards the cards in front of an eliminated player, and the cards that they laid in front of other players.
    fn discard_open_cards(&mut self, seat: Seat) {
        let is_theirs = |&of: &Seat| of == seat || self.claimed_by(of) == Some(seat);
        let claims: SeatSet = Seat::ALL.into_iter().filter(is_theirs).collect();
        claims.iter().for_each(|of| self.drop_claim(of));
        if self.barking.contains(seat) {
            self.discard_barking(seat);
        }
    }

    fn move_card(&mut self, from: Seat, to: Seat, title: Title) {
        self.hands[from.index()].remove(title);
        self.hands[to.index()].add(title);
    }

    /// Discards a card of this title, preferably a marked one.
    #[inline]
    fn discard_from_hand(&mut self, seat: Seat, title: Title) {
        self.hands[seat.index()].remove(title);
        self.marked[seat.index()].remove(title);
        self.discard.push(title);
    }

    /// Clears every player's knowledge of the draw pile, because its cards have moved.
    fn forget_pile(&mut self) {
        self.known = [PileKnowledge::default(); Seat::COUNT];
        self.raised = 0;
    }
}
