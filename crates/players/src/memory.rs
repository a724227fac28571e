//! The memory of a seat: beliefs about the other hands and the draw pile, updated with every event, redacted for that
//! seat. Must never receive an unredacted event. [`crate::knowledge`] combines the memory with the seat's view.

mod boldness;
mod expansions;
mod hand_belief;
mod pile_belief;

use std::fmt;

use rules::{
    AnswerKind, Choice, ChoiceAnswer, ChoiceKind, Hand, Hazard, Order, PileCard, PileEnd, Play,
    PlayerView, Ruleset, Seat, SeatSet, SeenEvent, SeenKitten, Title, TitleSet, Turn,
};

use boldness::Boldness;
use expansions::HiddenCards;
pub(crate) use hand_belief::HandBelief;
pub(crate) use pile_belief::PileBelief;

/// The assumed probability that a player puts a kitten back where the next player will draw it.
pub(crate) const PLACED_FOR_NEXT_PLAYER: f32 = 0.6;

/// The factor by which the odds of a kitten on top increase if a player who has seen the top card avoids drawing it.
const AVOIDED_TOP_FACTOR: f32 = 6.0;

/// A seat's memory of a game. `Debug` shows only the seat.
#[derive(Clone, PartialEq)]
pub struct Memory {
    seat: Seat,
    rules: Ruleset,
    /// The beliefs about each hand, indexed by seat. Has no entries for seats that are not in the game.
    hands: Box<[HandBelief]>,
    pile: PileBelief,
    turn: Option<Turn>,
    played: Option<(Seat, Play)>,
    /// For each seat, how many cards on top of the draw pile it has seen.
    looks: [u8; Seat::COUNT],
    /// See [`Memory::last_placed`].
    last_placed: Option<(Seat, PileCard)>,
    /// The most recently opened choice, if any.
    choice: Option<Choice>,
    /// See [`Memory::robbed`].
    robbed: SeatSet,
    hidden: HiddenCards,
    /// The players who are out of the game.
    out: SeatSet,
    /// The players who may know where a kitten is, because they have put a card back.
    placers: SeatSet,
    boldness: [Boldness; Seat::COUNT],
}

impl fmt::Debug for Memory {
    /// Omits the beliefs, because they may contain secrets that only this seat knows.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Memory")
            .field("seat", &self.seat)
            .finish_non_exhaustive()
    }
}

impl Memory {
    /// Creates the memory of a seat. `view` is the seat's view at the start of the game, before any event. If cards
    /// have already moved, only public facts are used.
    pub fn new(seat: Seat, view: &PlayerView) -> Memory {
        let mut memory = Memory {
            seat,
            rules: view.rules,
            hands: vec![HandBelief::with_unknown_cards(0); view.rules.players()].into(),
            pile: {
                let imploding = u8::from(view.imploding.is_some());
                let kittens = view.kittens_in_pile - imploding;
                PileBelief::shuffled(view.pile_count, kittens, imploding)
            },
            turn: view.turn,
            played: None,
            looks: [0; Seat::COUNT],
            last_placed: None,
            choice: None,
            robbed: SeatSet::EMPTY,
            hidden: HiddenCards::default(),
            out: SeatSet::EMPTY,
            placers: SeatSet::EMPTY,
            boldness: Default::default(),
        };
        for other in &view.seats {
            memory.hands[other.seat.index()] = HandBelief::with_unknown_cards(other.cards);
        }
        if is_start(view) {
            memory.add_dealt_defuses();
            if let Some(hand) = view.hand {
                let own = memory.hand_mut(seat);
                *own = HandBelief::with_unknown_cards(0);
                hand.cards().for_each(|card| own.gain(card));
            }
        }
        memory
    }

    /// Adds the Defuse that every player is dealt. If spare Defuses are added to the pile after the deal, no hand has a
    /// second Defuse at first.
    fn add_dealt_defuses(&mut self) {
        let dealt = self.rules.cards_dealt;
        for seat in self.rules.seats().iter() {
            let mut hand = HandBelief::with_unknown_cards(dealt);
            if self.rules.spare_defuses == rules::SpareDefuses::AfterDeal {
                hand.exclude(Title::Defuse);
            }
            hand.gain(Title::Defuse);
            self.hands[seat.index()] = hand;
        }
    }

