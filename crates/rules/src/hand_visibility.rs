//! Marked cards, which everybody sees, and blind players, who cannot see their own hands: Mark and Curse, the cards
//! that a blind player turns up, and their search for Defuses. `kittens.rs` saves players who can see their hands;
//! `event_application.rs` changes the state.

use crate::{
    action::Play,
    action_effects::Resolver,
    card::{Aim, CardClass, Effect},
    choice::{Choice, ChoiceKind},
    event::Event,
    game::Game,
    hand::{Hand, HeldCard},
    house_rules::FavorRule,
    phase::Phase,
    pile::Pile,
    randomness::Randomness,
    seat::{Seat, SeatSet},
    title::Title,
};

impl<C: Randomness, O: FnMut(&Game, &Event)> Resolver<'_, C, O> {
    /// Turns up a blind player's cards until there is a Defuse for each of `kittens` and for every kitten that goes off
    /// during the search. Ends the curse of a player who is saved; returns false if the hand has too few Defuses.
    #[cold]
    pub(crate) fn search_blindly(&mut self, seat: Seat, kittens: u8) -> bool {
        let mut search = BlindSearch::new(self.game, seat, kittens);
        while !search.is_saved() && !search.hand.is_empty() {
            let card = self.chance.turn_up(&search.hand, &search.marked);
            search.turn_up(card);
        }
        let is_saved = search.is_saved();
        if !search.cards.is_empty() {
            let cards = search.cards;
            self.emit(Event::TurnedUp { seat, cards });
        }
        let kittens = self.game.exposed(seat);
        if kittens > 0 {
            self.emit(Event::WentOff { seat, kittens });
        }
        if is_saved {
            self.emit(Event::CurseEnded { seat });
        }
        is_saved
    }

    /// Ends the curse of a player who drew without exploding.
    #[cold]
    pub(crate) fn end_curse(&mut self, seat: Seat) {
        self.emit(Event::CurseEnded { seat });
    }

    /// Picks a random card from a blind player's hand: turns it up on their turn, or answers the open choice with it.
    #[cold]
    pub(crate) fn pick_blindly(&mut self, seat: Seat) {
        match self.game.phase.choice() {
            Some(kind) => self.choose_by_chance(kind, seat),
            None => self.play_blindly(seat),
        }
    }

    fn play_blindly(&mut self, seat: Seat) {
        let card = self
            .chance
            .turn_up(self.game.hand(seat), self.game.marked(seat));
        let mut cards = Pile::new();
        cards.push(card);
        self.emit(Event::TurnedUp { seat, cards });
        let title = card.title();
        if title.hazard().is_some() {
            self.resolve_hazards(seat);
        } else if title.spec().effect != Effect::NotPlayed {
            self.play_turned_up(seat, title);
        } else {
            self.set_off_exposed();
        }
    }

    /// Plays a card that a blind player turned up, or asks for its target. A card that cannot be played now is lost.
    fn play_turned_up(&mut self, seat: Seat, title: Title) {
        let has_target = !self.game.aims(seat, title).is_empty();
        let (is_possible, is_aimed) = match (title.spec().aim, self.game.rules.favor) {
            (Aim::Nobody, _) => (
                title != Title::Bury || self.game.claimed_by(seat).is_none(),
                false,
            ),
            (Aim::Giver, FavorRule::Everyone) => (has_target, false),
            (Aim::IfPaired, _) => (true, self.game.has_barking(seat)),
            (Aim::Giver | Aim::AnyPlayer | Aim::Markable | Aim::Seeing | Aim::Unclaimed, _) => {
                (has_target, true)
            }
        };
        match (is_possible, is_aimed) {
            (false, _) => {}
            (true, false) => self.declare(seat, Play::single(title)),
            (true, true) => self.open_choice(Choice::own(ChoiceKind::Aim(title), seat)),
        }
    }

    /// If a blind player's card is waiting for a target, and no possible target is left, cancels the card.
    #[cold]
    pub(crate) fn drop_aim_without_target(&mut self) {
        if let Phase::Choice(choice) = self.game.phase
            && let ChoiceKind::Aim(title) = choice.kind
            && self.game.aims(choice.owner, title).is_empty()
        {
            let seat = choice.owner;
            self.emit(Event::Lapsed { seat });
        }
    }

    /// Removes the mark, if any, from a card that is about to leave a hand.
    #[inline]
    pub(crate) fn unmark(&mut self, seat: Seat, card: HeldCard) {
        if card.is_marked() {
            self.remove_mark(seat, card.title());
        }
    }

    #[cold]
    fn remove_mark(&mut self, seat: Seat, title: Title) {
        self.emit(Event::MarkRemoved { seat, title });
    }

    /// Marks a random unmarked card in a player's hand. Has no effect if the player is out or has no such card.
    #[cold]
    pub(crate) fn mark(&mut self, seat: Seat, on: Option<Seat>) {
        match self.standing_target(on, self.game.markable(seat)) {
            Some(on) => {
                let unmarked = self.game.hand(on).minus(self.game.marked(on));
                let title = self.chance.mark(&unmarked);
                self.emit(Event::Marked { seat: on, title });
            }
            None => self.emit(Event::Fizzled { seat }),
        }
    }

    /// Makes a player blind. Has no effect if the player is out or already blind.
    #[cold]
    pub(crate) fn curse(&mut self, seat: Seat, title: Title, on: Option<Seat>) {
        match self.standing_target(on, self.game.aims(seat, title)) {
            Some(on) => self.emit(Event::Cursed { seat: on }),
            None => self.emit(Event::Fizzled { seat }),
        }
    }

    fn standing_target(&self, on: Option<Seat>, targets: SeatSet) -> Option<Seat> {
        on.filter(|&on| targets.contains(on))
    }
}

/// A blind player's search for Defuses, worked out on a copy of the hand before any event is emitted.
struct BlindSearch {
    hand: Hand,
    marked: Hand,
    kittens: u8,
    defuses: u8,
    cards: Pile<HeldCard>,
}

impl BlindSearch {
    fn new(game: &Game, seat: Seat, kittens: u8) -> BlindSearch {
        BlindSearch {
            hand: *game.hand(seat),
            marked: *game.marked(seat),
            kittens,
            defuses: 0,
            cards: Pile::new(),
        }
    }

    fn is_saved(&self) -> bool {
        self.defuses >= self.kittens
    }

    fn turn_up(&mut self, card: HeldCard) {
        self.cards.push(card);
        self.remove(card);
        match card.title().spec().class {
            CardClass::Rescue => self.defuses += 1,
            CardClass::Hazard(_) => self.kittens += 1,
            CardClass::Shelter => self.expose(),
            CardClass::Cat | CardClass::WildCat | CardClass::Action => {}
        }
    }

    fn remove(&mut self, card: HeldCard) {
        self.hand.remove(card.title());
        if card.is_marked() {
            self.marked.remove(card.title());
        }
    }

    /// Takes the unsheltered kittens out of the hand, and counts them among the kittens that need a Defuse.
    fn expose(&mut self) {
        let kittens = self.hand.count(Title::ExplodingKitten);
        let shelters = self.hand.count(Title::StreakingKitten);
        for _ in shelters..kittens {
            let is_marked = self.marked.has(Title::ExplodingKitten);
            self.remove(HeldCard::new(Title::ExplodingKitten, is_marked));
            self.kittens += 1;
        }
    }
}
