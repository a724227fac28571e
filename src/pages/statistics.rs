//! `/kittens stats`: a person's statistics, badges and rating curve, from the results stored in the journal. The server
//! and the reader come from the interaction, never from the control. [`journal::Results`] omits hidden people.

use journal::JournalError;
use table::ids::{GuildId, UserId};
use table::pages::coach::COUNTED_REVIEWS;
use table::pages::statistics::{self, PersonStats, StatsScope, StatsView};
use table::results::Badge;
use table::screen::InteractionError;
use tracing::warn;

use super::{Dispatcher, PageRequest};
use crate::interaction::ChannelContext;

/// The maximum number of rated games in a curve. Older games are left out.
const CURVE_GAMES: u32 = 100;

impl Dispatcher {
    /// Shows a person's statistics, replacing the clicked private message if there is one.
    pub(super) async fn show_stats(
        &self,
        request: &PageRequest,
        view: StatsView,
    ) -> Result<(), InteractionError> {
        let of = self.read_stats(request, view).await?;
        let language = request.language();
        let screen = statistics::person_stats(&of.stats, of.person, of.view, &[], language);
        self.answer_with_picture(request, screen).await;
        Ok(())
    }

    /// Posts a person's statistics as a card that everyone can see.
    pub(super) async fn post_card(
        &self,
        request: &PageRequest,
        view: StatsView,
    ) -> Result<(), InteractionError> {
        self.require_posting(request)?;
        if view == StatsView::Everywhere {
            return Err(InteractionError::NoStats);
        }
        let StatsOf { stats, person, .. } = self.read_stats(request, view).await?;
        if stats.games == 0 {
            return Err(InteractionError::NoStats);
        }
        let screen = statistics::public_card(&stats, person, request.language());
        self.post_picture(request, screen).await
    }

    /// Shows a person's badges, with the chosen or rarest badge in detail and a menu of all. Replaces the clicked
    /// private message if there is one.
    pub(super) async fn show_badges(
        &self,
        request: &PageRequest,
        view: StatsView,
        badge: Option<Badge>,
    ) -> Result<(), InteractionError> {
        let of = self.read_stats(request, view).await?;
        let format = request.format();
        let screen = statistics::badges(&of.stats, of.person, of.view, badge, format.language())
            .displayed_as(format.display_mode);
        self.change_or_reply(&request.callback, &screen).await;
        Ok(())
    }

    /// Shows a person's statistics with their rating curve.
    pub(super) async fn show_curve(
        &self,
        request: &PageRequest,
        view: StatsView,
    ) -> Result<(), InteractionError> {
        let of = self.read_stats(request, view).await?;
        let points = match of.view {
            StatsView::Everywhere => Vec::new(),
            StatsView::Own | StatsView::Of(_) => {
                let guild = guild(request.channel()?);
                let points = self.results.rating_curve(of.person, guild, CURVE_GAMES);
                points.await.map_err(internal)?
            }
        };
        let language = request.language();
        let screen = statistics::person_stats(&of.stats, of.person, of.view, &points, language);
        self.answer_with_picture(request, screen).await;
        Ok(())
    }

    /// Reads the statistics of a view. For another person without games on this server, returns an error, so that a
    /// hidden person cannot be told apart from a person who has not played here.
    async fn read_stats(
        &self,
        request: &PageRequest,
        view: StatsView,
    ) -> Result<StatsOf, InteractionError> {
        let reader = request.person.id;
        let of_server = |here| StatsScope::Server(guild(here));
        let here = || request.channel().map(of_server);
        let (view, person, scope) = match view {
            // Outside the bot's servers, only the statistics across all servers are available.
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
        let mut stats = stats
            .filter(|stats| person == reader || stats.games > 0)
            .ok_or(InteractionError::NoStats)?;
        if person == reader {
            let reviewed = self.results.reviews_of(reader, COUNTED_REVIEWS).await;
            stats.reviewed = reviewed.map_err(internal)?;
        }
        Ok(StatsOf {
            stats,
            person,
            view,
        })
    }
}

/// A person's statistics as a reader may see them.
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
