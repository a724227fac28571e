//! The reasons of refusals: finds out why [`Game::legal`] does not list an action. It must not
//! decide legality itself; a reason missing here only makes a message less precise.

use crate::{
    action::{Action, Play},
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
            Action::Place { .. } => self.choice_refusal(seat, Illegal::NoSuchPlace),
            Action::Give { .. } => self.choice_refusal(seat, Illegal::NoSuchCard),
            Action::Take { .. } => self.choice_refusal(seat, Illegal::NotInDiscard),
            Action::Stop { .. } | Action::Leave { .. } | Action::TimeOut => Illegal::NotAsked,
        }
    }

    fn turn_refusal(&self, seat: Seat) -> Option<Illegal> {
        match self.phase {
            _ if self.turn.seat != seat => Some(Illegal::NotYourTurn),
            Phase::Turn => None,
            Phase::Window(_) => Some(Illegal::WindowOpen),
            _ => Some(Illegal::Waiting),
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
            Play::Single(Title::Nope) => Illegal::NothingToNope,
            Play::Single(Title::Favor) => Illegal::TargetMissing,
            Play::Single(title) if !TitleSet::UNAIMED.contains(title) => Illegal::NotAlone,
            Play::Single(_) => Illegal::NoSuchCard,
            Play::Favor { on } => self.favor_refusal(seat, on),
            Play::Pair { title, on } => self.combo_refusal(seat, title, 2, on),
            Play::Triple { title, on, naming } => self.triple_refusal(seat, title, on, naming),
            Play::Five(titles) => self.five_refusal(titles),
        }
    }

    fn favor_refusal(&self, seat: Seat, on: Option<Seat>) -> Illegal {
        match (self.rules.favor(), on) {
            (FavorRule::One, None) => Illegal::TargetMissing,
            (FavorRule::Everyone, Some(_)) => Illegal::TargetNotWanted,
            _ if !self.hand(seat).has(Title::Favor) => Illegal::NoSuchCard,
            (FavorRule::Everyone, None) => Illegal::NobodyHasCards,
            (FavorRule::One, Some(on)) => self.target_refusal(seat, on),
        }
    }

    fn combo_refusal(&self, seat: Seat, title: Title, cards: u8, on: Seat) -> Illegal {
        let cats_only = self.rules.combos() == Combos::CatPairs;
        if cats_only && (cards > 2 || !title.is_cat()) {
            return Illegal::NoSuchCombo;
        }
        if self.hand(seat).count(title) < cards {
            return Illegal::NoSuchCard;
        }
        self.target_refusal(seat, on)
    }

    fn triple_refusal(&self, seat: Seat, title: Title, on: Seat, naming: Title) -> Illegal {
        match naming {
            Title::ExplodingKitten => Illegal::NotAskable,
            _ if !self.rules.nameable_titles().contains(naming) => Illegal::NotThisEdition,
            _ => self.combo_refusal(seat, title, 3, on),
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
            _ => Illegal::WindowClosed,
        }
    }

    fn choice_refusal(&self, seat: Seat, wrong_answer: Illegal) -> Illegal {
        let asked = matches!(
            (&self.phase, wrong_answer),
            (Phase::Placing { .. }, Illegal::NoSuchPlace)
                | (Phase::Giving { .. }, Illegal::NoSuchCard)
                | (Phase::Taking { .. }, Illegal::NotInDiscard)
        ) && self.awaited().contains(seat);
        match asked {
            true => wrong_answer,
            false => Illegal::NotAsked,
        }
    }
}
