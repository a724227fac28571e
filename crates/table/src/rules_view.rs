//! A page of the rules help, as a control names it and a screen shows it.

use rules::{EditionId, Title};

/// The input of the rules help: one page for one edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RulesView {
    /// The edition whose rules are explained.
    pub edition: EditionId,
    /// The page to show.
    pub topic: Topic,
}

/// A page of the rules help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// The whole game in a minute.
    Guide,
    /// A line about every card.
    Cards,
    /// The combos.
    Combos,
    /// The Nope window.
    Window,
    /// The house rules.
    House,
    /// All about one card.
    Card(Title),
}
