//! The text about an open Nope window: the pending play, the Nopes on it, and the outcome if
//! nobody adds another. All of it is public.

use rules::{AttackRule, Play, ShuffleRule, Title, Window};

use super::game_context::GameContext;
use super::lobby::count;
use super::turn_reason::turns_owed;
use super::{Emoji, Icon};
use crate::text::Message;

/// Returns the lines about an open window.
pub(super) fn lines(context: &GameContext<'_>, window: &Window) -> String {
    let (icon, verdict) = match window.stands() {
        true => (Icon::Yes, Message::WindowStands),
        false => (Icon::No, Message::WindowStopped),
    };
    let verdict = format!("{} {}", Emoji::Icon(icon), context.translate(&verdict));
    let nopes = Message::WindowNopes {
        nopes: count(window.nopes.len()),
        nope: context.card_name(Title::Nope),
        player: context.name(window.top_owner()),
    };
    [
        context.translate(&pending_play(context, window)),
        context.translate(&nopes),
        verdict,
    ]
    .join("\n")
}

fn pending_play<'v>(context: &GameContext<'v>, window: &Window) -> Message<'v> {
    let player = context.name(window.seat);
    match window.play {
        Play::Single(title) => single_card(context, window, title),
        Play::Favor { on: Some(on) } => Message::StakeFavorOne {
            player,
            card: context.card_name(Title::Favor),
            target: context.name(on),
        },
        Play::Favor { on: None } => Message::StakeFavorEveryone {
            player,
            card: context.card_name(Title::Favor),
        },
        Play::Pair { title, on } => Message::StakePair {
            player,
            card: context.card_name(title),
            target: context.name(on),
        },
        Play::Triple { title, on, naming } => Message::StakeTriple {
            player,
            card: context.card_name(title),
            named: context.card_name(naming),
            target: context.name(on),
        },
        Play::Five(_) => Message::StakeFive { player },
    }
}

fn single_card<'v>(context: &GameContext<'v>, window: &Window, title: Title) -> Message<'v> {
    let player = context.name(window.seat);
    let target = context.name(context.next_living(window.seat));
    let card = context.card_name(title);
    match title {
        Title::Attack => Message::StakeAttack {
            player,
            card,
            target,
            turns: turns_after_attack(context),
        },
        Title::Skip => match turns_owed(context) {
            0 | 1 => Message::StakeSkipLast {
                player,
                card,
                target,
            },
            turns => Message::StakeSkipMore {
                player,
                card,
                turns: turns - 1,
            },
        },
        Title::Shuffle if context.game.rules.shuffle() == ShuffleRule::UntilStopped => {
            Message::StakeShuffleStopped {
                player,
                card,
                target,
            }
        }
        Title::Shuffle => Message::StakeShuffle { player, card },
        Title::SeeTheFuture => Message::StakeSeeTheFuture {
            player,
            card,
            depth: future_depth(context),
        },
        _ => Message::StakeSingle { player, card },
    }
}

fn turns_after_attack(context: &GameContext<'_>) -> u32 {
    match context.game.rules.attack() {
        AttackRule::AddsUp if context.game.turn.is_some_and(|turn| turn.attacked) => {
            turns_owed(context) + 2
        }
        AttackRule::AddsUp | AttackRule::Resets => 2,
    }
}

fn future_depth(context: &GameContext<'_>) -> u32 {
    count(
        context
            .game
            .rules
            .future_depth()
            .min(usize::from(context.game.pile_count)),
    )
}
