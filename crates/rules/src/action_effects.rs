//! Checks an action and turns it into events. The effects of most cards, drawn hazards (`Resolver::draw_hazard`) and
//! expired deadlines (`Resolver::time_out`) are handled here. Passing and the end of a Nope window are in
//! `nope_window.rs`, kittens that go off in `kittens.rs`, marks and blind players in `hand_visibility.rs`, cards in
//! front of players in `cards_in_front.rs`, the stash in `stash.rs`, and leaving in `leaver.rs`. `Game::legal` decides
//! which actions are legal, except for leaving and time-outs. Only `event_application.rs` changes the state.

use crate::{
    action::{Action, Play},
    card::{Aim, Chooser, Effect, Hazard},
    choice::{Choice, ChoiceAnswer, ChoiceKind, Order},
    event::{Event, Events, Look},
    game::Game,
    hand::HeldCard,
    house_rules::{AttackRule, FavorRule},
    illegal::Illegal,
    phase::{Phase, Turn},
    pile::{Face, PileCard, PileEnd},
    randomness::Randomness,
    rulebook::ShuffleRule,
    seat::{Seat, SeatSet},
    title::{Title, TitleSet},
};

impl Game {
    /// Checks and carries out `action`, and returns the resulting events. A refused action changes nothing. `chance` is
    /// used only if the action is legal.
    ///
    /// # Errors
    /// Returns the reason if the action is illegal.
    pub fn play(
        &mut self,
        action: Action,
        chance: &mut impl Randomness,
    ) -> Result<Events, Illegal> {
        let mut events = Events::new();
        self.play_into(action, chance, |_, event| events.push(event.clone()))?;
        Ok(events)
    }

    /// Like [`Game::play`], but instead of collecting the events, passes each one to `observe`,
    /// along with the game as it was before that event. For simulations of millions of games.
    ///
    /// # Errors
    /// Returns the reason if the action is illegal.
    #[inline]
    pub fn play_into(
        &mut self,
        action: Action,
        chance: &mut impl Randomness,
        observe: impl FnMut(&Self, &Event),
    ) -> Result<(), Illegal> {
        self.check(&action)?;
        self.play_unchecked(action, chance, observe);
        Ok(())
    }

    /// Like [`Game::play_into`], but without checking `action`, which [`Game::check`] must allow in this state.
    #[inline(always)]
    pub fn play_unchecked(
        &mut self,
        action: Action,
        chance: &mut impl Randomness,
        observe: impl FnMut(&Self, &Event),
    ) {
        debug_assert_eq!(self.check(&action), Ok(()));
        let mut resolver = Resolver {
            game: self,
            chance,
            observe,
        };
        resolver.resolve(action);
    }

    /// Checks that `action` is legal.
    ///
    /// # Errors
    /// Returns the reason if the action is illegal.
    #[inline]
    pub fn check(&self, action: &Action) -> Result<(), Illegal> {
        let running = !matches!(self.phase, Phase::Won { .. });
        let allowed = match *action {
            Action::Leave { seat } => running && self.living.contains(seat),
            Action::TimeOut => running && self.can_time_out(),
            Action::Play { seat, .. }
            | Action::Nope { seat, .. }
            | Action::Pass { seat }
            | Action::Draw { seat }
            | Action::Choose { seat, .. }
            | Action::PickBlindly { seat } => self.legal(seat).allows(action),
        };
        if allowed {
            Ok(())
        } else {
            Err(self.why_illegal(action))
        }
    }

    /// Returns false if the player on turn would have to draw from an empty pile, which happens only in
    /// hand-made setups.
    fn can_time_out(&self) -> bool {
        !matches!(self.phase, Phase::Turn) || !self.draw_pile.is_empty()
    }
}

/// Carries out one action. Each event is applied as soon as it is emitted, so later events are based on the
/// resulting state.
pub(crate) struct Resolver<'a, C, O> {
    pub(crate) game: &'a mut Game,
    pub(crate) chance: &'a mut C,
    observe: O,
}

