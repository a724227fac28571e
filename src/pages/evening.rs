//! The page about an evening: a table's games since its last ordinary lobby. Appears only in the table's channel.

use table::control::Stamp;
use table::pages::evening::{EveningView, evening_games, evening_page};
use table::screen::{InteractionError, Screen};

use super::statistics::internal;
use super::{Dispatcher, PageRequest};

impl Dispatcher {
    /// Shows a table's games up to number `game`, at most `games` of them.
    pub(super) async fn show_evening(
        &self,
        request: &PageRequest,
        game: u16,
        games: u16,
    ) -> Result<(), InteractionError> {
        let screen = self.read_evening(request, (game, games), false).await?;
        self.answer_with_picture(request, screen).await;
        Ok(())
    }

    pub(super) async fn post_evening(
        &self,
        request: &PageRequest,
        game: u16,
        games: u16,
    ) -> Result<(), InteractionError> {
        self.require_posting(request)?;
        let screen = self.read_evening(request, (game, games), true).await?;
        self.post_picture(request, screen).await
    }

    async fn read_evening(
        &self,
        request: &PageRequest,
        (game, games): (u16, u16),
        is_public: bool,
    ) -> Result<Screen, InteractionError> {
        let (at, found) = self.find_game(request, game).await?;
        if !found.is_here {
            return Err(InteractionError::MomentElsewhere);
        }
        let shown = evening_games(game, games);
        let read = self.results.evening(at.table, *shown.start(), game);
        let evening = read.await.map_err(internal)?;
        if evening.is_empty() {
            return Err(InteractionError::NoStory);
        }
        let stamp = Stamp {
            table: at.table,
            revision: table::ids::Revision(0),
        };
        let view = EveningView {
            stamp,
            game,
            games: &evening,
            is_public,
        };
        Ok(evening_page(&view, request.language()))
    }
}
