//! Draws pictures of finished games and of pages on separate threads, not in the tables' tasks, and limits how many are
//! drawn at once. If no thread is free in time or the drawing fails, the message is sent without a picture.

use std::sync::Arc;
use std::time::Duration;

use rules::Seat;
use serenity::model::misc::ImageHash;
use table::ids::UserId;
use table::screen::{Chart, ChartLine, Picture};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use tracing::{error, warn};

use super::avatars::{AvatarFiles, Avatars};
use super::end_picture::draw;
use super::error::DrawError;
use super::page_picture;
use crate::api_url::ApiUrl;
use crate::transport::RestSetupError;

/// How long a picture may wait for its drawing to start before it is left out.
const MAX_WAIT: Duration = Duration::from_secs(2);
/// The number of pictures of each kind drawn concurrently. A picture takes about ten milliseconds.
const THREADS: usize = 1;

/// A handle for drawing pictures of finished games and of pages. Clones share its threads.
#[derive(Clone)]
pub struct EndPictures(Source);

#[derive(Clone)]
enum Source {
    Drawn {
        threads: Arc<Semaphore>,
        /// Separate, so that pages do not delay a game's picture.
        page_threads: Arc<Semaphore>,
        avatars: Option<Arc<Avatars>>,
    },
    Fixed(Option<&'static [u8]>),
}

impl EndPictures {
    pub fn drawn() -> Self {
        Self(Source::Drawn {
            threads: Arc::new(Semaphore::new(THREADS)),
            page_threads: Arc::new(Semaphore::new(THREADS)),
            avatars: None,
        })
    }

    /// Adds avatars from this API's CDN to the pictures. Has no effect if the picture is fixed.
    pub fn with_avatars(self, api_url: &ApiUrl) -> Result<Self, RestSetupError> {
        Ok(match self.0 {
            Source::Drawn {
                threads,
                page_threads,
                ..
            } => Self(Source::Drawn {
                threads,
                page_threads,
                avatars: Some(Arc::new(Avatars::new(api_url)?)),
            }),
            fixed @ Source::Fixed(_) => Self(fixed),
        })
    }

    /// Records a person's current avatar, taken from one of their clicks.
    pub fn note_avatar(&self, user: UserId, avatar: Option<ImageHash>) {
        if let Source::Drawn {
            avatars: Some(avatars),
            ..
        } = &self.0
        {
            avatars.note(user, avatar);
        }
    }

    /// Returns a fake that always returns this picture, or no picture, without delay. For tests, and for the simulator,
    /// whose clock is simulated.
    pub fn fixed(png: Option<&'static [u8]>) -> Self {
        Self(Source::Fixed(png))
    }

    /// Returns a chart's picture as a PNG, or `None` if it cannot be drawn in time. Needs a Tokio runtime.
    pub(crate) async fn draw(&self, chart: Arc<Chart>) -> Option<Vec<u8>> {
        let (threads, avatars) = match &self.0 {
            Source::Fixed(png) => return png.map(<[u8]>::to_vec),
            Source::Drawn {
                threads, avatars, ..
            } => (threads, avatars.as_ref()),
        };
        let person = |line: &ChartLine| Some((line.seat, line.user?));
        let people = chart.lines.iter().filter_map(person).collect();
        let avatars = fetch(avatars, people).await;
        draw_on(threads, move || draw(&chart, &avatars)).await
    }

    /// Returns a page's picture as a PNG, or `None` if it cannot be drawn in time. Needs a Tokio runtime.
    pub async fn draw_page(&self, picture: Picture) -> Option<Vec<u8>> {
        let (threads, avatars) = match &self.0 {
            Source::Fixed(png) => return png.map(<[u8]>::to_vec),
            Source::Drawn {
                page_threads,
                avatars,
                ..
            } => (page_threads, avatars.as_ref()),
        };
        let avatars = fetch(avatars, picture.people()).await;
        draw_on(threads, move || page_picture::draw(&picture, &avatars)).await
    }
}

async fn fetch(avatars: Option<&Arc<Avatars>>, people: Vec<(Seat, UserId)>) -> AvatarFiles {
    match avatars {
        Some(avatars) => avatars.fetch_all(people).await,
        None => AvatarFiles::new(),
    }
}

/// Draws on a thread once one is free. Returns `None` if the wait is too long or the drawing fails.
async fn draw_on(
    threads: &Arc<Semaphore>,
    draw: impl FnOnce() -> Result<Vec<u8>, DrawError> + Send + 'static,
) -> Option<Vec<u8>> {
    let free = Arc::clone(threads).acquire_owned();
    let Ok(Ok(permit)) = timeout(MAX_WAIT, free).await else {
        warn!("no thread was free for a picture");
        return None;
    };
    let drawing = spawn_blocking(move || {
        let picture = draw();
        drop(permit);
        picture
    });
    match drawing.await {
        Ok(Ok(picture)) => Some(picture),
        Ok(Err(error)) => {
            error!(%error, "a picture was not drawn");
            None
        }
        Err(error) => {
            error!(%error, "the drawing of a picture panicked");
            None
        }
    }
}
