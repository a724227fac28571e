//! The parts of a recipe that a menu changes, in groups that fit on a phone. A menu offers every value that can be
//! stored; whether the recipe can be played with it is said on the page.

use rules::{
    AttackRule, Combos, DeadHand, FavorRule, HazardCount, MAX_COPIES, MAX_FUTURE_DEPTH, Recipe,
    RecipeCode, ShuffleRule, SpareDefuses, Title,
};

/// The maximum number of cards dealt, and in the stash, that a menu offers. The texts of a message are limited.
const MAX_DEALT: usize = 12;
/// Above this number of copies, a menu offers only every other one.
const MANY_COPIES: usize = 10;
/// The maximum number of Exploding Kittens that a menu offers as a fixed number.
const MAX_KITTENS: u8 = 9;
/// The largest table, for which the deck must have enough hazards.
const MOST_PLAYERS: u8 = rules::Seat::COUNT as u8;

rules::named! {
    /// A group of menus. The last one tries the recipe instead.
    #[expect(missing_docs, reason = "each is named after its cards or rules")]
    pub enum RecipeGroup {
        Setup = "setup",
        Kittens = "kittens",
        Cats = "cats",
        Turns = "turns",
        Futures = "futures",
        Pile = "pile",
        Hands = "hands",
        Everybody = "everybody",
        Rules = "rules",
        Try = "try",
    }
}

/// A part of a recipe with a menu of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecipeField {
    /// The copies of a title in the deck.
    Copies(Title),
    /// The copies of a hazard that go into the pile, of which the deck gets enough.
    Hazard(Title),
    /// The cards that each player is dealt besides a Defuse.
    Dealt,
    /// The cards set aside as the stash.
    Stash,
    /// When the spare Defuses go into the pile.
    Spare,
    /// How many cards See the Future shows.
    Depth,
    /// The combos that may be played.
    Combos,
    /// The effect of a second Attack.
    Attack,
    /// The players who give a card for a Favor.
    Favor,
    /// How a Shuffle takes effect.
    Shuffle,
    /// Where a dead player's cards go.
    DeadHand,
    /// True if players may Nope their own cards.
    SelfNope,
}

impl RecipeGroup {
    /// Returns the menus of this group: at most six.
    pub fn fields(self) -> Vec<RecipeField> {
        use RecipeField as Field;
        use Title::*;
        let copies = |titles: &[Title]| titles.iter().copied().map(Field::Copies).collect();
        match self {
            Self::Setup => vec![
                Field::Dealt,
                Field::Copies(Defuse),
                Field::Spare,
                Field::Stash,
                Field::Combos,
            ],
            Self::Kittens => vec![
                Field::Hazard(ExplodingKitten),
                Field::Hazard(ImplodingKitten),
                Field::Copies(StreakingKitten),
                Field::Copies(BarkingKitten),
                Field::SelfNope,
            ],
            Self::Cats => copies(&[
                Tacocat,
                Cattermelon,
                HairyPotatoCat,
                BeardCat,
                RainbowRalphingCat,
                FeralCat,
            ]),
            Self::Turns => copies(&[Attack, TargetedAttack, PersonalAttack, Skip, SuperSkip]),
            Self::Futures => copies(&[
                SeeTheFuture,
                SeeTheFuture5x,
                AlterTheFuture,
                AlterTheFuture5x,
                ShareTheFuture,
            ]),
            Self::Pile => copies(&[
                Shuffle,
                DrawFromTheBottom,
                SwapTopAndBottom,
                Bury,
                CatomicBomb,
            ]),
            Self::Hands => copies(&[Favor, Nope, Mark, CurseOfTheCatButt, IllTakeThat]),
            Self::Everybody => copies(&[
                GarbageCollection,
                Potluck,
                AlterTheFutureNow,
                TowerOfPower,
                Reverse,
            ]),
            Self::Rules => vec![
                Field::Attack,
                Field::Favor,
                Field::Shuffle,
                Field::Depth,
                Field::DeadHand,
            ],
            Self::Try => Vec::new(),
        }
    }
}

impl RecipeField {
    /// Returns the group that has this menu.
    pub fn group(self) -> RecipeGroup {
        let has = |group: &RecipeGroup| group.fields().contains(&self);
        let mut groups = RecipeGroup::ALL.into_iter();
        groups.find(has).unwrap_or(RecipeGroup::Setup)
    }

