//! The specification of each title: the properties of a card that follow from its title alone, as one row of a table.
//! The rules, the screens of the `table` crate and the computer players read the rows. `action_effects.rs` calls a
//! function for the effect in a row. This module does not depend on an edition or a running game.

use crate::{
    answer_kind::AnswerKind,
    title::{Title, TitleSet},
};

/// The properties of a card that follow from its title alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardSpec {
    /// The id of the title in files, stored games and command options. It never changes.
    pub id: &'static str,
    /// The letter or digit that stands for the title in button ids (up to five in one id). It never changes.
    pub code: char,
    /// The class, such as a cat or a hazard.
    pub class: CardClass,
    /// When the card may be played alone.
    pub timing: Timing,
    /// The players whom the card may target.
    pub aim: Aim,
    /// The card's effect on the turn, unless the card is noped.
    pub turn: TurnEffect,
    /// The choice that the card opens when it takes effect. For a hazard, the choice of a place in the draw pile.
    pub choice: Option<CardChoice>,
    /// The cards on the draw pile that the card shows to the player who plays it.
    pub shows: Shows,
    /// The card's effect when it is played alone and not noped.
    pub effect: Effect,
}

impl CardSpec {
    /// Returns true if playing the card alone opens a Nope window.
    pub const fn opens_window(&self) -> bool {
        match self.timing {
            Timing::OwnTurn | Timing::AnyTurn => true,
            Timing::OwnTurnAtOnce | Timing::Never | Timing::InWindow => false,
        }
    }
}

/// A choice opened by a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CardChoice {
    /// The kind of answer expected.
    pub kind: AnswerKind,
    /// The player who is asked.
    pub chooser: Chooser,
}

/// The players whom a card asks to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chooser {
    /// The player who played the card or, for a hazard, must put it back.
    Player,
    /// The targets of the card, such as the player who must give a card for a Favor.
    Target,
    /// The next living player, in editions whose [`ShuffleRule`](crate::ShuffleRule) asks for a choice.
    NextPlayer,
    /// Every living player who has a card, simultaneously.
    Everybody,
}

/// The cards on the draw pile that a card shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shows {
    /// No cards.
    Nothing,
    /// As many of the top cards as the edition prescribes ([`Ruleset::future_depth`](crate::Ruleset::future_depth)).
    TopByEdition,
    /// This many of the top cards.
    Top(
        /// At most [`MAX_LOOK`](crate::MAX_LOOK).
        u8,
    ),
}

/// The effect of a card played alone. `Resolver::resolve_single` carries it out. Several cards may share an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// The card cannot be played alone, or only into a Nope window.
    NotPlayed,
    /// Another player gets the turn: see [`AttackRule`](crate::AttackRule).
    Attack,
    /// Ends one turn without a draw.
    EndTurn,
    /// Ends one turn without a draw. Also reverses the direction of play if more than two players are alive.
    Reverse,
    /// One other player, or every other player, gives a card: see [`FavorRule`](crate::FavorRule).
    Favor,
    /// Shuffles the pile: see [`ShuffleRule`](crate::ShuffleRule).
    Shuffle,
    /// Shows the cards of [`CardSpec::shows`].
    Look,
    /// Shows the cards of [`CardSpec::shows`], which the player puts back in any order.
    Rearrange,
    /// Like `Rearrange`, but the next player also sees the result.
    Share,
    /// Draws the bottom card.
    DrawBottom,
    /// Ends all turns that the player owes.
    EndAllTurns,
    /// Swaps the top and the bottom card of the pile.
    Swap,
    /// Moves all Exploding Kittens in the pile to the top, shuffles the rest, and ends one turn.
    RaiseKittens,
    /// Makes every player put a card into the pile, which is then shuffled.
    Collect,
    /// Makes a random card in another player's hand visible to everybody.
    Mark,
    /// Makes another player blind to their own hand.
    Curse,
    /// Makes the player owe two more turns.
    AddTurns,
    /// Draws the top card, which the player puts back anywhere. Ends one turn.
    Bury,
    /// Stays in front of another player and takes the next card they draw.
    Claim,
    /// Makes every player put a card on top of the pile.
    Stack,
    /// Protects the player's hand: cards taken from the player come from the stash until it is empty.
    WearTower,
    /// Makes a player defuse or explode if anyone has another card of this title; otherwise stays in front of
    /// its owner.
    Bark,
}

