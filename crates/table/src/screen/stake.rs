//! What is at stake in a Nope window: who plays what on whom, what lies on it, and what will
//! happen as it stands. All of it is public.

use rules::{AttackRule, Play, ShuffleRule, Title, Window};

use super::lobby::count;
use super::scene::Scene;
use super::{Emoji, Sign};
use crate::text::Message;

/// The lines about an open window.
pub(super) fn lines(scene: &Scene<'_>, window: &Window) -> String {
    let (sign, verdict) = match window.stands() {
        true => (Sign::Yes, Message::WindowStands),
        false => (Sign::No, Message::WindowStopped),
    };
    let verdict = format!("{} {}", Emoji::Sign(sign).unicode(), scene.say(&verdict));
    let nopes = Message::WindowNopes {
        nopes: count(window.nopes.len()),
        nope: scene.card(Title::Nope),
        player: scene.name(window.top_owner()),
    };
    [scene.say(&stake(scene, window)), scene.say(&nopes), verdict].join("\n")
}

fn stake<'v>(scene: &Scene<'v>, window: &Window) -> Message<'v> {
    let player = scene.name(window.seat);
    match window.play {
        Play::Single(title) => single(scene, window, title),
        Play::Favor { on: Some(on) } => Message::StakeFavorOne {
            player,
            card: scene.card(Title::Favor),
            target: scene.name(on),
        },
        Play::Favor { on: None } => Message::StakeFavorEveryone {
            player,
            card: scene.card(Title::Favor),
        },
        Play::Pair { title, on } => Message::StakePair {
            player,
            card: scene.card(title),
            target: scene.name(on),
        },
        Play::Triple { title, on, naming } => Message::StakeTriple {
            player,
            card: scene.card(title),
            named: scene.card(naming),
            target: scene.name(on),
        },
        Play::Five(_) => Message::StakeFive { player },
    }
}

fn single<'v>(scene: &Scene<'v>, window: &Window, title: Title) -> Message<'v> {
    let player = scene.name(window.seat);
    let target = scene.name(scene.next(window.seat));
    let card = scene.card(title);
    match title {
        Title::Attack => Message::StakeAttack {
            player,
            card,
            target,
            turns: turns_after_attack(scene),
        },
        Title::Skip => match owed(scene) {
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
        Title::Shuffle if scene.game.rules.shuffle() == ShuffleRule::UntilStopped => {
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
            depth: depth(scene),
        },
        _ => Message::StakeSingle { player, card },
    }
}

fn owed(scene: &Scene<'_>) -> u32 {
    scene.game.turn.map_or(1, |turn| u32::from(turn.owed))
}

fn turns_after_attack(scene: &Scene<'_>) -> u32 {
    match scene.game.rules.attack() {
        AttackRule::AddsUp if scene.game.turn.is_some_and(|turn| turn.attacked) => owed(scene) + 2,
        AttackRule::AddsUp | AttackRule::Resets => 2,
    }
}

fn depth(scene: &Scene<'_>) -> u32 {
    count(
        scene
            .game
            .rules
            .future_depth()
            .min(usize::from(scene.game.pile_count)),
    )
}
