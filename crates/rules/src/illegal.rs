//! The error of an illegal action: one variant for each reason that a player could meet, and which of
//! them applies. It must hold no state, so that it cannot leak hidden cards. The sentences for players are
//! in the crate `table` (`screen::error_notice`).

use crate::{
    action::{Action, Play},
    answer_kind::AnswerKind,
    card::{Aim, Timing},
    choice::ChoiceAnswer,
    game::Game,
    house_rules::{Combos, FavorRule},
    phase::Phase,
    seat::Seat,
    title::{Title, TitleSet},
};

/// The reason why an action is refused. A refused action changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Illegal {
    /// The game is won.
    #[error("the game is over")]
    GameOver,
    /// The seat is not in play in this game.
    #[error("no player at this seat")]
    NotSeated,
    /// The acting player is dead.
    #[error("out of the game")]
    Dead,
    /// Another player is on turn.
    #[error("not on turn")]
    NotYourTurn,
    /// A Nope window is open: only Nopes and passes now.
    #[error("a Nope window is open")]
    WindowOpen,
    /// The game waits for a choice, by this or another player: a place, a gift, a card to take, a
    /// stop, an order.
    #[error("a choice is waited for")]
    Waiting,
    /// The hand does not hold the cards to play or give.
    #[error("no such card in the hand")]
    NoSuchCard,
    /// The edition has no such title.
    #[error("no such title in this edition")]
    NotThisEdition,
    /// The card has no effect as a single card (a Defuse, a cat).
    #[error("this card is not played alone")]
    NotAlone,
    /// The rules do not allow this kind of combo.
    #[error("no such combo under these rules")]
    NoSuchCombo,
    /// The five cards do not have five different titles.
    #[error("the five are not all different")]
    NotDifferent,
    /// The play needs a target.
    #[error("needs a target")]
    TargetMissing,
    /// The Favor affects everybody (`classic`) and takes no target.
    #[error("is not played on one player")]
    TargetNotWanted,
    /// The target is the acting player.
    #[error("not on oneself")]
    TargetSelf,
    /// The target is dead or not in play.
    #[error("the target is out of the game")]
    TargetDead,
    /// The target's hand is empty.
    #[error("the target has no cards")]
    TargetEmpty,
    /// A Favor for everybody, while no other player has a card.
    #[error("nobody else has a card")]
    NobodyHasCards,
    /// A triple may not ask for a kitten.
    #[error("cannot be asked for")]
    NotAskable,
    /// A Nope while no Nope window is open.
    #[error("nothing to nope")]
    NothingToNope,
    /// A pass while no Nope window is open.
    #[error("no window is open")]
    WindowClosed,
    /// A Nope or pass on the acting player's own card.
    #[error("the card on top is one's own")]
    OwnCardOnTop,
    /// The Nope was meant for a card that is not on top; it stays in the hand.
    #[error("that card is no longer on top")]
    NotTopCard,
    /// The player has passed on the card on top already.
    #[error("passed already")]
    AlreadyPassed,
    /// This choice is not asked of this player now.
    #[error("not asked of this player now")]
    NotAsked,
    /// The place is beyond the bottom of the draw pile.
    #[error("no such place in the draw pile")]
    NoSuchPlace,
    /// The order of cards names one of them twice, or one that is not among them.
    #[error("not an order of these cards")]
    NoSuchOrder,
    /// The discard pile holds no such card, or it is a kitten, which may not be taken.
    #[error("not available in the discard pile")]
    NotInDiscard,
    /// The draw pile is empty (only in set-ups made by hand).
    #[error("the draw pile is empty")]
    PileEmpty,
}

impl Illegal {
    /// Every reason, so that tests can check that each has a sentence in each language.
    pub const ALL: [Self; 28] = [
        Self::GameOver,
        Self::NotSeated,
        Self::Dead,
        Self::NotYourTurn,
        Self::WindowOpen,
        Self::Waiting,
        Self::NoSuchCard,
        Self::NotThisEdition,
        Self::NotAlone,
        Self::NoSuchCombo,
        Self::NotDifferent,
        Self::TargetMissing,
        Self::TargetNotWanted,
        Self::TargetSelf,
        Self::TargetDead,
        Self::TargetEmpty,
        Self::NobodyHasCards,
        Self::NotAskable,
        Self::NothingToNope,
        Self::WindowClosed,
        Self::OwnCardOnTop,
        Self::NotTopCard,
        Self::AlreadyPassed,
        Self::NotAsked,
        Self::NoSuchPlace,
        Self::NoSuchOrder,
        Self::NotInDiscard,
        Self::PileEmpty,
    ];
}

impl Game {
    /// Returns the reason why `action` is illegal. Must not decide legality itself, which is
    /// [`Game::legal`]'s: a reason missing here only makes a message less precise.
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
            Action::Leave { .. } | Action::TimeOut => Illegal::NotAsked,
        }
    }

    fn why_turn_illegal(&self, seat: Seat) -> Option<Illegal> {
        match self.phase {
            _ if self.turn.seat != seat => Some(Illegal::NotYourTurn),
            Phase::Turn => None,
            Phase::Window(_) => Some(Illegal::WindowOpen),
            Phase::Choice(_) | Phase::Won { .. } => Some(Illegal::Waiting),
        }
    }

    fn why_play_illegal(&self, seat: Seat, play: &Play) -> Illegal {
        if let Some(reason) = self.why_turn_illegal(seat) {
            return reason;
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
            Play::Five(titles) => self.why_five_illegal(titles),
        }
    }

    fn why_single_illegal(&self, seat: Seat, title: Title, on: Option<Seat>) -> Illegal {
        let spec = title.spec();
        match spec.timing {
            Timing::InWindow => return Illegal::NothingToNope,
            Timing::Never => return Illegal::NotAlone,
            Timing::OwnTurn => {}
        }
        let gives = spec.aim == Aim::Giver;
        let takes_target = match spec.aim {
            Aim::Nobody => false,
            Aim::Giver => self.rules.favor() == FavorRule::One,
            Aim::AnyPlayer => true,
        };
        match on {
            None if takes_target => Illegal::TargetMissing,
            Some(_) if !takes_target => Illegal::TargetNotWanted,
            _ if !self.hand(seat).has(title) => Illegal::NoSuchCard,
            None if gives => Illegal::NobodyHasCards,
            None => Illegal::NoSuchCard,
            Some(on) => self.why_target_illegal(seat, on),
        }
    }

    /// The cards of a combo are a title, how many cards, and how many of them are Feral Cats.
    fn why_combo_illegal(&self, seat: Seat, cards: (Title, u8, u8), on: Seat) -> Illegal {
        let (title, count, wild) = cards;
        let cats_only = self.rules.combos() == Combos::CatPairs;
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
        match self.rules.combos() {
            Combos::CatPairs | Combos::Special => Illegal::NoSuchCombo,
            Combos::SpecialAndFive if !different => Illegal::NotDifferent,
            Combos::SpecialAndFive => Illegal::NoSuchCard,
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
            _ if window.top_owner() == seat && !self.rules.self_nope() => Illegal::OwnCardOnTop,
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
            AnswerKind::Place => Illegal::NoSuchPlace,
            AnswerKind::Give => Illegal::NoSuchCard,
            AnswerKind::Take => Illegal::NotInDiscard,
            AnswerKind::Order => Illegal::NoSuchOrder,
            AnswerKind::Stop => Illegal::NotAsked,
        }
    }
}
