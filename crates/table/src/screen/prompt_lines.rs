//! The lines above the answers to a choice: its heading and its deadline.

use super::game_context::GameContext;
use super::{Emoji, Icon};
use crate::text::{Countdown, Message};

pub(super) fn heading(emoji: Emoji, text: String) -> String {
    format!("### {} {text}", emoji)
}

/// Returns the line about the deadline; none while the game is paused.
pub(super) fn deadline_line(
    context: &GameContext<'_>,
    message: fn(Countdown) -> Message<'static>,
) -> Option<String> {
    let deadline = Countdown(context.deadline?);
    Some(format!(
        "{} {}",
        Emoji::Icon(Icon::Clock),
        context.translate(&message(deadline))
    ))
}

/// Joins the lines that there are.
pub(super) fn join_lines<const N: usize>(lines: [Option<String>; N]) -> String {
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
}
