//! The key from which a game's randomness is derived once the shares are known. It is as confidential
//! as the game's secret, and never stored, because it can be derived from the table's entries.

use std::fmt;

use hkdf::Hkdf;
use hkdf::hmac::{Hmac, KeyInit, Mac};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use sha2::Sha256;

use crate::commitment::{GameId, Secret};
use crate::random_pick::PickId;

const KEY_TAG: &[u8] = b"kittens/1/key\0";
const DRAW_TAG: &str = "kittens/1/draw";

/// A game's key: the HMAC-SHA-256 of the game's id and shares, keyed with the secret.
#[derive(Clone, PartialEq, Eq)]
pub struct GameKey([u8; 32]);

impl GameKey {
    /// Derives the game's key from its secret, id and shares. `docs/fairness.md` (*Shares and key*) specifies which
    /// interactions' ids are the shares, and their order.
    pub fn derive(secret: &Secret, game: GameId, shares: &[u64]) -> GameKey {
        let shares: Vec<String> = shares.iter().map(u64::to_string).collect();
        let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(secret.bytes())
            .expect("HMAC accepts keys of any length");
        mac.update(KEY_TAG);
        mac.update(game.to_string().as_bytes());
        mac.update(&[0]);
        mac.update(shares.join(",").as_bytes());
        GameKey(mac.finalize().into_bytes().into())
    }

    pub(crate) fn generator(&self, draw: PickId) -> ChaCha20Rng {
        let info = format!("{DRAW_TAG}\0{}\0{}", draw.purpose, draw.number);
        let mut key = [0; 32];
        Hkdf::<Sha256>::new(None, &self.0)
            .expand(info.as_bytes(), &mut key)
            .expect("HKDF can produce 32 bytes");
        ChaCha20Rng::from_seed(key)
    }
}

impl fmt::Debug for GameKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GameKey(..)")
    }
}
