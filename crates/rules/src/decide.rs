//! The effects of actions: checks an action and turns it into events. An Attack is in
//! `Resolver::attack`, a kitten in `Resolver::draw_kitten`, a passed deadline in
//! `Resolver::time_out`, a leaver in `Resolver::leave`. Legality is decided in `legal.rs` and
//! `game.rs`, and `evolve.rs` changes the state; nothing else here may.

use crate::{
    action::{Action, Play},
    chance::Chance,
    edition::ShuffleRule,
    event::{Event, Events, LostKitten},
    game::Game,
    house_rules::{AttackRule, FavorRule},
    illegal::Illegal,
    phase::{Phase, Turn},
    seat::{Seat, SeatSet},
    title::Title,
};

impl Game {
    /// Checks `action` and returns the events it leads to, without changing the game. `chance` is
    /// used only if the action is legal.
    ///
    /// # Errors
    /// The reason of the refusal, if the action is not legal.
    pub fn decide(&self, action: Action, chance: &mut impl Chance) -> Result<Events, Illegal> {
        self.check(&action)?;
        self.clone().play(action, chance)
    }

    /// Decides `action` and applies the events, which it returns. A refusal changes nothing.
    ///
    /// # Errors
    /// The reason of the refusal, if the action is not legal.
    pub fn play(&mut self, action: Action, chance: &mut impl Chance) -> Result<Events, Illegal> {
        let mut events = Events::new();
        self.play_into(action, chance, |event| events.push(event))?;
        Ok(events)
    }

    /// Does the same as [`Game::play`], but passes each event to `record` instead of collecting
    /// them: for simulations of millions of games.
    ///
    /// # Errors
    /// The reason of the refusal, if the action is not legal.
    #[inline]
    pub fn play_into(
        &mut self,
        action: Action,
        chance: &mut impl Chance,
        record: impl FnMut(Event),
    ) -> Result<(), Illegal> {
        self.check(&action)?;
        self.play_unchecked(action, chance, record);
        Ok(())
    }

    /// Does the same as [`Game::play_into`] without checking `action`, which [`Game::legal`] must
    /// list for this state.
    #[inline(always)]
    pub(crate) fn play_unchecked(
        &mut self,
        action: Action,
        chance: &mut impl Chance,
        record: impl FnMut(Event),
    ) {
        debug_assert_eq!(self.check(&action), Ok(()));
        let mut resolver = Resolver {
            game: self,
            chance,
            record,
        };
        resolver.resolve(action);
    }

    #[inline]
    fn check(&self, action: &Action) -> Result<(), Illegal> {
        let running = !matches!(self.phase, Phase::Won { .. });
        let allowed = match *action {
            Action::Leave { seat } => running && self.living.contains(seat),
            Action::TimeOut => running && self.can_time_out(),
            Action::Play { seat, .. }
            | Action::Nope { seat, .. }
            | Action::Pass { seat }
            | Action::Draw { seat }
            | Action::Place { seat, .. }
            | Action::Give { seat, .. }
            | Action::Take { seat, .. }
            | Action::Stop { seat } => self.legal(seat).allows(action),
        };
        match allowed {
            true => Ok(()),
            false => Err(self.refusal(action)),
        }
    }

    /// Returns true unless a turn would have to draw from an empty pile, which only a set-up made
    /// by hand can lead to.
    fn can_time_out(&self) -> bool {
        !matches!(self.phase, Phase::Turn) || !self.draw_pile.is_empty()
    }
}

/// Carries out one action. Each event is applied as soon as it is made, so that the following
/// ones are decided on the resulting state.
struct Resolver<'a, C, R> {
    game: &'a mut Game,
    chance: &'a mut C,
    record: R,
}

