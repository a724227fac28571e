//! A PostgreSQL server for tests. Each server has its own data folder and port, so that tests never touch a server that
//! is already running. `cargo xtask database` installs PostgreSQL from Debian's packages.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::reserved_port::ReservedPort;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

/// The user that runs the server if the tests run as root, because PostgreSQL refuses to run as root.
const USER: &str = "postgres";
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// A running server, killed when dropped.
pub struct Server {
    process: Child,
    port: ReservedPort,
    _folder: TempDir,
}

/// The reason why the server did not start or refused a statement.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The operating system returned an error, for example because a program cannot be run.
    #[error("PostgreSQL cannot be started (`cargo xtask database` installs it): {0}")]
    System(#[from] io::Error),
    /// A program ran and failed.
    #[error("PostgreSQL cannot be started: {program} failed with {stderr:?}")]
    Program {
        program: String,
        /// The program's error output.
        stderr: String,
    },
    /// The server refused a connection or a statement.
    #[error("PostgreSQL refuses: {0}")]
    Refused(#[from] sqlx::Error),
}

impl Server {
    /// Creates a data folder, starts a server on a free port, and waits until it answers.
    ///
    /// # Errors
    /// [`ServerError`] if PostgreSQL is not installed or does not answer within a minute.
    pub async fn start() -> Result<Self, ServerError> {
        let folder = tempfile::Builder::new().prefix("kittens-").tempdir()?;
        if is_root() {
            run(Command::new("chown").arg(USER).arg(folder.path()))?;
        }
        let data = folder.path().join("data");
        let mut initdb = program("initdb");
        initdb.args(["--auth=trust", "--username=postgres", "--no-sync", "-D"]);
        run(initdb.arg(&data))?;
        let port = ReservedPort::reserve()?;
        let mut postgres = program("postgres");
        postgres.arg("-D").arg(&data).arg("-k").arg(folder.path());
        postgres
            .args(["-h", "127.0.0.1", "-p"])
            .arg(port.number().to_string());
        let server = Self {
            process: postgres.stderr(Stdio::null()).spawn()?,
            port,
            _folder: folder,
        };
        server.connect().await?.close().await?;
        Ok(server)
    }

    /// Creates an empty database and returns its address.
    ///
    /// # Errors
    /// [`ServerError::Refused`], for example if a database of this name already exists.
    pub async fn create_database(&self, name: &str) -> Result<String, ServerError> {
        let mut connection = self.connect().await?;
        // A name cannot be bound as a parameter; tests choose it, so it is trusted.
        let create = AssertSqlSafe(format!("CREATE DATABASE {name}"));
        sqlx::query(create).execute(&mut connection).await?;
        Ok(self.address(name))
    }

    /// Returns the address of the database with this name, which need not exist.
    pub fn address(&self, database: &str) -> String {
        format!(
            "postgres://postgres@127.0.0.1:{}/{database}",
            self.port.number()
        )
    }

    /// Returns a command that runs this shell script. PostgreSQL's programs in the script use this server.
    pub fn shell(&self, script: &str) -> Command {
        let programs = find_program("psql");
        let folder = programs.parent().unwrap_or(Path::new(""));
        let path = std::env::var("PATH").unwrap_or_default();
        let mut shell = Command::new("sh");
        shell.args(["-c", script]);
        shell.env("PATH", format!("{}:{path}", folder.display()));
        shell.env("PGHOST", "127.0.0.1");
        shell.env("PGPORT", self.port.number().to_string());
        shell
    }

    async fn connect(&self) -> Result<PgConnection, ServerError> {
        let deadline = Instant::now() + START_TIMEOUT;
        loop {
            match PgConnection::connect(&self.address("postgres")).await {
                Ok(connection) => return Ok(connection),
                Err(error) if Instant::now() > deadline => return Err(error.into()),
                Err(_) => sleep(Duration::from_millis(20)).await,
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Fails if the server has already ended. Its data folder is deleted, so it need not stop cleanly.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Returns a command for one of PostgreSQL's programs, run as a user other than root and killed when this process ends.
fn program(name: &str) -> Command {
    let mut command = Command::new("setpriv");
    if is_root() {
        command.args(["--reuid", USER, "--regid", USER, "--init-groups"]);
    }
    command
        .args(["--pdeathsig", "KILL"])
        .arg(find_program(name));
    command.stdout(Stdio::null()).current_dir("/");
    command
}

/// Returns the path of a program in the newest version installed, or just its name if none is found. Debian puts each
/// version's server programs into a separate folder, which is not in `PATH`.
fn find_program(name: &str) -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter();
    let paths = versions
        .flatten()
        .flatten()
        .map(|version| version.path().join("bin").join(name));
    let mut installed: Vec<_> = paths.filter(|path| path.exists()).collect();
    installed.sort();
    installed.pop().unwrap_or_else(|| name.into())
}

fn run(command: &mut Command) -> Result<(), ServerError> {
    let output = command.stderr(Stdio::piped()).output()?;
    if output.status.success() {
        return Ok(());
    }
    Err(ServerError::Program {
        program: command.get_program().to_string_lossy().into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt as _;
    Path::new("/proc/self")
        .metadata()
        .is_ok_and(|process| process.uid() == 0)
}
