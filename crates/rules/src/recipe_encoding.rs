//! Writes a recipe as a code and reads it back. The code of a recipe is canonical, and a change to a single symbol is
//! always detected. `recipe_code.rs` defines the text form, and `ruleset.rs` decides if the recipe can be played.
//!
//! A code consists of the version, the number of the base edition, the differences from the base, and a checksum of six
//! letters. Every value starts with its most significant bit. The numbers of a recipe (see `each_number`) form groups
//! of seven. Each group starts with a bit that is set if any of its numbers differs from the base. If so, each number
//! starts with its own bit; if this bit is set, the number's rank among the other possible values follows.
//!
//! The checksum also covers all numbers of the base edition as shipped. If one of them changes, old codes are refused
//! rather than read as another recipe. An operator's version of the edition has no influence.

use arrayvec::ArrayVec;

use crate::{
    edition::{Edition, EditionId},
    hand::Hand,
    house_rules::{AttackRule, Combos, Decks, FavorRule},
    recipe::Recipe,
    recipe_code::{RecipeCode, RecipeCodeError, Symbols, symbols, written},
    rulebook::{
        DeadHand, HazardCount, MAX_COPIES, MAX_FUTURE_DEPTH, ShuffleRule, SpareDefuseLimit,
        SpareDefuses,
    },
    seat::Seat,
    title::Title,
};

const VERSION: u8 = 1;
const CHECKSUM_LETTERS: usize = 6;
const GROUP: usize = 7;

/// The base editions. An edition's index is its permanent number in codes.
const BASES: [EditionId; 7] = [
    EditionId::CLASSIC,
    EditionId::ORIGINAL,
    EditionId::TRAVEL,
    EditionId::TWO_PLAYER,
    EditionId::IMPLODING,
    EditionId::STREAKING,
    EditionId::BARKING,
];

impl Recipe {
    /// Returns the recipe's code. Recipes whose numbers are all in range have the same code only if they are equal.
    pub fn code(&self) -> RecipeCode {
        let base = BASES
            .iter()
            .position(|&base| base == self.base)
            .unwrap_or(0);
        let mut bits = BitWriter::default();
        bits.push(VERSION.into(), 5);
        bits.push(base, 5);
        let (own, others) = (numbers(self), numbers(&base_recipe(base)));
        for (own, others) in own.chunks(GROUP).zip(others.chunks(GROUP)) {
            bits.push((own != others).into(), 1);
            if own != others {
                own.iter()
                    .zip(others)
                    .for_each(|(own, base)| bits.push_difference(*own, base.value));
            }
        }
        let mut symbols = bits.symbols();
        let checksum = checksum(&others, &symbols);
        symbols.extend(checksum);
        written(&symbols)
    }

    /// Reads a code. Refuses a text that is too long before parsing it.
    ///
    /// # Errors
    /// Fails if the text is not a valid code.
    pub fn from_code(code: &str) -> Result<Recipe, RecipeCodeError> {
        let symbols = symbols(code)?;
        match symbols.first() {
            Some(&version) if version > VERSION => return Err(RecipeCodeError::LaterVersion),
            _ => {}
        }
        let base = symbols.get(1).copied().unwrap_or_default().into();
        if base >= BASES.len() {
            return Err(RecipeCodeError::Damaged);
        }
        let recipe = read_differences(&symbols, base_recipe(base));
        // Comparing the codes verifies the checksum, the length and every bit, because a recipe has only one code.
        match recipe {
            Some(recipe) if recipe.code() == written(&symbols) => Ok(recipe),
            _ => Err(RecipeCodeError::Damaged),
        }
    }
}

fn base_recipe(base: usize) -> Recipe {
    Recipe::of_edition(Edition::built_in(BASES[base]))
}

