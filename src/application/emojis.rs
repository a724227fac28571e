//! Uploads the pictures as emojis of the bot's application, in the background. Discord's list of emojis is the only
//! record: a picture is uploaded only if no emoji has its name, which includes a hash of its content. So neither a
//! restart nor a second process uploads it again. Until a picture is available, its Unicode emoji is shown instead
//! (see `discord::emoji_markers`).

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use discord::emoji_markers::UploadedEmoji;
use discord::{Call, Lane, RequestError, RestClient};
use serde_json::{Value, json};
use serenity::model::id::{ApplicationId, EmojiId};
use tokio::sync::watch;
use tokio::time::{Duration, Instant, sleep};
use tracing::{info, warn};

use crate::application::pictures::{self, Picture};

/// The interval between checks for emojis that the application's owner has deleted.
const CHECK_INTERVAL: Duration = Duration::from_secs(3_600);
const RETRY_INTERVAL: Duration = Duration::from_secs(300);
/// The minimum time between two attempts, even if Discord reports unknown emojis more often.
const SHORTEST_PAUSE: Duration = Duration::from_secs(5);
/// The timeout of one request, including waits for rate limits.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(60);

/// The emojis of the application, by name.
type Listed = BTreeMap<String, EmojiId>;

/// Keeps the application's emojis in sync with the pictures. Returns only if the application never becomes known.
pub(crate) async fn keep_uploaded(
    rest: RestClient,
    mut application: watch::Receiver<Option<ApplicationId>>,
) {
    let Ok(application) = application.wait_for(Option::is_some).await.map(|id| *id) else {
        return;
    };
    let Some(application) = application else {
        return;
    };
    let mut sync = Sync {
        rest,
        application,
        pictures: pictures::all(),
        has_deleted: false,
        has_warned: false,
    };
    loop {
        let pause = match sync.run().await {
            Ok(()) => CHECK_INTERVAL,
            Err(error) => {
                sync.warn_once(&error);
                RETRY_INTERVAL
            }
        };
        sleep(SHORTEST_PAUSE).await;
        tokio::select! {
            () = sleep(pause) => {}
            () = sync.rest.emojis().wait_until_unknown() => {}
        }
    }
}

struct Sync {
    rest: RestClient,
    application: ApplicationId,
    pictures: Vec<Picture>,
    /// True once this process has deleted the emojis of other releases. It does so only once, because a process of
    /// another release that is still running would upload them again.
    has_deleted: bool,
    has_warned: bool,
}

impl Sync {
    /// Uploads the missing pictures, then deletes the obsolete emojis. Makes the existing emojis available even if an
    /// upload fails.
    async fn run(&mut self) -> Result<(), RequestError> {
        let mut listed = self.list().await?;
        self.publish(&listed);
        let mut uploaded = 0;
        for index in 0..self.pictures.len() {
            if listed.contains_key(&self.pictures[index].emoji_name) {
                continue;
            }
            match self.upload(&self.pictures[index]).await {
                Ok(id) => {
                    uploaded += 1;
                    listed.insert(self.pictures[index].emoji_name.clone(), id);
                }
                // Another process may have uploaded the picture, or an answer may have been lost.
                Err(error @ (RequestError::InvalidBody(_) | RequestError::OutcomeUnknown)) => {
                    listed = self.list().await?;
                    if !listed.contains_key(&self.pictures[index].emoji_name) {
                        return Err(error);
                    }
                }
                Err(error) => return Err(error),
            }
            self.publish(&listed);
        }
        if uploaded > 0 {
            info!(uploaded, "uploaded pictures as emojis of the application");
        }
        self.delete_obsolete(&listed).await
    }

    async fn list(&self) -> Result<Listed, RequestError> {
        let application = self.application;
        let answer = self.send(&Call::ReadEmojis { application }, None).await?;
        let items = answer["items"].as_array().into_iter().flatten();
        let emojis =
            items.filter_map(|item| Some((item["name"].as_str()?.to_owned(), read_id(item)?)));
        Ok(emojis.collect())
    }

    async fn upload(&self, picture: &Picture) -> Result<EmojiId, RequestError> {
        let image = STANDARD.encode(picture.bytes);
        let body = json!({
            "name": picture.emoji_name,
            "image": format!("data:image/png;base64,{image}"),
        });
        let application = self.application;
        let answer = self
            .send(&Call::CreateEmoji { application }, Some(&body))
            .await?;
        read_id(&answer).ok_or(RequestError::OutcomeUnknown)
    }

    /// Deletes the emojis that only other releases of this program use. Does nothing once this has succeeded.
    async fn delete_obsolete(&mut self, listed: &Listed) -> Result<(), RequestError> {
        if self.has_deleted {
            return Ok(());
        }
        let is_wanted = |name: &str| self.pictures.iter().any(|one| one.emoji_name == name);
        let obsolete = listed
            .iter()
            .filter(|(name, _)| pictures::is_own_emoji_name(name) && !is_wanted(name));
        for (_, &emoji) in obsolete {
            let application = self.application;
            let call = Call::DeleteEmoji { application, emoji };
            match self.send(&call, None).await {
                // Another process has already deleted the emoji.
                Ok(_) | Err(RequestError::Refused { status: 404, .. }) => {}
                Err(error) => return Err(error),
            }
        }
        self.has_deleted = true;
        Ok(())
    }

    /// Lets messages show the pictures that have been uploaded.
    fn publish(&self, listed: &Listed) {
        let known = self.pictures.iter().filter_map(|picture| {
            let id = listed.get(&picture.emoji_name)?.get();
            // A message may give an emoji any name. This name is easier to read than the one with the hash.
            let name = picture.name.replace('-', "_");
            Some((picture.name.to_owned(), UploadedEmoji { id, name }))
        });
        self.rest.emojis().set(known);
    }

    async fn send(&self, call: &Call, body: Option<&Value>) -> Result<Value, RequestError> {
        let deadline = Instant::now() + REQUEST_TIMEOUT;
        self.rest
            .send_in(Lane::BACKGROUND, call, body, deadline)
            .await
    }

    fn warn_once(&mut self, error: &RequestError) {
        if !self.has_warned {
            warn!(%error, "not all pictures could be uploaded; Unicode emoji stand in for them");
        }
        self.has_warned = true;
    }
}

fn read_id(emoji: &Value) -> Option<EmojiId> {
    let id: u64 = emoji["id"].as_str()?.parse().ok()?;
    (id > 0).then(|| EmojiId::new(id))
}
