//! `kittens run`: the bot on Discord, until it is told to end.

use tokio::runtime::Runtime;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tracing::info;

use super::{CommandError, Settings};
use crate::bot::Bot;
use crate::bot_token::BotToken;
use crate::config::Config;
use crate::logging;

/// Runs until SIGTERM or ctrl-c, or until Discord does not let the bot in.
pub(super) fn run(settings: &Settings) -> Result<(), CommandError> {
    let config = settings.load()?;
    let token = BotToken::from_environment()?;
    logging::start(&config.log)?;
    runtime()?.block_on(serve(&config, &token))
}

async fn serve(config: &Config, token: &BotToken) -> Result<(), CommandError> {
    let mut end = End::new()?;
    info!(api_url = config.discord.api_url.as_str(), "starting");
    let mut bot = Bot::start(config, token).await?;
    tokio::select! {
        () = end.come() => {}
        why = bot.failed() => {
            bot.shutdown().await;
            return Err(why.into());
        }
    }
    info!("told to end");
    bot.shutdown().await;
    Ok(())
}

pub(super) fn runtime() -> Result<Runtime, CommandError> {
    Runtime::new().map_err(|reason| CommandError::System {
        what: "the runtime",
        reason,
    })
}

/// The wish of the operator or the system that the process end.
pub(super) struct End {
    terminate: Signal,
    interrupt: Signal,
}

impl End {
    /// Listens from now on.
    pub(super) fn new() -> Result<Self, CommandError> {
        let listen = |kind| {
            signal(kind).map_err(|reason| CommandError::System {
                what: "the signal handler",
                reason,
            })
        };
        Ok(Self {
            terminate: listen(SignalKind::terminate())?,
            interrupt: listen(SignalKind::interrupt())?,
        })
    }

    /// Waits for SIGTERM or ctrl-c.
    pub(super) async fn come(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}
