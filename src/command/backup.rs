//! `kittens backup`: copies the games to a file while the bot runs.

use std::path::PathBuf;

use clap::Args;
use journal::{StorageUrl, write_backup};

use super::config_args::ConfigArgs;
use super::error::CommandError;
use super::output::print_line;
use super::run::build_runtime;
use crate::config::journal_key::journal_cipher_from_environment;

#[derive(Args, Debug)]
pub(super) struct BackupArgs {
    /// The new file. It must not exist.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    config_args: ConfigArgs,
}

pub(super) fn run(args: &BackupArgs) -> Result<(), CommandError> {
    let config = args.config_args.load()?;
    let source = match &config.storage.url {
        StorageUrl::Sqlite(source) => source,
        StorageUrl::Postgres(address) => {
            return Err(CommandError::BackupByPostgres(address.clone()));
        }
        StorageUrl::Memory => return Err(CommandError::NothingToBackUp),
    };
    let cipher = journal_cipher_from_environment()?;
    let summary = build_runtime()?.block_on(write_backup(source, &args.file, &cipher))?;
    let file = args.file.display();
    print_line(format!("{file} is written and whole: {summary}"))
}
