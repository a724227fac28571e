//! Posts last week's leaderboard in the channels that the managers of servers have chosen, on Mondays in UTC. Normally,
//! one process posts a server's board once. If the post remains unconfirmed, for example because the process was
//! killed, it is retried once with the same nonce. If Discord refuses posts in the channel, the board is turned off,
//! and the settings panel says so. Tables are not involved.

use std::sync::Arc;
use std::time::Duration;

use discord::{Call, Lane, RequestError, RestClient, to_discord};
use journal::{JournalError, Store};
use serenity::model::id::ChannelId;
use table::effect::Urgency;
use table::ids::{GuildId, Millis, UserId};
use table::pages::leaderboard::period::{Period, date_of};
use table::pages::leaderboard::{self, Board, BoardQuery, BoardView, Measure, Window};
use table::pages::settings::{ServerChange, WeeklyBoard};
use table::store_error::SettingsError;
use table::text::Language;
use tokio::time::{Instant, sleep};
use tracing::warn;

/// The interval at which the calendar is checked.
const ROUND_INTERVAL: Duration = Duration::from_secs(600);
/// The timeout of a post. Generous, because no one waits for it.
const POST_TIMEOUT: Duration = Duration::from_secs(60);
/// The reader of a public post: no one in particular.
const NOBODY: UserId = UserId(0);
const LAST_WEEK: BoardView = BoardView {
    window: Window::Week,
    back: 1,
    measure: Measure::Wins,
    page: 0,
};

pub(crate) struct WeeklyBoards {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) rest: RestClient,
}

impl WeeklyBoards {
    /// Posts boards when they are due. Never returns. `now` returns the system time.
    pub(crate) async fn run(self, now: impl Fn() -> Millis) {
        loop {
            if let Err(error) = self.post_due(now()).await {
                warn!(%error, "could not read where weekly boards are posted");
            }
            sleep(ROUND_INTERVAL).await;
        }
    }

    /// On a Monday, posts each board that `claim_weekly_board` lets this process post.
    ///
    /// # Errors
    /// If the settings cannot be read or changed. The next round continues where this one stopped.
    pub(crate) async fn post_due(&self, now: Millis) -> Result<(), SettingsError> {
        let monday = Period::of(Window::Week, now).first();
        if monday != date_of(now) {
            return Ok(());
        }
        let monday = i64::from(monday.to_julian_day());
        for (guild, place) in self.store.weekly_boards().await? {
            if self.store.claim_weekly_board(guild, monday).await?
                && self.post(guild, place, now, monday).await?
            {
                self.store.confirm_weekly_board(guild, monday).await?;
            }
        }
        Ok(())
    }

    /// Posts a server's board. Returns true if the board was posted or is empty. If the channel is gone or refuses the
    /// post, turns the board off.
    async fn post(
        &self,
        guild: GuildId,
        place: WeeklyBoard,
        now: Millis,
        monday: i64,
    ) -> Result<bool, SettingsError> {
        let board = match self.last_week(guild, now).await {
            Ok(board) if board.rows.is_empty() => return Ok(true),
            Ok(board) => board,
            Err(error) => {
                warn!(%error, "could not read the weekly board");
                return Ok(false);
            }
        };
        let screen = leaderboard::weekly_board(&board, Language::of(place.language));
        let mut body = to_discord::post(&screen, []);
        body["nonce"] = format!("week-{monday}").into();
        body["enforce_nonce"] = true.into();
        let call = Call::Post {
            channel: ChannelId::new(place.channel.0.max(1)),
            file: None,
        };
        let lane = Lane::of(
            serenity::model::id::GuildId::new(guild.0.max(1)),
            Urgency::Routine,
        );
        let deadline = Instant::now() + POST_TIMEOUT;
        let Err(error) = self.rest.send_in(lane, &call, Some(&body), deadline).await else {
            return Ok(true);
        };
        warn!(%error, channel = place.channel.0, "could not post the weekly board");
        if error == RequestError::ChannelGone {
            self.store.forget_channel(guild, place.channel).await?;
        } else if is_refused_there(&error) {
            let refused = ServerChange::BoardRefused(place.channel);
            self.store.change_settings(guild, refused).await?;
        }
        Ok(false)
    }

    async fn last_week(&self, guild: GuildId, at: Millis) -> Result<Board, JournalError> {
        let query = BoardQuery {
            guild,
            view: LAST_WEEK,
            person: NOBODY,
            at,
        };
        self.store.leaderboard(query).await
    }
}

/// Returns true for a refusal that is probably specific to this channel. Other refusals, such as of an invalid token,
/// do not turn the board off.
fn is_refused_there(error: &RequestError) -> bool {
    match error {
        RequestError::MissingAccess
        | RequestError::MissingPermissions
        | RequestError::ThreadArchived
        | RequestError::ThreadLocked => true,
        RequestError::Refused { status, .. } => matches!(status, 400 | 403 | 404),
        _ => false,
    }
}
