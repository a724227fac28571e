//! The reasons of refusals: finds out why [`Game::legal`] does not list an action. It must not
//! decide legality itself; a reason missing here only makes a message less precise.

use crate::{
    action::{Action, Play},
    answer_kind::AnswerKind,
    card::{Aim, Timing},
    choice::ChoiceAnswer,
    game::Game,
    house_rules::{Combos, FavorRule},
    illegal::Illegal,
    phase::Phase,
    seat::Seat,
    title::{Title, TitleSet},
};

impl Game {
    /// Returns the reason for refusing `action`, which must not be legal.
    #[cold]
    pub(crate) fn refusal(&self, action: &Action) -> Illegal {
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
            Action::Play { play, .. } => self.play_refusal(seat, &play),
            Action::Draw { .. } => self.turn_refusal(seat).unwrap_or(Illegal::PileEmpty),
            Action::Nope { layer, .. } => self.nope_refusal(seat, layer),
            Action::Pass { .. } => self.pass_refusal(seat),
            Action::Choose { answer, .. } => self.choice_refusal(seat, answer),
            Action::Leave { .. } | Action::TimeOut => Illegal::NotAsked,
        }
    }

    fn turn_refusal(&self, seat: Seat) -> Option<Illegal> {
        match self.phase {
            _ if self.turn.seat != seat => Some(Illegal::NotYourTurn),
            Phase::Turn => None,
            Phase::Window(_) => Some(Illegal::WindowOpen),
            Phase::Choice(_) | Phase::Won { .. } => Some(Illegal::Waiting),
        }
    }

    fn play_refusal(&self, seat: Seat, play: &Play) -> Illegal {
        if let Some(refusal) = self.turn_refusal(seat) {
            return refusal;
        }
        if !play.titles().is_within(self.rules.titles()) {
            return Illegal::NotThisEdition;
        }
        match *play {
            Play::Single { title, on } => self.single_refusal(seat, title, on),
            Play::Pair { title, wild, on } => self.combo_refusal(seat, (title, 2, wild), on),
            Play::Triple {
                title,
                wild,
                on,
                naming,
            } => self.triple_refusal(seat, (title, wild), on, naming),
            Play::Five(titles) => self.five_refusal(titles),
        }
    }

    fn single_refusal(&self, seat: Seat, title: Title, on: Option<Seat>) -> Illegal {
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
            Some(on) => self.target_refusal(seat, on),
        }
    }

    /// The cards of a combo are a title, how many cards, and how many of them are Feral Cats.
    fn combo_refusal(&self, seat: Seat, cards: (Title, u8, u8), on: Seat) -> Illegal {
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
        self.target_refusal(seat, on)
    }

    fn triple_refusal(
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
            self.combo_refusal(seat, (title, 3, wild), on)
        }
    }

    fn five_refusal(&self, titles: [Title; 5]) -> Illegal {
        let different = titles.into_iter().collect::<TitleSet>().len() == 5;
        match self.rules.combos() {
            Combos::CatPairs | Combos::Special => Illegal::NoSuchCombo,
            Combos::SpecialAndFive if !different => Illegal::NotDifferent,
            Combos::SpecialAndFive => Illegal::NoSuchCard,
        }
    }

    fn target_refusal(&self, seat: Seat, on: Seat) -> Illegal {
        match on {
            _ if on == seat => Illegal::TargetSelf,
            _ if !self.living.contains(on) => Illegal::TargetDead,
            _ => Illegal::TargetEmpty,
        }
    }

    fn nope_refusal(&self, seat: Seat, layer: u8) -> Illegal {
        let Phase::Window(window) = &self.phase else {
            return Illegal::NothingToNope;
        };
        match layer {
            _ if layer != window.layer() => Illegal::NotTopCard,
            _ if window.top_owner() == seat && !self.rules.self_nope() => Illegal::OwnCardOnTop,
            _ => Illegal::NoSuchCard,
        }
    }

    fn pass_refusal(&self, seat: Seat) -> Illegal {
        match &self.phase {
            Phase::Window(window) if window.top_owner() == seat => Illegal::OwnCardOnTop,
            Phase::Window(_) => Illegal::AlreadyPassed,
            Phase::Turn | Phase::Choice(_) | Phase::Won { .. } => Illegal::WindowClosed,
        }
    }

    fn choice_refusal(&self, seat: Seat, answer: ChoiceAnswer) -> Illegal {
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
