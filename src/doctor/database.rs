//! Checks the database at `storage.url`.

use std::num::NonZeroU64;
use std::time::Duration;

use journal::{
    Inspection, PostgresInspection, RecordCipher, Schema, SqliteInspection, StorageUrl, StoreError,
    inspect,
};

use super::report::Finding;

const CHECK: &str = "database";
const SPACE: &str = "space";
const LATENCY: &str = "latency";

/// The free space, in bytes, below which the doctor warns.
const LITTLE_SPACE: u64 = 1 << 30;
/// The free space, in bytes, below which the doctor reports a problem.
const NO_SPACE: u64 = 64 << 20;
const OLDEST_POSTGRES: u32 = 15;
/// The latency above which the doctor warns, because each move waits for the database.
const SLOW: Duration = Duration::from_millis(100);

/// Checks the database at this address and, if the application is known, that the stored games belong to it.
pub(super) async fn check(
    url: &StorageUrl,
    cipher: &RecordCipher,
    application: Option<NonZeroU64>,
) -> Vec<Finding> {
    match inspect(url, cipher).await {
        Err(error) => vec![Finding::problem(CHECK, error)],
        Ok(Inspection::Memory) => {
            let says = "games are kept in memory and end with the process: set storage.url";
            vec![Finding::warning(CHECK, says)]
        }
        Ok(Inspection::Sqlite(found)) => {
            let location = found.file.display().to_string();
            let mut findings = sqlite(&found);
            findings.extend(keys(found.unreadable));
            findings.extend(owner(&location, found.application, application));
            findings
        }
        Ok(Inspection::Postgres(found)) => {
            let mut findings = postgres(&found);
            findings.extend(keys(found.unreadable));
            findings.extend(owner(&found.location, found.application, application));
            findings
        }
    }
}

fn sqlite(found: &SqliteInspection) -> Vec<Finding> {
    let (file, size) = (found.file.display(), megabytes(found.size_bytes));
    let user = if found.in_use {
        "; the bot is using it"
    } else {
        ""
    };
    let (version, schema) = (&found.version, describe(found.schema));
    let says = format!("SQLite {version}, {file}, {size}, {schema}{user}");
    let mut findings = vec![Finding::ok(CHECK, says)];
    findings.extend(found.free_bytes.map(space));
    let sync = found
        .sync
        .map(|time| latency(time, "the disk stores durably in"));
    findings.extend(sync);
    findings
}

fn postgres(found: &PostgresInspection) -> Vec<Finding> {
    let (location, size) = (&found.location, megabytes(found.size_bytes));
    let (version, schema) = (&found.version, describe(found.schema));
    let says = format!(
        "PostgreSQL {version}, {location}, {size}, {schema}; processes of the bot: {}",
        found.processes
    );
    let database = match major_version(version) {
        Some(major) if major < OLDEST_POSTGRES => {
            let advice = format!("the bot is tested with {OLDEST_POSTGRES} and newer: update it");
            Finding::warning(CHECK, format!("{says}; {advice}"))
        }
        _ => Finding::ok(CHECK, says),
    };
    let mut findings = vec![database, encryption(found)];
    if !found.is_durable {
        let says = "the server confirms what is not on its disk: set fsync and synchronous_commit to on, \
                    or a loss of power loses clicks that were answered";
        findings.push(Finding::problem("durability", says));
    }
    findings.push(latency(found.latency, "the server answers in"));
    let says = "is not checked: watch the disk of the server";
    findings.push(Finding::ok(SPACE, says));
    findings
}

/// Returns the major version in a string such as "17.6 (Debian 17.6-1)".
fn major_version(version: &str) -> Option<u32> {
    let mut numbers = version.split(|letter: char| !letter.is_ascii_digit());
    numbers.next()?.parse().ok()
}

fn describe(schema: Schema) -> String {
    match schema {
        Schema::Empty => "empty: `kittens run` creates its tables".to_owned(),
        Schema::Older { found, current } => {
            format!("schema {found}: `kittens run` changes it to {current}")
        }
        Schema::Current(number) => format!("schema {number}"),
    }
}

