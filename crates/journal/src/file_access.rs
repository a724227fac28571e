//! File access that differs between systems. On Unix, only the bot's account may read the files of a journal. On
//! Windows, where only the sandbox and the verifier are supported, files inherit the access to their folder.

#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub(crate) use other::*;
#[cfg(unix)]
pub(crate) use unix::*;

pub(crate) const FILE_MODE: u32 = 0o600;
pub(crate) const FOLDER_MODE: u32 = 0o700;