/// The kind of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CardClass {
    /// Dangerous to draw. An exploding card can stay in a hand only with a [`CardClass::Shelter`].
    Hazard(Hazard),
    /// Shelters one exploding card in the same hand. Never played.
    Shelter,
    /// Saves the player from an exploding card automatically.
    Rescue,
    /// Has no effect of its own; played in combos.
    Cat,
    /// A cat that can replace any other cat in a combo.
    WildCat,
    /// Has an effect of its own.
    Action,
}

/// The danger of drawing a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hazard {
    /// Kills the player, unless it is sheltered or the player spends a Defuse and puts it back into the pile.
    Explodes,
    /// If drawn face down, returns to the pile face up; if drawn face up, kills regardless of the hand.
    Implodes,
}

/// When a card may be played as a single card, and whether it can be noped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Timing {
    /// Never as a single card.
    Never,
    /// On the player's own turn while no window or choice is open. Opens a Nope window.
    OwnTurn,
    /// On the player's own turn while no window or choice is open. Takes effect at once and cannot be noped.
    OwnTurnAtOnce,
    /// On any player's turn while no window or choice is open. Opens a Nope window.
    AnyTurn,
    /// Into an open Nope window, on any player's turn.
    InWindow,
}

/// The possible targets of a single card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// No player.
    Nobody,
    /// Another living player from whom a card can be taken; every such player where
    /// [`FavorRule::Everyone`](crate::FavorRule::Everyone) applies.
    Giver,
    /// Another living player.
    AnyPlayer,
    /// Another living player who has an unmarked card.
    Markable,
    /// Another living player who is not blind.
    Seeing,
    /// Another living player whose next draw is not claimed by a card.
    Unclaimed,
    /// Another living player, if the player on turn has two cards of this title, in hand or in front of them; otherwise
    /// no player.
    IfPaired,
}

/// The effect of a card on the turn, unless it is noped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnEffect {
    /// The turn continues.
    GoesOn,
    /// One turn ends.
    EndsOne,
    /// All turns the player owes end, and the next player gets one.
    EndsAll,
    /// All turns the player owes end, and another player must take two or more.
    Attacks,
}

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
        choice: None,
        shows: Shows::Nothing,
        effect: Effect::NotPlayed,
    }
}

impl CardSpec {
    const fn does(self, effect: Effect) -> CardSpec {
        CardSpec { effect, ..self }
    }

    const fn asks(self, chooser: Chooser, kind: AnswerKind) -> CardSpec {
        CardSpec {
            choice: Some(CardChoice { kind, chooser }),
            ..self
        }
    }

    const fn shows(self, shows: Shows) -> CardSpec {
        CardSpec { shows, ..self }
    }
}

/// The timing, aim and turn effect of a card that cannot be played alone.
const NOT_ALONE: (Timing, Aim, TurnEffect) = (Timing::Never, Aim::Nobody, TurnEffect::GoesOn);

/// Returns the timing, aim and turn effect of a card that is played on the player's own turn and has no target.
const fn own_turn(turn: TurnEffect) -> (Timing, Aim, TurnEffect) {
    (Timing::OwnTurn, Aim::Nobody, turn)
}

