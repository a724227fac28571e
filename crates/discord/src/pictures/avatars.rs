//! The avatars of the players in a picture, from Discord's CDN. Only each avatar's hash, taken from its owner's last
//! interaction, is kept in memory; the image is fetched for each picture, with a timeout of one second.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use futures_util::future::join_all;
use parking_lot::Mutex;
use reqwest::Client;
use rules::Seat;
use serenity::model::misc::ImageHash;
use table::ids::UserId;
use tokio::time::timeout;

use crate::api_url::ApiUrl;
use crate::transport::{RestSetupError, build_http_client};

const TIMEOUT: Duration = Duration::from_secs(1);
/// The maximum number of bytes read for an avatar of 128 by 128 pixels.
const MAX_BYTES: usize = 64 * 1024;
/// The maximum number of people whose avatars are known. When it is reached, all known avatars are forgotten.
const MAX_KNOWN: usize = 50_000;

/// Avatars as unvalidated PNG files, by their owners' seats.
pub type AvatarFiles = BTreeMap<Seat, Vec<u8>>;

pub(super) struct Avatars {
    client: Client,
    cdn: String,
    known: Mutex<HashMap<UserId, ImageHash>>,
}

impl Avatars {
    pub(super) fn new(api_url: &ApiUrl) -> Result<Self, RestSetupError> {
        Ok(Self {
            client: build_http_client()?,
            cdn: api_url.cdn(),
            known: Mutex::default(),
        })
    }

    /// Records a person's current avatar, or that they have none.
    pub(super) fn note(&self, user: UserId, avatar: Option<ImageHash>) {
        let mut known = self.known.lock();
        match avatar {
            Some(avatar) => {
                if known.len() >= MAX_KNOWN {
                    known.clear();
                }
                known.insert(user, avatar);
            }
            None => drop(known.remove(&user)),
        }
    }

    /// Returns the avatars of these people, by seat, except avatars that are unknown or take over a second to fetch.
    pub(super) async fn fetch_all(&self, people: Vec<(Seat, UserId)>) -> AvatarFiles {
        let fetches = people.into_iter().filter_map(|(seat, user)| {
            let address = self.address(user)?;
            let fetch = timeout(TIMEOUT, self.fetch(address));
            Some(async move { Some((seat, fetch.await.ok()??)) })
        });
        join_all(fetches).await.into_iter().flatten().collect()
    }

    /// Returns the URL of a person's avatar, if known. It contains only the CDN's URL, the person's id and a
    /// validated hash.
    fn address(&self, user: UserId) -> Option<String> {
        let known = self.known.lock();
        let avatar = known.get(&user)?;
        let Self { cdn, .. } = self;
        Some(format!("{cdn}/avatars/{user}/{avatar}.png?size=128"))
    }

    async fn fetch(&self, address: String) -> Option<Vec<u8>> {
        let mut response = self.client.get(address).send().await.ok()?;
        if !response.status().is_success() {
            return None;
        }
        let mut file = Vec::new();
        while let Some(chunk) = response.chunk().await.ok()? {
            if file.len() + chunk.len() > MAX_BYTES {
                return None;
            }
            file.extend_from_slice(&chunk);
        }
        Some(file)
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use axum::Router;
    use axum::extract::Path;
    use axum::http::StatusCode;
    use axum::routing::get;
    use tokio::net::TcpListener;

    use super::*;

    const HASH: &str = "a_0123456789abcdef0123456789abcdef";

    /// Serves the first person's avatar, refuses the second's, never finishes the third's, and sends too much
    /// for the fourth.
    async fn serve(Path((user, file)): Path<(u64, String)>) -> (StatusCode, Vec<u8>) {
        assert_eq!(file, format!("{HASH}.png"));
        match user {
            1 => (StatusCode::OK, b"an avatar".to_vec()),
            2 => (StatusCode::NOT_FOUND, b"nothing".to_vec()),
            3 => pending().await,
            _ => (StatusCode::OK, vec![0; MAX_BYTES + 1]),
        }
    }

    async fn start_cdn() -> ApiUrl {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().route("/cdn/avatars/{user}/{file}", get(serve));
        tokio::spawn(async { axum::serve(listener, router).await });
        format!("http://{address}").parse().unwrap()
    }

    #[tokio::test]
    async fn only_whole_small_avatars_that_come_in_time_are_taken() {
        let avatars = Avatars::new(&start_cdn().await).unwrap();
        let people = || Seat::ALL.into_iter().zip((1..=5).map(UserId)).collect();
        // The fifth person's avatar is unknown.
        for user in 1..=4 {
            avatars.note(UserId(user), HASH.parse().ok());
        }
        let fetched = timeout(TIMEOUT * 3, avatars.fetch_all(people())).await;
        let expected = AvatarFiles::from([(Seat::ALL[0], b"an avatar".to_vec())]);
        assert_eq!(fetched, Ok(expected));
        avatars.note(UserId(1), None);
        avatars.note(UserId(3), None);
        assert!(avatars.fetch_all(people()).await.is_empty());
    }
}
