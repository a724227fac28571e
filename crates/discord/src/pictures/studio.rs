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
use super::faces::Faces;
use super::{DrawError, curve, evening, indexed_png, player_card};
use crate::api_url::ApiUrl;
use crate::transport::RestSetupError;

/// How long a picture may wait for a free thread before it is left out.
const MAX_WAIT: Duration = Duration::from_secs(2);
/// The maximum number of pictures of each kind drawn at once. A picture takes about ten milliseconds.
const THREADS: usize = 1;
const GAMES: usize = 0;
const PAGES: usize = 1;
const PAGE_SCALE: f64 = 1.75;

/// A handle for drawing pictures of finished games and of pages. Clones share its limits.
#[derive(Clone)]
pub struct EndPictures(Source);

#[derive(Clone)]
enum Source {
    Drawn {
        /// The permits for [`GAMES`] and for [`PAGES`] are separate, so that pages do not delay a game's picture.
        threads: [Arc<Semaphore>; 2],
        avatars: Option<Arc<Avatars>>,
    },
    Fixed(Option<&'static [u8]>),
}

impl EndPictures {
    pub fn drawn() -> Self {
        Self(Source::Drawn {
            threads: [(); 2].map(|()| Arc::new(Semaphore::new(THREADS))),
            avatars: None,
        })
    }

    /// Makes pictures show avatars from this API's CDN. Has no effect if the picture is fixed.
    pub fn with_avatars(mut self, api_url: &ApiUrl) -> Result<Self, RestSetupError> {
        if let Source::Drawn { avatars, .. } = &mut self.0 {
            *avatars = Some(Arc::new(Avatars::new(api_url)?));
        }
        Ok(self)
    }

    /// Records a person's current avatar, taken from one of their interactions.
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

    /// Returns a chart's picture as a PNG, or `None` if drawing fails or cannot start in time. Needs a Tokio runtime.
    pub(crate) async fn draw(&self, chart: Arc<Chart>) -> Option<Vec<u8>> {
        let person = |line: &ChartLine| Some((line.seat, line.user?));
        let people = chart.lines.iter().filter_map(person).collect();
        let draw = move |avatars: &AvatarFiles| draw(&chart, avatars);
        self.draw_in_time(GAMES, people, draw).await
    }

    /// Returns a page's picture as a PNG, or `None` if drawing fails or cannot start in time. Needs a Tokio runtime.
    pub async fn draw_page(&self, picture: Picture) -> Option<Vec<u8>> {
        let people = picture.people();
        let draw = move |avatars: &AvatarFiles| draw_page(&picture, avatars);
        self.draw_in_time(PAGES, people, draw).await
    }

    async fn draw_in_time(
        &self,
        kind: usize,
        people: Vec<(Seat, UserId)>,
        draw: impl FnOnce(&AvatarFiles) -> Result<Vec<u8>, DrawError> + Send + 'static,
    ) -> Option<Vec<u8>> {
        let (threads, avatars) = match &self.0 {
            Source::Fixed(png) => return png.map(<[u8]>::to_vec),
            Source::Drawn { threads, avatars } => (&threads[kind], avatars),
        };
        let avatars = match avatars {
            Some(avatars) => avatars.fetch_all(people).await,
            None => AvatarFiles::new(),
        };
        draw_on(threads, move || draw(&avatars)).await
    }
}

/// Draws a page's picture as a PNG. Takes a few milliseconds of CPU time in a release build.
pub(super) fn draw_page(picture: &Picture, avatars: &AvatarFiles) -> Result<Vec<u8>, DrawError> {
    let canvas = match picture {
        Picture::Curve(points) => curve::compose(points),
        Picture::Card(card) => player_card::compose(card),
        Picture::Evening(evening) => evening::compose(evening),
    };
    indexed_png::encode(&canvas.render(PAGE_SCALE, &Faces::decode(avatars))?)
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
