//! Texts about recipes, such as their differences from the base and the reasons why they cannot be played or read.

use rules::{
    AttackRule, Combos, DeadHand, Decks, Edition, FavorRule, HazardCount, Recipe, RecipeCodeError,
    RecipeError, ShuffleRule, SpareDefuses, Title,
};

use super::field::{MOST_PLAYERS, RecipeField, RecipeGroup, RecipeRule};
use crate::screen::lobby::count;
use crate::text::{CardName, CountedCard, Language, Message, Verbatim};

/// The maximum length of the list of differences, in characters. A longer list is cut off.
const MAX_CHANGES: usize = 1_500;

/// Returns a part with its value, such as "Skip: 4".
pub(crate) fn part(field: RecipeField, recipe: &Recipe, language: &Language) -> String {
    let rulebook = &recipe.rulebook;
    let limit = rulebook.spare_defuse_limit;
    let card = |title| CardName {
        title,
        edition: recipe.base,
    };
    language.translate(&match field {
        RecipeField::Copies(title) => {
            let (card, amount) = (card(title), recipe.count(title).into());
            match title.hazard() {
                Some(_) => Message::RecipeBox { card, amount },
                None => Message::RecipeCopies { card, amount },
            }
        }
        RecipeField::Hazard(title) => hazard(recipe.hazard(title), card(title)),
        RecipeField::AtLeast(title) => Message::RecipeAtLeast {
            card: card(title),
            amount: match recipe.hazard(title) {
                Some(HazardCount::FewerThanPlayers { at_least, .. }) => at_least.into(),
                Some(HazardCount::Exactly(_)) | None => 0,
            },
        },
        RecipeField::Dealt => Message::RecipeDealt {
            amount: rulebook.cards_dealt.into(),
        },
        RecipeField::Stash => Message::RecipeStash {
            amount: rulebook.stash_cards.into(),
        },
        RecipeField::Depth => Message::RecipeDepth {
            card: card(Title::SeeTheFuture),
            amount: rulebook.future_depth.into(),
        },
        RecipeField::SpareLimit => match limit {
            None => Message::RecipeSpareNoLimit,
            Some(limit) => Message::RecipeSpareLimit {
                players: limit.up_to_players.into(),
            },
        },
        RecipeField::SparesKept => Message::RecipeSparesKept {
            amount: limit.map_or(0, |limit| limit.kept.into()),
        },
        RecipeField::Rule(rule) => rule_value(rule, recipe),
    })
}

fn hazard(count: Option<HazardCount>, card: CardName) -> Message<'static> {
    match count {
        Some(HazardCount::FewerThanPlayers { fewer, .. }) => Message::RecipeHazardFewer {
            card,
            amount: fewer.into(),
        },
        Some(HazardCount::Exactly(amount)) => Message::RecipeHazard {
            card,
            amount: amount.into(),
        },
        None => Message::RecipeHazard { card, amount: 0 },
    }
}

fn rule_value(rule: RecipeRule, recipe: &Recipe) -> Message<'static> {
    let rulebook = &recipe.rulebook;
    match rule {
        RecipeRule::Decks => match recipe.decks {
            Decks::One => Message::OptionsDecksOne,
            Decks::Two => Message::OptionsDecksTwo,
        },
        RecipeRule::Spare => match rulebook.spare_defuses {
            SpareDefuses::BeforeDeal => Message::RecipeSpareBefore,
            SpareDefuses::AfterDeal => Message::RecipeSpareAfter,
        },
        RecipeRule::Combos => match rulebook.combos {
            Combos::CatPairs => Message::OptionsCombosCatPairs,
            Combos::Special => Message::OptionsCombosSpecial,
            Combos::SpecialAndFive => Message::OptionsCombosSpecialAndFive,
        },
        RecipeRule::Attack => match rulebook.attack {
            AttackRule::AddsUp => Message::OptionsAttackAddsUp,
            AttackRule::Resets => Message::OptionsAttackResets,
        },
        RecipeRule::Favor => match rulebook.favor {
            FavorRule::One => Message::OptionsFavorOne,
            FavorRule::Everyone => Message::OptionsFavorEveryone,
        },
        RecipeRule::Shuffle => match rulebook.shuffle {
            ShuffleRule::AtOnce => Message::RecipeShuffleAtOnce,
            ShuffleRule::UntilStopped => Message::RecipeShuffleStopped,
        },
        RecipeRule::DeadHand => match rulebook.dead_hand {
            DeadHand::Discarded => Message::RecipeDeadDiscarded,
            DeadHand::SetAside => Message::RecipeDeadSetAside,
        },
        RecipeRule::SelfNope => {
            if recipe.self_nope {
                Message::OptionsSelfNopeOn
            } else {
                Message::OptionsSelfNopeOff
            }
        }
    }
}

