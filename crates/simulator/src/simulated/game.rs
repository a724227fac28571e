//! One simulated game: starts one process after another on the same world until the game is over.

use std::sync::Arc;

use journal::MemoryJournal;
use table::ids::Millis;

use super::fault::Fault;
use super::game_plan::GamePlan;
use super::process::{ProcessExit, run_process};
use super::rng::SimRng;
use super::termination::{KillTarget, Termination};
use super::totals::Totals;
use super::world::{Phase, Shared, World};

/// A simulated game. Everything in it follows from the seed and the target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Game {
    pub(super) seed: u64,
    /// Kills one process there, in addition to the terminations drawn from the seed.
    pub(super) target: Option<KillTarget>,
    /// Keeps the lines of the transcript; otherwise only their digest.
    pub(super) with_transcript: bool,
}

/// The result of one game.
pub(super) struct GameOutcome {
    pub(super) totals: Totals,
    pub(super) transcript: Vec<String>,
}

impl Game {
    /// Plays the game to its end.
    ///
    /// # Errors
    /// If the operating system refuses a Tokio runtime.
    pub(super) fn play(&self) -> std::io::Result<GameOutcome> {
        let world = Shared::new(self.world());
        let storage = Arc::new(MemoryJournal::default());
        while self.run_one_process(&world, &storage)? != ProcessExit::GameOver {}
        Ok(finish(&world))
    }

    fn world(&self) -> World {
        let plan = GamePlan::draw(&mut SimRng::stream(self.seed, 0));
        let mut world = World::new(self.seed, plan);
        world.target = self.target;
        world.transcript.lines = self.with_transcript.then(Vec::new);
        world
    }

    fn run_one_process(
        &self,
        world: &Shared,
        storage: &Arc<MemoryJournal>,
    ) -> std::io::Result<ProcessExit> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()?;
        let exit = runtime.block_on(async {
            start_next_process(&mut world.lock());
            let exit = run_process(world, storage).await;
            if exit == ProcessExit::ShutDown {
                world.lock().record_shutdown();
            }
            exit
        });
        drop(runtime);
        world.lock().deliver_in_flight();
        Ok(exit)
    }
}

/// Starts the next process, some time after the previous one ended.
fn start_next_process(world: &mut World) {
    let is_first = world.process == 0;
    let rng = &mut world.rng.processes;
    let downtime = match (is_first, rng.one_in(8)) {
        (true, _) => Millis(0),
        (false, true) => Millis::minutes(rng.between(1, 180).into()),
        (false, false) => Millis::seconds(rng.between(1, 60).into()),
    };
    let clock_jump_ms = rng
        .one_in(6)
        .then(|| i64::from(rng.between(0, 7_200)) * 1000 - 3_600_000);
    let termination = draw_termination(world);
    if let Some(clock_jump_ms) = clock_jump_ms.filter(|_| world.phase == Phase::Faulty) {
        world.clock_skew_ms += clock_jump_ms;
        world.totals.record_fault(Fault::ClockJump);
    }
    world.start_process(downtime, termination);
}

fn draw_termination(world: &mut World) -> Termination {
    if world.process >= u64::from(world.plan.faulty_processes) || world.phase != Phase::Faulty {
        return Termination::Never;
    }
    Termination::draw(&mut world.rng.processes)
}

fn finish(world: &Shared) -> GameOutcome {
    let mut world = world.lock();
    let mut totals = std::mem::take(&mut world.totals);
    totals.games = 1;
    totals.digest = world.transcript.digest();
    totals.closed = u64::from(world.disk.newest().is_none_or(|table| table.is_closed()));
    totals.violations.extend(world.violation.take());
    GameOutcome {
        totals,
        transcript: world.transcript.lines.take().unwrap_or_default(),
    }
}
