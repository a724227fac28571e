//! `kittens sandbox`: the small Discord of this workspace with the bot in it. The bot learns of it
//! as of any other Discord, by an address.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use sandbox::{Sandbox, SandboxConfig};
use tempfile::TempDir;

use super::run::{End, runtime};
use super::{CommandError, Settings};
use crate::bot::Bot;
use crate::bot_token::{BotToken, BotTokenError};
use crate::config::Config;
use crate::logging;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The port on this machine; 0 takes any free one.
    #[arg(long, value_name = "P", default_value_t = 8383)]
    port: u16,
    /// Write every exchange between bot and sandbox into this file, a JSON object a line.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    settings: Settings,
}

/// Runs until SIGTERM or ctrl-c.
pub(super) fn run(arguments: &Arguments) -> Result<(), CommandError> {
    // What is played here is for trying, unless somebody wants to keep it.
    let folder = TempDir::new().map_err(|reason| CommandError::System {
        what: "the folder for temporary files",
        reason,
    })?;
    let games = format!("sqlite:{}", folder.path().join("kittens.db").display());
    let config = arguments
        .settings
        .load_over(&format!("storage.url = {games:?}"))?;
    logging::start(&config.log)?;
    runtime()?.block_on(serve(arguments, config))
}

async fn serve(arguments: &Arguments, mut config: Config) -> Result<(), CommandError> {
    let mut end = End::new()?;
    let defaults = SandboxConfig::default();
    let token = BotToken::parse(&defaults.token).ok_or(BotTokenError::Missing)?;
    let sandbox = Sandbox::start(SandboxConfig {
        port: arguments.port,
        record: arguments.record.clone(),
        bot_name: "Kittens".to_owned(),
        ..defaults
    });
    let sandbox = sandbox.await?;
    let address = format!("http://{}", sandbox.address());
    config.discord.api_url = address.parse()?;
    let mut bot = Bot::start(&config, &token).await?;
    tokio::select! {
        () = bot.ready() => {
            announce(&address)?;
            end.come().await;
        }
        () = end.come() => {}
    }
    bot.shutdown().await;
    sandbox.shutdown().await;
    Ok(())
}

fn announce(address: &str) -> Result<(), CommandError> {
    let line = format!("Open {address} in a browser and type /kittens new. Ctrl-C ends it.");
    writeln!(std::io::stdout(), "{line}").map_err(|reason| CommandError::System {
        what: "the output",
        reason,
    })
}
