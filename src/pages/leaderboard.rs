//! `/kittens leaderboard`: shows the server's leaderboard privately, from the results stored in the journal. The server
//! and the reader come from the interaction, never from the control. [`journal::Results`] omits hidden people.

use table::pages::leaderboard::{self, Board, BoardQuery, BoardView, Measure, Window};
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
        let board = self.read_board(request, view).await?;
        self.answer_board(request, &board).await;
        Ok(())
    }

    /// Shows the server's leaderboard by rating, or by wins until enough people are rated.
    pub(super) async fn show_boards(
        &self,
        request: &PageRequest,
        window: Window,
    ) -> Result<(), InteractionError> {
        let rating = BoardView {
            window,
            ..BoardView::FIRST
        };
        let mut board = self.read_board(request, rating).await?;
        if board.placing.is_some() {
            let wins = BoardView {
                measure: Measure::Wins,
                ..rating
            };
            board = self.read_board(request, wins).await?.instead_of(board);
        }
        self.answer_board(request, &board).await;
        Ok(())
    }

    async fn read_board(
        &self,
        request: &PageRequest,
        view: BoardView,
    ) -> Result<Board, InteractionError> {
        let query = BoardQuery {
            guild: guild(request.channel()?),
            view,
            person: request.person.id,
            at: system_time(),
        };
        self.results.leaderboard(query).await.map_err(internal)
    }

    async fn answer_board(&self, request: &PageRequest, board: &Board) {
        let screen = leaderboard::leaderboard(board, request.language());
        self.change_or_reply(&request.callback, &screen).await;
    }
}
