//! The line that says why it is a player's turn and, after an Attack, how many turns they owe.

use super::Icon;
use super::game_context::GameContext;
use super::view::TurnReason;
use crate::text::Message;

/// Returns the line for a text that addresses the player whose turn it is. `None` for [`TurnReason::Dealt`].
pub(crate) fn addressed_line(context: &GameContext<'_>, reason: TurnReason) -> Option<String> {
    let message = if let TurnReason::Attacked(attacker) = reason {
        Some(Message::TurnAttackedYou {
            turns: turns_owed(context),
            attacker: context.name(attacker),
        })
    } else {
        message(context, reason)
    };
    message.map(|message| context.translate(&message))
}

/// Returns the line that says why the cards were dealt again, or `None` if they were not.
pub(crate) fn latecomer_line(context: &GameContext<'_>, reason: TurnReason) -> Option<String> {
    let is_anew = matches!(reason, TurnReason::SatDown(_));
    let message = message(context, reason).filter(|_| is_anew)?;
    Some(context.line(Icon::Info, &message))
}

/// Returns the number of turns that the current player owes, including this one.
pub(crate) fn turns_owed(context: &GameContext<'_>) -> u32 {
    context.game.turn.map_or(1, |turn| u32::from(turn.owed))
}

/// Returns the message for a text that talks about the player whose turn it is. `None` for [`TurnReason::Dealt`].
pub(crate) fn message<'v>(context: &GameContext<'v>, reason: TurnReason) -> Option<Message<'v>> {
    let name = |seat| context.name(seat);
    Some(match reason {
        TurnReason::Dealt => return None,
        TurnReason::SatDown(seat) => Message::TurnSatDown { player: name(seat) },
        TurnReason::Drew(seat) => Message::TurnDrew { player: name(seat) },
        TurnReason::Rescued(seat) => Message::TurnRescued { player: name(seat) },
        TurnReason::Skipped(seat) => Message::TurnSkipped { player: name(seat) },
        TurnReason::Buried(seat) => Message::TurnBuried { player: name(seat) },
        TurnReason::Reversed(seat) => Message::TurnReversed { player: name(seat) },
        TurnReason::Exploded(seat) => Message::TurnExploded { player: name(seat) },
        TurnReason::Imploded(seat) => Message::TurnImploded { player: name(seat) },
        TurnReason::Left(seat) => Message::TurnLeft { player: name(seat) },
        TurnReason::Added(seat) => Message::StoryTurnsAdded {
            player: name(seat),
            turns: turns_owed(context),
        },
        TurnReason::Attacked(attacker) => Message::TurnAttacked {
            turns: turns_owed(context),
            player: context.turn_name(),
            attacker: name(attacker),
        },
    })
}
