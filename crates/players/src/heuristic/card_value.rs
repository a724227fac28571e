//! The value of cards in a hand, which decides what to give away, take, or spend first.

use rules::{Title, TitleSet};

use crate::knowledge::Knowledge;

/// Returns the loss from giving up a card of this title, on a relative scale.
pub(crate) fn card_value(knowledge: &impl Knowledge, title: Title) -> f32 {
    let held = knowledge.hand().count(title);
    match title {
        Title::Defuse => 10.0,
        Title::Nope => 4.2,
        Title::Attack => 4.0,
        Title::TargetedAttack => 4.1,
        Title::Skip => 3.6,
        Title::Reverse => 3.5,
        Title::AlterTheFuture => 3.4,
        Title::DrawFromTheBottom => 2.8,
        Title::Shuffle => 2.6,
        Title::SeeTheFuture => 2.4,
        Title::Favor => 1.9,
        Title::FeralCat => 2.0,
        Title::SuperSkip => 3.9,
        Title::AlterTheFuture5x => 3.6,
        Title::SeeTheFuture5x => 2.6,
        Title::CatomicBomb => 2.5,
        Title::SwapTopAndBottom => 2.2,
        Title::GarbageCollection | Title::CurseOfTheCatButt => 1.7,
        Title::Mark => 1.2,
        Title::Bury => 3.7,
        Title::AlterTheFutureNow => 3.5,
        Title::Potluck => 3.3,
        Title::ShareTheFuture => 3.1,
        Title::TowerOfPower => 2.7,
        Title::IllTakeThat => 2.3,
        Title::PersonalAttack => 1.5,
        // With both Barking Kittens, the player can make another player defuse. With only one, they
        // may become the target.
        Title::BarkingKitten if held > 1 || knowledge.barking().contains(knowledge.seat()) => 5.0,
        Title::BarkingKitten => 2.0,
        // Without shelter, a kitten in the hand goes off.
        Title::StreakingKitten if knowledge.hand().has(Title::ExplodingKitten) => 11.0,
        Title::StreakingKitten => 6.0,
        Title::Tacocat
        | Title::Cattermelon
        | Title::HairyPotatoCat
        | Title::BeardCat
        | Title::RainbowRalphingCat => match held {
            // Giving up one of two or three cats breaks a pair or a triple.
            3.. => 1.5,
            2 => 1.8,
            0 | 1 => 1.0,
        },
        // Held only while sheltered. It goes off for a recipient without shelter.
        Title::ExplodingKitten => -1.0,
        // Never held.
        Title::ImplodingKitten => 0.0,
    }
}

pub(super) fn least_valuable(knowledge: &impl Knowledge, titles: TitleSet) -> Option<Title> {
    titles
        .iter()
        .min_by(|&one, &other| card_value(knowledge, one).total_cmp(&card_value(knowledge, other)))
}

/// Returns the most valuable title to gain. A title is worth less if the hand already has it, but a cat is worth more.
pub(super) fn most_valuable(knowledge: &impl Knowledge, titles: TitleSet) -> Option<Title> {
    titles.iter().max_by(|&one, &other| {
        value_when_gained(knowledge, one).total_cmp(&value_when_gained(knowledge, other))
    })
}

pub(super) fn value_when_gained(knowledge: &impl Knowledge, title: Title) -> f32 {
    let held = f32::from(knowledge.hand().count(title));
    if title.is_cat() {
        1.0 + held
    } else {
        card_value(knowledge, title) - 0.3 * held
    }
}
