//! `/kittens leaderboard` and `/kittens stats`: private answers from the results that the journal has stored. The
//! server and the reader come from the interaction, never from the control. The port leaves out people who hide.

use journal::JournalError;
use table::ids::GuildId;
use table::results::{BoardQuery, BoardView, StatsScope, StatsView};
use table::screen::{self, InteractionError};
use tracing::warn;

use super::Dispatcher;
use crate::clock::system_time;
use crate::discord::from_discord::ChannelContext;
use crate::table_message::TableRequest;

impl Dispatcher {
    /// Shows a page of the server's leaderboard: in the private message that was clicked, or as a private reply.
    pub(super) async fn show_leaderboard(
        &self,
        request: &TableRequest,
        context: ChannelContext,
        view: BoardView,
    ) -> Result<(), InteractionError> {
        let query = BoardQuery {
            guild: guild(context),
            view,
            person: request.person.id,
            at: system_time(),
        };
        let board = self.results.leaderboard(query).await.map_err(internal)?;
        let screen = screen::leaderboard(&board, request.person.language());
        self.change_or_reply(&request.callback, &screen).await;
        Ok(())
    }

    /// Shows statistics in the same way. Of somebody else there are none if they have no games here, so that it
    /// does not tell who hides.
    pub(super) async fn show_stats(
        &self,
        request: &TableRequest,
        context: ChannelContext,
        view: StatsView,
    ) -> Result<(), InteractionError> {
        let reader = request.person.id;
        let here = StatsScope::Server(guild(context));
        let (view, person, scope) = match view {
            StatsView::Of(person) if person != reader => (view, person, here),
            StatsView::Own | StatsView::Of(_) => (StatsView::Own, reader, here),
            StatsView::Everywhere => (view, reader, StatsScope::Everywhere),
        };
        let stats = self.results.person_stats(person, scope, reader).await;
        let stats = stats.map_err(internal)?;
        let stats = stats.filter(|stats| person == reader || stats.games > 0);
        let stats = stats.ok_or(InteractionError::NoStats)?;
        let screen = screen::person_stats(&stats, person, view, request.person.language());
        self.change_or_reply(&request.callback, &screen).await;
        Ok(())
    }
}

fn guild(context: ChannelContext) -> GuildId {
    GuildId(context.guild.get())
}

fn internal(error: JournalError) -> InteractionError {
    warn!(%error, "could not read the results of games");
    InteractionError::Internal
}