impl<C: Randomness, O: FnMut(&Game, &Event)> Resolver<'_, C, O> {
    #[inline(always)]
    pub(crate) fn emit(&mut self, event: Event) {
        (self.observe)(self.game, &event);
        self.game.evolve(&event);
    }

    #[inline(always)]
    fn resolve(&mut self, action: Action) {
        match action {
            Action::Play { seat, play } => self.declare(seat, play),
            Action::Nope { seat, layer } => self.emit(Event::Noped { seat, layer }),
            Action::Pass { seat } => self.pass(seat),
            Action::Draw { seat } => self.draw(seat, PileEnd::Top),
            Action::Choose { seat, answer } => self.choose(seat, answer),
            Action::PickBlindly { seat } => self.pick_blindly(seat),
            Action::Leave { seat } => self.leave(seat),
            Action::TimeOut => self.time_out(),
        }
    }

    /// Plays cards. If they take effect at once, their window closes in the same action.
    #[inline(always)]
    pub(crate) fn declare(&mut self, seat: Seat, play: Play) {
        self.emit(Event::Played { seat, play });
        let title = play.single_title();
        if title.is_some_and(|title| TitleSet::AT_ONCE.contains(title)) {
            self.close_window();
        }
    }

    pub(crate) fn resolve_play(&mut self, seat: Seat, play: Play) {
        match play {
            Play::Single { title, on } => self.resolve_single(seat, title, on),
            Play::Pair { on, .. } => self.steal(seat, on),
            Play::Triple { on, naming, .. } => self.ask_for_title(seat, on, naming),
            Play::Five { .. } => self.open_choice(Choice::own(ChoiceKind::Take, seat)),
        }
    }

    fn resolve_single(&mut self, seat: Seat, title: Title, on: Option<Seat>) {
        match title.spec().effect {
            Effect::Attack => self.begin_attack(seat, title, on),
            Effect::EndTurn => self.end_one_turn(),
            Effect::Reverse => self.reverse(),
            Effect::Favor => self.ask_favor(seat, title, on),
            Effect::Shuffle => self.begin_shuffle(seat, title),
            Effect::Look => _ = self.look(seat, title),
            Effect::Rearrange => self.alter(seat, title, ChoiceKind::Order),
            Effect::Share => self.alter(seat, title, ChoiceKind::Share),
            Effect::DrawBottom => self.draw(seat, PileEnd::Bottom),
            Effect::EndAllTurns => self.end_all_turns(),
            Effect::Swap => self.swap_ends(seat),
            Effect::RaiseKittens => self.raise_kittens(),
            Effect::Collect => self.begin_collection(seat, title, ChoiceKind::Put),
            Effect::Stack => self.begin_collection(seat, title, ChoiceKind::Stack),
            Effect::Mark => self.mark(seat, on),
            Effect::Curse => self.curse(seat, title, on),
            Effect::AddTurns => self.add_turns(),
            Effect::Bury => self.bury(seat, title),
            Effect::Claim => self.claim(seat, on),
            Effect::WearTower => self.wear_tower(seat),
            Effect::Bark => self.bark(seat, title, on),
            Effect::NotPlayed => debug_assert!(false, "{title} is not played alone"),
        }
    }

    pub(crate) fn open_choice(&mut self, choice: Choice) {
        self.emit(Event::ChoiceOpened { choice });
    }

    /// Opens the choice that the card's specification prescribes. `owner` played the card, or must put it back if it is
    /// a hazard. `targets` are the choosers, unless the card asks its owner or the next player.
    fn ask(&mut self, title: Title, kind: ChoiceKind, owner: Seat, targets: SeatSet) {
        let choice = title.spec().choice;
        debug_assert_eq!(choice.map(|choice| choice.kind), Some(kind.answer_kind()));
        let choosers = match choice.map_or(Chooser::Player, |choice| choice.chooser) {
            Chooser::Player => SeatSet::EMPTY.with(owner),
            Chooser::Target | Chooser::Everybody => targets,
            Chooser::NextPlayer => SeatSet::EMPTY.with(self.game.next_living(owner)),
        };
        self.open_choice(Choice {
            kind,
            choosers,
            owner,
        });
    }

    /// Shows a player as many of the top cards as this title reveals. Returns the number shown.
    fn look(&mut self, seat: Seat, title: Title) -> u8 {
        let depth = self.game.rules.cards_shown(title);
        self.show(seat, depth)
    }

    fn show(&mut self, seat: Seat, depth: usize) -> u8 {
        let titles: Look = self.game.draw_pile.from_top().take(depth).collect();
        let cards = titles.len() as u8;
        self.emit(Event::Saw { seat, titles });
        cards
    }

    /// Shows the top cards to a player, then asks for a new order, even if there is only one card.
    fn alter(&mut self, seat: Seat, title: Title, kind: fn(u8) -> ChoiceKind) {
        let cards = self.look(seat, title);
        self.ask(title, kind(cards), seat, SeatSet::EMPTY);
    }

    #[cold]
    fn share(&mut self, seat: Seat, cards: u8) {
        let next = self.game.next_living(seat);
        self.show(next, cards.into());
    }

    #[cold]
    fn bury(&mut self, seat: Seat, title: Title) {
        match self.game.draw_pile.top() {
            Some(card) => {
                let lifted = card.title();
                self.emit(Event::Lifted {
                    seat,
                    title: lifted,
                });
                self.ask(title, ChoiceKind::Bury, seat, SeatSet::EMPTY);
            }
            // The pile is empty, which happens only in hand-made setups.
            None => self.emit(Event::Fizzled { seat }),
        }
    }

    #[cold]
    fn add_turns(&mut self) {
        let turn = self.game.turn;
        self.emit(Event::TurnsAdded(Turn {
            owed: turn.owed.saturating_add(2),
            attacked: true,
            ..turn
        }));
    }

    fn reverse(&mut self) {
        if self.game.living.len() > 2 {
            let direction = self.game.direction.turned();
            self.emit(Event::DirectionTurned { direction });
        }
        self.end_one_turn();
    }

    /// Attacks the target, or the next player if the card takes no target. Has no effect if the target is out.
    fn begin_attack(&mut self, seat: Seat, title: Title, on: Option<Seat>) {
        let target = match title.spec().aim {
            Aim::Nobody => Some(self.game.next_living(seat)),
            Aim::AnyPlayer
            | Aim::Giver
            | Aim::Markable
            | Aim::Seeing
            | Aim::Unclaimed
            | Aim::IfPaired => on.filter(|&on| self.game.living.contains(on)),
        };
        match target {
            Some(target) => self.attack(target),
            None => self.emit(Event::Fizzled { seat }),
        }
    }

    /// Ends all turns of the player on turn. `target` owes two turns, plus any that the attack rule carries over.
    fn attack(&mut self, target: Seat) {
        let Turn { owed, attacked, .. } = self.game.turn;
        let carried = match self.game.rules.attack {
            AttackRule::AddsUp if attacked => owed,
            AttackRule::AddsUp | AttackRule::Resets => 0,
        };
        self.emit(Event::TurnBegan(Turn {
            seat: target,
            owed: carried.saturating_add(2),
            attacked: true,
        }));
    }

    fn begin_shuffle(&mut self, seat: Seat, title: Title) {
        match self.game.rules.shuffle {
            ShuffleRule::AtOnce => self.shuffle(),
            ShuffleRule::UntilStopped => {
                self.ask(title, ChoiceKind::Stop, seat, SeatSet::EMPTY);
            }
        }
    }

    pub(crate) fn shuffle(&mut self) {
        let mut pile = self.game.draw_pile.clone();
        let put = self.game.put.iter().flatten();
        put.for_each(|&title| pile.push(PileCard::down(title)));
        self.chance.shuffle(pile.cards_mut());
        self.emit(Event::Shuffled { pile });
    }

    /// Asks every player who has a card to put one into the pile. If all hands are empty, a Garbage Collection shuffles
    /// the pile at once, and a Potluck has no effect.
    #[cold]
    fn begin_collection(&mut self, seat: Seat, title: Title, kind: ChoiceKind) {
        let choosers = self.game.holders();
        match (choosers.is_empty(), kind) {
            (false, _) => self.ask(title, kind, seat, choosers),
            (true, ChoiceKind::Stack) => self.emit(Event::Fizzled { seat }),
            (true, _) => self.shuffle(),
        }
    }

    fn ask_favor(&mut self, seat: Seat, title: Title, on: Option<Seat>) {
        let targets = self.game.targets(seat);
        let givers = match (self.game.rules.favor, on) {
            (FavorRule::Everyone, _) => targets,
            (FavorRule::One, Some(on)) if targets.contains(on) => SeatSet::EMPTY.with(on),
            (FavorRule::One, _) => SeatSet::EMPTY,
        };
        // If the stash protects a giver's hand, a card from the stash is given at once. The other givers choose a card.
        let stand_in = givers.iter().find(|&from| self.rob_stash(from, seat));
        let givers = stand_in.map_or(givers, |from| givers.without(from));
        match (givers.is_empty(), stand_in) {
            (false, _) => self.ask(title, ChoiceKind::Give, seat, givers),
            (true, None) => self.emit(Event::Fizzled { seat }),
            (true, Some(_)) => {}
        }
    }

    fn steal(&mut self, seat: Seat, on: Seat) {
        if !self.game.targets(seat).contains(on) {
            return self.emit(Event::Fizzled { seat });
        }
        if self.rob_stash(on, seat) {
            return;
        }
        let card = self.chance.steal(self.game.hand(on), self.game.marked(on));
        self.unmark(on, card);
        self.emit(Event::Stolen {
            from: on,
            to: seat,
            title: card.title(),
        });
        self.set_off_exposed();
    }

    fn ask_for_title(&mut self, seat: Seat, on: Seat, title: Title) {
        if !self.game.targets(seat).contains(on) {
            return self.emit(Event::Fizzled { seat });
        }
        if self.rob_stash(on, seat) {
            return;
        }
        self.emit(Event::Asked {
            from: on,
            to: seat,
            title,
            hit: self.game.hand(on).has(title),
        });
        self.set_off_exposed();
    }

    /// Answers the open choice. A card that the player gives or puts in is the marked copy, if there is one.
    fn choose(&mut self, seat: Seat, answer: ChoiceAnswer) {
        if let Some(title) = answer.card_from_hand() {
            let is_marked = self.game.marked(seat).has(title);
            self.unmark(seat, HeldCard::new(title, is_marked));
        }
        self.answer(seat, answer);
    }

    /// Answers the open choice, then continues the play or the draw that opened it.
    fn answer(&mut self, seat: Seat, answer: ChoiceAnswer) {
        let Phase::Choice(Choice { owner, kind, .. }) = self.game.phase else {
            return;
        };
        let unresolved = self.game.unresolved;
        self.emit(Event::Chosen {
            seat,
            owner,
            answer,
        });
        match (answer, kind) {
            (ChoiceAnswer::Place(_), ChoiceKind::Bury) => self.end_one_turn(),
            (ChoiceAnswer::Place(_), _) => unresolved
                .into_iter()
                .for_each(|unresolved| self.placed(unresolved)),
            (ChoiceAnswer::Stop, _) => self.shuffle(),
            (ChoiceAnswer::Put(_), _) => self.finish_collection(owner, kind),
            (ChoiceAnswer::Give(_), _) => self.set_off_exposed(),
            (ChoiceAnswer::Aim(on), ChoiceKind::Aim(title)) => {
                self.declare(seat, Play::aimed(title, on));
            }
            (ChoiceAnswer::Order(_), ChoiceKind::Share(cards)) => self.share(seat, cards),
            (ChoiceAnswer::Take(_) | ChoiceAnswer::Order(_) | ChoiceAnswer::Aim(_), _) => {}
        }
    }

    /// Once every chooser has put in a card, shuffles the cards into the pile or stacks them on it.
    #[cold]
    fn finish_collection(&mut self, owner: Seat, kind: ChoiceKind) {
        if self.game.phase == Phase::Turn {
            if kind == ChoiceKind::Stack {
                self.emit(Event::Stacked { seat: owner })
            } else {
                self.shuffle()
            }
            self.set_off_exposed();
        }
    }

    /// Picks a random answer for a player who missed the deadline, leaves or cannot see their hand, and removes the
    /// mark of a card that it picks from the hand. Cards to be reordered keep their order.
    fn random_answer(&mut self, kind: ChoiceKind, seat: Seat) -> ChoiceAnswer {
        match kind {
            ChoiceKind::Place(_) | ChoiceKind::Bury => {
                ChoiceAnswer::Place(self.chance.place(self.game.draw_pile.len() as u8))
            }
            ChoiceKind::Give => {
                let card = self
                    .chance
                    .gift(self.game.hand(seat), self.game.marked(seat));
                self.unmark(seat, card);
                ChoiceAnswer::Give(card.title())
            }
            ChoiceKind::Put | ChoiceKind::Stack => {
                let card = self
                    .chance
                    .put(self.game.hand(seat), self.game.marked(seat));
                self.unmark(seat, card);
                ChoiceAnswer::Put(card.title())
            }
            ChoiceKind::Aim(title) => {
                ChoiceAnswer::Aim(self.chance.aim(self.game.aims(seat, title)))
            }
            ChoiceKind::Take => ChoiceAnswer::Take(self.chance.take(&self.game.takeable())),
            ChoiceKind::Stop => ChoiceAnswer::Stop,
            ChoiceKind::Order(_) | ChoiceKind::Share(_) => {
                let cards = self.game.look(seat).len();
                ChoiceAnswer::Order(Order::unchanged(cards as u8))
            }
        }
    }

    pub(crate) fn choose_by_chance(&mut self, kind: ChoiceKind, seat: Seat) {
        let answer = self.random_answer(kind, seat);
        self.answer(seat, answer);
    }

    fn draw(&mut self, seat: Seat, from: PileEnd) {
        let claimed_by = self.game.claimed_by(seat);
        match (self.game.draw_pile.at_end(from), claimed_by) {
            (Some(card), Some(to)) => self.draw_for(to, seat, card, from),
            (Some(card), None) => match card.title().hazard() {
                Some(hazard) if !self.game.is_sheltered(seat, hazard) => {
                    self.draw_hazard(seat, (card, hazard), from);
                }
                Some(_) | None => {
                    let title = card.title();
                    self.emit(Event::Drew { seat, title, from });
                    if self.game.blind.contains(seat) {
                        self.end_curse(seat);
                    }
                    self.end_one_turn();
                }
            },
            // The pile is empty, which happens only in hand-made setups. A plain draw is then illegal, so this draw is
            // the effect of a card.
            (None, _) => self.emit(Event::Fizzled { seat }),
        }
    }

    pub(crate) fn draw_hazard(
        &mut self,
        seat: Seat,
        (card, hazard): (PileCard, Hazard),
        from: PileEnd,
    ) {
        self.emit(Event::DrewKitten { seat, card, from });
        match (hazard, card.face()) {
            (Hazard::Explodes, _) => self.resolve_hazards(seat),
            (Hazard::Implodes, Face::Down) => self.ask_place(seat, PileCard::up(card.title())),
            (Hazard::Implodes, Face::Up) => self.die(seat, card.title()),
        }
    }

    pub(crate) fn ask_place(&mut self, seat: Seat, card: PileCard) {
        self.ask(card.title(), ChoiceKind::Place(card), seat, SeatSet::EMPTY);
    }

    /// Eliminates a player, on turn or not, and continues the game. Then sets off kittens that are still exposed.
    pub(crate) fn die(&mut self, seat: Seat, by: Title) {
        self.drop_stash(seat);
        let hand = *self.game.hand(seat);
        let completes_turn = self.game.has_drawn_hazard(seat);
        self.emit(Event::Exploded { seat, by, hand });
        self.go_on_without(seat, completes_turn);
        self.set_off_exposed();
    }

    #[cold]
    fn swap_ends(&mut self, seat: Seat) {
        self.emit(Event::EndsSwapped { seat });
    }

    #[cold]
    fn end_all_turns(&mut self) {
        let next = self.game.next_living(self.game.turn.seat);
        self.emit(Event::TurnBegan(Turn::normal(next)));
    }

    pub(crate) fn end_one_turn(&mut self) {
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

    /// Ends the game if only one player is left. Otherwise, if the eliminated player was on turn, the next player's
    /// turn begins. If they were not, but had to deal with a hazard that the player on turn drew (`completes_turn`),
    /// one turn of the player on turn ends.
    pub(crate) fn go_on_without(&mut self, seat: Seat, completes_turn: bool) {
        let next = self.game.next_living(seat);
        match self.game.living.len() {
            1 => self.emit(Event::Won { seat: next }),
            _ if self.game.turn.seat == seat => self.emit(Event::TurnBegan(Turn::normal(next))),
            _ if completes_turn => self.end_one_turn(),
            _ => {}
        }
    }

    fn time_out(&mut self) {
        let awaited = self.game.awaited();
        self.emit(Event::TimedOut { awaited });
        match self.game.phase {
            Phase::Turn => self.draw(self.game.turn.seat, PileEnd::Top),
            Phase::Window(_) => self.close_window(),
            Phase::Choice(choice) => choice
                .choosers
                .all_in(self.game.direction, choice.owner)
                .for_each(|seat| self.choose_by_chance(choice.kind, seat)),
            Phase::Won { .. } => {}
        }
    }
}