impl Title {
    /// Returns the specification of the title.
    #[rustfmt::skip]
    pub const fn spec(self) -> CardSpec {
        use {Aim as A, AnswerKind as K, CardClass as C, Chooser as W, Effect as F, Hazard as H, Timing as T, TurnEffect as E};
        match self {
            Title::ExplodingKitten => spec("exploding-kitten", 'a', C::Hazard(H::Explodes), NOT_ALONE).asks(W::Player, K::Place),
            Title::Defuse => spec("defuse", 'b', C::Rescue, NOT_ALONE),
            Title::Attack => spec("attack", 'c', C::Action, own_turn(E::Attacks)).does(F::Attack),
            Title::Skip => spec("skip", 'd', C::Action, own_turn(E::EndsOne)).does(F::EndTurn),
            Title::Favor => spec("favor", 'e', C::Action, (T::OwnTurn, A::Giver, E::GoesOn)).does(F::Favor).asks(W::Target, K::Give),
            Title::Shuffle => spec("shuffle", 'f', C::Action, own_turn(E::GoesOn)).does(F::Shuffle).asks(W::NextPlayer, K::Stop),
            Title::SeeTheFuture => spec("see-the-future", 'g', C::Action, own_turn(E::GoesOn)).does(F::Look).shows(Shows::TopByEdition),
            Title::Nope => spec("nope", 'h', C::Action, (T::InWindow, A::Nobody, E::GoesOn)),
            Title::Tacocat => spec("tacocat", 'i', C::Cat, NOT_ALONE),
            Title::Cattermelon => spec("cattermelon", 'j', C::Cat, NOT_ALONE),
            Title::HairyPotatoCat => spec("hairy-potato-cat", 'k', C::Cat, NOT_ALONE),
            Title::BeardCat => spec("beard-cat", 'l', C::Cat, NOT_ALONE),
            Title::RainbowRalphingCat => spec("rainbow-ralphing-cat", 'm', C::Cat, NOT_ALONE),
            Title::ImplodingKitten => spec("imploding-kitten", 'n', C::Hazard(H::Implodes), NOT_ALONE).asks(W::Player, K::Place),
            Title::AlterTheFuture => spec("alter-the-future", 'o', C::Action, own_turn(E::GoesOn)).does(F::Rearrange).shows(Shows::Top(3)).asks(W::Player, K::Order),
            Title::DrawFromTheBottom => spec("draw-from-the-bottom", 'p', C::Action, own_turn(E::EndsOne)).does(F::DrawBottom),
            Title::FeralCat => spec("feral-cat", 'q', C::WildCat, NOT_ALONE),
            Title::Reverse => spec("reverse", 'r', C::Action, own_turn(E::EndsOne)).does(F::Reverse),
            Title::TargetedAttack => spec("targeted-attack", 's', C::Action, (T::OwnTurn, A::AnyPlayer, E::Attacks)).does(F::Attack),
            Title::StreakingKitten => spec("streaking-kitten", 't', C::Shelter, NOT_ALONE),
            Title::SuperSkip => spec("super-skip", 'u', C::Action, own_turn(E::EndsAll)).does(F::EndAllTurns),
            Title::SeeTheFuture5x => spec("see-the-future-5x", 'v', C::Action, own_turn(E::GoesOn)).does(F::Look).shows(Shows::Top(5)),
            Title::AlterTheFuture5x => spec("alter-the-future-5x", 'w', C::Action, own_turn(E::GoesOn)).does(F::Rearrange).shows(Shows::Top(5)).asks(W::Player, K::Order),
            Title::SwapTopAndBottom => spec("swap-top-and-bottom", 'x', C::Action, own_turn(E::GoesOn)).does(F::Swap),
            Title::CatomicBomb => spec("catomic-bomb", 'y', C::Action, own_turn(E::EndsOne)).does(F::RaiseKittens),
            Title::GarbageCollection => spec("garbage-collection", 'z', C::Action, own_turn(E::GoesOn)).does(F::Collect).asks(W::Everybody, K::Put),
            Title::Mark => spec("mark", 'A', C::Action, (T::OwnTurn, A::Markable, E::GoesOn)).does(F::Mark),
            Title::CurseOfTheCatButt => spec("curse-of-the-cat-butt", 'B', C::Action, (T::OwnTurn, A::Seeing, E::GoesOn)).does(F::Curse),
            Title::AlterTheFutureNow => spec("alter-the-future-now", 'C', C::Action, (T::AnyTurn, A::Nobody, E::GoesOn)).does(F::Rearrange).shows(Shows::Top(3)).asks(W::Player, K::Order),
            Title::BarkingKitten => spec("barking-kitten", 'D', C::Action, (T::OwnTurnAtOnce, A::IfPaired, E::GoesOn)).does(F::Bark),
            Title::Bury => spec("bury", 'E', C::Action, own_turn(E::EndsOne)).does(F::Bury).asks(W::Player, K::Place),
            Title::IllTakeThat => spec("ill-take-that", 'F', C::Action, (T::OwnTurn, A::Unclaimed, E::GoesOn)).does(F::Claim),
            Title::PersonalAttack => spec("personal-attack", 'G', C::Action, own_turn(E::GoesOn)).does(F::AddTurns),
            Title::Potluck => spec("potluck", 'H', C::Action, own_turn(E::GoesOn)).does(F::Stack).asks(W::Everybody, K::Put),
            Title::ShareTheFuture => spec("share-the-future", 'I', C::Action, own_turn(E::GoesOn)).does(F::Share).shows(Shows::Top(3)).asks(W::Player, K::Order),
            Title::TowerOfPower => spec("tower-of-power", 'J', C::Action, own_turn(E::GoesOn)).does(F::WearTower),
        }
    }

    /// Returns true for a cat, ordinary or wild.
    pub const fn is_cat(self) -> bool {
        matches!(self.spec().class, CardClass::Cat | CardClass::WildCat)
    }

    /// Returns the danger of drawing the card; `None` if it is safe to draw.
    #[inline]
    pub const fn hazard(self) -> Option<Hazard> {
        // This runs for every card drawn, and testing one bit is enough for a safe card.
        if !TitleSet::HAZARDS.contains(self) {
            return None;
        }
        match self.spec().class {
            CardClass::Hazard(hazard) => Some(hazard),
            CardClass::Shelter
            | CardClass::Rescue
            | CardClass::Cat
            | CardClass::WildCat
            | CardClass::Action => None,
        }
    }
}

