//! `/kittens stats`: a person's statistics, badges and rating curve, privately, from the results stored in the
//! journal. The server and the reader come from the interaction, never from the control. [`journal::Results`] omits
//! hidden people.

use discord::{AttachedFile, deferred_post};
use journal::JournalError;
use table::ids::{GuildId, UserId};
use table::pages::statistics::{self, PersonStats, StatsScope, StatsView};
use table::results::Badge;
use table::screen::{InteractionError, Screen};
use tokio::time::Instant;
use tracing::warn;

use super::{Dispatcher, PageRequest, require_writer};
use crate::interaction::ChannelContext;
use crate::permissions::missing_to_post;

/// The maximum number of rated games in a curve, newest first.
const CURVE_GAMES: u32 = 100;
/// The file name of a page's picture.
const PICTURE_FILE: &str = "kittens.png";

impl Dispatcher {
    /// Shows a person's statistics, replacing the clicked private message if there is one.
    pub(super) async fn show_stats(
        &self,
        request: &PageRequest,
        view: StatsView,
    ) -> Result<(), InteractionError> {
        let StatsOf {
            stats,
            person,
            view,
        } = self.read_stats(request, view).await?;
        let screen = statistics::person_stats(&stats, person, view, &[], request.language());
        self.answer_with_picture(request, screen).await;
        Ok(())
    }

    /// Publicly posts a person's card.
    pub(super) async fn post_card(
        &self,
        request: &PageRequest,
        view: StatsView,
    ) -> Result<(), InteractionError> {
        self.require_posting(request)?;
        let StatsOf { stats, person, .. } = match view {
            StatsView::Everywhere => return Err(InteractionError::NoStats),
            StatsView::Own | StatsView::Of(_) => self.read_stats(request, view).await?,
        };
        if stats.games == 0 {
            return Err(InteractionError::NoStats);
        }
        let screen = statistics::public_card(&stats, person, request.language());
        self.post_picture(request, screen).await
    }

    /// Returns an error unless both the bot and the person may post here.
    pub(super) fn require_posting(&self, request: &PageRequest) -> Result<(), InteractionError> {
        let context = request.channel()?;
        let missing = missing_to_post(context.bot_permissions, context.is_thread);
        self.require(&request.callback, context, missing)?;
        require_writer(context)
    }

    /// Publicly posts a screen with its picture, at most once a minute for the person.
    pub(super) async fn post_picture(
        &self,
        request: &PageRequest,
        screen: Screen,
    ) -> Result<(), InteractionError> {
        let (person, now) = (request.person.id, Instant::now());
        if !self.card_limit.lock().try_take(person, now) {
            return Err(InteractionError::CardTooSoon);
        }
        let callback = &request.callback;
        self.send(callback, &deferred_post()).await;
        let file = self.draw(&screen).await;
        self.complete_with_picture(callback, &screen, file).await;
        Ok(())
    }

    /// Shows a private screen with its picture. The interaction is answered first, because drawing the picture may take
    /// longer than Discord waits for an answer. Without a picture, its text is shown.
    pub(super) async fn answer_with_picture(&self, request: &PageRequest, screen: Screen) {
        let callback = &request.callback;
        let screen = screen.displayed_as(request.format().display_mode);
        if screen.picture().is_none() {
            return self.change_or_reply(callback, &screen).await;
        }
        self.announce(callback).await;
        self.complete_page(callback, &screen).await;
    }

    /// Completes a deferred answer with the screen, and with its picture if it has one.
    pub(super) async fn complete_page(&self, callback: &discord::Callback, screen: &Screen) {
        if screen.picture().is_none() {
            return self.complete(callback, screen).await;
        }
        let file = self.draw(screen).await;
        self.complete_with_picture(callback, screen, file).await;
    }

    async fn draw(&self, screen: &Screen) -> Option<AttachedFile> {
        let picture = screen.picture()?.clone();
        let content = self.registry.draw_page(picture).await?;
        let name = PICTURE_FILE;
        Some(AttachedFile { name, content })
    }

    /// Shows a person's badges, with the chosen or rarest one in detail and a menu of all. Replaces the clicked private
    /// message if there is one.
    pub(super) async fn show_badges(
        &self,
        request: &PageRequest,
        view: StatsView,
        badge: Option<Badge>,
    ) -> Result<(), InteractionError> {
        let StatsOf {
            stats,
            person,
            view,
        } = self.read_stats(request, view).await?;
        let format = request.format();
        let screen = statistics::badges(&stats, person, view, badge, format.language())
            .displayed_as(format.display_mode);
        self.change_or_reply(&request.callback, &screen).await;
        Ok(())
    }

    /// Shows statistics with a curve of the rating.
    pub(super) async fn show_curve(
        &self,
        request: &PageRequest,
        view: StatsView,
    ) -> Result<(), InteractionError> {
        let StatsOf {
            stats,
            person,
            view,
        } = self.read_stats(request, view).await?;
        let points = match view {
            StatsView::Everywhere => Vec::new(),
            StatsView::Own | StatsView::Of(_) => {
                let points =
                    self.results
                        .rating_curve(person, guild(request.channel()?), CURVE_GAMES);
                points.await.map_err(internal)?
            }
        };
        let screen = statistics::person_stats(&stats, person, view, &points, request.language());
        self.answer_with_picture(request, screen).await;
        Ok(())
    }

    /// Reads the statistics for a control. Another person who has no games here has no statistics, so that
    /// hidden people cannot be told apart from those who never played.
    async fn read_stats(
        &self,
        request: &PageRequest,
        view: StatsView,
    ) -> Result<StatsOf, InteractionError> {
        let reader = request.person.id;
        let here = || {
            request
                .channel()
                .map(|here| StatsScope::Server(guild(here)))
        };
        let (view, person, scope) = match view {
            // Outside the bot's servers there are only statistics of everything.
            StatsView::Own if request.context.is_none() => {
                (StatsView::Everywhere, reader, StatsScope::Everywhere)
            }
            StatsView::Of(person) if person != reader => (view, person, here()?),
            StatsView::Own | StatsView::Of(_) => (StatsView::Own, reader, here()?),
            StatsView::Everywhere => (view, reader, StatsScope::Everywhere),
        };
        let stats = self
            .results
            .person_stats(person, scope, reader)
            .await
            .map_err(internal)?;
        let stats = stats
            .filter(|stats| person == reader || stats.games > 0)
            .ok_or(InteractionError::NoStats)?;
        Ok(StatsOf {
            stats,
            person,
            view,
        })
    }
}

/// The statistics of a person as a reader may see them.
struct StatsOf {
    stats: PersonStats,
    person: UserId,
    view: StatsView,
}

pub(super) fn guild(context: ChannelContext) -> GuildId {
    GuildId(context.guild.get())
}

pub(super) fn internal(error: JournalError) -> InteractionError {
    warn!(%error, "could not read the results of games");
    InteractionError::Internal
}
