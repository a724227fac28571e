//! The state of one game, and the legal actions that follow from it. `deal.rs`, `handmade_position.rs` and
//! `determinize.rs` build games; only [`Game::evolve`] changes a game in play. Players learn hidden cards only through
//! `view.rs` and redacted events.

use std::fmt;

use arrayvec::ArrayVec;

use crate::{
    answer_kind::AnswerKind,
    card::{Aim, Hazard},
    choice::{Answers, BlindPick, ChoiceKind},
    direction::Direction,
    event::Look,
    hand::Hand,
    house_rules::Combos,
    legal::{BlindOptions, Legal, LegalOptions, TurnOptions, WildCombos},
    phase::{NopeWindow, Phase, Turn},
    pile::{DrawPile, Face, Pile, PileCard},
    rulebook::MAX_LOOK,
    ruleset::Ruleset,
    seat::{Seat, SeatSet},
    title::{Title, TitleSet},
    unresolved_hazards::UnresolvedHazards,
};

/// How a player was eliminated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeathCause {
    /// An Exploding Kitten went off, and the player had too few Defuses.
    Exploded,
    /// Had to deal with an Imploding Kitten that was drawn face up.
    Imploded,
    /// Was the target of a Barking Kitten and had no Defuse.
    Barked,
    /// Left the game.
    Left,
}

/// An eliminated player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Death {
    /// The player's seat.
    pub seat: Seat,
    /// How they were eliminated.
    pub cause: DeathCause,
}

/// A seat's knowledge of the draw pile. Places are counted from the **bottom**, because draws from the top do not
/// change them. Draws from the bottom shift the places, and most other changes to the pile clear them.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct PileKnowledge {
    /// The most recent look, as the half-open range of places that it covered.
    pub(crate) look: (u8, u8),
    /// The place of the card that this seat put back: a hazard or a card it buried.
    pub(crate) placed_card: Option<u8>,
}

/// The conditions that decide how the cards in [`TitleSet::CONDITIONAL`] may currently be played.
#[derive(Default)]
struct Conditions {
    markable: SeatSet,
    seeing: SeatSet,
    unclaimed: SeatSet,
    /// The titles that cannot currently be played, such as titles without a possible target.
    impossible: TitleSet,
    /// The titles of [`TitleSet::AIMED`] that currently take no target.
    unaimed: TitleSet,
}

/// How a game was built, which determines how much [`Game::check_invariants`] can assert.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartKind {
    Deal,
    ByHand,
}

/// One game, from the deal to the winner, with all hidden cards. Human and computer players get a
/// [`PlayerView`](crate::PlayerView) instead.
#[derive(Clone, PartialEq, Eq)]
pub struct Game {
    pub(crate) rules: Ruleset,
    pub(crate) start_kind: StartKind,
    pub(crate) turn: Turn,
    pub(crate) direction: Direction,
    pub(crate) living: SeatSet,
    pub(crate) phase: Phase,
    pub(crate) hands: [Hand; Seat::COUNT],
    pub(crate) known: [PileKnowledge; Seat::COUNT],
    /// The number of kittens that everybody knows to be on top of the draw pile.
    pub(crate) raised: u8,
    pub(crate) draw_pile: DrawPile,
    pub(crate) discard: Pile,
    pub(crate) deaths: ArrayVec<Death, { Seat::COUNT }>,
    pub(crate) face_down: [Hand; Seat::COUNT],
    pub(crate) face_up: SeatSet,
    pub(crate) removed: Hand,
    pub(crate) marked: [Hand; Seat::COUNT],
    pub(crate) blind: SeatSet,
    /// The cards that players have put in for a Garbage Collection or a Potluck, until they are in the pile.
    pub(crate) put: [Option<Title>; Seat::COUNT],
    pub(crate) unresolved: Option<UnresolvedHazards>,
    /// The card that a player is burying, until they have chosen its place.
    pub(crate) buried: Option<PileCard>,
    /// For each player, the player who has laid an I'll Take That in front of them.
    pub(crate) claimed_by: [Option<Seat>; Seat::COUNT],
    pub(crate) barking: SeatSet,
    pub(crate) tower: Option<Seat>,
    pub(crate) stash: Hand,
    /// All cards in the game, used to check that none is lost.
    pub(crate) cards: Hand,
}

