//! `kittens doctor`: prints the results of the checks in [`crate::doctor`].

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serenity::model::id::ChannelId;

use super::config_args::ConfigArgs;
use super::error::CommandError;
use super::output::print_line;
use super::run::build_runtime;
use crate::doctor::{Finding, Report, examine, examine_backup};

#[derive(Args, Debug)]
pub(super) struct DoctorArgs {
    /// Also check the bot's permissions in this channel or thread.
    #[arg(long, value_name = "ID", conflicts_with = "backup")]
    channel: Option<ChannelId>,
    /// Check this backup, and nothing else.
    #[arg(long, value_name = "FILE")]
    backup: Option<PathBuf>,
    /// Print a JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    config_args: ConfigArgs,
}

/// Prints a report. Returns failure if it contains a problem.
pub(super) fn run(args: &DoctorArgs) -> Result<ExitCode, CommandError> {
    let report = build_runtime()?.block_on(write_report(args));
    if args.json {
        print_line(report.to_json())?
    } else {
        print_line(report.to_string().trim_end())?
    }
    Ok(if report.is_healthy() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

async fn write_report(args: &DoctorArgs) -> Report {
    if let Some(file) = &args.backup {
        return examine_backup(file).await;
    }
    match args.config_args.load() {
        Ok(config) => examine(&config, args.channel).await,
        Err(error) => {
            let mut report = Report::default();
            report.add(Finding::problem("settings", error));
            report
        }
    }
}
