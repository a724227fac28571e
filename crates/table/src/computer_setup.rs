//! The computers that sit down at a table: how many, how good, and what they are called.

use players::Strength;

use crate::delay::scatter;
use crate::ids::TableId;
use crate::seats::Seats;

/// Names that are the same in every language; more than there are seats.
const NAMES: [&str; 16] = [
    "Mog", "Biscuit", "Pixel", "Tofu", "Sputnik", "Nori", "Waffle", "Gizmo", "Pudding", "Ziggy",
    "Mochi", "Bandit", "Olive", "Widget", "Pickle", "Comet",
];

/// The computers that are to sit at a new table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ComputerSetup {
    /// How many; those for whom there is no seat stay away.
    pub count: u8,
    /// How well they play.
    pub strength: Strength,
    /// Whether they play among themselves, at once, and whoever opened the table watches. It is so
    /// too where they take every seat.
    pub watched: bool,
}

/// What the next computer at this table is called: like nobody else here.
pub(crate) fn name(table: TableId, seats: &Seats) -> String {
    let first = (scatter(&[table.0]) % NAMES.len() as u64) as usize;
    let mut names = NAMES.iter().cycle().skip(first).take(NAMES.len());
    let taken = |name: &str| seats.places().any(|(_, place)| place.name == name);
    // Even if all people at a table bore such names, more names than seats leave one.
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
            seats.sit_computer(name(TableId(5), &seats), Strength::Cat);
        }
        let names: BTreeSet<_> = seats.places().map(|(_, place)| &place.name).collect();
        assert_eq!(names.len(), 9);
    }
}
