//! `kittens rebuild-results`: derives the results of games anew while the bot runs.

use clap::Args;
use journal::{StorageUrl, open_beside};

use super::config_args::ConfigArgs;
use super::error::CommandError;
use super::output::print_line;
use super::run::build_runtime;
use crate::config::journal_key::journal_cipher_from_environment;
use crate::results_rebuild::rebuild_results;

#[derive(Args, Debug)]
pub(super) struct RebuildResultsArgs {
    #[command(flatten)]
    config_args: ConfigArgs,
}

pub(super) fn run(args: &RebuildResultsArgs) -> Result<(), CommandError> {
    let config = args.config_args.load()?;
    if matches!(config.storage.url, StorageUrl::Memory) {
        return Err(CommandError::NothingToRebuild);
    }
    let cipher = journal_cipher_from_environment()?;
    let rebuilt = build_runtime()?.block_on(async {
        let store = open_beside(&config.storage.url, cipher).await?;
        let rebuilt = rebuild_results(&store).await;
        store.close().await;
        Ok::<_, CommandError>(rebuilt?)
    })?;
    print_line(rebuilt.ok_or(CommandError::OtherRebuild)?)
}
