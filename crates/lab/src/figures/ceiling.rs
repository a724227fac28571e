//! How many tables Discord's global rate limit allows, according to a small model. Answers to clicks do not
//! count towards the limit; editing a table's message does. If several moves wait for one edit, the edit shows
//! them all.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::fmt::Write as _;

use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};

/// Simulated time of each row, in milliseconds.
const DURATION_MS: u64 = 600_000;
/// Moves before this time are not counted, because the queue must fill first.
const WARM_UP_MS: u64 = 120_000;
/// The time from the slot of an edit until people see it, in milliseconds.
const WAY_MS: u64 = 100;
/// Discord's limit on edits in one channel: five in five seconds.
const EDIT_INTERVAL_MS: u64 = 1_000;
/// The average number of seconds between two moves at a table, and the number of tables.
const ROWS: [(u64, usize); 10] = [
    (10, 100),
    (10, 300),
    (10, 400),
    (10, 500),
    (10, 1_000),
    (10, 2_000),
    (10, 10_000),
    (5, 200),
    (30, 1_000),
    (28_800, 1_000_000),
];

#[derive(Clone, Copy, Debug)]
struct Model {
    tables: usize,
    slot_ms: u64,
    between_moves_ms: u64,
    seed: u64,
}

#[derive(Clone, Debug, PartialEq)]
struct Outcome {
    /// The number of moves and edits in the measured time.
    moves: usize,
    edits: usize,
    /// The times from a move until it was shown, in milliseconds, ascending.
    late_ms: Vec<u64>,
}

#[derive(Clone, Debug, Default)]
struct Table {
    /// The times of the moves not shown by the message yet.
    unshown: Vec<u64>,
    is_queued: bool,
    next_edit_ms: u64,
}

pub(super) fn table(requests_a_second: u64) -> String {
    let mut text = format!("{requests_a_second} requests a second\n");
    text += "between moves s   tables  moves/s  edits/s  shown after p50 s  p99 s";
    for (between_moves, tables) in ROWS {
        let model = Model {
            tables,
            slot_ms: 1_000 / requests_a_second,
            between_moves_ms: between_moves * 1_000,
            seed: 1,
        };
        let outcome = model.run();
        let seconds = (DURATION_MS - WARM_UP_MS) as f64 / 1_000.0;
        let [moves, edits] = [outcome.moves, outcome.edits].map(|count| count as f64 / seconds);
        let [half, most] = [0.5, 0.99].map(|share| outcome.late_s(share));
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "\n{between_moves:>15}  {tables:>7}  {moves:>7.1}  {edits:>7.1}  {half:>17.1}  {most:>5.1}"
        );
    }
    text
}

impl Model {
    /// Runs the model. The same seed gives the same outcome.
    fn run(self) -> Outcome {
        let mut rng = SmallRng::seed_from_u64(self.seed);
        let mut tables = vec![Table::default(); self.tables];
        let mut moves: BinaryHeap<Reverse<(u64, usize)>> = (0..self.tables)
            .map(|table| Reverse((self.pause(&mut rng), table)))
            .collect();
        let mut queue = VecDeque::new();
        let mut outcome = Outcome {
            moves: 0,
            edits: 0,
            late_ms: Vec::new(),
        };
        for now in (0..DURATION_MS).step_by(self.slot_ms.max(1) as usize) {
            while let Some(&Reverse((at, table))) = moves.peek()
                && at <= now
            {
                moves.pop();
                moves.push(Reverse((at + self.pause(&mut rng), table)));
                outcome.moves += usize::from(at >= WARM_UP_MS);
                tables[table].unshown.push(at);
                if !std::mem::replace(&mut tables[table].is_queued, true) {
                    queue.push_back(table);
                }
            }
            if let Some(table) = take_next(&mut queue, &tables, now) {
                outcome.show(&mut tables[table], now);
            }
        }
        outcome.late_ms.sort_unstable();
        outcome
    }

    /// Returns a random time until the next move of a table: tables do not wait for each other.
    fn pause(self, rng: &mut SmallRng) -> u64 {
        let share: f64 = rng.random_range(f64::EPSILON..1.0);
        (-share.ln() * self.between_moves_ms as f64) as u64
    }
}

/// Takes the first table in the queue whose channel may be edited now.
fn take_next(queue: &mut VecDeque<usize>, tables: &[Table], now: u64) -> Option<usize> {
    let position = queue
        .iter()
        .position(|&table| tables[table].next_edit_ms <= now)?;
    queue.remove(position)
}

impl Outcome {
    /// Edits the message of a table, which then shows all its moves.
    fn show(&mut self, table: &mut Table, now: u64) {
        table.is_queued = false;
        table.next_edit_ms = now + EDIT_INTERVAL_MS;
        self.edits += usize::from(now >= WARM_UP_MS);
        let shown = table.unshown.drain(..).filter(|at| *at >= WARM_UP_MS);
        self.late_ms.extend(shown.map(|at| now + WAY_MS - at));
    }

    /// Returns the number of seconds within which this share of the moves was shown; 0 without moves.
    fn late_s(&self, share: f64) -> f64 {
        let index =
            ((self.late_ms.len() as f64 * share) as usize).min(self.late_ms.len().max(1) - 1);
        self.late_ms.get(index).copied().unwrap_or_default() as f64 / 1_000.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(tables: usize) -> Outcome {
        let model = Model {
            tables,
            slot_ms: 20,
            between_moves_ms: 10_000,
            seed: 1,
        };
        model.run()
    }

    #[test]
    fn few_tables_show_every_move_at_once() {
        let few = outcome(100);
        assert!(few.late_s(0.5) < 0.2, "{}", few.late_s(0.5));
        assert!(few.moves > 4_000, "{}", few.moves);
    }

    #[test]
    fn too_many_tables_share_the_requests_and_skip_moves() {
        let many = outcome(2_000);
        let allowed = (DURATION_MS - WARM_UP_MS) as usize / 20;
        assert_eq!(many.edits, allowed);
        assert!(many.moves > 3 * many.edits, "{}", many.moves);
        // Each table gets its turn once in a round of forty seconds.
        assert!(many.late_s(0.5) > 10.0 && many.late_s(0.99) < 60.0);
    }

    #[test]
    fn the_same_seed_gives_the_same_outcome() {
        assert_eq!(outcome(300), outcome(300));
    }
}
