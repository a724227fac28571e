//! Plays many simulated games on several threads. Each game has its own seed, so the result does not depend on the
//! number of threads, and each game can be replayed alone.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use rules::EditionId;

use super::game::Game;
use super::totals::Totals;

/// The number of games that a thread takes at a time.
const BATCH: u64 = 20;

#[derive(Clone, Copy, Debug)]
pub struct Torture {
    /// The seed of the first game; the others have consecutive seeds.
    pub seed: u64,
    pub games: u64,
    /// The number of processes that run concurrently on one journal.
    pub writers: usize,
    /// The number of threads, including the calling one.
    pub threads: usize,
    /// If set, only games of this edition are played.
    pub edition: Option<EditionId>,
}

impl Torture {
    pub fn run(self) -> io::Result<Totals> {
        let batches = self.games.div_ceil(BATCH);
        let mut all = Totals::default();
        for totals in in_parallel(batches, self.threads, |batch| self.play_batch(batch))? {
            all.add(totals);
        }
        Ok(all)
    }

    fn play_batch(self, batch: u64) -> io::Result<Totals> {
        let mut all = Totals::default();
        let first = batch * BATCH;
        for number in first..self.games.min(first + BATCH) {
            let game = self.game(number);
            if self.edition.is_none_or(|only| game.edition() == Some(only)) {
                let (totals, _) = game.play()?;
                all.add(totals);
            }
        }
        Ok(all)
    }

    pub(super) fn game(self, number: u64) -> Game {
        Game {
            seed: self.seed.wrapping_add(number),
            writers: self.writers,
            targets: Vec::new(),
            with_transcript: false,
        }
    }
}

/// Runs jobs numbered from 0 to `jobs` - 1 on several threads. Returns their results in order.
pub fn in_parallel<T: Send, E: Send>(
    jobs: u64,
    threads: usize,
    job: impl Fn(u64) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let next = AtomicU64::new(0);
    let run_jobs = || -> Result<Vec<(u64, T)>, E> {
        let mut results = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= jobs {
                return Ok(results);
            }
            results.push((number, job(number)?));
        }
    };
    let mut results = thread::scope(|scope| {
        let workers: Vec<_> = (1..threads).map(|_| scope.spawn(run_jobs)).collect();
        let mut all = run_jobs()?;
        for worker in workers {
            let results = worker.join();
            all.extend(results.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        Ok::<_, E>(all)
    })?;
    results.sort_by_key(|(number, _)| *number);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

pub fn play_with_transcript(seed: u64, writers: usize) -> io::Result<(Totals, Vec<String>)> {
    let game = Game {
        seed,
        writers,
        targets: Vec::new(),
        with_transcript: true,
    };
    game.play()
}
