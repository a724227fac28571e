//! Requests to the webhook: Discord's own, forged ones, damaged ones and recordings. Everything that the
//! application's key has not signed now must be refused with 401.

use std::fmt::Write as _;

use hyper::StatusCode;
use hyper::header::{HeaderMap, HeaderName, HeaderValue};
use kittens::webhook::admission::{Admitted, admit};
use kittens::webhook::signature::RequestVerifier;
use ring::signature::{Ed25519KeyPair, KeyPair as _};
use rules::{Chance as _, SeededChance};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::Verdict;
use super::interactions;
use super::mutation::{mutate_text, noise};

/// Discord's time in all inputs.
const NOW: u64 = 1_800_000_000;
const SIGNATURE: &str = "x-signature-ed25519";
const TIMESTAMP: &str = "x-signature-timestamp";
/// The seeds of the application's key and of another one.
const OWN: [u8; 32] = [7; 32];
const FOREIGN: [u8; 32] = [8; 32];

/// Returns a request as JSON: its headers, its body, and if Discord has signed it now.
pub(super) fn make(chance: &mut SeededChance) -> String {
    let body = match chance.below(10) {
        0 => json!({"type": 1}).to_string(),
        _ => interactions::make(chance),
    };
    let time = NOW.to_string();
    let signature = sign(&OWN, &time, &body);
    let (signature, time, body, repeated) = match chance.below(10) {
        0 | 1 => return request(&signature, &time, &body, None, true),
        2 => (signature, time, mutate_text(&body, chance), None),
        3 => (mutate_text(&signature, chance), time, body, None),
        4 => (signature, mutate_text(&time, chance), body, None),
        5 => (sign(&FOREIGN, &time, &body), time, body, None),
        6 => return recording(&body, chance),
        7 => (noise(20, chance), noise(4, chance), body, None),
        8 => (flip(&signature, chance), time, body, None),
        _ => (signature.clone(), time, body, Some(signature)),
    };
    let is_changed = repeated.is_some() || signature.to_lowercase() != sign(&OWN, &time, &body);
    request(
        &signature,
        &time,
        &body,
        repeated,
        !is_changed && time == NOW.to_string(),
    )
}

/// Returns a request that Discord has signed too long ago.
fn recording(body: &str, chance: &mut SeededChance) -> String {
    let time = (NOW - 6 - u64::from(chance.below(100_000_000))).to_string();
    request(&sign(&OWN, &time, body), &time, body, None, false)
}

fn request(
    signature: &str,
    time: &str,
    body: &str,
    repeated: Option<String>,
    is_genuine: bool,
) -> String {
    let mut headers = vec![json!([SIGNATURE, signature]), json!([TIMESTAMP, time])];
    headers.extend(repeated.map(|signature| json!([SIGNATURE, signature])));
    json!({"headers": headers, "body": body, "genuine": is_genuine}).to_string()
}

fn flip(signature: &str, chance: &mut SeededChance) -> String {
    let place = chance.below(signature.len() as u32) as usize;
    let digit = |(index, letter): (usize, char)| match letter.to_digit(16) {
        Some(digit) if index == place => {
            char::from_digit(digit ^ (1 << chance.below(4)), 16).unwrap_or(letter)
        }
        _ => letter,
    };
    signature.chars().enumerate().map(digit).collect()
}

fn sign(seed: &[u8; 32], time: &str, body: &str) -> String {
    let signed = key_pair(seed).sign(format!("{time}{body}").as_bytes());
    hexadecimal(signed.as_ref())
}

fn key_pair(seed: &[u8; 32]) -> Ed25519KeyPair {
    // Any 32 bytes are a seed.
    Ed25519KeyPair::from_seed_unchecked(seed).expect("a seed of 32 bytes")
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a text does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

pub(super) fn judge(text: &str) -> Verdict {
    let Ok(request) = serde_json::from_str::<Value>(text) else {
        return Verdict::Refused;
    };
    let is_genuine = request["genuine"] == true;
    let body = request["body"].as_str().unwrap_or_default();
    let now = Instant::now();
    let key = hexadecimal(key_pair(&OWN).public_key().as_ref());
    let Ok(key) = key.parse() else {
        return Verdict::Wrong("the application's key is none".to_owned());
    };
    let verifier = RequestVerifier::new(key, NOW, now);
    match admit(&verifier, &headers(&request), body.as_bytes(), now) {
        Ok(Admitted::Ping | Admitted::Interaction(..)) if is_genuine => Verdict::Accepted,
        Ok(_) => Verdict::Wrong("it was served".to_owned()),
        Err(_) if is_genuine => Verdict::Refused,
        Err(why) if why.status() == StatusCode::UNAUTHORIZED => Verdict::Refused,
        Err(why) => Verdict::Wrong(format!("it was refused with {}", why.status())),
    }
}

fn headers(request: &Value) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for header in request["headers"].as_array().into_iter().flatten() {
        let name = header[0].as_str().unwrap_or_default();
        let value = header[1].as_str().unwrap_or_default();
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::from_str(value)) {
            headers.append(name, value);
        }
    }
    headers
}