    /// Updates the memory with an event that has been redacted for this seat.
    pub fn observe(&mut self, event: &SeenEvent) {
        self.observe_robbery(event);
        self.observe_boldness(event);
        match *event {
            SeenEvent::Played { seat, play } => self.on_played(seat, play),
            SeenEvent::Noped { seat, .. } => self.hand_mut(seat).lose(Title::Nope),
            SeenEvent::WindowClosed { stands: true } => self.on_play_stood(),
            SeenEvent::Saw {
                seat,
                cards,
                ref titles,
            } => {
                self.looks[seat.index()] = cards;
                titles.iter().for_each(|titles| self.pile.look(titles));
            }
            SeenEvent::Shuffled => self.on_shuffled(),
            SeenEvent::Stolen { from, to, title } => {
                let title = title.or(self.hidden.leaving.take());
                self.move_card(from, to, title, HandBelief::lose_any)
            }
            SeenEvent::ChoiceOpened { choice } => self.choice = Some(choice),
            SeenEvent::Chosen {
                seat,
                owner,
                kind,
                answer,
            } => self.on_chosen(seat, owner, kind, answer),
            SeenEvent::Asked {
                from,
                to,
                title,
                hit,
            } => self.on_asked(from, to, title, hit),
            SeenEvent::Drew { seat, title, from } => self.on_drew(seat, title, from),
            SeenEvent::DrewKitten { seat, card, from } => self.on_drew_kitten(seat, card, from),
            SeenEvent::Defused { seat } => self.hand_mut(seat).lose(Title::Defuse),
            SeenEvent::Exploded { seat, hand, .. } => self.on_out(seat, hand),
            SeenEvent::Left {
                seat, kitten, hand, ..
            } => self.on_left(seat, kitten, hand),
            SeenEvent::MarkRemoved { .. }
            | SeenEvent::Cursed { .. }
            | SeenEvent::CurseEnded { .. }
            | SeenEvent::TurnedUp { .. }
            | SeenEvent::WentOff { .. }
            | SeenEvent::EndsSwapped { .. }
            | SeenEvent::KittensRaised { .. }
            | SeenEvent::Lifted { .. }
            | SeenEvent::Stacked { .. }
            | SeenEvent::DrewFor { .. }
            | SeenEvent::StashRobbed { .. }
            | SeenEvent::Barked { .. }
            | SeenEvent::BarkedInVain { .. } => self.observe_rare(event),
            SeenEvent::TurnBegan(turn) | SeenEvent::TurnsAdded(turn) => self.turn = Some(turn),
            SeenEvent::DirectionTurned { direction } => {
                self.hidden.barking_state.direction = direction
            }
            SeenEvent::Marked { .. }
            | SeenEvent::Claimed { .. }
            | SeenEvent::ClaimUsed { .. }
            | SeenEvent::TowerWorn { .. }
            | SeenEvent::StashDiscarded { .. }
            | SeenEvent::Passed { .. }
            | SeenEvent::WindowClosed { stands: false }
            | SeenEvent::Fizzled { .. }
            | SeenEvent::Lapsed { .. }
            | SeenEvent::TimedOut { .. }
            | SeenEvent::Won { .. } => {}
        }
    }