impl Game {
    /// Returns the rules of the game.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// Returns the current turn; `None` once the game is won.
    pub fn turn(&self) -> Option<Turn> {
        match self.phase {
            Phase::Won { .. } => None,
            Phase::Turn | Phase::Window(_) | Phase::Choice(_) => Some(self.turn),
        }
    }

    /// Returns the current phase: the kind of input that the game is waiting for.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// Returns the players still in the game.
    pub fn living(&self) -> SeatSet {
        self.living
    }

    /// Returns the winner; `None` until the game is won.
    pub fn winner(&self) -> Option<Seat> {
        match self.phase {
            Phase::Won { winner } => Some(winner),
            Phase::Turn | Phase::Window(_) | Phase::Choice(_) => None,
        }
    }

    /// Returns the direction in which the turn passes.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// Returns the eliminated players in the order of elimination: the reverse of the final ranking.
    pub fn deaths(&self) -> &[Death] {
        &self.deaths
    }

    /// Returns a player's hand, which other players must not see.
    pub fn hand(&self, seat: Seat) -> &Hand {
        &self.hands[seat.index()]
    }

    /// Returns the draw pile, whose order is hidden.
    pub fn draw_pile(&self) -> &DrawPile {
        &self.draw_pile
    }

    /// Returns the discard pile, which is public.
    pub fn discard(&self) -> &Pile {
        &self.discard
    }

    /// Returns the face-down cards in front of a dead player (`travel`), which other players must not see.
    pub fn face_down(&self, seat: Seat) -> &Hand {
        &self.face_down[seat.index()]
    }

    /// Returns the kitten that killed this player, if it is face up in front of them (`travel`).
    pub fn face_up(&self, seat: Seat) -> Option<Title> {
        self.face_up
            .contains(seat)
            .then_some(Title::ExplodingKitten)
    }

    /// Returns the cards that were removed from the game before the deal or along with leavers.
    pub fn removed_cards(&self) -> &Hand {
        &self.removed
    }

    /// Returns the marked cards of a hand, visible to everybody.
    pub fn marked(&self, seat: Seat) -> &Hand {
        &self.marked[seat.index()]
    }

    /// Returns the players who cannot see their own hands.
    pub fn blind(&self) -> SeatSet {
        self.blind
    }

    /// Returns the card that this seat has put in for a Garbage Collection or a Potluck. Other players must not see it.
    pub fn put(&self, seat: Seat) -> Option<Title> {
        self.put[seat.index()]
    }

    /// Returns the hazards that a player must deal with before the game continues.
    pub fn unresolved(&self) -> Option<UnresolvedHazards> {
        self.unresolved
    }

    /// Returns the card being buried. Unless it is face up, only the player on turn may see it.
    pub fn buried(&self) -> Option<PileCard> {
        self.buried
    }

    /// Returns true if the hazard would not go off in this seat's hand.
    #[inline]
    pub(crate) fn is_sheltered(&self, seat: Seat, hazard: Hazard) -> bool {
        hazard == Hazard::Explodes && self.hand(seat).shelters_another_kitten()
    }

    /// Returns the number of unsheltered kittens in a seat's hand.
    pub(crate) fn exposed(&self, seat: Seat) -> u8 {
        let hand = self.hand(seat);
        let shelters = hand.count(Title::StreakingKitten);
        hand.count(Title::ExplodingKitten).saturating_sub(shelters)
    }

    /// Returns the card being buried; `None` unless the viewer is burying it or it is face up.
    pub(crate) fn buried_as_seen_by(&self, viewer: Option<Seat>) -> Option<PileCard> {
        let is_seen = |card: &PileCard| viewer == Some(self.turn.seat) || card.face() == Face::Up;
        self.buried.filter(is_seen)
    }

    /// Returns the visible side of the imploding card if the viewer must assume it to be in the draw pile. This
    /// includes a card that another player is secretly burying.
    pub(crate) fn imploding_as_seen_by(&self, viewer: Option<Seat>) -> Option<Face> {
        let is_imploding = |card: &PileCard| card.title().hazard() == Some(Hazard::Implodes);
        let is_hidden = self.buried_as_seen_by(viewer).is_none();
        let buried = self.buried.filter(|card| is_hidden && is_imploding(card));
        self.draw_pile.imploding().or(buried.map(PileCard::face))
    }