/// Returns the parts that differ from the base, in the order of the menus.
fn differences(recipe: &Recipe, language: &Language) -> Vec<String> {
    let base = Recipe::of_edition(Edition::built_in(recipe.base));
    let fields = RecipeGroup::ALL.into_iter().flat_map(RecipeGroup::fields);
    fields
        // A part without a menu has no meaning in the recipe.
        .filter(|field| !field.words(recipe).is_empty() && !follows_from_pile(*field, recipe))
        .map(|field| (part(field, recipe, language), part(field, &base, language)))
        .filter(|(own, book)| own != book)
        .map(|(own, _)| own)
        .collect()
}

/// Returns true for the copies of a hazard if the deck has exactly as many as the pile may need.
fn follows_from_pile(field: RecipeField, recipe: &Recipe) -> bool {
    let RecipeField::Copies(title) = field else {
        return false;
    };
    let copies = |count: HazardCount| count.for_players(MOST_PLAYERS);
    recipe.hazard(title).map(copies) == Some(recipe.count(title))
}

pub(crate) fn unplayable(error: RecipeError, recipe: &Recipe, language: &Language) -> String {
    let card = |title| CardName {
        title,
        edition: recipe.base,
    };
    let counted = |title, copies| CountedCard {
        card: card(title),
        count: count(copies),
    };
    language.translate(&match error {
        RecipeError::Copies { title, found, max } => Message::RecipeErrorCopies {
            card: card(title),
            found: count(found),
            most: count(max),
        },
        RecipeError::Cards { found, max } => Message::RecipeErrorCards {
            found: count(found),
            most: count(max),
        },
        RecipeError::Titles { found, max } => Message::RecipeErrorTitles {
            found: count(found),
            most: count(max),
        },
        RecipeError::Players { min, max, .. } => Message::RecipeErrorPlayers {
            least: count(min),
            most: count(max),
        },
        RecipeError::FutureDepth { max, .. } => Message::RecipeErrorDepth {
            card: card(Title::SeeTheFuture),
            most: count(max),
        },
        RecipeError::SetAside { title } => Message::RecipeErrorSetAside { card: card(title) },
        RecipeError::Single { title, .. } => Message::RecipeErrorSingle { card: card(title) },
        RecipeError::HazardCopies {
            title,
            players,
            min,
            ..
        } => Message::RecipeErrorHazardCopies {
            card: counted(title, min),
            players: count(players),
            least: count(min),
        },
        RecipeError::TooFewHazards { players, min, .. } => Message::RecipeErrorFewHazards {
            card: card(Title::ExplodingKitten),
            players: count(players),
            least: count(min),
        },
        RecipeError::TooManyHazards { players, max, .. } => Message::RecipeErrorManyHazards {
            card: card(Title::Defuse),
            players: count(players),
            most: count(max),
        },
        RecipeError::Defuses { players, min, .. } => Message::RecipeErrorDefuses {
            card: counted(Title::Defuse, min),
            players: count(players),
            least: count(min),
        },
        RecipeError::Stash { max, .. } => Message::RecipeErrorStash { most: count(max) },
        RecipeError::CardsDealt { players, max, .. } => Message::RecipeErrorDealt {
            players: count(players),
            most: count(max),
        },
    })
}

pub(crate) fn bad_code(error: RecipeCodeError) -> Message<'static> {
    match error {
        RecipeCodeError::TooLong | RecipeCodeError::Letters => Message::ErrorRecipeCode,
        RecipeCodeError::LaterVersion => Message::ErrorRecipeLater,
        RecipeCodeError::Damaged => Message::ErrorRecipeDamaged,
    }
}

/// Returns the numbers of players as text, such as "2–5"; `None` if the recipe cannot be played.
pub(crate) fn players(recipe: &Recipe) -> Option<Verbatim> {
    let range = recipe.players().ok()?;
    Some(Verbatim(if range.min == range.max {
        range.min.to_string()
    } else {
        format!("{}–{}", range.min, range.max)
    }))
}

/// Returns the differences from the base, as many as fit.
pub(crate) fn changes(recipe: &Recipe, language: &Language) -> String {
    let edition = recipe.base;
    let mut changes = Vec::new();
    let mut length = 0;
    for change in differences(recipe, language) {
        length += change.chars().count() + 3;
        if length > MAX_CHANGES {
            changes.push("…".to_owned());
            break;
        }
        changes.push(change);
    }
    language.translate(&if changes.is_empty() {
        Message::RecipeUnchanged { edition }
    } else {
        Message::RecipeChanges {
            edition,
            changes: Verbatim(changes.join(" · ")),
        }
    })
}
