//! The secrets of a sandbox, new at each start: another process or a web page on this machine can
//! neither act as the bot nor sign for Discord.

use std::sync::Arc;

use rand::TryRng as _;
use rand::rngs::{SysError, SysRng};
use ring::signature::{Ed25519KeyPair, KeyPair as _};

const SEED_BYTES: usize = 32;

pub(crate) fn random_bot_token() -> Result<String, SysError> {
    let (high, low) = (SysRng.try_next_u64()?, SysRng.try_next_u64()?);
    Ok(format!("sandbox-{high:016x}{low:016x}"))
}

/// The key by which the application's interactions are signed.
#[derive(Clone)]
pub(crate) struct ApplicationKey(Arc<Ed25519KeyPair>);

impl ApplicationKey {
    pub(crate) fn random() -> Result<Self, SysError> {
        let mut seed = [0; SEED_BYTES];
        SysRng.try_fill_bytes(&mut seed)?;
        let pair = Ed25519KeyPair::from_seed_unchecked(&seed);
        // Any 32 bytes are a seed.
        Ok(Self(Arc::new(pair.expect("a seed of 32 bytes"))))
    }

    /// Returns the public key in hexadecimal digits, as `verify_key` in Discord's application.
    pub(crate) fn public(&self) -> String {
        hexadecimal(self.0.public_key().as_ref())
    }

    pub(crate) fn sign(&self, timestamp: &str, body: &str) -> String {
        let signature = self.0.sign(format!("{timestamp}{body}").as_bytes());
        hexadecimal(signature.as_ref())
    }
}

impl std::fmt::Debug for ApplicationKey {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "ApplicationKey({})", self.public())
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
