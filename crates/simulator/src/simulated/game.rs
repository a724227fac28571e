//! One simulated game: process after process over the same world, until all is over.

use std::sync::Arc;

use journal::MemoryJournal;
use table::ids::Millis;

use super::dice::Dice;
use super::fate::{Fate, Target};
use super::fault::Fault;
use super::life::{End, live};
use super::plan::Plan;
use super::tally::Tally;
use super::world::{Shared, Stage, World};

/// A game that is to be played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Game {
    pub(super) seed: u64,
    /// Where one of its processes is to die besides.
    pub(super) target: Option<Target>,
    /// Whether its transcript is to be read.
    pub(super) told: bool,
}

/// What came of a game.
pub(super) struct Played {
    pub(super) tally: Tally,
    pub(super) transcript: Vec<String>,
}

impl Game {
    /// Plays it.
    ///
    /// # Errors
    /// If the system gives no runtime.
    pub(super) fn play(&self) -> std::io::Result<Played> {
        let world = Shared::new(self.world());
        let kept = Arc::new(MemoryJournal::default());
        while self.live_once(&world, &kept)? != End::Over {}
        Ok(finish(&world))
    }

    fn world(&self) -> World {
        let plan = Plan::draw(&mut Dice::stream(self.seed, 0));
        let mut world = World::new(self.seed, plan);
        world.target = self.target;
        world.transcript.lines = self.told.then(Vec::new);
        world
    }

    fn live_once(&self, world: &Shared, kept: &Arc<MemoryJournal>) -> std::io::Result<End> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()?;
        let end = runtime.block_on(async {
            begin(&mut world.lock());
            let end = live(world, kept).await;
            if end == End::Stopped {
                world.lock().stop();
            }
            end
        });
        drop(runtime);
        world.lock().land();
        Ok(end)
    }
}

/// A process begins, some time after the last.
fn begin(world: &mut World) {
    let first = world.life == 0;
    let dice = &mut world.dice.fate;
    let absence = match (first, dice.one_in(8)) {
        (true, _) => Millis(0),
        (false, true) => Millis::minutes(dice.between(1, 180).into()),
        (false, false) => Millis::seconds(dice.between(1, 60).into()),
    };
    let jump = dice
        .one_in(6)
        .then(|| i64::from(dice.between(0, 7_200)) * 1000 - 3_600_000);
    let fate = fate(world);
    if let Some(jump) = jump.filter(|_| world.stage == Stage::Rough) {
        world.skew += jump;
        world.tally.strike(Fault::ClockJump);
    }
    world.be_born(absence, fate);
}

fn fate(world: &mut World) -> Fate {
    if world.life >= u64::from(world.plan.lives) || world.stage != Stage::Rough {
        return Fate::Spared;
    }
    Fate::draw(&mut world.dice.fate)
}

fn finish(world: &Shared) -> Played {
    let mut world = world.lock();
    let mut tally = std::mem::take(&mut world.tally);
    tally.games = 1;
    tally.digest = world.transcript.digest();
    tally.closed = u64::from(world.disk.newest().is_none_or(|table| table.is_closed()));
    tally.violations.extend(world.violation.take());
    Played {
        tally,
        transcript: world.transcript.lines.take().unwrap_or_default(),
    }
}
