//! File access that differs between operating systems. On Unix, only the bot's account may access a journal's files. On
//! Windows, where only the sandbox and the verifier are supported, files inherit the permissions of their folder.

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