    /// Returns the players from whom a card has been taken since their own last turn began.
    pub(crate) fn robbed(&self) -> SeatSet {
        self.robbed
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all other events take no card from a player"
    )]
    fn observe_robbery(&mut self, event: &SeenEvent) {
        match *event {
            SeenEvent::Stolen { from, .. }
            | SeenEvent::StashRobbed { from, .. }
            | SeenEvent::Asked {
                from, hit: true, ..
            }
            | SeenEvent::Chosen {
                seat: from,
                kind: AnswerKind::Give,
                ..
            } => self.robbed = self.robbed.with(from),
            SeenEvent::TurnBegan(turn) => self.robbed = self.robbed.without(turn.seat),
            _ => {}
        }
    }

    fn hand_mut(&mut self, seat: Seat) -> &mut HandBelief {
        &mut self.hands[seat.index()]
    }

    fn on_shuffled(&mut self) {
        self.pile.shuffle_in(std::mem::take(&mut self.hidden.put));
        self.hidden.barking_state.put = SeatSet::EMPTY;
        self.forget_looks_and_placer();
    }

    fn on_drew_kitten(&mut self, seat: Seat, card: PileCard, from: PileEnd) {
        // A player with shelter would have kept the kitten, unless the shelter was already in use.
        let explodes = card.title().hazard() == Some(Hazard::Explodes);
        if explodes && self.turn.is_some_and(|turn| turn.seat == seat) {
            self.hand_mut(seat).exclude(Title::StreakingKitten);
        }
        let stacked = self.hidden.barking_state.own_stacked;
        self.pile.draw(from, card.title().hazard());
        self.forget_looks_and_placer();
        self.hidden.barking_state.own_stacked = stacked.filter(|_| from == PileEnd::Top);
    }

    fn on_played(&mut self, seat: Seat, play: Play) {
        // A blind player's card left their hand when it was turned up.
        if !self.hidden.blind.contains(seat) {
            play.cards().for_each(|card| self.hand_mut(seat).lose(card));
        }
        self.played = Some((seat, play));
    }

    /// Raises the probability of a kitten on top if another player, who has seen the top card, ended their turn without
    /// drawing it.
    fn on_play_stood(&mut self) {
        let Some((seat, play)) = self.played else {
            return;
        };
        let ends_turn = |title| TitleSet::ENDING_TURN.contains(title);
        let avoids = play.single_title().is_some_and(ends_turn);
        if avoids && seat != self.seat && self.looks[seat.index()] > 0 {
            self.pile.suspect_top(AVOIDED_TOP_FACTOR);
        }
    }

    fn move_card(
        &mut self,
        from: Seat,
        to: Seat,
        title: Option<Title>,
        lose: fn(&mut HandBelief) -> [f32; Title::ALL.len()],
    ) {
        match title {
            Some(title) => {
                self.hand_mut(from).lose(title);
                self.hand_mut(to).gain(title);
            }
            None => {
                let share = lose(self.hand_mut(from));
                self.hand_mut(to).gain_share(share);
            }
        }
    }

    fn on_asked(&mut self, from: Seat, to: Seat, title: Title, hit: bool) {
        if hit {
            self.move_card(from, to, Some(title), HandBelief::lose_any)
        } else {
            self.hand_mut(from).rule_out(title)
        }
    }

    fn on_out(&mut self, seat: Seat, hand: Option<Hand>) {
        self.out = self.out.with(seat);
        *self.hand_mut(seat) = HandBelief::with_unknown_cards(0);
        self.hidden.blind = self.hidden.blind.without(seat);
        self.hidden.barking_state.barking = self.hidden.barking_state.barking.without(seat);
        let kittens = hand.map_or(0, |hand| hand.count(Title::ExplodingKitten));
        if kittens > 0 {
            self.on_hidden_kittens_shown(seat, kittens);
        }
    }

    fn on_drew(&mut self, seat: Seat, title: Option<Title>, from: PileEnd) {
        let kitten = self.pile.probability_at(from, Hazard::Explodes);
        let hidden = &mut self.hidden.kittens[seat.index()];
        *hidden += (1.0 - *hidden) * kitten;
        self.gain_drawn(seat, title, from);
    }

    /// Moves a drawn card from one end of the draw pile to the hand of the player who keeps it.
    fn gain_drawn(&mut self, seat: Seat, title: Option<Title>, from: PileEnd) {
        let stacked = self.known_stacked(0).filter(|_| from == PileEnd::Top);
        let sheltered = title.and_then(Title::hazard);
        let seen = self.pile.draw(from, sheltered).map(PileCard::title);
        match title.or(seen).or(stacked) {
            Some(title) => self.hand_mut(seat).gain(title),
            None => self.hand_mut(seat).gain_unknown(),
        }
        match from {
            PileEnd::Top => {
                self.last_placed = None;
                for look in &mut self.looks {
                    *look = look.saturating_sub(1);
                }
            }
            PileEnd::Bottom => self.hidden.barking_state.own_stacked = None,
        }
    }

    fn on_chosen(
        &mut self,
        seat: Seat,
        owner: Seat,
        kind: AnswerKind,
        answer: Option<ChoiceAnswer>,
    ) {
        let leaving = self.hidden.leaving.take();
        let card = answer.and_then(ChoiceAnswer::card).or(leaving);
        match kind {
            AnswerKind::Give => self.move_card(seat, owner, card, HandBelief::lose_gift),
            AnswerKind::Take => card
                .into_iter()
                .for_each(|card| self.hand_mut(seat).gain(card)),
            AnswerKind::Place => self.on_placed(seat, answer.and_then(ChoiceAnswer::place)),
            AnswerKind::Order => self.on_ordered(seat, answer.and_then(ChoiceAnswer::order)),
            AnswerKind::Put => self.on_put(seat, card),
            AnswerKind::Stop | AnswerKind::Aim => {}
        }
    }

    fn on_put(&mut self, seat: Seat, card: Option<Title>) {
        self.hidden.put += 1;
        self.hidden.barking_state.put = self.hidden.barking_state.put.with(seat);
        if seat == self.seat {
            self.hidden.barking_state.own_put = card;
        }
        match card {
            Some(card) => self.hand_mut(seat).lose(card),
            None => _ = self.hand_mut(seat).lose_gift(),
        }
    }

    fn on_ordered(&mut self, seat: Seat, order: Option<Order>) {
        let cards = self.looks[seat.index()];
        self.forget_looks_and_placer();
        self.looks[seat.index()] = cards;
        match order {
            Some(order) => self.pile.put_in_order(&order),
            None => self.pile.mix_top(cards),
        }
    }

    fn on_placed(&mut self, seat: Seat, place: Option<u8>) {
        if let Some((buried, kitten)) = self.hidden.barking_state.buried.take() {
            return self.on_buried(place, buried, kitten);
        }
        let Some(ChoiceKind::Place(card)) = self.choice.map(|choice| choice.kind) else {
            return;
        };
        let hazard = card.title().hazard().unwrap_or(Hazard::Explodes);
        self.forget_looks_and_placer();
        self.last_placed = Some((seat, card));
        match place {
            Some(place) => self.pile.insert(place, Some(hazard), card),
            None => {
                let (likely, weight) = (self.likely_place(), PLACED_FOR_NEXT_PLAYER);
                self.pile.insert_unseen(likely, hazard, weight);
            }
        }
    }

    /// Returns the place from which the next player will draw. The current player first draws for the other turns
    /// they owe.
    fn likely_place(&self) -> u8 {
        let owed = self.turn.map_or(1, |turn| turn.owed);
        u8::try_from(owed.saturating_sub(1)).unwrap_or(u8::MAX)
    }

    fn on_left(&mut self, seat: Seat, kitten: SeenKitten, hand: Option<Hand>) {
        self.on_out(seat, hand);
        if kitten == SeenKitten::FromPile {
            self.pile.remove_unknown_kitten();
            self.forget_looks_and_placer();
        }
    }

    fn forget_looks_and_placer(&mut self) {
        self.looks = [0; Seat::COUNT];
        self.last_placed = None;
        self.hidden.barking_state.own_stacked = None;
    }

    pub(crate) fn hand(&self, seat: Seat) -> &HandBelief {
        &self.hands[seat.index()]
    }

    /// Returns the probability (0 to 1) that this hand holds a kitten, assuming that it can shelter one.
    pub(crate) fn hidden_kitten(&self, seat: Seat) -> f32 {
        let known = self.hand(seat).expected(Title::ExplodingKitten);
        self.hidden.kittens[seat.index()].max(known).min(1.0)
    }

    /// Returns the cards that a blind seat remembers having in its hand.
    pub(crate) fn own_hand(&self) -> Hand {
        let belief = self.hand(self.seat);
        let mut hand = Hand::EMPTY;
        for title in Title::ALL {
            hand.set(title, belief.expected(title) as u8);
        }
        hand
    }

    pub(crate) fn pile(&self) -> &PileBelief {
        &self.pile
    }

    /// Returns how many cards on top of the draw pile this seat has seen.
    pub(crate) fn looked(&self, seat: Seat) -> u8 {
        self.looks[seat.index()]
    }

    /// Returns the player who last put a kitten back, and the kitten, unless the pile has changed since. Drawing a safe
    /// card from the bottom does not count as a change.
    pub(crate) fn last_placed(&self) -> Option<(Seat, PileCard)> {
        self.last_placed
    }
}

