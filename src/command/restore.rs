//! `kittens restore`: replaces the games with a backup, while the bot is stopped.

use std::path::PathBuf;

use clap::Args;
use journal::{Restored, StorageUrl, restore_backup};

use super::config_args::ConfigArgs;
use super::error::CommandError;
use super::output::print_line;
use super::run::build_runtime;
use crate::config::journal_key::journal_cipher_from_environment;

#[derive(Args, Debug)]
pub(super) struct RestoreArgs {
    /// The backup, as written by `kittens backup`. It stays unchanged.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    config_args: ConfigArgs,
}

pub(super) fn run(args: &RestoreArgs) -> Result<(), CommandError> {
    let config = args.config_args.load()?;
    let journal = match &config.storage.url {
        StorageUrl::Sqlite(journal) => journal,
        StorageUrl::Postgres(address) => {
            return Err(CommandError::RestoreByPostgres(address.clone()));
        }
        StorageUrl::Memory => return Err(CommandError::NothingToRestore),
    };
    let cipher = journal_cipher_from_environment()?;
    let restoring = restore_backup(&args.file, journal, &cipher);
    let Restored { summary, replaced } = build_runtime()?.block_on(restoring)?;
    let (file, journal) = (args.file.display(), journal.display());
    print_line(format!("{journal} is restored from {file}: {summary}"))?;
    match replaced {
        None => Ok(()),
        Some(replaced) => print_line(format!(
            "the games that were there are kept in {}: delete it when nobody needs them",
            replaced.display()
        )),
    }
}
