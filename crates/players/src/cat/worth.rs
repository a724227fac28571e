//! What a card in the hand is worth.

use rules::{Title, TitleSet};

use crate::outlook::Outlook;

/// What losing one card of this title would cost, in no unit.
pub(crate) fn worth(outlook: &impl Outlook, title: Title) -> f32 {
    let held = outlook.hand().count(title);
    match title {
        Title::Defuse => 10.0,
        Title::Nope => 4.2,
        Title::Attack => 4.0,
        Title::Skip => 3.6,
        Title::Shuffle => 2.6,
        Title::SeeTheFuture => 2.4,
        Title::Favor => 1.9,
        // One of two or three makes a pair, or a triple, worthless.
        _ if held >= 3 => 1.5,
        _ if held == 2 => 1.8,
        _ => 1.0,
    }
}

/// The title that is missed least.
pub(super) fn least(outlook: &impl Outlook, titles: TitleSet) -> Option<Title> {
    titles
        .iter()
        .min_by(|&one, &other| worth(outlook, one).total_cmp(&worth(outlook, other)))
}

/// The title that is worth most: what there is none of yet counts for more, and a cat that makes
/// a pair more than another.
pub(super) fn most(outlook: &impl Outlook, titles: TitleSet) -> Option<Title> {
    titles
        .iter()
        .max_by(|&one, &other| wish(outlook, one).total_cmp(&wish(outlook, other)))
}

fn wish(outlook: &impl Outlook, title: Title) -> f32 {
    let held = f32::from(outlook.hand().count(title));
    match title.is_cat() {
        true => 1.0 + held,
        false => worth(outlook, title) - 0.3 * held,
    }
}
