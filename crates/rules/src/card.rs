//! The specification of each title: everything about a card that follows from its title alone, as one
//! row of a table. Legality (`game.rs`), the panel's steps, undo of steps, help pages and the lists of
//! moves of computer players follow from these rows. Only the effect itself is a function of its own, in
//! `decide.rs`. Nothing here knows an edition or a running game.

use crate::title::{Title, TitleSet};

/// Everything about a card that follows from its title alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardSpec {
    /// The fixed id used by files, stored games and command options.
    pub id: &'static str,
    /// The fixed letter or digit used in the ids of buttons, where five titles have to fit.
    pub code: char,
    /// The kind of card.
    pub class: CardClass,
    /// When it may be played as a single card.
    pub timing: Timing,
    /// The player that it is aimed at.
    pub aim: Aim,
    /// Its effect on the turn, once it stands.
    pub turn: TurnEffect,
}

/// The kind of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CardClass {
    /// Drawing it is dangerous. Never in a hand.
    Hazard,
    /// Saves from a hazard by itself.
    Rescue,
    /// Has no effect of its own and is played in combos.
    Cat,
    /// Has an effect of its own.
    Action,
}

/// When a card may be played as a single card, and whether it can be noped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Timing {
    /// Never played alone.
    Never,
    /// On one's own turn while nothing is open. Opens a Nope window.
    OwnTurn,
    /// Into an open Nope window, by any player.
    InWindow,
}

/// The player that a single card is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// No player.
    Nobody,
    /// Another living player who has a card; everybody who has one where
    /// [`FavorRule::Everyone`](crate::FavorRule::Everyone) applies.
    Giver,
}

/// The effect of a card on the turn, once it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnEffect {
    /// The turn goes on.
    GoesOn,
    /// One turn ends.
    EndsOne,
    /// All turns that the player owes end.
    EndsAll,
}

/// A row of the table below.
const fn spec(
    id: &'static str,
    code: char,
    class: CardClass,
    (timing, aim, turn): (Timing, Aim, TurnEffect),
) -> CardSpec {
    CardSpec {
        id,
        code,
        class,
        timing,
        aim,
        turn,
    }
}

/// A card that is not played alone.
const NOT_ALONE: (Timing, Aim, TurnEffect) = (Timing::Never, Aim::Nobody, TurnEffect::GoesOn);

/// An action for the player's own turn that is aimed at nobody.
const fn own_turn(turn: TurnEffect) -> (Timing, Aim, TurnEffect) {
    (Timing::OwnTurn, Aim::Nobody, turn)
}

impl Title {
    /// Returns everything that follows from the title alone.
    #[rustfmt::skip]
    pub const fn spec(self) -> CardSpec {
        use {Aim as A, CardClass as C, Timing as T, TurnEffect as E};
        match self {
            Title::ExplodingKitten => spec("exploding-kitten", 'a', C::Hazard, NOT_ALONE),
            Title::Defuse => spec("defuse", 'b', C::Rescue, NOT_ALONE),
            Title::Attack => spec("attack", 'c', C::Action, own_turn(E::EndsAll)),
            Title::Skip => spec("skip", 'd', C::Action, own_turn(E::EndsOne)),
            Title::Favor => spec("favor", 'e', C::Action, (T::OwnTurn, A::Giver, E::GoesOn)),
            Title::Shuffle => spec("shuffle", 'f', C::Action, own_turn(E::GoesOn)),
            Title::SeeTheFuture => spec("see-the-future", 'g', C::Action, own_turn(E::GoesOn)),
            Title::Nope => spec("nope", 'h', C::Action, (T::InWindow, A::Nobody, E::GoesOn)),
            Title::Tacocat => spec("tacocat", 'i', C::Cat, NOT_ALONE),
            Title::Cattermelon => spec("cattermelon", 'j', C::Cat, NOT_ALONE),
            Title::HairyPotatoCat => spec("hairy-potato-cat", 'k', C::Cat, NOT_ALONE),
            Title::BeardCat => spec("beard-cat", 'l', C::Cat, NOT_ALONE),
            Title::RainbowRalphingCat => spec("rainbow-ralphing-cat", 'm', C::Cat, NOT_ALONE),
        }
    }
}

/// The conditions by which [`TitleSet`]s are selected from the table.
#[derive(Clone, Copy)]
enum Condition {
    Class(CardClass),
    /// Played on one's own turn and aimed at nobody.
    Unaimed,
    /// Played on one's own turn and aimed at a player.
    Aimed,
    /// Ends at least one turn.
    EndsTurn,
}

impl Condition {
    const fn holds(self, spec: CardSpec) -> bool {
        let own_turn = matches!(spec.timing, Timing::OwnTurn);
        match self {
            Condition::Class(class) => spec.class as u8 == class as u8,
            Condition::Unaimed => own_turn && matches!(spec.aim, Aim::Nobody),
            Condition::Aimed => own_turn && !matches!(spec.aim, Aim::Nobody),
            Condition::EndsTurn => !matches!(spec.turn, TurnEffect::GoesOn),
        }
    }
}

const fn select(condition: Condition) -> TitleSet {
    let mut set = TitleSet::EMPTY;
    let mut index = 0;
    while index < Title::ALL.len() {
        if condition.holds(Title::ALL[index].spec()) {
            set = set.with(Title::ALL[index]);
        }
        index += 1;
    }
    set
}

impl TitleSet {
    /// The cards whose draw is dangerous.
    pub const HAZARDS: TitleSet = select(Condition::Class(CardClass::Hazard));

    /// The cats, which have no effect of their own.
    pub const CATS: TitleSet = select(Condition::Class(CardClass::Cat));

    /// The titles that are played on one's own turn and aimed at nobody.
    pub const UNAIMED: TitleSet = select(Condition::Unaimed);

    /// The titles that are played on one's own turn and aimed at a player.
    pub const AIMED: TitleSet = select(Condition::Aimed);

    /// The titles that end at least one turn.
    pub const ENDING_TURN: TitleSet = select(Condition::EndsTurn);
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ids_and_codes_are_different_for_every_title() {
        let ids: HashSet<&str> = Title::ALL.map(Title::id).into_iter().collect();
        let codes: HashSet<char> = Title::ALL.map(Title::code).into_iter().collect();
        assert_eq!(
            (ids.len(), codes.len()),
            (Title::ALL.len(), Title::ALL.len())
        );
        assert!(codes.iter().all(char::is_ascii_alphanumeric));
    }

    /// The codes are in the ids of buttons that people still have on their screens.
    #[test]
    fn the_codes_are_what_they_always_were() {
        let codes: String = Title::ALL.map(Title::code).into_iter().collect();
        assert!(codes.starts_with("abcdefghijklm"), "{codes}");
    }

    #[test]
    fn only_cards_for_the_own_turn_are_aimed_or_end_it() {
        for title in Title::ALL {
            let spec = title.spec();
            let played = spec.timing == Timing::OwnTurn;
            assert!(played || spec.aim == Aim::Nobody, "{title}");
            assert!(played || spec.turn == TurnEffect::GoesOn, "{title}");
        }
    }
}
