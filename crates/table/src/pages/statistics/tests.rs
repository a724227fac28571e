//! Tests of leaderboards and statistics.

use insta::assert_snapshot;
use players::Strength;

use super::fixture::english;
use crate::ids::{GuildId, Millis, UserId};
use crate::pages::PageIntent;
use crate::results::{
    Badge, BestDay, Board, BoardQuery, BoardRow, BoardView, ComputerRow, PersonStats,
    PlacementCounts, ShownRating, StatsView,
};
use crate::screen::rules::NO_TABLE;
use crate::screen::{Element, badges, leaderboard, person_stats};
use crate::text::{Language, Locale};

/// Returns the first page of a leaderboard, as seen by this person.
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

#[test]
fn statistics_leave_out_what_they_have_nothing_to_say_about() {
    let stats = PersonStats {
        games: 31,
        wins: 12,
        expected_wins_percent: 870,
        places: vec![PlacementCounts {
            players: 4,
            places: vec![12, 9, 6, 4],
        }],
        exploded: 17,
        imploded: 1,
        left: 1,
        own_kitten: 2,
        victim: Some((UserId(5), 6)),
        names: [(UserId(5), "_Eve_".to_owned())].into(),
        nopes: 22,
        noped: 14,
        taken: 30,
        lost: 21,
        closest_shave: 67,
        rating: Some(ShownRating::Points(1084)),
        best_day: Some(BestDay {
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
        person_stats(&stats, UserId(7), StatsView::Own, &[], english()),
        person_stats(
            &placing,
            UserId(7),
            StatsView::Of(UserId(7)),
            &[],
            english(),
        ),
        person_stats(
            &PersonStats::default(),
            UserId(7),
            StatsView::Everywhere,
            &[],
            english(),
        ),
    ];
    assert_snapshot!(shown.map(|screen| screen.to_string()).join("\n"));
}

fn decorated() -> PersonStats {
    PersonStats {
        games: 12,
        wins: 4,
        rating: Some(ShownRating::Points(1033)),
        badges: Badge::ALL.into(),
        ..PersonStats::default()
    }
}

#[test]
fn badges_and_a_curve_are_told_in_every_language() {
    let (stats, ada, view) = (decorated(), UserId(7), StatsView::Own);
    let shown = Locale::all().map(Language::of).map(|language| {
        let page = badges(&stats, ada, view, Some(Badge::StatisticallyDead), language);
        let curve = person_stats(&stats, ada, view, &[1000, 1040, 990, 1033], language);
        format!("{page}\n{curve}")
    });
    assert_snapshot!(shown.collect::<Vec<_>>().join("\n"));
}

#[test]
fn a_badge_that_a_person_lacks_is_not_shown_whatever_a_control_names() {
    let (ada, mut stats) = (UserId(7), decorated());
    stats.badges = [Badge::LastPurr, Badge::Hoarder].into();
    let page = |badge| badges(&stats, ada, StatsView::Of(ada), badge, english());
    let rarest = page(None);
    assert_eq!(page(Some(Badge::Idler)), rarest);
    assert!(rarest.to_string().contains("ten cards"), "{rarest}");
    assert_ne!(page(Some(Badge::LastPurr)), rarest);
    stats.badges.clear();
    let none = badges(
        &stats,
        ada,
        StatsView::Everywhere,
        Some(Badge::Idler),
        english(),
    );
    assert!(none.to_string().contains("No badge yet"), "{none}");
}

#[test]
fn a_curve_is_offered_from_the_tenth_rated_game_on_and_badges_once_there_are_some() {
    let leads = |stats: &PersonStats, curve: &[i32]| {
        let screen = person_stats(stats, UserId(7), StatsView::Own, curve, english());
        let leads_to = |intent| {
            let control = NO_TABLE.button(intent);
            let is_there = |element: &Element| matches!(element, Element::Buttons(row) if row.iter().any(|button| button.control == control));
            screen.elements.iter().any(is_there)
        };
        (
            leads_to(PageIntent::Curve(StatsView::Own)),
            leads_to(PageIntent::Badges(StatsView::Own, None)),
        )
    };
    let stats = decorated();
    assert_eq!(leads(&stats, &[]), (true, true));
    assert_eq!(leads(&stats, &[1033]), (false, true), "curve is shown");
    let placing = PersonStats {
        rating: Some(ShownRating::Placing { games: 9 }),
        badges: std::collections::BTreeSet::new(),
        ..stats
    };
    assert_eq!(leads(&placing, &[]), (false, false));
}
