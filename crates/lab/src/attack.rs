//! `kittens-lab attack`: unleashes a hostile crowd on a real process of the bot and prints how each attack affects
//! well-behaved servers. The attacks are in `simulator::attack`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum as _};
use simulator::attack::{Attack, AttackReport, CLICKS_OF_AN_HOUR, JournalGrowth, attack};
use simulator::real::default_program;
use simulator::times::Times;
use table::entry_limits::MAX_ENTRIES;
use tokio::runtime::Runtime;

use crate::Outcome;

/// The memory limit in MiB for starting a process with the journal that an attack left behind.
const MAX_START_MEMORY_MIB: u64 = 95;

/// The time limit for an attack that ends by itself.
const LONGEST: Duration = Duration::from_mins(15);
/// The time within which 99 of 100 clicks must be answered while other users keep a slow disk busy.
const SLOW_DISK_P99: Duration = Duration::from_millis(500);

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// How many seconds an attack lasts if it does not end by itself.
    #[arg(long, value_name = "N", default_value_t = 30)]
    seconds: u64,
    /// How many well-behaved tables play during an attack, each in its own server.
    #[arg(long, value_name = "N", default_value_t = 6)]
    tables: usize,
    /// Run only this attack; by default all attacks run, one after the other.
    #[arg(long, value_name = "NAME", value_enum)]
    only: Option<Attack>,
    /// The program `kittens` to attack.
    #[arg(long, value_name = "FILE", default_value_os_t = default_program())]
    program: PathBuf,
}

/// Carries out the attacks and prints a line for each. Fails if a well-behaved click is answered late or not at all, or
/// if an attack that has its own limits exceeds them or is incomplete.
pub(crate) fn run(arguments: &Arguments) -> Outcome {
    let runtime = Runtime::new()?;
    let attacks = match &arguments.only {
        Some(only) => std::slice::from_ref(only),
        None => Attack::value_variants(),
    };
    let duration = Duration::from_secs(arguments.seconds);
    print_row([
        "attack",
        "clicks",
        "unanswered",
        "late",
        "answer p50/p99/max",
        "table p50/p99/max",
        "invalid",
        "MiB",
    ]);
    let mut all_well = true;
    for &kind in attacks {
        let duration = if kind.ends_by_itself() {
            LONGEST
        } else {
            duration
        };
        let report =
            runtime.block_on(attack(&arguments.program, kind, arguments.tables, duration))?;
        print_report(&report);
        all_well &= report.measured.unanswered == 0 && report.measured.late() == 0;
        all_well &=
            kind != Attack::SlowDisk || report.measured.answered_within(0.99) <= SLOW_DISK_P99;
        all_well &= report.growth.as_ref().is_none_or(print_growth);
    }
    Ok(all_well)
}

/// Prints the growth of the journal. Returns true if the attack was complete and stayed within the limits.
fn print_growth(growth: &JournalGrowth) -> bool {
    let &JournalGrowth {
        clicks,
        most_entries,
        restart_peak_kib,
    } = growth;
    let memory = restart_peak_kib / 1024;
    println!(
        "    {clicks} clicks of one person, an hour's at the default limits: at most {most_entries} \
         entries a table; a start with this journal: {memory} MiB"
    );
    clicks >= CLICKS_OF_AN_HOUR
        && most_entries as u64 <= MAX_ENTRIES
        && memory < MAX_START_MEMORY_MIB
}

fn print_report(report: &AttackReport) {
    let measured = &report.measured;
    print_row([
        report.attack.id(),
        measured.clicks().to_string(),
        measured.unanswered.to_string(),
        measured.late().to_string(),
        in_milliseconds(&measured.answers),
        in_milliseconds(&measured.lateness),
        report.invalid_requests.to_string(),
        (report.peak_memory_kib / 1024).to_string(),
    ]);
}

fn print_row(cells: [impl std::fmt::Display; 8]) {
    let [
        attack,
        clicks,
        unanswered,
        late,
        answers,
        tables,
        invalid,
        memory,
    ] = cells;
    println!(
        "{attack:<17} {clicks:>6} {unanswered:>10} {late:>6} {answers:>20} {tables:>20} {invalid:>8} {memory:>7}"
    );
}

fn in_milliseconds(times: &[Duration]) -> String {
    let times = Times::of(times);
    let [p50, p99, max] = [0.5, 0.99, 1.0].map(|share| times.at(share).as_millis());
    format!("{p50}/{p99}/{max} ms")
}
