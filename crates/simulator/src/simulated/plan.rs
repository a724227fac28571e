//! What one simulated game is to be: who plays what, and what befalls them. All of it follows from
//! the game's seed.

use players::Strength;
use rules::{EditionId, Editions};
use table::computer_setup::ComputerSetup;
use table::ids::Millis;
use table::options::TableOptions;
use table::pace::Pace;
use table::text::Locale;

use kittens::discord::from_discord::NewTableCommand;

use super::dice::Dice;
use super::fault::Weather;

/// More seats than this are not taken, so that games stay short.
const MOST_SEATS: usize = 5;

/// One game before it begins.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) opening: NewTableCommand,
    /// How many people play; where computers play among themselves, one watches.
    pub(super) people: usize,
    pub(super) weather: Weather,
    /// How many processes die or are stopped before one is spared.
    pub(super) lives: u32,
    /// How many games are played at the table, rematches included.
    pub(super) games: u32,
    /// Whether people leave and end things.
    pub(super) quits: bool,
}

impl Plan {
    pub(super) fn draw(dice: &mut Dice) -> Self {
        let edition = EditionId::ALL[dice.below(4) as usize];
        let numbers: Vec<usize> = TableOptions::of(edition, Locale::fallback())
            .players(&Editions::built_in())
            .collect();
        let numbers: Vec<usize> = numbers
            .into_iter()
            .filter(|&seats| seats <= MOST_SEATS)
            .collect();
        let seats = dice.pick(&numbers).copied().unwrap_or(2);
        let setup = computer_setup(dice, seats);
        let people = match setup.watched {
            true => 1,
            false => seats - usize::from(setup.count),
        };
        let languages: Vec<Locale> = Locale::all().collect();
        Self {
            opening: NewTableCommand {
                edition: Some(edition),
                pace: Some(pace(dice)),
                language: dice.pick(&languages).copied(),
                computers: setup,
                in_thread: false,
            },
            people,
            weather: Weather::draw(dice),
            lives: dice.below(6),
            games: if dice.one_in(5) { 2 } else { 1 },
            quits: dice.one_in(12),
        }
    }

    /// The pace of the game.
    pub(super) fn pace(&self) -> Pace {
        self.opening.pace.unwrap_or_default()
    }

    /// After this much time something has got stuck.
    pub(super) fn bound(&self) -> Millis {
        match self.pace() {
            Pace::Slow => Millis::hours(24 * 60),
            _ => Millis::hours(72),
        }
    }

    /// How long people think, in milliseconds: from, to.
    pub(super) fn thinks(&self) -> (u32, u32) {
        match self.pace() {
            Pace::Fast => (600, 5_000),
            Pace::Normal => (800, 9_000),
            Pace::Relaxed => (1_500, 30_000),
            Pace::Slow => (60_000, 3_000_000),
        }
    }
}

fn pace(dice: &mut Dice) -> Pace {
    match dice.below(40) {
        0..18 => Pace::Fast,
        18..31 => Pace::Normal,
        31..39 => Pace::Relaxed,
        _ => Pace::Slow,
    }
}

fn computer_setup(dice: &mut Dice, seats: usize) -> ComputerSetup {
    let strength = [Strength::Kitten, Strength::Cat, Strength::Tiger][dice.below(3) as usize];
    let watched = dice.one_in(40);
    let most = u32::try_from(seats).unwrap_or(2) - 1;
    let computers = match dice.below(3) {
        0 => dice.between(0, most),
        _ => 0,
    };
    ComputerSetup {
        count: u8::try_from(computers).unwrap_or(0),
        strength,
        watched,
    }
}