/// Returns true if no card has moved since the deal.
fn is_start(view: &PlayerView) -> bool {
    let each = view.rules.cards_dealt + 1;
    view.discard.is_empty()
        && view
            .seats
            .iter()
            .all(|seat| seat.alive() && seat.cards == each)
}

#[cfg(test)]
mod tests {
    use rules::{Edition, EditionId, Game, HouseRules, SeededChance};

    use super::*;

    const ME: Seat = Seat::ALL[0];
    const NEXT: Seat = Seat::ALL[1];
    const THIRD: Seat = Seat::ALL[2];

    fn memory(edition: EditionId) -> Memory {
        let rules = Ruleset::new(Edition::built_in(edition), HouseRules::default(), 3)
            .expect("rules for three players");
        let (game, _) = Game::deal(rules, ME, &mut SeededChance::new(1));
        Memory::new(ME, &game.view(Some(ME)))
    }

    /// Makes the next player draw a kitten, defuse it and put it back unseen.
    fn next_rescues_themself(memory: &mut Memory) {
        let card = PileCard::down(Title::ExplodingKitten);
        let choice = Choice {
            kind: ChoiceKind::Place(card),
            choosers: SeatSet::EMPTY.with(NEXT),
            owner: NEXT,
        };
        let events = [
            SeenEvent::DrewKitten {
                seat: NEXT,
                card,
                from: PileEnd::Top,
            },
            SeenEvent::Defused { seat: NEXT },
            SeenEvent::ChoiceOpened { choice },
            SeenEvent::Chosen {
                seat: NEXT,
                owner: NEXT,
                kind: AnswerKind::Place,
                answer: None,
            },
        ];
        events.iter().for_each(|event| memory.observe(event));
    }

