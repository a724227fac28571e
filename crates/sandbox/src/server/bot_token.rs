//! The token by which a sandbox knows its bot: random, so that another process or a web page on this
//! machine cannot act as the bot.

use rand::TryRng as _;
use rand::rngs::{SysError, SysRng};

pub(crate) fn random() -> Result<String, SysError> {
    let (high, low) = (SysRng.try_next_u64()?, SysRng.try_next_u64()?);
    Ok(format!("sandbox-{high:016x}{low:016x}"))
}
