//! `kittens publish`: sets how the application presents itself on Discord, after showing the changes.

use clap::Args;
use discord::BotToken;

use super::config_args::ConfigArgs;
use super::error::CommandError;
use super::output::print_line;
use super::run::build_runtime;
use crate::application::profile::changes;
use crate::config::ApiUrl;
use crate::doctor::start_check::rest_probe::RestProbe;
use crate::doctor::start_check::{APPLICATION_PATH, Application, StartCheckError};

#[derive(Args, Debug)]
pub(super) struct PublishArgs {
    /// Make the changes. Without this flag, they are only shown.
    #[arg(long)]
    yes: bool,
    #[command(flatten)]
    config_args: ConfigArgs,
}

pub(super) fn run(args: &PublishArgs) -> Result<(), CommandError> {
    let api_url = args.config_args.load()?.discord.api_url;
    let token = BotToken::from_environment()?;
    build_runtime()?.block_on(publish(&api_url, &token, args.yes))
}

async fn publish(
    api_url: &ApiUrl,
    token: &BotToken,
    is_confirmed: bool,
) -> Result<(), CommandError> {
    let application = Application::fetch(api_url, token).await?;
    if application.id().is_none() {
        return Err(CommandError::UnknownApplication);
    }
    let changes = changes(application.fields());
    if changes.is_empty() {
        return print_line("There is nothing to change.");
    }
    for (field, new) in &changes {
        let now = &application.fields()[field];
        print_line(format!("{field}\n  now: {now}\n  new: {new}"))?;
    }
    if !is_confirmed {
        return print_line("Nothing is changed yet: `kittens publish --yes` does it.");
    }
    let probe = RestProbe::new(api_url, token).map_err(StartCheckError::from)?;
    let answer = probe.patch(APPLICATION_PATH, &changes.into()).await;
    let refused = match answer {
        Ok(answer) if answer.status.is_success() => {
            return print_line(
                "Changed. Icon, terms and privacy are up to you: see `kittens doctor`.",
            );
        }
        Ok(answer) => format!("status {}: {}", answer.status.as_u16(), answer.body),
        Err(error) => error.to_string(),
    };
    Err(CommandError::NotPublished(refused))
}
