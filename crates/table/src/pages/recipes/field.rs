//! The parts of a recipe that can be changed with a menu, in groups that fit on a phone screen. Some values make a
//! recipe unplayable; the recipe's page then says why.

use rules::{
    AttackRule, Combos, DeadHand, Decks, Edition, FavorRule, Hand, HazardCount, MAX_COPIES,
    MAX_FUTURE_DEPTH, Recipe, RecipeCode, Seat, ShuffleRule, SpareDefuseLimit, SpareDefuses, Title,
};

/// The maximum number of players at a table.
pub(crate) const MOST_PLAYERS: u8 = Seat::COUNT as u8;
/// Discord's limit on the options of a menu.
const MAX_OPTIONS: usize = 25;
/// A menu without room for every number offers the multiples of this number and the numbers near the current value.
const COARSE: usize = 10;
/// The number of spare Defuses kept if a limit is set on a recipe whose base has no limit.
const SPARES_KEPT: u8 = 1;
/// The word for no limit on spare Defuses.
const NO_LIMIT: &str = "all";
/// The prefix of the word for a number of hazards that depends on the number of players.
const FEWER: &str = "fewer";

rules::named! {
    /// A group of menus. The last group has only a menu for trying the recipe.
    #[expect(missing_docs, reason = "each is named after its cards or rules")]
    pub enum RecipeGroup {
        Deal = "deal",
        Defuses = "defuses",
        Exploding = "exploding",
        Imploding = "imploding",
        Stash = "stash",
        Cats = "cats",
        Combos = "combos",
        Attacks = "attacks",
        Skips = "skips",
        Looks = "looks",
        Orders = "orders",
        Shuffles = "shuffles",
        Nopes = "nopes",
        Favors = "favors",
        Everybody = "everybody",
        Try = "try",
    }
}

/// A part of a recipe with a menu of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecipeField {
    /// The number of copies of a title in a deck.
    Copies(Title),
    /// The number of copies of a hazard that go into the pile. A change also adjusts the copies in the deck.
    Hazard(Title),
    /// The minimum number of copies of a hazard in the pile, if their number depends on the number of players.
    AtLeast(Title),
    /// The number of cards that each player is dealt besides a Defuse.
    Dealt,
    /// The number of cards set aside as the stash.
    Stash,
    /// The maximum number of players for which spare Defuses are limited.
    SpareLimit,
    /// The number of spare Defuses kept under the limit, if there is one.
    SparesKept,
    /// The number of cards that See the Future shows.
    Depth,
    /// A rule, or another part with a name for each value.
    Rule(RecipeRule),
}

rules::named! {
    /// A part of a recipe that is not a number.
    pub enum RecipeRule {
        /// One deck or two.
        Decks = "decks",
        /// When the spare Defuses go into the pile.
        Spare = "spare",
        /// The combos that may be played.
        Combos = "combos",
        /// The effect of a second Attack.
        Attack = "attack",
        /// The players who give a card for a Favor.
        Favor = "favor",
        /// How a Shuffle takes effect.
        Shuffle = "shuffle",
        /// Where a dead player's cards go.
        DeadHand = "dead",
        /// The right of players to Nope their own cards.
        SelfNope = "self-nope",
    }
}

impl RecipeGroup {
    /// Returns the parts that have a menu in this group, at most four.
    pub fn fields(self) -> Vec<RecipeField> {
        let copies = self.titles().iter().copied().map(RecipeField::Copies);
        self.rules().into_iter().chain(copies).collect()
    }

