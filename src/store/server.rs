//! A PostgreSQL server for a test: its own folder, its own port, gone with whoever holds it. The
//! programs are Debian's; `cargo xtask database` installs them.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

use crate::config::StorageUrl;

/// Who runs it where the test is run by root, whom it refuses.
const USER: &str = "postgres";
const PATIENCE: Duration = Duration::from_secs(60);

pub(super) struct Server {
    process: Child,
    port: u16,
    _folder: TempDir,
}

impl Server {
    /// Makes a cluster and starts it, and waits until it answers.
    pub(super) async fn start() -> Self {
        let folder = tempfile::Builder::new().prefix("kittens-").tempdir();
        let folder = folder.expect("a folder for a test");
        if is_root() {
            finish(Command::new("chown").arg(USER).arg(folder.path()));
        }
        let data = folder.path().join("data");
        let mut initdb = program("initdb");
        initdb.args(["--auth=trust", "--username=postgres", "--no-sync", "-D"]);
        finish(initdb.arg(&data));
        let port = free_port();
        let mut postgres = program("postgres");
        postgres.arg("-D").arg(&data).arg("-k").arg(folder.path());
        let process = postgres
            .args(["-h", "127.0.0.1", "-p"])
            .arg(port.to_string())
            .stderr(Stdio::null())
            .spawn();
        let server = Self {
            process: process.expect("PostgreSQL starts"),
            port,
            _folder: folder,
        };
        drop(server.connect().await);
        server
    }

    /// A new empty database.
    pub(super) async fn database(&self, name: &str) -> StorageUrl {
        let mut connection = self.connect().await;
        // A name of our own making, which no placeholder could stand for.
        let create = AssertSqlSafe(format!("CREATE DATABASE {name}"));
        let created = sqlx::query(create).execute(&mut connection).await;
        created.expect("a database is made");
        self.url(name)
    }

    /// Does this in a database.
    pub(super) async fn run(&self, database: &str, sql: &'static str) {
        let connection = PgConnection::connect(&self.address(database)).await;
        let mut connection = connection.expect("the database is there");
        let done = sqlx::query(sql).execute(&mut connection).await;
        done.expect("PostgreSQL does as it is told");
    }

    pub(super) fn url(&self, database: &str) -> StorageUrl {
        StorageUrl::read(&self.address(database)).expect("an address")
    }

    fn address(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }

    async fn connect(&self) -> PgConnection {
        let patience = Instant::now() + PATIENCE;
        loop {
            match PgConnection::connect(&self.address("postgres")).await {
                Ok(connection) => return connection,
                Err(error) => assert!(Instant::now() < patience, "{error}"),
            }
            sleep(Duration::from_millis(20)).await;
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself; there is nothing in it that anybody wants.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// One of PostgreSQL's programs, run by somebody who is not root and never outliving the test.
fn program(name: &str) -> Command {
    let mut command = Command::new("setpriv");
    if is_root() {
        command.args(["--reuid", USER, "--regid", USER, "--init-groups"]);
    }
    command.args(["--pdeathsig", "KILL"]).arg(place_of(name));
    command.stdout(Stdio::null()).current_dir("/");
    command
}

/// Debian puts the server's programs into a folder a version, which is not on the path.
fn place_of(name: &str) -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter();
    let places = versions
        .flatten()
        .flatten()
        .map(|version| version.path().join("bin").join(name));
    let mut there: Vec<_> = places.filter(|place| place.exists()).collect();
    there.sort();
    there.pop().unwrap_or_else(|| name.into())
}

fn finish(command: &mut Command) {
    let done = command.stderr(Stdio::piped()).output();
    let done = done.expect("the package `postgresql` is installed (`cargo xtask database`)");
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{command:?}: {said}");
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt as _;
    Path::new("/proc/self")
        .metadata()
        .is_ok_and(|process| process.uid() == 0)
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("its number").port()
}
