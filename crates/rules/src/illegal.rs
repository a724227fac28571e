//! The error for an illegal action, with one variant per reason, and the function that finds the reason. The
//! variants must not carry data, which could reveal hidden cards. The sentences for players are in the `table`
//! crate (`screen::error_notice`).

use crate::{
    action::{Action, Play},
    answer_kind::AnswerKind,
    card::{Aim, Timing},
    choice::{ChoiceAnswer, ChoiceKind},
    game::Game,
    house_rules::{Combos, FavorRule},
    phase::Phase,
    seat::Seat,
    title::{Title, TitleSet},
};

/// Generates the reasons from one list, each with its error text.
macro_rules! reasons {
    ($( $(#[$doc:meta])* $reason:ident = $text:literal, )*) => {
        /// The reason why an action is refused. A refused action changes nothing.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
        #[expect(missing_docs, reason = "each error text describes its variant")]
        pub enum Illegal { $( $(#[$doc])* #[error($text)] $reason, )* }

        impl Illegal {
            /// Every reason, so that tests can check that each has a sentence in every language.
            pub const ALL: [Self; [$( $text ),*].len()] = [$( Self::$reason ),*];
        }
    };
}

reasons! {
    GameOver = "the game is over",
    NotSeated = "no player at this seat",
    Dead = "out of the game",
    NotYourTurn = "not on turn",
    /// A Nope window is open: no card other than a Nope may be played, and no card may be drawn.
    WindowOpen = "a Nope window is open",
    /// The game is waiting for this or another player to make a choice, such as a gift or a place for a kitten.
    Waiting = "the game waits for a choice",
    NoSuchCard = "no such card in the hand",
    NotThisEdition = "no such title in this edition",
    /// The card cannot be played as a single card (such as a Defuse or a cat).
    NotAlone = "this card cannot be played alone",
    NoSuchCombo = "no such combo under these rules",
    NotDifferent = "the five cards are not all different",
    TargetMissing = "needs a target",
    /// The card takes no target. This includes a Favor that affects everybody (`classic`) and a single Barking Kitten.
    TargetNotWanted = "takes no target",
    TargetSelf = "players cannot target themselves",
    TargetDead = "the target is out of the game",
    TargetEmpty = "the target has no cards",
    TargetBlind = "the target is already blind",
    /// The target already has an I'll Take That in front of them.
    TargetClaimed = "the target's next card is already claimed",
    /// The player wants to bury their next card but has an I'll Take That in front of them.
    NextCardClaimed = "another player has claimed the next card",
    /// The target's cards are all marked, or the target has no cards.
    TargetMarked = "the target has no unmarked card",
    /// A blind player cannot choose a card: they draw, or pick one at random.
    Blind = "a blind player picks at random",
    NotBlind = "not blind",
    /// A Favor for everybody, but no other player has a card.
    NobodyHasCards = "no other player has a card",
    /// A triple may not demand a hazard.
    NotAskable = "this title cannot be demanded",
    NothingToNope = "nothing to nope",
    WindowClosed = "no window is open",
    OwnCardOnTop = "the card on top is the player's own",
    /// The Nope was meant for a card that is no longer on top. The Nope stays in the hand.
    NotTopCard = "that card is no longer on top",
    AlreadyPassed = "already passed",
    NotAsked = "the game does not ask this player for that",
    NoSuchPlace = "no such place in the draw pile",
    NoSuchOrder = "not an order of these cards",
    /// The discard pile has no such card, or the card may not be taken (such as the Tower of Power).
    NotInDiscard = "not available in the discard pile",
    /// The draw pile is empty (only in hand-made setups).
    PileEmpty = "the draw pile is empty",
}

impl Game {
    /// Returns the reason why `action` is illegal. [`Game::check`] decides legality; a reason missing here only makes a
    /// message less precise.
    #[cold]
    pub(crate) fn why_illegal(&self, action: &Action) -> Illegal {
        if matches!(self.phase, Phase::Won { .. }) {
            return Illegal::GameOver;
        }
        let Some(seat) = action.seat() else {
            return Illegal::PileEmpty;
        };
        if !self.rules.seats().contains(seat) {
            return Illegal::NotSeated;
        }
        if !self.living.contains(seat) {
            return Illegal::Dead;
        }
        match *action {
            Action::Play { play, .. } => self.why_play_illegal(seat, &play),
            Action::Draw { .. } => self.why_turn_illegal(seat).unwrap_or(Illegal::PileEmpty),
            Action::Nope { layer, .. } => self.why_nope_illegal(seat, layer),
            Action::Pass { .. } => self.why_pass_illegal(seat),
            Action::Choose { answer, .. } => self.why_choice_illegal(seat, answer),
            Action::PickBlindly { .. } => self.why_blind_pick_illegal(seat),
            Action::Leave { .. } | Action::TimeOut => Illegal::NotAsked,
        }
    }

    fn why_turn_illegal(&self, seat: Seat) -> Option<Illegal> {
        if self.turn.seat == seat {
            self.why_busy()
        } else {
            Some(Illegal::NotYourTurn)
        }
    }

    /// Returns the reason why no card other than a Nope may be played now; `None` if the phase is a turn.
    fn why_busy(&self) -> Option<Illegal> {
        match self.phase {
            Phase::Turn => None,
            Phase::Window(_) => Some(Illegal::WindowOpen),
            Phase::Choice(_) | Phase::Won { .. } => Some(Illegal::Waiting),
        }
    }

    fn why_play_illegal(&self, seat: Seat, play: &Play) -> Illegal {
        let on_any_turn = play.titles().is_within(TitleSet::ANY_TURN);
        match self.why_turn_illegal(seat) {
            Some(Illegal::NotYourTurn) if on_any_turn => {
                return self.why_busy().unwrap_or(Illegal::NoSuchCard);
            }
            Some(reason) => return reason,
            None => {}
        }
        if self.blind.contains(seat) {
            return Illegal::Blind;
        }
        if !play.titles().is_within(self.rules.titles()) {
            return Illegal::NotThisEdition;
        }
        match *play {
            Play::Single { title, on } => self.why_single_illegal(seat, title, on),
            Play::Pair { title, wild, on } => self.why_combo_illegal(seat, (title, 2, wild), on),
            Play::Triple {
                title,
                wild,
                on,
                naming,
            } => self.why_triple_illegal(seat, (title, wild), on, naming),
            Play::Five { titles } => self.why_five_illegal(titles),
        }
    }

    fn why_single_illegal(&self, seat: Seat, title: Title, on: Option<Seat>) -> Illegal {
        let spec = title.spec();
        match spec.timing {
            Timing::InWindow => return Illegal::NothingToNope,
            Timing::Never => return Illegal::NotAlone,
            Timing::OwnTurn | Timing::OwnTurnAtOnce | Timing::AnyTurn => {}
        }
        let gives = spec.aim == Aim::Giver;
        let takes_target = match spec.aim {
            Aim::Nobody => false,
            Aim::Giver => self.rules.favor == FavorRule::One,
            Aim::IfPaired => self.has_pair_of_barking(seat),
            Aim::AnyPlayer | Aim::Markable | Aim::Seeing | Aim::Unclaimed => true,
        };
        match on {
            None if takes_target => Illegal::TargetMissing,
            Some(_) if !takes_target => Illegal::TargetNotWanted,
            _ if !self.hand(seat).has(title) => Illegal::NoSuchCard,
            None if gives => Illegal::NobodyHasCards,
            None if title == Title::Bury => Illegal::NextCardClaimed,
            None => Illegal::NoSuchCard,
            Some(on) => self.why_aim_illegal(seat, spec.aim, on),
        }
    }

    /// `cards` consists of the title of the combo, the number of cards, and the number of Feral Cats among them.
    fn why_combo_illegal(&self, seat: Seat, cards: (Title, u8, u8), on: Seat) -> Illegal {
        let (title, count, wild) = cards;
        let cats_only = self.rules.combos == Combos::CatPairs;
        if TitleSet::UNPLAYABLE.contains(title) {
            return Illegal::NoSuchCombo;
        }
        let needs_cat = wild > 0 && (title == Title::FeralCat || !title.is_cat());
        if needs_cat || wild >= count || cats_only && (count > 2 || !title.is_cat()) {
            return Illegal::NoSuchCombo;
        }
        let hand = self.hand(seat);
        if hand.count(title) < count - wild || hand.count(Title::FeralCat) < wild {
            return Illegal::NoSuchCard;
        }
        self.why_target_illegal(seat, on)
    }

    fn why_triple_illegal(
        &self,
        seat: Seat,
        (title, wild): (Title, u8),
        on: Seat,
        naming: Title,
    ) -> Illegal {
        if naming.hazard().is_some() {
            Illegal::NotAskable
        } else if !self.rules.nameable_titles().contains(naming) {
            Illegal::NotThisEdition
        } else {
            self.why_combo_illegal(seat, (title, 3, wild), on)
        }
    }

    fn why_five_illegal(&self, titles: [Title; 5]) -> Illegal {
        let different = titles.into_iter().collect::<TitleSet>().len() == 5;
        match self.rules.combos {
            Combos::CatPairs | Combos::Special => Illegal::NoSuchCombo,
            Combos::SpecialAndFive if !different => Illegal::NotDifferent,
            Combos::SpecialAndFive => Illegal::NoSuchCard,
        }
    }

    fn why_aim_illegal(&self, seat: Seat, aim: Aim, on: Seat) -> Illegal {
        match (self.why_target_illegal(seat, on), aim) {
            (Illegal::TargetEmpty, Aim::Markable) => Illegal::TargetMarked,
            (Illegal::TargetEmpty, Aim::Seeing) => Illegal::TargetBlind,
            (Illegal::TargetEmpty, Aim::Unclaimed) => Illegal::TargetClaimed,
            (reason, _) => reason,
        }
    }

    fn why_wrong_aim(&self, seat: Seat, answer: ChoiceAnswer) -> Illegal {
        match (self.phase.choice(), answer) {
            (Some(ChoiceKind::Aim(title)), ChoiceAnswer::Aim(on)) => {
                self.why_aim_illegal(seat, title.spec().aim, on)
            }
            _ => Illegal::NotAsked,
        }
    }

    fn why_blind_pick_illegal(&self, seat: Seat) -> Illegal {
        match &self.phase {
            _ if !self.blind.contains(seat) => Illegal::NotBlind,
            Phase::Choice(choice) if choice.choosers.contains(seat) => Illegal::NotAsked,
            Phase::Turn | Phase::Window(_) | Phase::Choice(_) | Phase::Won { .. } => {
                self.why_turn_illegal(seat).unwrap_or(Illegal::NoSuchCard)
            }
        }
    }

    fn why_target_illegal(&self, seat: Seat, on: Seat) -> Illegal {
        match on {
            _ if on == seat => Illegal::TargetSelf,
            _ if !self.living.contains(on) => Illegal::TargetDead,
            _ => Illegal::TargetEmpty,
        }
    }

    fn why_nope_illegal(&self, seat: Seat, layer: u8) -> Illegal {
        let Phase::Window(window) = &self.phase else {
            return Illegal::NothingToNope;
        };
        match layer {
            _ if layer != window.layer() => Illegal::NotTopCard,
            _ if self.blind.contains(seat) => Illegal::Blind,
            _ if window.top_owner() == seat && !self.rules.house.self_nope => Illegal::OwnCardOnTop,
            _ => Illegal::NoSuchCard,
        }
    }

    fn why_pass_illegal(&self, seat: Seat) -> Illegal {
        match &self.phase {
            Phase::Window(window) if window.top_owner() == seat => Illegal::OwnCardOnTop,
            Phase::Window(_) => Illegal::AlreadyPassed,
            Phase::Turn | Phase::Choice(_) | Phase::Won { .. } => Illegal::WindowClosed,
        }
    }

    fn why_choice_illegal(&self, seat: Seat, answer: ChoiceAnswer) -> Illegal {
        let asked = match self.phase {
            Phase::Choice(choice) => {
                choice.choosers.contains(seat) && choice.kind.answer_kind() == answer.answer_kind()
            }
            Phase::Turn | Phase::Window(_) | Phase::Won { .. } => false,
        };
        match answer.answer_kind() {
            _ if !asked => Illegal::NotAsked,
            AnswerKind::Give | AnswerKind::Put if self.blind.contains(seat) => Illegal::Blind,
            AnswerKind::Place => Illegal::NoSuchPlace,
            AnswerKind::Give | AnswerKind::Put => Illegal::NoSuchCard,
            AnswerKind::Aim => self.why_wrong_aim(seat, answer),
            AnswerKind::Take => Illegal::NotInDiscard,
            AnswerKind::Order => Illegal::NoSuchOrder,
            AnswerKind::Stop => Illegal::NotAsked,
        }
    }
}