    /// Returns how many hazards the viewer must assume to be in the draw pile: the hazards in the pile, and the hazards
    /// hidden from the viewer in hands, among the cards put in, or being buried.
    pub(crate) fn hazards_in_pile_as_seen_by(&self, viewer: Option<Seat>) -> usize {
        let hidden: usize = Seat::ALL
            .into_iter()
            .filter(|&seat| Some(seat) != viewer)
            .map(|seat| self.hidden_kittens(seat))
            .sum();
        let own = viewer
            .filter(|&seat| self.blind.contains(seat))
            .map_or(0, |seat| self.unmarked_kittens(seat));
        let buried = self
            .buried
            .filter(|card| card.title().hazard().is_some())
            .filter(|_| self.buried_as_seen_by(viewer).is_none());
        self.draw_pile.hazards() + hidden + own + usize::from(buried.is_some())
    }

    fn hidden_kittens(&self, seat: Seat) -> usize {
        let put = self.put(seat) == Some(Title::ExplodingKitten);
        self.unmarked_kittens(seat) + usize::from(put)
    }

    fn unmarked_kittens(&self, seat: Seat) -> usize {
        let count = |hand: &Hand| hand.count(Title::ExplodingKitten);
        usize::from(count(self.hand(seat)) - count(self.marked(seat)))
    }

    /// Returns the players whom the game is waiting for; the current deadline applies to them.
    pub fn awaited(&self) -> SeatSet {
        match &self.phase {
            Phase::Turn => SeatSet::EMPTY.with(self.turn.seat),
            Phase::Window(window) => window.awaited(self.living),
            Phase::Choice(choice) => choice.choosers,
            Phase::Won { .. } => SeatSet::EMPTY,
        }
    }

    /// Returns the cards of the draw pile that this seat still knows from its most recent look, top first. Other seats
    /// must not see them.
    pub fn look(&self, seat: Seat) -> Look {
        let (low, high) = self.known[seat.index()].look;
        let cards = self.draw_pile.cards();
        let high = cards.len().min(high.into());
        let seen = cards.get(low.into()..high).unwrap_or(&[]);
        seen.iter().rev().take(MAX_LOOK).copied().collect()
    }

    /// Returns the card that this seat put back (a hazard or a card it buried) and its place, counted from 0 at the
    /// top; `None` once the seat can no longer know the place. Other seats must not see it.
    pub fn own_placed_card(&self, seat: Seat) -> Option<(u8, PileCard)> {
        let from_bottom = usize::from(self.known[seat.index()].placed_card?);
        let card = *self.draw_pile.cards().get(from_bottom)?;
        Some(((self.draw_pile.len() - from_bottom - 1) as u8, card))
    }

    /// Returns the next living player after `seat` in the direction of play.
    pub(crate) fn next_living(&self, seat: Seat) -> Seat {
        // While the game runs, at least two players are alive.
        self.living.next_in(self.direction, seat).unwrap_or(seat)
    }

    /// Returns the legal actions of a seat; empty if there are none, for example because the player is dead or the game
    /// is won. Leaving and time-outs are not listed: every living player may leave until the game is won.
    #[inline(always)]
    pub fn legal(&self, seat: Seat) -> Legal {
        let options = if self.living.contains(seat) {
            self.options(seat)
        } else {
            LegalOptions::Nothing
        };
        Legal::new(seat, options)
    }

    #[inline(always)]
    fn options(&self, seat: Seat) -> LegalOptions {
        match &self.phase {
            Phase::Turn if self.turn.seat != seat => self.off_turn(seat),
            Phase::Turn if self.blind.contains(seat) => self.blind_turn(seat),
            Phase::Turn => LegalOptions::Turn(self.turn_options(seat)),
            Phase::Window(window) => LegalOptions::Window {
                pass: window.awaited(self.living).contains(seat),
                nope: self
                    .seats_that_can_nope(window)
                    .contains(seat)
                    .then(|| window.layer()),
            },
            Phase::Choice(choice) if choice.choosers.contains(seat) => {
                self.choice_options(choice.kind, seat)
            }
            Phase::Choice(_) | Phase::Won { .. } => LegalOptions::Nothing,
        }
    }

    fn off_turn(&self, seat: Seat) -> LegalOptions {
        let titles = self.hand(seat).holding(1).and(TitleSet::ANY_TURN);
        if titles.is_empty() || self.blind.contains(seat) {
            LegalOptions::Nothing
        } else {
            LegalOptions::OffTurn(titles)
        }
    }

    /// Returns a blind player's options on their own turn, which must not reveal the titles in their hand.
    fn blind_turn(&self, seat: Seat) -> LegalOptions {
        LegalOptions::Blind(BlindOptions {
            draw: !self.draw_pile.is_empty(),
            pick: (!self.hand(seat).is_empty()).then_some(BlindPick::Play),
        })
    }

