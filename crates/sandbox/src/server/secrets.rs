//! The bot token of a sandbox, random at each start, so that no other process or web page on this machine can act as
//! the bot.

use rand::TryRng as _;
use rand::rngs::{SysError, SysRng};

pub(crate) fn random_bot_token() -> Result<String, SysError> {
    let (high, low) = (SysRng.try_next_u64()?, SysRng.try_next_u64()?);
    Ok(format!("sandbox-{high:016x}{low:016x}"))
}
