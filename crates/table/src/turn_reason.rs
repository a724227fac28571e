//! The reason for a player's turn: usually the event that passed the turn to them. Derived from the events of the game,
//! so a replay finds the same reason.

use rules::{
    Choice, ChoiceAnswer, ChoiceKind, Event, Game, Hazard, Phase, Seat, Title, Turn, TurnEffect,
};

/// The reason for the current turn, usually with the player who caused it or was affected by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TurnReason {
    /// The cards were dealt: this is the first turn of the game.
    Dealt,
    /// The cards were dealt again because this player joined late.
    SatDown(Seat),
    Drew(Seat),
    Rescued(Seat),
    Skipped(Seat),
    Buried(Seat),
    Reversed(Seat),
    /// A player played an Attack. Remains the reason for all turns owed because of the Attack.
    Attacked(Seat),
    /// A player added turns to their own. Remains the reason for all of these turns.
    Added(Seat),
    Exploded(Seat),
    Imploded(Seat),
    Left(Seat),
}

/// Follows the events of a game to determine the reason for the current turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TurnHistory {
    reason: TurnReason,
    /// The reason that the next turn would have if it began now.
    next: TurnReason,
}

impl Default for TurnHistory {
    fn default() -> Self {
        Self {
            reason: TurnReason::Dealt,
            next: TurnReason::Dealt,
        }
    }
}

impl TurnHistory {
    /// Returns the history of a new deal. `latecomer` is the player for whom the cards were dealt again, if any.
    pub(crate) fn dealt_for(latecomer: Option<Seat>) -> Self {
        Self {
            reason: latecomer.map_or(TurnReason::Dealt, TurnReason::SatDown),
            ..Self::default()
        }
    }

    pub(crate) fn reason(self) -> TurnReason {
        self.reason
    }

    /// Records an event, given the game before it.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the other events do not end a turn"
    )]
    pub(crate) fn observe(&mut self, game: &Game, event: &Event) {
        match event {
            Event::Drew { seat, .. } | Event::DrewFor { seat, .. } => {
                self.next = TurnReason::Drew(*seat);
            }
            Event::Chosen {
                seat,
                answer: ChoiceAnswer::Place(_),
                ..
            } => self.next = placed(game, *seat),
            Event::Exploded { seat, by, .. } => self.next = died(*seat, *by),
            Event::Left { seat, .. } => self.next = TurnReason::Left(*seat),
            Event::WindowClosed { stands: true } => {
                self.next = end_of_turn(game).unwrap_or(self.next);
            }
            Event::DirectionTurned { .. } => {
                let on_turn = game.turn().map(|turn| TurnReason::Reversed(turn.seat));
                self.next = on_turn.unwrap_or(self.next);
            }
            Event::TurnsAdded(turn) if !matches!(self.reason, TurnReason::Attacked(_)) => {
                self.reason = TurnReason::Added(turn.seat);
            }
            Event::TurnBegan(turn) if !is_further_turn(game, *turn) => self.reason = self.next,
            _ => {}
        }
    }
}

/// Returns the reason resulting from the play in the open window; `None` if that play does not end a turn.
fn end_of_turn(game: &Game) -> Option<TurnReason> {
    let Phase::Window(window) = game.phase() else {
        return None;
    };
    let seat = window.seat;
    match window.play.single_title()?.spec().turn {
        TurnEffect::Attacks => Some(TurnReason::Attacked(seat)),
        // For a card that draws from the bottom, the draw replaces this reason.
        TurnEffect::EndsOne | TurnEffect::EndsAll => Some(TurnReason::Skipped(seat)),
        TurnEffect::GoesOn => None,
    }
}

/// Returns the reason for a turn that begins because a player has put a card back. An Imploding Kitten needs no rescue,
/// so the reason is the draw.
fn placed(game: &Game, seat: Seat) -> TurnReason {
    match game.phase() {
        Phase::Choice(Choice {
            kind: ChoiceKind::Place(card),
            ..
        }) if card.title().hazard() == Some(Hazard::Implodes) => TurnReason::Drew(seat),
        Phase::Choice(Choice {
            kind: ChoiceKind::Bury,
            ..
        }) => TurnReason::Buried(seat),
        Phase::Turn | Phase::Window(_) | Phase::Choice(_) | Phase::Won { .. } => {
            TurnReason::Rescued(seat)
        }
    }
}

fn died(seat: Seat, by: Title) -> TurnReason {
    match by.hazard() {
        Some(Hazard::Implodes) => TurnReason::Imploded(seat),
        Some(Hazard::Explodes) | None => TurnReason::Exploded(seat),
    }
}

/// Returns true if a player begins another of the turns they already owe.
fn is_further_turn(game: &Game, turn: Turn) -> bool {
    game.turn()
        .is_some_and(|before| before.seat == turn.seat && turn.attacked)
}
