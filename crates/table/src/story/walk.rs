//! The state of a game after one of its steps, as it was then.

use rules::{Event, Game, Seat};

use crate::hidden_kittens::HiddenKittens;
use crate::screen::SurvivalChance;
use crate::turn_reason::{TurnHistory, TurnReason};

/// The state after a step.
pub(crate) struct Walk<'s> {
    pub(crate) game: Game,
    pub(crate) step: u16,
    /// The events of the step.
    pub(crate) events: &'s [Event],
    /// By seat: the chance to have survived all draws so far, by the public odds.
    pub(crate) chances: [SurvivalChance; Seat::COUNT],
    pub(crate) hidden: HiddenKittens,
    /// The steps so far that somebody may want to see again, at most one for each.
    pub(crate) jumps: Vec<Jump>,
    turns: TurnHistory,
}

/// A step that is worth a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Jump {
    pub(crate) step: u16,
    pub(crate) kind: JumpKind,
}

/// Why a step is worth a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JumpKind {
    Death(Seat),
    Left(Seat),
    Rescue(Seat),
    /// A Nope was Noped.
    Nopes,
    Attack {
        by: Seat,
        on: Seat,
    },
}

impl JumpKind {
    /// Returns the place of this kind among all, the weightiest first.
    pub(crate) fn weight(self) -> u8 {
        match self {
            Self::Death(_) => 0,
            Self::Left(_) => 1,
            Self::Rescue(_) => 2,
            Self::Nopes => 3,
            Self::Attack { .. } => 4,
        }
    }
}

impl<'s> Walk<'s> {
    pub(super) fn new(dealt: &Game) -> Self {
        Self {
            game: dealt.clone(),
            step: 0,
            events: &[],
            chances: [SurvivalChance::CERTAIN; Seat::COUNT],
            hidden: HiddenKittens::default(),
            jumps: Vec::new(),
            turns: TurnHistory::default(),
        }
    }

    pub(crate) fn turn_reason(&self) -> TurnReason {
        self.turns.reason()
    }

    /// Takes the events of the next step in.
    pub(super) fn take(&mut self, step: u16, events: &'s [Event]) {
        (self.step, self.events) = (step, events);
        let mut jumps = Vec::new();
        for event in events {
            jumps.extend(jump(&self.game, event));
            self.count_draw(event);
            self.turns.observe(&self.game, event);
            self.hidden.observe(&self.game, event);
            self.game.evolve(event);
        }
        let kind = jumps
            .into_iter()
            .min_by_key(|kind: &JumpKind| kind.weight());
        self.jumps.extend(kind.map(|kind| Jump { step, kind }));
    }

    fn count_draw(&mut self, event: &Event) {
        if let Event::Drew { seat, from, .. } | Event::DrewKitten { seat, from, .. } = event {
            let (kittens, cards) = self.game.view(None).kitten_odds_at(*from);
            let chance = &mut self.chances[seat.index()];
            *chance = chance.after_draw(kittens, cards);
        }
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "no other event is worth a jump"
)]
fn jump(game: &Game, event: &Event) -> Option<JumpKind> {
    match event {
        Event::Exploded { seat, .. } => Some(JumpKind::Death(*seat)),
        Event::Left { seat, .. } => Some(JumpKind::Left(*seat)),
        Event::Defused { seat } => Some(JumpKind::Rescue(*seat)),
        Event::Noped { layer: 1, .. } => Some(JumpKind::Nopes),
        Event::TurnBegan(turn) => {
            let by = game.turn()?.seat;
            let on = turn.seat;
            (turn.attacked && by != on).then_some(JumpKind::Attack { by, on })
        }
        _ => None,
    }
}