/// Applies the encoded differences to the base edition's recipe. Returns `None` if the code is shorter than a checksum
/// or a number is out of range.
fn read_differences(symbols: &[u8], mut recipe: Recipe) -> Option<Recipe> {
    let data = symbols.len().checked_sub(CHECKSUM_LETTERS)?;
    let mut bits = BitReader {
        symbols: symbols.get(..data)?,
        place: 10,
    };
    let mut is_possible = true;
    let (mut place, mut differs) = (0, false);
    each_number(&mut recipe, &mut |number| {
        if place % GROUP == 0 {
            differs = bits.read(1) == 1;
        }
        place += 1;
        let read = if differs {
            bits.read_difference(number)
        } else {
            number.value
        };
        is_possible &= read < number.values;
        read.min(number.values - 1)
    });
    is_possible.then_some(recipe)
}

/// A number in a recipe. `value` is from 0 to `values` - 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Number {
    value: usize,
    values: usize,
}

impl Number {
    /// Returns the number of bits for the rank of a value among the other possible values.
    fn bits(self) -> u32 {
        usize::BITS - self.values.saturating_sub(2).leading_zeros()
    }
}

fn numbers(recipe: &Recipe) -> ArrayVec<Number, 64> {
    let mut numbers = ArrayVec::new();
    each_number(&mut recipe.clone(), &mut |number: Number| {
        numbers.push(number);
        number.value
    });
    numbers
}

/// Passes every number of a recipe to `next`, which returns the new value. The order is part of the format: new titles
/// and rules need a new version.
fn each_number(recipe: &mut Recipe, next: &mut impl FnMut(Number) -> usize) {
    let mut small = |value: u8, max: usize| {
        let value = usize::from(value).min(max);
        next(Number {
            value,
            values: max + 1,
        }) as u8
    };
    let rulebook = &mut recipe.rulebook;
    for title in Title::ALL {
        let count = small(rulebook.deck.count(title), MAX_COPIES);
        rulebook.deck.set(title, count);
    }
    rulebook.cards_dealt = small(rulebook.cards_dealt, Hand::MAX_CARDS);
    rulebook.stash_cards = small(rulebook.stash_cards, Hand::MAX_CARDS);
    rulebook.future_depth = 1 + small(
        rulebook.future_depth.saturating_sub(1),
        MAX_FUTURE_DEPTH - 1,
    );
    for hazard in &mut rulebook.hazards {
        *hazard = hazard_of(small(
            hazard_number(*hazard),
            usize::from(HAZARD_VALUES) - 1,
        ));
    }
    let limit = &mut rulebook.spare_defuse_limit;
    *limit = limit_of(next(Number {
        value: limit.map_or(0, limit_number),
        values: LIMIT_VALUES,
    }));
    one_of(&mut rulebook.spare_defuses, &SpareDefuses::ALL, next);
    one_of(&mut rulebook.combos, &Combos::ALL, next);
    one_of(&mut rulebook.attack, &AttackRule::ALL, next);
    one_of(&mut rulebook.favor, &FavorRule::ALL, next);
    one_of(&mut rulebook.shuffle, &ShuffleRule::ALL, next);
    one_of(&mut rulebook.dead_hand, &DeadHand::ALL, next);
    one_of(&mut recipe.self_nope, &[false, true], next);
    one_of(&mut recipe.decks, &Decks::ALL, next);
}

fn one_of<T: Copy + PartialEq>(of: &mut T, all: &[T], next: &mut impl FnMut(Number) -> usize) {
    let value = all.iter().position(|one| one == of).unwrap_or(0);
    let values = all.len();
    *of = all[next(Number { value, values })];
}

const PLAYERS: u8 = Seat::COUNT as u8;
/// The number of values of a [`HazardCount`]: 10 for `Exactly` (0 to 9), then 10 × 10 for `FewerThanPlayers` (`fewer`
/// and `at_least`, 0 to 9 each).
const HAZARD_VALUES: u8 = (PLAYERS + 1) * (PLAYERS + 2);

fn hazard_number(hazard: HazardCount) -> u8 {
    let side = PLAYERS + 1;
    match hazard {
        HazardCount::Exactly(count) => count.min(PLAYERS),
        HazardCount::FewerThanPlayers { fewer, at_least } => {
            side + fewer.min(PLAYERS) * side + at_least.min(PLAYERS)
        }
    }
}

