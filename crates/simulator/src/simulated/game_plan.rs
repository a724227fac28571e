//! The settings of one simulated game, such as its table, its people and its fault rates. All settings are drawn from
//! the game's seed, except the number of concurrent processes.

use std::time::Duration;

use players::Strength;
use rules::{EditionId, Editions};
use table::computer_setup::ComputerSetup;
use table::fixed_time_limits::PANEL_LIFETIME;
use table::ids::Millis;
use table::options::TableOptions;
use table::pace::Pace;
use table::text::Locale;

use kittens::interaction::NewTableCommand;

use super::fault::FaultRates;
use super::rng::SimRng;

/// The maximum number of seats, to keep games short.
const MAX_SEATS: usize = 5;

/// The idle time after which a table leaves memory in the real bot.
const UNLOAD_AFTER: Duration = Duration::from_millis(PANEL_LIFETIME.0);

#[derive(Clone, Debug)]
pub(super) struct GamePlan {
    pub(super) opening: NewTableCommand,
    /// The number of people. If only computers play, there is one person, who watches.
    pub(super) people: usize,
    pub(super) fault_rates: FaultRates,
    /// The number of processes for which an interruption is drawn. Later processes run until the game is over.
    pub(super) faulty_processes: u32,
    /// The number of games that must be won at the table, including rematches.
    pub(super) games: u32,
    /// True if people sometimes leave games or end them.
    pub(super) people_leave: bool,
    /// The number of processes that run concurrently on one journal.
    pub(super) writers: usize,
    /// The mean interval in seconds between the pauses and lost connections of each host, if there are several; 0
    /// for none.
    pub(super) disturbance_interval: u32,
    /// The idle time after which a table leaves memory.
    pub(super) unload_after: Duration,
}

impl GamePlan {
    /// Draws the settings of a game for this many concurrent processes. The settings that apply only to several
    /// processes are not drawn for one.
    pub(super) fn draw(rng: &mut SimRng, writers: usize) -> Self {
        let mut plan = Self::draw_for_one(rng);
        if writers > 1 {
            plan.share(rng, writers);
        }
        plan.unload_after = unload_after(rng);
        plan
    }

    fn share(&mut self, rng: &mut SimRng, writers: usize) {
        self.writers = writers;
        self.disturbance_interval = [0, 15, 45, 150][rng.below(4) as usize];
        self.faulty_processes *= u32::try_from(writers).unwrap_or(1);
        if rng.one_in(2) {
            self.fault_rates = self.fault_rates.without_retries();
        }
        // Leases are renewed every second, so the days of a slow game would be expensive to simulate.
        if self.pace() == Pace::Slow {
            self.opening.pace = Some(Pace::Relaxed);
        }
    }

    fn draw_for_one(rng: &mut SimRng) -> Self {
        let editions: Vec<EditionId> = EditionId::all().collect();
        let edition = rng.pick(&editions).copied().unwrap_or(EditionId::ORIGINAL);
        let seat_counts: Vec<usize> = TableOptions::of(edition, Locale::fallback())
            .players(&Editions::built_in())
            .filter(|&seats| seats <= MAX_SEATS)
            .collect();
        let seats = rng.pick(&seat_counts).copied().unwrap_or(2);
        let setup = computer_setup(rng, seats);
        let people = if setup.watch {
            1
        } else {
            seats - usize::from(setup.count)
        };
        let languages: Vec<Locale> = Locale::all().collect();
        Self {
            opening: NewTableCommand {
                recipe: None,
                edition: Some(edition),
                pace: Some(pace(rng)),
                language: rng.pick(&languages).copied(),
                computers: setup,
                in_thread: false,
            },
            people,
            fault_rates: FaultRates::draw(rng),
            faulty_processes: rng.below(6),
            games: if rng.one_in(5) { 2 } else { 1 },
            people_leave: rng.one_in(12),
            writers: 1,
            disturbance_interval: 0,
            unload_after: UNLOAD_AFTER,
        }
    }

    pub(super) fn pace(&self) -> Pace {
        self.opening.pace.unwrap_or_default()
    }

    /// Returns the simulated time after which a game counts as stuck.
    pub(super) fn time_limit(&self) -> Millis {
        match self.pace() {
            Pace::Slow => Millis::hours(24 * 60),
            _ => Millis::hours(72),
        }
    }

    /// Returns the shortest and the longest time that a person usually takes between two actions, in milliseconds.
    pub(super) fn thinking_time(&self) -> (u32, u32) {
        match self.pace() {
            Pace::Fast => (600, 5_000),
            Pace::Normal => (800, 9_000),
            Pace::Relaxed => (1_500, 30_000),
            Pace::Slow => (60_000, 3_000_000),
        }
    }
}

/// Draws the idle time after which a table leaves memory: a second or less in two of three games.
fn unload_after(rng: &mut SimRng) -> Duration {
    match rng.below(3) {
        0 => UNLOAD_AFTER,
        1 => Duration::from_millis(40),
        _ => Duration::from_secs(1),
    }
}

fn pace(rng: &mut SimRng) -> Pace {
    match rng.below(40) {
        0..18 => Pace::Fast,
        18..31 => Pace::Normal,
        31..39 => Pace::Relaxed,
        _ => Pace::Slow,
    }
}

fn computer_setup(rng: &mut SimRng, seats: usize) -> ComputerSetup {
    let strength = rng.pick(&Strength::ALL).copied().unwrap_or(Strength::Cat);
    let watch = rng.one_in(40);
    let most = u32::try_from(seats).unwrap_or(2) - 1;
    let computers = match rng.below(3) {
        0 => rng.between(0, most),
        _ => 0,
    };
    ComputerSetup {
        count: u8::try_from(computers).unwrap_or(0),
        strength,
        watch,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_edition_is_drawn() {
        let drawn: Vec<Option<EditionId>> = (0..200)
            .map(|seed| {
                GamePlan::draw(&mut SimRng::stream(seed, 0), 1)
                    .opening
                    .edition
            })
            .collect();
        for edition in EditionId::all() {
            assert!(drawn.contains(&Some(edition)), "{edition} is never drawn");
        }
    }
}