    fn choice_options(&self, kind: ChoiceKind, seat: Seat) -> LegalOptions {
        match kind.blind_pick().filter(|_| self.blind.contains(seat)) {
            None => LegalOptions::Choice(self.answers(kind, seat)),
            pick => LegalOptions::Blind(BlindOptions { draw: false, pick }),
        }
    }

    pub(crate) fn answers(&self, kind: ChoiceKind, seat: Seat) -> Answers {
        match kind {
            ChoiceKind::Place(_) | ChoiceKind::Bury => Answers::Place(self.draw_pile.len() as u8),
            ChoiceKind::Give => Answers::Give(self.hand(seat).holding(1)),
            ChoiceKind::Take => Answers::Take(self.takeable().holding(1)),
            ChoiceKind::Stop => Answers::Stop,
            // The choice's own number is too high if a leaver's kitten was removed from the cards seen.
            ChoiceKind::Order(_) | ChoiceKind::Share(_) => {
                Answers::Order(self.look(seat).len() as u8)
            }
            ChoiceKind::Put | ChoiceKind::Stack => Answers::Put(self.hand(seat).holding(1)),
            ChoiceKind::Aim(title) => Answers::Aim(self.aims(seat, title)),
        }
    }

    #[inline(always)]
    fn turn_options(&self, seat: Seat) -> TurnOptions {
        let hand = self.hand(seat);
        let held = hand.holding(1);
        let targets = self.targets(seat);
        let combos = self.rules.combos;
        let has_target = !targets.is_empty();
        let cats = TitleSet::CATS.or(TitleSet::WILD_CATS);
        let (pairs, triples) = match combos {
            _ if !has_target => (TitleSet::EMPTY, TitleSet::EMPTY),
            Combos::CatPairs => (hand.holding(2).and(cats), TitleSet::EMPTY),
            Combos::Special | Combos::SpecialAndFive => {
                match hand.holding(2).minus(TitleSet::UNPLAYABLE) {
                    TitleSet::EMPTY => (TitleSet::EMPTY, TitleSet::EMPTY),
                    pairs => (pairs, pairs.and(hand.holding(3))),
                }
            }
        };
        let conditions = if held.and(TitleSet::CONDITIONAL).is_empty() {
            Conditions::default()
        } else {
            self.conditions(seat)
        };
        let possible = held.minus(conditions.impossible);
        let aimed = possible.and(TitleSet::AIMED).minus(conditions.unaimed);
        TurnOptions {
            draw: !self.draw_pile.is_empty(),
            unaimed: possible.and(TitleSet::UNAIMED.or(conditions.unaimed)),
            aimed: if has_target {
                aimed
            } else {
                aimed.minus(TitleSet::AIMED_AT_GIVER)
            },
            pairs,
            triples,
            fives: match combos {
                Combos::SpecialAndFive => at_least_five(held.minus(TitleSet::UNPLAYABLE)),
                Combos::CatPairs | Combos::Special => TitleSet::EMPTY,
            },
            wild: match hand.count(Title::FeralCat) {
                1.. if has_target => self.wild_combos(hand),
                _ => WildCombos::default(),
            },
            targets,
            others: self.living.without(seat),
            markable: conditions.markable,
            seeing: conditions.seeing,
            unclaimed: conditions.unclaimed,
            favor: self.rules.favor,
            nameable_titles: self.rules.nameable_titles(),
        }
    }

    /// Evaluates the conditions of cards whose play depends on marks, blind players or the cards in front of players.
    #[cold]
    fn conditions(&self, seat: Seat) -> Conditions {
        let markable = self.markable(seat);
        let seeing = self.living.minus(self.blind).without(seat);
        let unclaimed = self.unclaimed(seat);
        let is_claimed = self.claimed_by(seat).is_some();
        let barks_alone = !self.has_pair_of_barking(seat);
        Conditions {
            markable,
            seeing,
            unclaimed,
            impossible: TitleSet::EMPTY
                .with_if(markable.is_empty(), Title::Mark)
                .with_if(seeing.is_empty(), Title::CurseOfTheCatButt)
                .with_if(unclaimed.is_empty(), Title::IllTakeThat)
                .with_if(is_claimed, Title::Bury),
            unaimed: TitleSet::EMPTY.with_if(barks_alone, Title::BarkingKitten),
        }
    }

