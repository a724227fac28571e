//! A page of the rules help, as named in a control and shown on a screen.

use rules::{EditionId, Title};

/// A request for a page of the rules help, for one edition.
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
    /// One line about every card.
    Cards,
    /// The combos.
    Combos,
    /// The Nope window.
    Window,
    /// The house rules.
    House,
    /// The bot, and the operator who runs it.
    About,
    /// Everything about one card.
    Card(Title),
}