/// Selects the titles whose specification matches a pattern. A macro, because a `const fn` cannot
/// take a closure.
macro_rules! select {
    ($condition:pat) => {{
        let mut set = TitleSet::EMPTY;
        let mut index = 0;
        while index < Title::ALL.len() {
            if matches!(Title::ALL[index].spec(), $condition) {
                set = set.with(Title::ALL[index]);
            }
            index += 1;
        }
        set
    }};
}

/// Matches cards with this aim that can be played alone on the player's own turn.
macro_rules! own_turn {
    ($aim:pat) => {
        CardSpec {
            timing: Timing::OwnTurn | Timing::OwnTurnAtOnce | Timing::AnyTurn,
            aim: $aim,
            ..
        }
    };
}

#[rustfmt::skip]
impl TitleSet {
    /// The cards that are dangerous to draw.
    pub const HAZARDS: TitleSet = select!(CardSpec { class: CardClass::Hazard(_), .. });

    /// The cards that are never played, not even in combos, and never taken from the discard pile.
    pub const UNPLAYABLE: TitleSet = select!(CardSpec { class: CardClass::Hazard(_) | CardClass::Shelter, .. });

    /// The ordinary cats, which cannot replace other cats.
    pub const CATS: TitleSet = select!(CardSpec { class: CardClass::Cat, .. });

    /// The cats that can replace any other cat.
    pub const WILD_CATS: TitleSet = select!(CardSpec { class: CardClass::WildCat, .. });

    /// The titles that may be played alone on the player's own turn without a target.
    pub const UNAIMED: TitleSet = select!(own_turn!(Aim::Nobody));

    /// The titles that may be aimed at another player on the player's own turn.
    pub const AIMED: TitleSet = select!(own_turn!(Aim::Giver | Aim::AnyPlayer | Aim::Markable | Aim::Seeing | Aim::Unclaimed | Aim::IfPaired));

    /// The titles in [`TitleSet::AIMED`] whose target must have a card.
    pub const AIMED_AT_GIVER: TitleSet = select!(own_turn!(Aim::Giver));

    /// The titles whose play or target depends on marks, blind players or the cards in front of players.
    pub const CONDITIONAL: TitleSet = select!(own_turn!(Aim::Markable | Aim::Seeing | Aim::Unclaimed | Aim::IfPaired) | CardSpec { effect: Effect::Bury, .. });

    /// The titles that may be played alone on any player's turn while no window or choice is open.
    pub const ANY_TURN: TitleSet = select!(CardSpec { timing: Timing::AnyTurn, .. });

    /// The titles that take effect at once, without a Nope window.
    pub const AT_ONCE: TitleSet = select!(CardSpec { timing: Timing::OwnTurnAtOnce, .. });

    /// The titles that end at least one turn.
    pub const ENDING_TURN: TitleSet = select!(CardSpec { turn: TurnEffect::EndsOne | TurnEffect::EndsAll | TurnEffect::Attacks, .. });
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::answer_kind::Audience;

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

    /// Buttons in messages that are already posted contain the codes.
    #[test]
    fn the_codes_are_what_they_always_were() {
        let codes: String = Title::ALL.map(Title::code).into_iter().collect();
        assert!(
            codes.starts_with("abcdefghijklmnopqrstuvwxyzABCDEFGHIJ"),
            "{codes}"
        );
    }

    #[test]
    fn only_cards_for_the_own_turn_are_aimed_or_end_it() {
        for title in Title::ALL {
            let spec = title.spec();
            let played = !matches!(spec.timing, Timing::Never | Timing::InWindow);
            assert!(played || spec.aim == Aim::Nobody, "{title}");
            assert!(played || spec.turn == TurnEffect::GoesOn, "{title}");
            let at_once = TitleSet::AT_ONCE.contains(title);
            assert_eq!(spec.opens_window(), played && !at_once, "{title}");
            assert_eq!(spec.effect != Effect::NotPlayed, played, "{title}");
        }
    }

    #[test]
    fn only_players_who_are_concerned_see_an_answer() {
        let seen_by_all = Title::ALL.into_iter().filter(|title| {
            let choice = title.spec().choice;
            choice.is_some_and(|choice| choice.kind.audience() == Audience::Everybody)
        });
        assert_eq!(seen_by_all.collect::<Vec<_>>(), [Title::Shuffle]);
    }
}
