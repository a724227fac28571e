//! The check that a request comes from Discord, and now: the Ed25519 signature over its time and body,
//! and the replay window. Everything that fails it is answered with 401, whatever the reason.

use ring::signature::{ED25519, UnparsedPublicKey};
use tokio::time::Instant;

use crate::arrival_delay::ArrivalDelay;
use crate::config::{PublicKey, parse_hexadecimal};

/// The header with the signature.
pub(crate) const SIGNATURE_HEADER: &str = "x-signature-ed25519";
/// The header with the second at which the request was signed.
pub(crate) const TIMESTAMP_HEADER: &str = "x-signature-timestamp";
const SIGNATURE_BYTES: usize = 64;
/// The age from which on a request is a recording. An interaction can be answered for three seconds; a load
/// balancer may try another process within them, and Discord tells whole seconds.
const WINDOW_MS: i64 = 5_000;
/// The longest time that is read, in digits.
const MAX_TIMESTAMP_DIGITS: usize = 12;

pub struct RequestVerifier {
    key: UnparsedPublicKey<[u8; 32]>,
    delays: ArrivalDelay,
}

/// Why a request is not Discord's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnverifiedError {
    #[error("the request is not signed")]
    Unsigned,
    #[error("the request's signature is wrong")]
    Forged,
    #[error("the request was signed too long ago")]
    Replayed,
}

impl RequestVerifier {
    /// Returns a verifier for a Discord whose clock shows `server_seconds` since 1970 at `now`.
    pub fn new(key: PublicKey, server_seconds: u64, now: Instant) -> Self {
        Self {
            key: UnparsedPublicKey::new(&ED25519, key.to_bytes()),
            delays: ArrivalDelay::since(server_seconds.saturating_mul(1_000), now),
        }
    }

    /// Checks a request that was received at `now`, by the values of its two headers.
    pub fn verify(
        &self,
        signature: &str,
        timestamp: &str,
        body: &[u8],
        now: Instant,
    ) -> Result<(), UnverifiedError> {
        let bytes = parse_hexadecimal::<SIGNATURE_BYTES>(signature);
        let bytes = bytes.ok_or(UnverifiedError::Unsigned)?;
        let seconds = parse_timestamp(timestamp).ok_or(UnverifiedError::Unsigned)?;
        let signed = [timestamp.as_bytes(), body].concat();
        let verified = self.key.verify(&signed, &bytes);
        verified.map_err(|_| UnverifiedError::Forged)?;
        match self.delays.excess_ms(seconds * 1_000, now) > WINDOW_MS {
            true => Err(UnverifiedError::Replayed),
            false => Ok(()),
        }
    }
}

/// Returns the seconds since 1970 that a text of digits stands for.
fn parse_timestamp(text: &str) -> Option<u64> {
    let is_plain = text.len() <= MAX_TIMESTAMP_DIGITS && text.bytes().all(|b| b.is_ascii_digit());
    is_plain.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use ring::signature::{Ed25519KeyPair, KeyPair as _};

    use super::*;

    const NOW: u64 = 1_800_000_000;
    const BODY: &[u8] = br#"{"type":1}"#;

    struct Fixture {
        pair: Ed25519KeyPair,
        verifier: RequestVerifier,
        started: Instant,
    }

    impl Fixture {
        fn new() -> Self {
            let pair = Ed25519KeyPair::from_seed_unchecked(&[7; 32]).expect("a seed");
            let key = hexadecimal(pair.public_key().as_ref());
            let started = Instant::now();
            let key = key.parse().expect("a key");
            Self {
                verifier: RequestVerifier::new(key, NOW, started),
                pair,
                started,
            }
        }

        fn sign(&self, timestamp: &str, body: &[u8]) -> String {
            let signed = [timestamp.as_bytes(), body].concat();
            hexadecimal(self.pair.sign(&signed).as_ref())
        }

        fn verify(
            &self,
            signature: &str,
            timestamp: &str,
            body: &[u8],
        ) -> Result<(), UnverifiedError> {
            self.verifier
                .verify(signature, timestamp, body, self.started)
        }
    }

    fn hexadecimal(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn what_the_applications_key_has_signed_is_accepted() {
        let fixture = Fixture::new();
        let now = NOW.to_string();
        let signature = fixture.sign(&now, BODY);
        assert_eq!(fixture.verify(&signature, &now, BODY), Ok(()));
    }

    #[test]
    fn a_change_of_any_part_is_noticed() {
        let fixture = Fixture::new();
        let (now, later) = (NOW.to_string(), (NOW + 1).to_string());
        let signature = fixture.sign(&now, BODY);
        let other = Ed25519KeyPair::from_seed_unchecked(&[8; 32]).expect("a seed");
        let foreign = hexadecimal(other.sign(&[now.as_bytes(), BODY].concat()).as_ref());
        let forged = Err(UnverifiedError::Forged);
        assert_eq!(fixture.verify(&signature, &now, br#"{"type":2}"#), forged);
        assert_eq!(fixture.verify(&signature, &later, BODY), forged);
        assert_eq!(fixture.verify(&foreign, &now, BODY), forged);
        assert_eq!(fixture.verify(&"0".repeat(128), &now, BODY), forged);
    }

    #[test]
    fn headers_that_are_none_are_refused() {
        let fixture = Fixture::new();
        let now = NOW.to_string();
        let signature = fixture.sign(&now, BODY);
        let unsigned = Err(UnverifiedError::Unsigned);
        for broken in ["", "00", &signature[..127], &"zz".repeat(64)] {
            assert_eq!(fixture.verify(broken, &now, BODY), unsigned, "{broken}");
        }
        for broken in ["", "-1", "+1", " 1", "1.5", "9999999999999", "１"] {
            let signature = fixture.sign(broken, BODY);
            let verified = fixture.verify(&signature, broken, BODY);
            assert!(verified.is_err(), "{broken}");
        }
    }

    #[test]
    fn a_recording_is_refused_once_it_is_old() {
        let fixture = Fixture::new();
        let now = NOW.to_string();
        let signature = fixture.sign(&now, BODY);
        let at = |seconds| fixture.started + Duration::from_secs(seconds);
        let verify = |seconds| fixture.verifier.verify(&signature, &now, BODY, at(seconds));
        assert_eq!(verify(3), Ok(()));
        assert_eq!(verify(7), Err(UnverifiedError::Replayed));
    }
}
