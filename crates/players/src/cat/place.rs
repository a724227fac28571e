//! Where a kitten goes back.

use rules::Chance;

use super::Habits;
use crate::outlook::Outlook;

/// Mostly where the next player meets it, below the turns that one still owes oneself; now and
/// then elsewhere, so that nobody can be sure.
pub(super) fn choose(
    outlook: &impl Outlook,
    bottom: u8,
    habits: &Habits,
    chance: &mut impl Chance,
) -> u8 {
    let still_owed = outlook.turn().owed.saturating_sub(1);
    let hurts = u8::try_from(still_owed).unwrap_or(u8::MAX).min(bottom);
    let often = (habits.pointed * 1000.0) as u32;
    match chance.below(1000) < often {
        true => hurts,
        false => hurts + chance.below(u32::from(bottom - hurts) + 1) as u8,
    }
}
