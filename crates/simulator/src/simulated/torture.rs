//! Many games, shared by threads: each has a seed of its own, so that it does not matter who plays
//! it, and any of them can be played once more alone.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::game::{Game, Played};
use super::tally::Tally;

/// So many games are counted together.
const BATCH: u64 = 20;

/// Games that are to be played.
#[derive(Clone, Copy, Debug)]
pub struct Torture {
    /// The seed of the first game; the others have those that follow.
    pub seed: u64,
    pub games: u64,
    pub threads: usize,
}

impl Torture {
    /// Plays them all.
    ///
    /// # Errors
    /// If the system gives no runtime.
    pub fn run(self) -> io::Result<Tally> {
        let batches = self.games.div_ceil(BATCH);
        let mut all = Tally::default();
        for tally in in_parallel(batches, self.threads, |batch| self.play(batch))? {
            all.add(tally);
        }
        Ok(all)
    }

    fn play(self, batch: u64) -> io::Result<Tally> {
        let mut all = Tally::default();
        let first = batch * BATCH;
        for number in first..self.games.min(first + BATCH) {
            all.add(self.game(number).play()?.tally);
        }
        Ok(all)
    }

    /// One of the games.
    pub(super) fn game(self, number: u64) -> Game {
        Game {
            seed: self.seed.wrapping_add(number),
            target: None,
            told: false,
        }
    }
}

/// Does so many jobs on so many threads; what came of each, in their order.
pub(super) fn in_parallel<T: Send>(
    jobs: u64,
    threads: usize,
    job: impl Fn(u64) -> io::Result<T> + Sync,
) -> io::Result<Vec<T>> {
    let next = AtomicU64::new(0);
    let share = || -> io::Result<Vec<(u64, T)>> {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= jobs {
                return Ok(done);
            }
            done.push((number, job(number)?));
        }
    };
    let mut done = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(share)).collect();
        let mut all = share()?;
        for other in others {
            let other = other.join();
            all.extend(other.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        io::Result::Ok(all)
    })?;
    done.sort_by_key(|(number, _)| *number);
    Ok(done.into_iter().map(|(_, done)| done).collect())
}

/// One game, told line by line.
///
/// # Errors
/// If the system gives no runtime.
pub fn transcript(seed: u64) -> io::Result<(Tally, Vec<String>)> {
    let game = Game {
        seed,
        target: None,
        told: true,
    };
    let Played {
        tally, transcript, ..
    } = game.play()?;
    Ok((tally, transcript))
}
