//! The state of a game after one of its steps.

use rules::{Event, Game, Hand, Seat, SeenEvent, redact};

use crate::hidden_kittens::HiddenKittens;
use crate::rescue::rescued;
use crate::screen::SurvivalChance;
use crate::turn_reason::{TurnHistory, TurnReason};

pub(crate) struct Walk<'s> {
    pub(crate) game: Game,
    pub(crate) step: u16,
    /// The events of the step.
    pub(crate) events: &'s [Event],
    /// All events so far, as everyone sees them.
    pub(crate) seen: Vec<SeenEvent>,
    /// For each seat, the cards that its player held when they died or left.
    pub(crate) last_hands: [Hand; Seat::COUNT],
    /// For each seat, the chance of having survived all draws so far, according to the public odds.
    pub(crate) chances: [SurvivalChance; Seat::COUNT],
    pub(crate) hidden: HiddenKittens,
    /// The steps so far that are worth revisiting, at most one jump for each.
    pub(crate) jumps: Vec<Jump>,
    turns: TurnHistory,
}

/// A step worth jumping to.
#[derive(Clone, Copy)]
pub(crate) struct Jump {
    pub(crate) step: u16,
    pub(crate) kind: JumpKind,
    /// The player who acted (`by`) and the player affected (`on`).
    pub(crate) by: Seat,
    pub(crate) on: Seat,
}

/// Why a step is worth a jump; most important first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum JumpKind {
    Death,
    Rescue,
    /// A Nope was Noped.
    Nopes,
    Attack,
}

impl<'s> Walk<'s> {
    pub(super) fn new(dealt: &Game) -> Self {
        Self {
            game: dealt.clone(),
            step: 0,
            events: &[],
            seen: Vec::new(),
            last_hands: [Hand::EMPTY; Seat::COUNT],
            chances: [SurvivalChance::CERTAIN; Seat::COUNT],
            hidden: HiddenKittens::default(),
            jumps: Vec::new(),
            turns: TurnHistory::default(),
        }
    }

    pub(crate) fn turn_reason(&self) -> TurnReason {
        self.turns.reason()
    }

    /// Records the events of the next step.
    pub(super) fn take(&mut self, step: u16, events: &'s [Event]) {
        (self.step, self.events) = (step, events);
        let mut jumps: Vec<Jump> = Vec::new();
        for event in events {
            jumps.extend(jump(step, &self.game, event));
            self.count(event);
            self.seen.push(redact(event, None, self.game.rules()));
            self.turns.observe(&self.game, event);
            self.hidden.observe(&self.game, event);
            self.game.evolve(event);
        }
        self.jumps
            .extend(jumps.into_iter().min_by_key(|jump| jump.kind));
    }

    fn count(&mut self, event: &Event) {
        if let Event::Drew { seat, from, .. }
        | Event::DrewKitten { seat, from, .. }
        | Event::DrewFor { to: seat, from, .. } = event
        {
            let (kittens, cards) = self.game.view(None).kitten_odds_at(*from);
            let chance = &mut self.chances[seat.index()];
            *chance = chance.after_draw(kittens, cards);
        } else if let Event::Exploded { seat, hand, .. } | Event::Left { seat, hand, .. } = event {
            self.last_hands[seat.index()] = *hand;
        }
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "no other event is worth a jump"
)]
fn jump(step: u16, game: &Game, event: &Event) -> Option<Jump> {
    let (kind, by, on) = match event {
        Event::Exploded { seat, .. } | Event::Left { seat, .. } => (JumpKind::Death, *seat, *seat),
        Event::Noped { seat, layer: 1 } => (JumpKind::Nopes, *seat, *seat),
        Event::TurnBegan(turn) if turn.attacked => (JumpKind::Attack, game.turn()?.seat, turn.seat),
        _ => {
            let seat = rescued(game, event)?;
            (JumpKind::Rescue, seat, seat)
        }
    };
    let is_further_turn = kind == JumpKind::Attack && by == on;
    (!is_further_turn).then_some(Jump { step, kind, by, on })
}
