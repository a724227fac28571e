//! A PostgreSQL server of our own: its own folder, its own port, gone with whoever holds it. The
//! programs are Debian's; `cargo xtask database` installs them. It must never touch a server that
//! runs already.

use std::io;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

/// Who runs it where it is started by root, whom it refuses.
const USER: &str = "postgres";
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server.
pub struct Server {
    process: Child,
    port: u16,
    _folder: TempDir,
}

/// Why there is no server, or it does not obey.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The system refuses something.
    #[error("PostgreSQL cannot be started (`cargo xtask database` installs it): {0}")]
    System(#[from] io::Error),
    /// A program ran and failed.
    #[error("PostgreSQL cannot be started: {program} says {said:?}")]
    Program {
        /// Which.
        program: String,
        /// What it said.
        said: String,
    },
    /// The server refuses something.
    #[error("PostgreSQL does not do as it is told: {0}")]
    Refused(#[from] sqlx::Error),
}

impl Server {
    /// Makes a cluster and starts it, and waits until it answers.
    pub async fn start() -> Result<Self, ServerError> {
        let folder = tempfile::Builder::new().prefix("kittens-").tempdir()?;
        if is_root() {
            finish(Command::new("chown").arg(USER).arg(folder.path()))?;
        }
        let data = folder.path().join("data");
        let mut initdb = program("initdb");
        initdb.args(["--auth=trust", "--username=postgres", "--no-sync", "-D"]);
        finish(initdb.arg(&data))?;
        let port = free_port()?;
        let mut postgres = program("postgres");
        postgres.arg("-D").arg(&data).arg("-k").arg(folder.path());
        postgres
            .args(["-h", "127.0.0.1", "-p"])
            .arg(port.to_string());
        let server = Self {
            process: postgres.stderr(Stdio::null()).spawn()?,
            port,
            _folder: folder,
        };
        server.connect().await?.close().await?;
        Ok(server)
    }

    /// The address of a new empty database.
    pub async fn database(&self, name: &str) -> Result<String, ServerError> {
        let mut connection = self.connect().await?;
        // A name of our own making, which no placeholder could stand for.
        let create = AssertSqlSafe(format!("CREATE DATABASE {name}"));
        sqlx::query(create).execute(&mut connection).await?;
        Ok(self.address(name))
    }

    /// Where a database of this name is, or would be.
    pub fn address(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }

    async fn connect(&self) -> Result<PgConnection, ServerError> {
        let patience = Instant::now() + PATIENCE;
        loop {
            match PgConnection::connect(&self.address("postgres")).await {
                Ok(connection) => return Ok(connection),
                Err(error) if Instant::now() > patience => return Err(error.into()),
                Err(_) => sleep(Duration::from_millis(20)).await,
            }
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

/// One of PostgreSQL's programs, run by somebody who is not root and never outliving us.
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

fn finish(command: &mut Command) -> Result<(), ServerError> {
    let done = command.stderr(Stdio::piped()).output()?;
    if done.status.success() {
        return Ok(());
    }
    Err(ServerError::Program {
        program: command.get_program().to_string_lossy().into_owned(),
        said: String::from_utf8_lossy(&done.stderr).into_owned(),
    })
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt as _;
    Path::new("/proc/self")
        .metadata()
        .is_ok_and(|process| process.uid() == 0)
}

fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}
