//! The state of a game after one of its steps.

use rules::{ChoiceAnswer, Event, Game, Hand, Seat, SeenEvent, redact};

use crate::hidden_kittens::HiddenKittens;
use crate::rescue::rescued;
use crate::screen::{SurvivalChance, percent};
use crate::turn_reason::{TurnHistory, TurnReason};

pub(crate) struct Walk<'s> {
    pub(crate) game: Game,
    pub(crate) step: u16,
    pub(crate) events: &'s [Event],
    /// All events so far, as spectators see them.
    pub(crate) seen: Vec<SeenEvent>,
    /// For each seat, the cards that its player held when they died or left.
    pub(crate) last_hands: [Hand; Seat::COUNT],
    /// For each seat, the chance of having survived all draws so far, according to the public odds.
    pub(crate) chances: [SurvivalChance; Seat::COUNT],
    /// The public risk of the latest draw, in percent.
    pub(crate) risk: u32,
    pub(crate) hidden: HiddenKittens,
    /// The steps so far that are worth jumping to, with at most one jump per step.
    pub(crate) jumps: Vec<Jump>,
    turns: TurnHistory,
}

#[derive(Clone, Copy)]
pub(crate) struct Jump {
    pub(crate) step: u16,
    pub(crate) kind: JumpKind,
    /// The player who acted (`by`) and the player affected (`on`).
    pub(crate) by: Seat,
    pub(crate) on: Seat,
    /// The index of the event among all events of the game.
    pub(crate) event: usize,
}

/// The reason why a step is worth jumping to. The most important reasons come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum JumpKind {
    Death,
    Rescue,
    /// A Nope was Noped.
    Nopes,
    Attack,
    /// The kitten at this index in [`HiddenKittens::all`] was put back.
    Hid(usize),
    /// A player drew a kitten that no one else saw.
    Sheltered,
    Gave,
    Looked,
    Stole,
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
            risk: 0,
            hidden: HiddenKittens::default(),
            jumps: Vec::new(),
            turns: TurnHistory::default(),
        }
    }

    pub(crate) fn turn_reason(&self) -> TurnReason {
        self.turns.reason()
    }

    pub(super) fn take(&mut self, step: u16, events: &'s [Event]) {
        (self.step, self.events) = (step, events);
        let mut jumps: Vec<Jump> = Vec::new();
        for event in events {
            let index = self.seen.len();
            let told = reason(&self.game, event);
            self.count(event);
            self.seen.push(redact(event, None, self.game.rules()));
            self.turns.observe(&self.game, event);
            let hidden = self.hidden.all().len();
            self.hidden.observe(&self.game, event);
            let new = self.hidden.all().get(hidden);
            let hid = new.map(|kitten| (JumpKind::Hid(hidden), kitten.by, kitten.by));
            jumps.extend(told.or(hid).map(|(kind, by, on)| Jump {
                step,
                kind,
                by,
                on,
                event: index,
            }));
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
            self.risk = percent(kittens.into(), cards.into());
        } else if let Event::Exploded { seat, hand, .. } | Event::Left { seat, hand, .. } = event {
            self.last_hands[seat.index()] = *hand;
        }
    }
}

/// Returns the reason why an event is worth jumping to, the player who acted, and the player affected.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "no other event is worth a jump"
)]
fn reason(game: &Game, event: &Event) -> Option<(JumpKind, Seat, Seat)> {
    let reason = match event {
        Event::Exploded { seat, .. } | Event::Left { seat, .. } => (JumpKind::Death, *seat, *seat),
        Event::Noped { seat, layer: 1 } => (JumpKind::Nopes, *seat, *seat),
        Event::TurnBegan(turn) if turn.attacked => (JumpKind::Attack, game.turn()?.seat, turn.seat),
        Event::Drew { seat, title, .. } if title.hazard().is_some() => {
            (JumpKind::Sheltered, *seat, *seat)
        }
        Event::Chosen {
            seat,
            owner,
            answer: ChoiceAnswer::Give(_),
        } => (JumpKind::Gave, *seat, *owner),
        Event::Saw { seat, .. } => (JumpKind::Looked, *seat, *seat),
        Event::Stolen { from, to, .. } => (JumpKind::Stole, *to, *from),
        _ => {
            let seat = rescued(game, event)?;
            (JumpKind::Rescue, seat, seat)
        }
    };
    let is_further_turn = reason.0 == JumpKind::Attack && reason.1 == reason.2;
    (!is_further_turn).then_some(reason)
}
