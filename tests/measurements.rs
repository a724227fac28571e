//! Runs short versions of the measurements of real processes that `kittens-lab` offers. The checked results do not
//! depend on the machine's speed.

use std::path::PathBuf;
use std::time::Duration;

use simulator::real::{LoadPlan, StartPlan, StorageKind, measure_start, put_under_load};

fn program() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_kittens"))
}

#[tokio::test(flavor = "multi_thread")]
async fn load_is_put_on_tables_that_are_opened_over_the_wire() {
    let plan = LoadPlan {
        tables: 3,
        only_looks: false,
        clicks_a_second: 5,
        duration: Duration::from_secs(4),
        coach: false,
        storage: StorageKind::Sqlite,
        seed: 1,
        program: program(),
    };
    let report = put_under_load(&plan)
        .await
        .expect("the tables are opened")
        .to_string();
    assert!(report.contains("(20 answered: "), "{report}");
    assert!(report.contains("clicks without an answer: 0"), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_starts_with_running_tables_and_loads_each_of_them() {
    let plan = StartPlan {
        tables: 30,
        entries: 0,
        until_loaded: true,
        storage: StorageKind::Sqlite,
        seed: 1,
        program: program(),
    };
    let report = measure_start(&plan)
        .await
        .expect("the process starts twice")
        .to_string();
    assert!(
        report.contains("restarted with 30 running tables: "),
        "{report}"
    );
    assert!(
        report.contains("once it has loaded each of them "),
        "{report}"
    );
}