    fn titles(self) -> &'static [Title] {
        use Title::*;
        match self {
            Self::Defuses => &[Defuse],
            Self::Exploding => &[ExplodingKitten],
            Self::Imploding => &[ImplodingKitten],
            Self::Stash => &[StreakingKitten, BarkingKitten, TowerOfPower],
            Self::Cats => &[Tacocat, Cattermelon, HairyPotatoCat, BeardCat],
            Self::Combos => &[RainbowRalphingCat, FeralCat],
            Self::Attacks => &[Attack, TargetedAttack, PersonalAttack],
            Self::Skips => &[Skip, SuperSkip, Reverse, DrawFromTheBottom],
            Self::Looks => &[SeeTheFuture, SeeTheFuture5x, ShareTheFuture],
            Self::Orders => &[
                AlterTheFuture,
                AlterTheFuture5x,
                AlterTheFutureNow,
                SwapTopAndBottom,
            ],
            Self::Shuffles => &[Shuffle, Bury, CatomicBomb],
            Self::Nopes => &[Nope, CurseOfTheCatButt],
            Self::Favors => &[Favor, IllTakeThat, Mark],
            Self::Everybody => &[GarbageCollection, Potluck],
            Self::Deal | Self::Try => &[],
        }
    }

    fn rules(self) -> Vec<RecipeField> {
        use RecipeField::{AtLeast, Dealt, Depth, Hazard, Rule, SpareLimit, SparesKept, Stash};
        let hazard = |title| vec![Hazard(title), AtLeast(title)];
        match self {
            Self::Deal => vec![Dealt, Rule(RecipeRule::Spare), Rule(RecipeRule::Decks)],
            Self::Defuses => vec![SpareLimit, SparesKept],
            Self::Stash => vec![Stash],
            Self::Exploding => hazard(Title::ExplodingKitten),
            Self::Imploding => hazard(Title::ImplodingKitten),
            Self::Combos => vec![Rule(RecipeRule::Combos)],
            Self::Attacks => vec![Rule(RecipeRule::Attack)],
            Self::Looks => vec![Depth],
            Self::Shuffles => vec![Rule(RecipeRule::Shuffle)],
            Self::Nopes => vec![Rule(RecipeRule::SelfNope)],
            Self::Favors => vec![Rule(RecipeRule::Favor)],
            Self::Everybody => vec![Rule(RecipeRule::DeadHand)],
            Self::Cats | Self::Skips | Self::Orders | Self::Try => Vec::new(),
        }
    }
}

impl RecipeField {
    /// Returns the group that contains this part's menu.
    pub fn group(self) -> RecipeGroup {
        let has = |group: &RecipeGroup| group.fields().contains(&self);
        let mut groups = RecipeGroup::ALL.into_iter();
        groups.find(has).unwrap_or(RecipeGroup::Deal)
    }

    /// Returns the words for the values that the menu offers; empty if the part has no meaning in the recipe.
    pub(crate) fn words(self, recipe: &Recipe) -> Vec<String> {
        let rulebook = &recipe.rulebook;
        match self {
            Self::Copies(title) => numbers(0..=MAX_COPIES, recipe.count(title)),
            Self::Hazard(_) => {
                let exactly = (0..=MOST_PLAYERS).map(|count| count.to_string());
                let fewer = (0..=MOST_PLAYERS).map(|fewer| format!("{FEWER}{fewer}"));
                fewer.chain(exactly).collect()
            }
            Self::AtLeast(title) => match recipe.hazard(title) {
                Some(HazardCount::FewerThanPlayers { at_least, .. }) => {
                    numbers(0..=MOST_PLAYERS.into(), at_least)
                }
                Some(HazardCount::Exactly(_)) | None => Vec::new(),
            },
            Self::Dealt => numbers(0..=Hand::MAX_CARDS, rulebook.cards_dealt),
            Self::Stash => numbers(0..=Hand::MAX_CARDS, rulebook.stash_cards),
            Self::SpareLimit => {
                let limits = (2..=MOST_PLAYERS).map(|players| players.to_string());
                [NO_LIMIT.to_owned()].into_iter().chain(limits).collect()
            }
            Self::SparesKept => rulebook
                .spare_defuse_limit
                .map_or(Vec::new(), |limit| numbers(0..=Hand::MAX_CARDS, limit.kept)),
            Self::Depth => numbers(1..=MAX_FUTURE_DEPTH, rulebook.future_depth),
            Self::Rule(rule) => rule.words().map(str::to_owned).collect(),
        }
    }

    /// Returns true if a number in this part's menu is a number of cards, so that the menu may show the bare number.
    pub(crate) fn counts(self) -> bool {
        self != Self::SpareLimit
    }

    /// Returns the code of the recipe with this part changed; `None` if the code is bad or [`Self::changed`] fails.
    pub(crate) fn set(self, code: RecipeCode, word: &str) -> Option<RecipeCode> {
        let recipe = Recipe::from_code(code.as_str()).ok()?;
        Some(self.changed(recipe, word)?.code())
    }

    /// Returns the recipe with this part changed; `None` for a bad word, or if the part has no meaning in the recipe.
    pub(crate) fn changed(self, mut recipe: Recipe, word: &str) -> Option<Recipe> {
        let rulebook = &mut recipe.rulebook;
        let small = |max: usize| word.parse::<u8>().ok().filter(|&n| usize::from(n) <= max);
        match self {
            Self::Copies(title) => recipe.set_count(title, word.parse().ok()?).ok()?,
            Self::Hazard(title) => set_hazard(&mut recipe, title, word)?,
            Self::AtLeast(title) => match recipe.hazard(title)? {
                HazardCount::FewerThanPlayers { fewer, .. } => {
                    let at_least = small(MOST_PLAYERS.into())?;
                    recipe.set_hazard(title, HazardCount::FewerThanPlayers { fewer, at_least });
                }
                HazardCount::Exactly(_) => return None,
            },
            Self::Dealt => rulebook.cards_dealt = small(Hand::MAX_CARDS)?,
            Self::Stash => rulebook.stash_cards = small(Hand::MAX_CARDS)?,
            Self::SpareLimit => set_spare_limit(&mut recipe, word)?,
            Self::SparesKept => {
                rulebook.spare_defuse_limit.as_mut()?.kept = small(Hand::MAX_CARDS)?;
            }
            Self::Depth => {
                rulebook.future_depth = small(MAX_FUTURE_DEPTH).filter(|&depth| depth > 0)?;
            }
            Self::Rule(rule) => rule.set(&mut recipe, word)?,
        }
        Some(recipe)
    }
}

