//! `kittens sandbox`: runs the sandbox, a small Discord on this machine, and a bot that connects to it.

use std::net::Ipv4Addr;
use std::path::PathBuf;

use clap::Args;
use discord::{BotToken, BotTokenError};
use journal::RecordCipher;
use sandbox::{Sandbox, SandboxConfig};
use tempfile::TempDir;

use super::config_args::ConfigArgs;
use super::error::CommandError;
use super::output::print_line;
use super::run::{ShutdownSignal, build_runtime};
use crate::bot::{Bot, StartChecks};
use crate::config::Config;
use crate::logging;

#[derive(Args, Debug)]
pub(super) struct SandboxArgs {
    /// The port on this machine; 0 takes any free one.
    #[arg(long, value_name = "P", default_value_t = 8383)]
    port: u16,
    /// Listen on all addresses, so that a container can publish the port. Browsers still have to use localhost and
    /// the same port.
    #[arg(long)]
    published: bool,
    /// Write every REST call of the bot to this file, one JSON object per line.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    config_args: ConfigArgs,
}

pub(super) fn run(args: &SandboxArgs) -> Result<(), CommandError> {
    // Games are stored in a temporary folder unless the settings name another location.
    let folder = TempDir::new().map_err(CommandError::system("the folder for temporary files"))?;
    let storage_url = format!("sqlite:{}", folder.path().join("kittens.db").display());
    let defaults = format!("storage.url = {storage_url:?}");
    let config = Config::load_over(&defaults, args.config_args.config.as_deref())?;
    logging::start(&config.log)?;
    build_runtime()?.block_on(serve(args, config))
}

async fn serve(args: &SandboxArgs, mut config: Config) -> Result<(), CommandError> {
    let mut shutdown = ShutdownSignal::listen()?;
    let sandbox = Sandbox::start(SandboxConfig {
        port: args.port,
        listen: if args.published {
            Ipv4Addr::UNSPECIFIED
        } else {
            Ipv4Addr::LOCALHOST
        },
        record: args.record.clone(),
        bot_name: "Kittens".to_owned(),
        ..SandboxConfig::default()
    });
    let sandbox = sandbox.await?;
    let token = BotToken::parse(sandbox.token()).map_err(|_| BotTokenError::Missing)?;
    let address = format!("http://{}", sandbox.address());
    config.discord.api_url = address.parse()?;
    let mut bot = Bot::start(&config, &token, RecordCipher::plain(), StartChecks::Skip).await?;
    tokio::select! {
        () = bot.wait_until_ready() => {
            print_line(format!(
                "Open {address} in a browser and type /kittens new. Ctrl-C ends it."
            ))?;
            shutdown.wait().await;
        }
        () = shutdown.wait() => {}
    }
    bot.shutdown().await;
    sandbox.shutdown().await;
    Ok(())
}
