//! The computer players requested for a new table, their names, and how many join a game that must start at once.

use players::Strength;
use rules::Editions;

use crate::computer_delay::hash;
use crate::ids::TableId;
use crate::options::TableOptions;
use crate::seats::Seats;

/// The names of computer players, the same in every language. There are more names than seats.
const NAMES: [&str; 16] = [
    "Mog", "Biscuit", "Pixel", "Tofu", "Sputnik", "Nori", "Waffle", "Gizmo", "Pudding", "Ziggy",
    "Mochi", "Bandit", "Olive", "Widget", "Pickle", "Comet",
];

/// The computer players requested when opening a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ComputerSetup {
    /// The number of computer players. Fewer join if there are not enough seats.
    pub count: u8,
    /// The strength of each computer player.
    pub strength: Strength,
    /// True if the person asked to watch. [`Self::is_watched`] determines whether they will.
    pub watch: bool,
}

impl ComputerSetup {
    /// Returns true if a table with these options immediately starts a game among computers with the person as a
    /// spectator: because they asked to watch, or because the computers fill every seat.
    pub fn is_watched(&self, options: &TableOptions, editions: &Editions) -> bool {
        let most = options.players(editions).next_back();
        most.is_some_and(|most| self.watch || usize::from(self.count) >= most)
    }
}

/// The preferred number of computers in a game with one person who does not want to wait for others.
const OPPONENTS: usize = 2;

/// Returns the number of computers for one person's immediate game: the allowed number nearest to [`OPPONENTS`], or
/// `None` if these options allow none.
pub(crate) fn opponents_now(options: &TableOptions, editions: &Editions) -> Option<usize> {
    let numbers = options.players(editions).map(|players| players - 1);
    numbers
        .filter(|&others| others > 0)
        .min_by_key(|others| others.abs_diff(OPPONENTS))
}

pub(crate) fn next_name(table: TableId, seats: &Seats) -> String {
    let first = (hash(&[table.0]) % NAMES.len() as u64) as usize;
    let mut names = NAMES.iter().cycle().skip(first).take(NAMES.len());
    let taken = |name: &str| seats.iter().any(|(_, state)| state.player.name == name);
    // There are more names than seats, so one is free even if every person has one of these names.
    let name = names.find(|name| !taken(name)).unwrap_or(&NAMES[first]);
    (*name).to_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_computers_of_a_table_share_a_name() {
        let mut seats = Seats::default();
        for _ in 0..9 {
            seats.add_computer(next_name(TableId(5), &seats), Strength::Cat);
        }
        let names: BTreeSet<_> = seats.iter().map(|(_, state)| &state.player.name).collect();
        assert_eq!(names.len(), 9);
    }
}
