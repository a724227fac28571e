//! Tests of leaderboards and statistics.

use insta::assert_snapshot;
use players::Strength;

use super::fixture::english;
use crate::ids::{GuildId, Millis, UserId};
use crate::intent::Intent;
use crate::results::{
    Board, BoardQuery, BoardRow, BoardView, ComputerRow, Evening, Measure, PersonStats,
    PlacesAmong, ShownRating, StatsView, Window,
};
use crate::screen::rules::NO_TABLE;
use crate::screen::{Element, leaderboard, person_stats};

/// A board of which somebody looks at the first page.
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
        computers: vec![ComputerRow {
            strength: Strength::Tiger,
            games: 12,
            wins: 7,
        }],
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
    let last = NO_TABLE.button(Intent::Leaderboard(BoardView {
        page: 2,
        ..BoardView::FIRST
    }));
    let leads_back = |element: &Element| matches!(element, Element::Buttons(row) if row.iter().any(|button| button.control == last));
    assert!(screen.elements.iter().any(leads_back));
}

#[test]
fn statistics_leave_out_what_they_have_nothing_to_say_about() {
    let stats = PersonStats {
        games: 31,
        wins: 12,
        expected_wins_percent: 870,
        places: vec![PlacesAmong {
            players: 4,
            places: vec![12, 9, 6, 4],
        }],
        exploded: 17,
        imploded: 1,
        left: 1,
        own_kitten: 2,
        victim: Some((UserId(5), 6)),
        nopes: 22,
        noped: 14,
        taken: 30,
        lost: 21,
        closest_shave: 67,
        rating: Some(ShownRating::Points(1084)),
        best_evening: Some(Evening {
            day: Millis(1_767_225_600_000),
            games: 5,
            wins: 4,
        }),
        ..PersonStats::default()
    };
    let placing = PersonStats {
        games: 4,
        rating: Some(ShownRating::Placing { games: 4 }),
        ..PersonStats::default()
    };
    let shown = [
        person_stats(&stats, UserId(7), StatsView::Own, english()),
        person_stats(&placing, UserId(7), StatsView::Of(UserId(7)), english()),
        person_stats(
            &PersonStats::default(),
            UserId(7),
            StatsView::Everywhere,
            english(),
        ),
    ];
    assert_snapshot!(shown.map(|screen| screen.to_string()).join("\n"));
}