fn encryption(found: &PostgresInspection) -> Finding {
    match &found.tls {
        Some(version) => Finding::ok("encryption", format!("the connection uses {version}")),
        None if found.is_local => {
            let says = "the connection does not leave this machine";
            Finding::ok("encryption", says)
        }
        None => {
            let says = "the connection to another machine is not encrypted: take sslmode=disable out of \
                        storage.url or PGSSLMODE";
            Finding::warning("encryption", says)
        }
    }
}

fn latency(time: Duration, what: &str) -> Finding {
    let says = format!("{what} {:.1} ms", time.as_secs_f64() * 1000.0);
    if time > SLOW {
        let advice = "each click waits for that, so take a faster disk or network";
        Finding::warning(LATENCY, format!("{says}: {advice}"))
    } else {
        Finding::ok(LATENCY, says)
    }
}

fn space(free: u64) -> Finding {
    let says = format!("{} free", megabytes(free));
    let advice = "make room, or lower storage.retention_days";
    match free {
        ..NO_SPACE => Finding::problem(SPACE, format!("{says}: {advice}")),
        NO_SPACE..LITTLE_SPACE => Finding::warning(SPACE, format!("{says}: {advice}")),
        LITTLE_SPACE.. => Finding::ok(SPACE, says),
    }
}

/// Returns a problem if the stored games are known to belong to a different application than the token.
fn owner(location: &str, found: Option<u64>, token: Option<NonZeroU64>) -> Option<Finding> {
    let (found, given) = (found?, token?.get());
    (found != given).then(|| {
        let why = StoreError::OtherApplication {
            location: location.to_owned(),
            found,
            given,
        };
        Finding::problem("owner", why)
    })
}

/// Returns the warnings about rows that are skipped because they cannot be read.
fn keys(unreadable: Vec<String>) -> impl Iterator<Item = Finding> {
    let finding = |says: String| {
        let advice = "they are skipped; keep earlier keys below the new one while games are stored";
        Finding::warning("keys", format!("{says}: {advice}"))
    };
    unreadable.into_iter().map(finding)
}

fn megabytes(bytes: u64) -> String {
    format!("{} MB", bytes.div_ceil(1_000_000))
}

#[cfg(test)]
mod tests {
    use super::super::report::Health;
    use super::*;

    #[test]
    fn too_little_space_is_a_warning_and_none_a_problem() {
        assert_eq!(space(2 * LITTLE_SPACE).health, Health::Ok);
        assert_eq!(space(LITTLE_SPACE - 1).health, Health::Warning);
        assert_eq!(space(NO_SPACE - 1).health, Health::Problem);
    }

    #[test]
    fn a_slow_disk_is_a_warning() {
        assert_eq!(latency(SLOW, "it takes").health, Health::Ok);
        assert_eq!(latency(2 * SLOW, "it takes").health, Health::Warning);
    }

    #[test]
    fn games_of_another_application_are_a_problem_and_unknown_ones_are_not() {
        let token = NonZeroU64::new(7);
        assert_eq!(owner("a file", Some(7), token), None);
        assert_eq!(owner("a file", None, token), None);
        assert_eq!(owner("a file", Some(8), None), None);
        let other = owner("a file", Some(8), token).map(|finding| finding.health);
        assert_eq!(other, Some(Health::Problem));
    }

    #[test]
    fn an_unencrypted_connection_a_server_that_may_lose_commits_and_an_old_one_are_told() {
        let mut found = PostgresInspection {
            location: "postgres://db:5432/kittens".to_owned(),
            version: "17.6".to_owned(),
            schema: Schema::Current(5),
            tls: None,
            is_local: false,
            latency: Duration::from_millis(1),
            size_bytes: 1,
            is_durable: false,
            processes: 2,
            application: None,
            unreadable: Vec::new(),
        };
        let healths: Vec<_> = postgres(&found)
            .iter()
            .map(|finding| finding.health)
            .collect();
        use Health::{Ok, Problem, Warning};
        assert_eq!(healths, [Ok, Warning, Problem, Ok, Ok]);
        for (version, health) in [("14.20", Warning), ("15.18 (Debian)", Ok), ("18beta1", Ok)] {
            found.version = version.to_owned();
            assert_eq!(postgres(&found)[0].health, health, "{version}");
        }
    }
}