impl<C: Chance, R: FnMut(Event)> Resolver<'_, C, R> {
    #[inline(always)]
    fn emit(&mut self, event: Event) {
        self.game.evolve(&event);
        (self.record)(event);
    }

    #[inline(always)]
    fn resolve(&mut self, action: Action) {
        match action {
            Action::Play { seat, play } => self.emit(Event::Played { seat, play }),
            Action::Nope { seat, layer } => self.emit(Event::Noped { seat, layer }),
            Action::Pass { seat } => self.pass(seat),
            Action::Draw { seat } => self.draw(seat),
            Action::Place { seat, place } => self.place(seat, place),
            Action::Give { seat, title } => self.give(seat, title),
            Action::Take { seat, title } => self.emit(Event::Took { seat, title }),
            Action::Stop { seat } => self.stop(seat),
            Action::Leave { seat } => self.leave(seat),
            Action::TimeOut => self.time_out(),
        }
    }

    #[inline]
    fn pass(&mut self, seat: Seat) {
        self.emit(Event::Passed { seat });
        self.close_if_all_passed();
    }

    #[inline]
    fn close_if_all_passed(&mut self) {
        if let Phase::Window(window) = &self.game.phase
            && window.awaited(self.game.living).is_empty()
        {
            self.close_window();
        }
    }

    fn close_window(&mut self) {
        let Phase::Window(window) = &self.game.phase else {
            return;
        };
        let (seat, play, stands) = (window.seat, window.play, window.stands());
        self.emit(Event::WindowClosed { stands });
        if stands {
            self.resolve_play(seat, play);
        }
    }

    fn resolve_play(&mut self, seat: Seat, play: Play) {
        match play {
            Play::Single(title) => self.resolve_single(seat, title),
            Play::Favor { on } => self.ask_favor(seat, on),
            Play::Pair { on, .. } => self.steal(seat, on),
            Play::Triple { on, naming, .. } => self.ask_for_title(seat, on, naming),
            Play::Five(_) => self.emit(Event::TakeAwaited { seat }),
        }
    }

    fn resolve_single(&mut self, seat: Seat, title: Title) {
        match title {
            Title::Attack => self.attack(seat),
            Title::Skip => self.end_one_turn(),
            Title::Shuffle => self.begin_shuffle(seat),
            Title::SeeTheFuture => {
                let depth = self.game.rules.future_depth();
                let titles = self.game.draw_pile.from_top().take(depth).collect();
                self.emit(Event::Saw { seat, titles });
            }
            // `TitleSet::UNAIMED` holds no other title.
            _ => debug_assert!(false, "{title} is not played alone"),
        }
    }

    fn attack(&mut self, seat: Seat) {
        let Turn { owed, attacked, .. } = self.game.turn;
        let carried = match self.game.rules.attack() {
            AttackRule::AddsUp if attacked => owed,
            AttackRule::AddsUp | AttackRule::Resets => 0,
        };
        self.emit(Event::TurnBegan(Turn {
            seat: self.game.next_living(seat),
            owed: carried.saturating_add(2),
            attacked: true,
        }));
    }

    fn begin_shuffle(&mut self, seat: Seat) {
        match self.game.rules.shuffle() {
            ShuffleRule::AtOnce => self.shuffle(),
            ShuffleRule::UntilStopped => {
                let stopper = self.game.next_living(seat);
                self.emit(Event::ShuffleBegan { stopper });
            }
        }
    }

    fn stop(&mut self, seat: Seat) {
        self.emit(Event::Stopped { seat });
        self.shuffle();
    }

    fn shuffle(&mut self) {
        let mut pile = self.game.draw_pile.clone();
        self.chance.shuffle(pile.cards_mut());
        self.emit(Event::Shuffled { pile });
    }

    fn ask_favor(&mut self, seat: Seat, on: Option<Seat>) {
        let targets = self.game.targets(seat);
        let givers = match (self.game.rules.favor(), on) {
            (FavorRule::Everyone, _) => targets,
            (FavorRule::One, Some(on)) if targets.contains(on) => SeatSet::EMPTY.with(on),
            (FavorRule::One, _) => SeatSet::EMPTY,
        };
        match givers.is_empty() {
            true => self.emit(Event::Fizzled { seat }),
            false => self.emit(Event::FavorOwed {
                taker: seat,
                givers,
            }),
        }
    }

    fn steal(&mut self, seat: Seat, on: Seat) {
        if !self.game.targets(seat).contains(on) {
            return self.emit(Event::Fizzled { seat });
        }
        let title = self.chance.steal(self.game.hand(on));
        self.emit(Event::Stolen {
            from: on,
            to: seat,
            title,
        });
    }

    fn ask_for_title(&mut self, seat: Seat, on: Seat, title: Title) {
        if !self.game.targets(seat).contains(on) {
            return self.emit(Event::Fizzled { seat });
        }
        self.emit(Event::Asked {
            from: on,
            to: seat,
            title,
            hit: self.game.hand(on).has(title),
        });
    }

    fn give(&mut self, seat: Seat, title: Title) {
        if let Phase::Giving { taker, .. } = self.game.phase {
            self.emit(Event::Gave {
                from: seat,
                to: taker,
                title,
            });
        }
    }

    fn draw(&mut self, seat: Seat) {
        match self.game.draw_pile.top() {
            Some(Title::ExplodingKitten) => self.draw_kitten(seat),
            Some(title) => {
                self.emit(Event::Drew { seat, title });
                self.end_one_turn();
            }
            None => debug_assert!(false, "only a pile with cards is drawn from"),
        }
    }

    fn draw_kitten(&mut self, seat: Seat) {
        self.emit(Event::DrewKitten { seat });
        if self.game.hand(seat).has(Title::Defuse) {
            return self.emit(Event::Defused { seat });
        }
        let hand = *self.game.hand(seat);
        self.emit(Event::Exploded { seat, hand });
        self.start_next_player(seat);
    }

    fn place(&mut self, seat: Seat, place: u8) {
        self.emit(Event::Placed { seat, place });
        self.end_one_turn();
    }

    fn end_one_turn(&mut self) {
        let turn = self.game.turn;
        let next = match turn.owed {
            0 | 1 => Turn::normal(self.game.next_living(turn.seat)),
            owed => Turn {
                owed: owed - 1,
                ..turn
            },
        };
        self.emit(Event::TurnBegan(next));
    }

    /// Starts the next player's turn after the player on turn is out, or ends the game. The turns
    /// that the dead player still owed are dropped.
    fn start_next_player(&mut self, seat: Seat) {
        let next = self.game.next_living(seat);
        match self.game.living.len() {
            1 => self.emit(Event::Won { seat: next }),
            _ => self.emit(Event::TurnBegan(Turn::normal(next))),
        }
    }

    fn time_out(&mut self) {
        let awaited = self.game.awaited();
        self.emit(Event::TimedOut { awaited });
        match self.game.phase {
            Phase::Turn => self.draw(self.game.turn.seat),
            Phase::Window(_) => self.close_window(),
            Phase::Placing { seat } => {
                let place = self.chance.place(self.game.draw_pile.len() as u8);
                self.place(seat, place);
            }
            Phase::Giving { taker, owing } => {
                owing
                    .clockwise_after(taker)
                    .for_each(|giver| self.give_random_card(giver));
            }
            Phase::Taking { seat } => {
                let title = self.chance.take(&self.game.takeable());
                self.emit(Event::Took { seat, title });
            }
            Phase::Stopping { seat, .. } => self.stop(seat),
            Phase::Won { .. } => {}
        }
    }

    fn give_random_card(&mut self, giver: Seat) {
        let title = self.chance.gift(self.game.hand(giver));
        self.give(giver, title);
    }

    fn leave(&mut self, seat: Seat) {
        self.settle_obligations(seat);
        let own_turn = self.game.turn.seat == seat;
        let kitten = self.lost_kitten(seat);
        let hand = *self.game.hand(seat);
        self.emit(Event::Left { seat, hand, kitten });
        if own_turn || self.game.living.len() == 1 {
            self.start_next_player(seat);
        } else {
            self.close_if_all_passed();
        }
    }

    /// Finishes what a leaver owes to others (a card for a Favor, a stop, their own Shuffle) and
    /// cancels what would have been for themselves.
    fn settle_obligations(&mut self, seat: Seat) {
        match self.game.phase {
            Phase::Giving { owing, .. } if owing.contains(seat) => self.give_random_card(seat),
            Phase::Stopping { seat: stopper, .. } if stopper == seat => self.stop(seat),
            Phase::Stopping { shuffler, .. } if shuffler == seat => self.shuffle(),
            Phase::Window(ref window) if window.seat == seat => self.emit(Event::Lapsed { seat }),
            Phase::Giving { taker, .. } if taker == seat => self.emit(Event::Lapsed { seat }),
            Phase::Taking { seat: taker } if taker == seat => self.emit(Event::Lapsed { seat }),
            _ => {}
        }
    }

    /// Returns the kitten to remove along with a leaver, who is still counted as living here, so
    /// that kittens stay one fewer than players.
    fn lost_kitten(&mut self, seat: Seat) -> LostKitten {
        let kittens = self.game.draw_pile.count(Title::ExplodingKitten);
        match self.game.phase {
            _ if self.game.living.len() <= 2 => LostKitten::None,
            Phase::Placing { seat: placer } if placer == seat => LostKitten::Drawn,
            _ if kittens == 0 => LostKitten::None,
            _ => {
                let picked = self.chance.kitten(kittens as u8);
                let place = self.game.draw_pile.kittens().nth(picked.into());
                place.map_or(LostKitten::None, |place| LostKitten::FromPile(place as u8))
            }
        }
    }
}