    fn kitten_at(memory: &Memory, place: usize) -> f32 {
        memory.pile().probability(Hazard::Explodes, place)
    }

    #[test]
    fn all_players_start_with_a_defuse_until_they_spend_it() {
        let mut memory = memory(EditionId::CLASSIC);
        assert_eq!(memory.hand(NEXT).expected(Title::Defuse), 1.0);
        // In this edition, the other Defuses are in the draw pile.
        assert_eq!(memory.hand(NEXT).possible(Title::Defuse), 0.0);
        next_rescues_themself(&mut memory);
        assert_eq!(memory.hand(NEXT).expected(Title::Defuse), 0.0);
    }

    #[test]
    fn a_card_given_is_remembered_and_a_theft_among_others_splits_the_belief() {
        let mut memory = memory(EditionId::ORIGINAL);
        memory.observe(&SeenEvent::Chosen {
            seat: ME,
            owner: NEXT,
            kind: AnswerKind::Give,
            answer: Some(ChoiceAnswer::Give(Title::Skip)),
        });
        assert_eq!(memory.hand(NEXT).expected(Title::Skip), 1.0);
        memory.observe(&SeenEvent::Stolen {
            from: NEXT,
            to: THIRD,
            title: None,
        });
        let [kept, gone] = [NEXT, THIRD].map(|seat| memory.hand(seat).expected(Title::Skip));
        assert!(kept > 0.8 && gone > 0.0 && (kept + gone - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_player_who_owes_another_turn_is_assumed_to_put_the_kitten_second() {
        let mut memory = memory(EditionId::ORIGINAL);
        memory.observe(&SeenEvent::TurnBegan(Turn {
            seat: NEXT,
            owed: 2,
            attacked: true,
        }));
        next_rescues_themself(&mut memory);
        assert!(kitten_at(&memory, 1) > 0.5 && kitten_at(&memory, 0) < 0.2);
        assert_eq!(memory.last_placed().map(|(seat, _)| seat), Some(NEXT));
        memory.observe(&SeenEvent::Shuffled);
        assert!(kitten_at(&memory, 1) < 0.2);
        assert_eq!(memory.last_placed(), None);
    }

    #[test]
    fn a_card_put_in_for_a_potluck_is_no_longer_known_once_a_catomic_bomb_has_shuffled_the_pile() {
        let mut memory = memory(EditionId::BARKING);
        let knows_place =
            |memory: &Memory| (0..60).any(|place| memory.known_stacked(place).is_some());
        memory.observe(&SeenEvent::Chosen {
            seat: ME,
            owner: ME,
            kind: AnswerKind::Put,
            answer: Some(ChoiceAnswer::Put(Title::Skip)),
        });
        memory.observe(&SeenEvent::Stacked { seat: ME });
        assert!(knows_place(&memory));
        memory.observe(&SeenEvent::KittensRaised { kittens: 1 });
        assert!(!knows_place(&memory));
    }

    #[test]
    fn a_player_who_looks_and_then_skips_makes_a_kitten_on_top_likelier() {
        let mut memory = memory(EditionId::ORIGINAL);
        let before = kitten_at(&memory, 0);
        let skips = [
            SeenEvent::Played {
                seat: NEXT,
                play: Play::single(Title::Skip),
            },
            SeenEvent::WindowClosed { stands: true },
        ];
        skips.iter().for_each(|event| memory.observe(event));
        assert_eq!(kitten_at(&memory, 0), before);
        memory.observe(&SeenEvent::Saw {
            seat: NEXT,
            cards: 3,
            titles: None,
        });
        skips.iter().for_each(|event| memory.observe(event));
        assert!(kitten_at(&memory, 0) > 2.0 * before);
    }
}
