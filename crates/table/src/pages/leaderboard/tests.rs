//! Tests of a leaderboard's pages: the reader's own row, and page numbers past the end.

use insta::assert_snapshot;
use players::Strength;

use super::{Board, BoardQuery, BoardRow, BoardView, ComputerRow, leaderboard};
use crate::control::NO_TABLE;
use crate::ids::{GuildId, Millis, UserId};
use crate::pages::PageIntent;
use crate::screen::Element;
use crate::screen::tests::fixture::english;

fn a_board(person: u64) -> Board {
    let row = |rank: u32| BoardRow {
        rank,
        person: UserId(u64::from(rank)),
        value: 1300 - i64::from(rank) * 17,
        games: 40 - rank,
    };
    Board {
        query: BoardQuery {
            guild: GuildId(1),
            view: BoardView::FIRST,
            person: UserId(person),
            at: Millis(0),
        },
        rows: (1..=10).map(row).collect(),
        people: 23,
        own: Some(row(u32::try_from(person).expect("a rank"))),
        names: [(1, "*Ann*"), (17, "דנה"), (2, "Bob")]
            .map(|(id, name)| (UserId(id), name.to_owned()))
            .into(),
        computers: vec![ComputerRow {
            strength: Strength::Tiger,
            games: 12,
            wins: 7,
        }],
        placing: None,
    }
}

#[test]
fn a_leaderboard_shows_where_the_reader_is_on_the_page_or_below() {
    let shown = [3, 17].map(|person| leaderboard(&a_board(person), english()).to_string());
    assert_snapshot!(shown.join("\n"));
}

#[test]
fn a_forged_page_of_a_leaderboard_leads_back_to_the_last_one() {
    let mut board = a_board(3);
    board.query.view.page = u16::MAX;
    board.rows.clear();
    let screen = leaderboard(&board, english());
    let last = NO_TABLE.button(PageIntent::Leaderboard(BoardView {
        page: 2,
        ..BoardView::FIRST
    }));
    let leads_back = |element: &Element| matches!(element, Element::Buttons(row) if row.iter().any(|button| button.control == last));
    assert!(screen.elements.iter().any(leads_back));
}