impl RecipeRule {
    fn words(self) -> Box<dyn Iterator<Item = &'static str>> {
        match self {
            Self::Decks => Box::new(Decks::ALL.into_iter().map(Decks::id)),
            Self::Spare => Box::new(SpareDefuses::ALL.into_iter().map(SpareDefuses::id)),
            Self::Combos => Box::new(Combos::ALL.into_iter().map(Combos::id)),
            Self::Attack => Box::new(AttackRule::ALL.into_iter().map(AttackRule::id)),
            Self::Favor => Box::new(FavorRule::ALL.into_iter().map(FavorRule::id)),
            Self::Shuffle => Box::new(ShuffleRule::ALL.into_iter().map(ShuffleRule::id)),
            Self::DeadHand => Box::new(DeadHand::ALL.into_iter().map(DeadHand::id)),
            Self::SelfNope => Box::new(["off", "on"].into_iter()),
        }
    }

    fn set(self, recipe: &mut Recipe, word: &str) -> Option<()> {
        let rulebook = &mut recipe.rulebook;
        match self {
            Self::Decks => recipe.decks = Decks::from_id(word)?,
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
        Some(())
    }
}

/// Returns the numbers that a menu offers: all if they fit, or else some from which the rest can be reached in steps.
fn numbers(all: std::ops::RangeInclusive<usize>, current: u8) -> Vec<String> {
    let last = *all.end();
    let near = MAX_OPTIONS.saturating_sub(1 + last / COARSE);
    let from = usize::from(current)
        .saturating_sub(near / 2)
        .min((last + 1).saturating_sub(near));
    let is_near = |number: usize| (from..from + near).contains(&number);
    let is_offered =
        |&number: &usize| last < MAX_OPTIONS || number % COARSE == 0 || is_near(number);
    all.filter(is_offered)
        .map(|number| number.to_string())
        .collect()
}

fn base(recipe: &Recipe) -> Recipe {
    Recipe::of_edition(Edition::built_in(recipe.base))
}

/// Sets the number of copies of a hazard that go into the pile. If this is the base's number, the deck gets as many
/// copies as the base's deck; otherwise, it gets enough for the largest table.
fn set_hazard(recipe: &mut Recipe, title: Title, word: &str) -> Option<()> {
    let most = |text: &str| text.parse().ok().filter(|&count| count <= MOST_PLAYERS);
    let base = base(recipe);
    let least = |hazard| match hazard {
        Some(HazardCount::FewerThanPlayers { at_least, .. }) => Some(at_least),
        Some(HazardCount::Exactly(_)) | None => None,
    };
    let count = match word.strip_prefix(FEWER) {
        Some(fewer) => HazardCount::FewerThanPlayers {
            fewer: most(fewer)?,
            at_least: least(recipe.hazard(title))
                .or_else(|| least(base.hazard(title)))
                .unwrap_or(1),
        },
        None => HazardCount::Exactly(most(word)?),
    };
    let copies = if base.hazard(title) == Some(count) {
        base.count(title)
    } else {
        count.for_players(MOST_PLAYERS)
    };
    recipe.set_hazard(title, count);
    recipe.set_count(title, copies.into()).ok()
}

/// Sets or removes the limit on spare Defuses. `word` is [`NO_LIMIT`] or the largest number of players with a limit.
fn set_spare_limit(recipe: &mut Recipe, word: &str) -> Option<()> {
    let of_base = base(recipe).rulebook.spare_defuse_limit;
    let limit = &mut recipe.rulebook.spare_defuse_limit;
    let kept = limit.or(of_base).map_or(SPARES_KEPT, |limit| limit.kept);
    *limit = match word {
        NO_LIMIT => None,
        players => Some(SpareDefuseLimit {
            up_to_players: players
                .parse()
                .ok()
                .filter(|players| (2..=MOST_PLAYERS).contains(players))?,
            kept,
        }),
    };
    Some(())
}
