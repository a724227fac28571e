//! `kittens run`: runs the bot on Discord until it fails or a signal stops it.

use clap::Args;
use discord::BotToken;
use tokio::runtime::Runtime;
#[cfg(unix)]
use tokio::signal::unix::{Signal as Interrupt, Signal as Terminate};
#[cfg(windows)]
use tokio::signal::windows::{CtrlC as Interrupt, CtrlClose as Terminate};
use tracing::{info, warn};

use super::config_args::ConfigArgs;
use super::error::CommandError;
use crate::bot::{Bot, StartChecks};
use crate::config::Config;
use crate::config::journal_key::journal_cipher_from_environment;
use crate::logging;
use journal::{RecordCipher, StorageUrl};

#[derive(Args, Debug)]
pub(super) struct RunArgs {
    #[command(flatten)]
    config_args: ConfigArgs,
}

pub(super) fn run(args: &RunArgs) -> Result<(), CommandError> {
    let config = args.config_args.load()?;
    let token = BotToken::from_environment()?;
    let cipher = journal_cipher_from_environment()?;
    logging::start(&config.log)?;
    if !cipher.encrypts() && !matches!(config.storage.url, StorageUrl::Memory) {
        warn!("hands are stored in plain text; JOURNAL_KEY_FILE names a key that encrypts them");
    }
    build_runtime()?.block_on(serve(&config, &token, cipher))
}

async fn serve(
    config: &Config,
    token: &BotToken,
    cipher: RecordCipher,
) -> Result<(), CommandError> {
    let mut shutdown = ShutdownSignal::listen()?;
    info!(api_url = config.discord.api_url.as_str(), "starting");
    let mut bot = tokio::select! {
        started = Bot::start(config, token, cipher, StartChecks::Run) => started?,
        () = shutdown.wait() => return Ok(()),
    };
    tokio::select! {
        () = shutdown.wait() => {}
        why = bot.wait_until_failed() => {
            bot.shutdown().await;
            return Err(why.into());
        }
    }
    info!("received a signal; shutting down");
    bot.shutdown().await;
    Ok(())
}

pub(super) fn build_runtime() -> Result<Runtime, CommandError> {
    Runtime::new().map_err(CommandError::system("the runtime"))
}

/// SIGTERM and SIGINT, which stop the process; on Windows, Ctrl-C and closing the window.
pub(super) struct ShutdownSignal {
    terminate: Terminate,
    interrupt: Interrupt,
}

impl ShutdownSignal {
    /// Installs the handlers. A signal that arrives before [`Self::wait`] is not lost.
    pub(super) fn listen() -> Result<Self, CommandError> {
        Self::install().map_err(CommandError::system("the signal handler"))
    }

    #[cfg(unix)]
    fn install() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    #[cfg(windows)]
    fn install() -> std::io::Result<Self> {
        use tokio::signal::windows::{ctrl_c, ctrl_close};
        Ok(Self {
            terminate: ctrl_close()?,
            interrupt: ctrl_c()?,
        })
    }

    pub(super) async fn wait(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}
