//! The key by which the application's interactions are signed, and an interaction that is to be sent.

use std::sync::Arc;

use rand::TryRng as _;
use rand::rngs::{SysError, SysRng};
use ring::signature::{Ed25519KeyPair, KeyPair as _};
use serde_json::Value;

const SEED_BYTES: usize = 32;

/// The key by which the application's interactions are signed.
#[derive(Clone)]
pub(crate) struct ApplicationKey(Arc<Ed25519KeyPair>);

/// An interaction on its way to the bot.
#[derive(Debug)]
pub(crate) struct HttpDelivery {
    pub(crate) url: String,
    /// The interaction, as over the gateway.
    pub(crate) interaction: Value,
    /// The time of the sandbox, in milliseconds since 1970.
    pub(crate) now: u64,
}

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

    /// Returns the signature of a request with this time and body, in hexadecimal digits.
    pub(crate) fn sign(&self, timestamp: &str, body: &str) -> String {
        hexadecimal(
            self.0
                .sign(format!("{timestamp}{body}").as_bytes())
                .as_ref(),
        )
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
