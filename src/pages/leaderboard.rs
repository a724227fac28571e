//! `/kittens leaderboard`: a page of the server's board, privately, from the results stored in the journal. The server
//! and the reader come from the interaction, never from the control. [`journal::Results`] omits hidden people.

use table::pages::leaderboard::{self, BoardQuery, BoardView};
use table::screen::InteractionError;

use super::statistics::{guild, internal};
use super::{Dispatcher, PageRequest};
use crate::tables::clock::system_time;

impl Dispatcher {
    /// Shows a page of the server's leaderboard, replacing the clicked private message if there is one.
    pub(super) async fn show_leaderboard(
        &self,
        request: &PageRequest,
        view: BoardView,
    ) -> Result<(), InteractionError> {
        let query = BoardQuery {
            guild: guild(request.channel()?),
            view,
            person: request.person.id,
            at: system_time(),
        };
        let board = self.results.leaderboard(query).await.map_err(internal)?;
        let screen = leaderboard::leaderboard(&board, request.language());
        self.change_or_reply(&request.callback, &screen).await;
        Ok(())
    }
}
