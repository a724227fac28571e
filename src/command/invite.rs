//! `kittens invite`: prints the link that adds the bot to a server.

use std::num::NonZeroU64;

use clap::Args;
use discord::BotToken;

use super::config_args::ConfigArgs;
use super::error::CommandError;
use super::output::print_line;
use super::run::build_runtime;
use crate::doctor::start_check::Application;
use crate::permissions::invite_link;

#[derive(Args, Debug)]
pub(super) struct InviteArgs {
    /// The application's id. By default, the application that the token in DISCORD_TOKEN belongs to.
    #[arg(long, value_name = "ID")]
    application: Option<NonZeroU64>,
    #[command(flatten)]
    config_args: ConfigArgs,
}

pub(super) fn run(args: &InviteArgs) -> Result<(), CommandError> {
    let api_url = args.config_args.load()?.discord.api_url;
    let application = match args.application {
        Some(application) => application,
        None => {
            let token = BotToken::from_environment()?;
            let asked = build_runtime()?.block_on(Application::fetch(&api_url, &token));
            asked?.id().ok_or(CommandError::UnknownApplication)?
        }
    };
    print_line(invite_link(api_url.as_str(), application.get()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_link_asks_for_the_permissions_that_the_bot_uses_and_no_others() {
        // View Channels 10, Send Messages 11, Embed Links 14, Attach Files 15, Read Message History 16,
        // Create Public Threads 35, Send Messages in Threads 38.
        let bits = [10, 11, 14, 15, 16, 35, 38].iter();
        let permissions: u64 = bits.map(|bit| 1 << bit).sum();
        assert_eq!(
            invite_link("https://discord.com", 42),
            format!(
                "https://discord.com/oauth2/authorize?client_id=42&scope=bot+applications.commands\
                 &permissions={permissions}"
            )
        );
    }
}