    /// Returns the words for all values that the menu offers.
    pub(crate) fn words(self) -> Vec<String> {
        let numbers = |all: std::ops::RangeInclusive<usize>| all.map(|n| n.to_string()).collect();
        let ids = |all: &[&str]| all.iter().map(|&id| id.to_owned()).collect();
        match self {
            Self::Copies(_) => {
                let offered =
                    (0..=MAX_COPIES).filter(|copies| *copies <= MANY_COPIES || copies % 2 == 0);
                offered.map(|copies| copies.to_string()).collect()
            }
            Self::Hazard(Title::ExplodingKitten) => {
                let fewer = (0..=2).map(|fewer| format!("fewer{fewer}"));
                fewer
                    .chain((1..=MAX_KITTENS).map(|n| n.to_string()))
                    .collect()
            }
            Self::Hazard(_) => numbers(0..=1),
            Self::Dealt | Self::Stash => numbers(0..=MAX_DEALT),
            Self::Depth => numbers(1..=MAX_FUTURE_DEPTH),
            Self::Spare => ids(&SpareDefuses::ALL.map(SpareDefuses::id)),
            Self::Combos => ids(&Combos::ALL.map(Combos::id)),
            Self::Attack => ids(&AttackRule::ALL.map(AttackRule::id)),
            Self::Favor => ids(&FavorRule::ALL.map(FavorRule::id)),
            Self::Shuffle => ids(&ShuffleRule::ALL.map(ShuffleRule::id)),
            Self::DeadHand => ids(&DeadHand::ALL.map(DeadHand::id)),
            Self::SelfNope => ids(&["off", "on"]),
        }
    }

    /// Returns the code of the recipe with this part changed; `None` for a bad code or word.
    pub(crate) fn set(self, code: RecipeCode, word: &str) -> Option<RecipeCode> {
        let recipe = Recipe::from_code(code.as_str()).ok()?;
        Some(self.changed(recipe, word)?.code())
    }

    /// Returns the recipe with this part changed; `None` for a word that the menu does not offer.
    pub(crate) fn changed(self, mut recipe: Recipe, word: &str) -> Option<Recipe> {
        let rulebook = &mut recipe.rulebook;
        let small = |max: usize| word.parse::<u8>().ok().filter(|&n| usize::from(n) <= max);
        match self {
            Self::Copies(title) => recipe.set_count(title, word.parse().ok()?).ok()?,
            Self::Hazard(title) => set_hazard(&mut recipe, title, hazard_count(word)?),
            Self::Dealt => rulebook.cards_dealt = small(MAX_DEALT)?,
            Self::Stash => rulebook.stash_cards = small(MAX_DEALT)?,
            Self::Depth => rulebook.future_depth = small(MAX_FUTURE_DEPTH)?,
            Self::Spare => rulebook.spare_defuses = SpareDefuses::from_id(word)?,
            Self::Combos => rulebook.combos = Combos::from_id(word)?,
            Self::Attack => rulebook.attack = AttackRule::from_id(word)?,
            Self::Favor => rulebook.favor = FavorRule::from_id(word)?,
            Self::Shuffle => rulebook.shuffle = ShuffleRule::from_id(word)?,
            Self::DeadHand => rulebook.dead_hand = DeadHand::from_id(word)?,
            Self::SelfNope => {
                recipe.self_nope = match word {
                    "on" => true,
                    "off" => false,
                    _ => return None,
                };
            }
        }
        Some(recipe)
    }
}

fn hazard_count(word: &str) -> Option<HazardCount> {
    let fewer = word.strip_prefix("fewer").map(str::parse);
    Some(match fewer {
        Some(fewer) => HazardCount::FewerThanPlayers {
            fewer: fewer.ok().filter(|&fewer| fewer <= 2)?,
            at_least: 1,
        },
        None => HazardCount::Exactly(word.parse().ok().filter(|&count| count <= MAX_KITTENS)?),
    })
}

/// Sets how many copies of a hazard go into the pile, and gives the deck enough of them for every table: as many as in
/// the base if the number is the base's.
fn set_hazard(recipe: &mut Recipe, title: Title, count: HazardCount) {
    let base = Recipe::of_edition(rules::Edition::built_in(recipe.base));
    let copies = if base.hazard(title) == Some(count) {
        base.count(title)
    } else {
        count.for_players(MOST_PLAYERS)
    };
    recipe.set_hazard(title, count);
    // No hazard has more copies than a title may have.
    _ = recipe.set_count(title, copies.into());
}