    /// Returns the combos in which Feral Cats replace other cats. The hand must hold at least one Feral Cat.
    fn wild_combos(&self, hand: &Hand) -> WildCombos {
        let cats = |count| hand.holding(count).and(TitleSet::CATS);
        let pairs = cats(1);
        let triples = match (self.rules.combos, hand.count(Title::FeralCat)) {
            (Combos::CatPairs, _) => [TitleSet::EMPTY; 2],
            (Combos::Special | Combos::SpecialAndFive, 1) => [cats(2), TitleSet::EMPTY],
            (Combos::Special | Combos::SpecialAndFive, _) => [cats(2), cats(1)],
        };
        WildCombos { pairs, triples }
    }

    pub(crate) fn markable(&self, seat: Seat) -> SeatSet {
        let is_markable = |&other: &Seat| self.hand(other) != self.marked(other);
        let others = self.living.without(seat);
        others.iter().filter(is_markable).collect()
    }

    /// Returns the players whom a seat may target with a card of this title, assuming that the card has already left
    /// the player's hand; empty if the card takes no target.
    pub(crate) fn aims(&self, seat: Seat, title: Title) -> SeatSet {
        match title.spec().aim {
            Aim::Nobody => SeatSet::EMPTY,
            Aim::Giver => self.targets(seat),
            Aim::AnyPlayer | Aim::IfPaired => self.living.without(seat),
            Aim::Unclaimed => self.unclaimed(seat),
            Aim::Markable => self.markable(seat),
            Aim::Seeing => self.living.minus(self.blind).without(seat),
        }
    }

    /// Returns the other living players who have a card that can be taken, from the hand or from
    /// the stash that replaces it.
    #[inline]
    pub(crate) fn targets(&self, seat: Seat) -> SeatSet {
        let robbed = self.holders().or(self.sheltered_by_stash());
        robbed.without(seat)
    }

    #[inline]
    pub(crate) fn holders(&self) -> SeatSet {
        self.seats_holding(|hand| !hand.is_empty())
    }

    /// Returns the seats whose hand meets the condition. The hands of the dead and of seats not in play are empty; a
    /// fixed-length loop over all seats is faster than skipping some.
    #[inline(always)]
    fn seats_holding(&self, condition: impl Fn(&Hand) -> bool) -> SeatSet {
        let seats = Seat::ALL.iter().zip(&self.hands);
        seats.fold(SeatSet::EMPTY, |found, (&seat, hand)| {
            found.with_if(condition(hand), seat)
        })
    }

    /// Returns the players who may Nope the card on top of this window.
    #[inline]
    pub(crate) fn seats_that_can_nope(&self, window: &NopeWindow) -> SeatSet {
        let holders = self
            .seats_holding(|hand| hand.has(Title::Nope))
            .minus(self.blind);
        if self.rules.house.self_nope {
            holders
        } else {
            holders.without(window.top_owner())
        }
    }

    /// Returns the cards that may be taken from the discard pile: all except the Tower of Power and cards that are
    /// never played. A noped Tower is lost for good (E71), because it cannot be distinguished from a Tower discarded by
    /// a dead player.
    pub(crate) fn takeable(&self) -> Hand {
        let mut cards = self.discard.counts();
        let untouchable = TitleSet::UNPLAYABLE.with(Title::TowerOfPower);
        untouchable.iter().for_each(|title| cards.set(title, 0));
        cards
    }

    /// Returns the player who is reordering the top cards of the draw pile, if any.
    pub fn orderer(&self) -> Option<Seat> {
        match self.phase {
            Phase::Choice(choice) if choice.kind.answer_kind() == AnswerKind::Order => {
                Some(choice.owner)
            }
            Phase::Choice(_) | Phase::Turn | Phase::Window(_) | Phase::Won { .. } => None,
        }
    }
}

fn at_least_five(titles: TitleSet) -> TitleSet {
    match titles.len() {
        0..5 => TitleSet::EMPTY,
        _ => titles,
    }
}

/// Shows only public parts and card counts, so that no hidden card gets into a log.
impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game")
            .field("edition", &self.rules.edition())
            .field("turn", &self.turn)
            .field("direction", &self.direction)
            .field("phase", &self.phase)
            .field("living", &self.living)
            .field("hands", &self.hands)
            .field("draw_pile", &self.draw_pile)
            .field("discard", &self.discard)
            .finish_non_exhaustive()
    }
}
