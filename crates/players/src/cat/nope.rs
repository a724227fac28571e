//! When a Nope is worth its card.

use rules::{Play, Seat, Title, Window};

use super::{ESCAPES, Habits, worth::worth};
use crate::outlook::Outlook;

/// Whether a sensible player with a Nope plays it on what lies on top.
pub(crate) fn wants_to_nope(outlook: &impl Outlook, window: &Window, habits: &Habits) -> bool {
    if window.top_owner() == outlook.seat() {
        return false;
    }
    match (window.seat == outlook.seat(), window.stands()) {
        (true, false) => is_worth_insisting(outlook, &window.play, habits),
        (false, true) => is_worth_stopping(outlook, window.seat, &window.play, habits),
        _ => false,
    }
}

/// Whether the own play, noped, is worth a Nope.
fn is_worth_insisting(outlook: &impl Outlook, play: &Play, habits: &Habits) -> bool {
    let spare = outlook.hand().count(Title::Nope) > 1;
    let safe = outlook.hand().has(Title::Defuse);
    match *play {
        Play::Single(Title::Attack | Title::Skip | Title::Shuffle) => {
            outlook.peril(0) >= habits.stubborn[usize::from(safe)]
        }
        Play::Triple { on, naming, .. } => {
            naming == Title::Defuse && outlook.defuse_odds(on) > 0.8 && (spare || !safe)
        }
        Play::Five(_) => !safe,
        Play::Pair { .. } => habits.greedy,
        _ => false,
    }
}

/// Whether what another plays is worth a Nope.
fn is_worth_stopping(outlook: &impl Outlook, by: Seat, play: &Play, habits: &Habits) -> bool {
    match *play {
        Play::Single(title) => runs_from_a_kitten(outlook, by, title, habits),
        Play::Favor { on } => habits.stingy && on == Some(outlook.seat()),
        Play::Five(_) => false,
        Play::Pair { on, .. } => on == outlook.seat() && loss_by_theft(outlook) >= habits.guard,
        Play::Triple { on, naming, .. } => {
            on == outlook.seat()
                && outlook.hand().has(naming)
                && naming != Title::Nope
                && worth(outlook, naming) >= 4.0
        }
    }
}

/// The odds of losing the last Defuse to a pair. The Nope itself would be gone from the hand.
fn loss_by_theft(outlook: &impl Outlook) -> f32 {
    let hand = outlook.hand();
    match hand.count(Title::Defuse) {
        1 => 1.0 / f32::from(hand.total()),
        _ => 0.0,
    }
}

fn runs_from_a_kitten(outlook: &impl Outlook, by: Seat, title: Title, habits: &Habits) -> bool {
    let peril = outlook.peril(0);
    let to_me = outlook.next_after(by) == outlook.seat();
    let passes_on = title == Title::Attack || outlook.turn().owed == 1;
    let escapes = ESCAPES.contains(title);
    if escapes && to_me && passes_on && peril >= wary(outlook, title, habits) {
        return true;
    }
    let runs = escapes || title == Title::Shuffle;
    let spare = outlook.hand().count(Title::Nope) > 1 || outlook.living().len() <= 3;
    runs && spare && peril >= habits.spiteful
}

/// How much peril one bears to be handed: more with a Defuse or an escape of one's own, less the
/// more turns come with it.
fn wary(outlook: &impl Outlook, title: Title, habits: &Habits) -> f32 {
    let hand = outlook.hand();
    let escapes = ESCAPES.iter().any(|escape| hand.has(escape));
    let [safe, escape, turn] = habits.calm;
    let calm = if hand.has(Title::Defuse) { safe } else { 0.0 };
    let ready = if escapes { escape } else { 0.0 };
    let turns = match title {
        Title::Attack if outlook.turn().attacked => f32::from(outlook.turn().owed) + 2.0,
        Title::Attack => 2.0,
        _ => 1.0,
    };
    habits.wary + calm + ready + turn * (turns - 1.0)
}