fn hazard_of(number: u8) -> HazardCount {
    let side = PLAYERS + 1;
    match number.checked_sub(side) {
        None => HazardCount::Exactly(number),
        Some(number) => HazardCount::FewerThanPlayers {
            fewer: number / side,
            at_least: number % side,
        },
    }
}

const LIMIT_VALUES: usize = 1 + (Seat::COUNT - 1) * (Hand::MAX_CARDS + 1);

fn limit_number(limit: SpareDefuseLimit) -> usize {
    let players = usize::from(limit.up_to_players).clamp(2, Seat::COUNT);
    let kept = usize::from(limit.kept).min(Hand::MAX_CARDS);
    1 + (players - 2) * (Hand::MAX_CARDS + 1) + kept
}

fn limit_of(number: usize) -> Option<SpareDefuseLimit> {
    let number = number.checked_sub(1)?;
    let side = Hand::MAX_CARDS + 1;
    Some(SpareDefuseLimit {
        up_to_players: (number / side + 2) as u8,
        kept: (number % side) as u8,
    })
}

#[derive(Default)]
struct BitWriter {
    symbols: Symbols,
    /// The bits that do not fill a symbol yet, and their number.
    rest: (u8, u32),
}

impl BitWriter {
    fn push(&mut self, value: usize, bits: u32) {
        for bit in (0..bits).rev() {
            self.rest = (self.rest.0 << 1 | (value >> bit & 1) as u8, self.rest.1 + 1);
            if self.rest.1 == 5 {
                // A code has room for every recipe.
                let _ = self.symbols.try_push(self.rest.0);
                self.rest = (0, 0);
            }
        }
    }

    fn push_difference(&mut self, number: Number, base: usize) {
        let differs = number.value != base;
        self.push(differs.into(), 1);
        if differs {
            self.push(
                number.value - usize::from(number.value > base),
                number.bits(),
            );
        }
    }

    fn symbols(mut self) -> Symbols {
        if self.rest.1 > 0 {
            self.push(0, 5 - self.rest.1);
        }
        self.symbols
    }
}

struct BitReader<'a> {
    symbols: &'a [u8],
    /// The position of the next bit.
    place: usize,
}

impl BitReader<'_> {
    fn read(&mut self, bits: u32) -> usize {
        (0..bits).fold(0, |value, _| {
            let symbol = self.symbols.get(self.place / 5).copied().unwrap_or(0);
            let bit = symbol >> (4 - self.place % 5) & 1;
            self.place += 1;
            value << 1 | usize::from(bit)
        })
    }

    /// Reads a number that may differ from its value in the base.
    fn read_difference(&mut self, base: Number) -> usize {
        match self.read(1) {
            0 => base.value,
            _ => {
                let rank = self.read(base.bits());
                rank + usize::from(rank >= base.value)
            }
        }
    }
}

/// Returns a checksum of the base's numbers and the data, using the code of BIP 173 (Bech32), which detects up to four
/// changed letters.
fn checksum(base: &[Number], data: &[u8]) -> [u8; CHECKSUM_LETTERS] {
    let of_base = base
        .iter()
        .flat_map(|number| [number.value >> 5, number.value]);
    let of_data = data.iter().map(|&symbol| symbol.into());
    let all = of_base.chain(of_data).chain([0; CHECKSUM_LETTERS]);
    let rest = all.fold(1, |rest, symbol| remainder(rest, (symbol & 31) as u32));
    [25, 20, 15, 10, 5, 0].map(|shift| (rest >> shift & 31) as u8)
}

fn remainder(rest: u32, symbol: u32) -> u32 {
    const GENERATOR: [u32; 5] = [
        0x3b6a_57b2,
        0x2650_8e6d,
        0x1ea1_19fa,
        0x3d42_33dd,
        0x2a14_62b3,
    ];
    let top = rest >> 25;
    let shifted = (rest & 0x1ff_ffff) << 5 ^ symbol;
    let set = GENERATOR
        .iter()
        .enumerate()
        .filter(|(bit, _)| top >> bit & 1 == 1);
    set.fold(shifted, |rest, (_, row)| rest ^ row)
}

#[cfg(test)]
mod tests;
