//! Tests of the statistics page, including badges, rating curves and reviewed games.

use ::players::MistakeKind;
use insta::assert_snapshot;

use crate::control::NO_TABLE;
use crate::ids::{Millis, TableId, UserId};
use crate::pages::PageIntent;
use crate::pages::coach::ReviewedGame;
use crate::pages::statistics::{
    BestDay, PersonStats, PlacementCounts, StatsView, badges, person_stats, public_card,
};
use crate::results::{Badge, ShownRating};
use crate::screen::Element;
use crate::screen::tests::fixture::english;
use crate::text::{Language, Locale};

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
fn the_last_reviewed_game_the_mean_and_the_costliest_kind_of_mistake_are_told() {
    let reviewed = |game, lost: &[(MistakeKind, u16)]| ReviewedGame {
        table: TableId(1),
        game,
        ended_at: Millis(game.into()),
        lost: lost.iter().copied().collect(),
    };
    let (bold, nope) = (MistakeKind::DrewTooBold, MistakeKind::NopeSpent);
    let latest = [
        reviewed(4, &[(nope, 94), (bold, 40)]),
        reviewed(3, &[]),
        reviewed(2, &[(bold, 70)]),
    ];
    for (games, expected) in [
        (0..0, vec![]),
        (1..2, vec!["Lost to decisions: 0 points last time"]),
        (
            0..1,
            vec![
                "Lost to decisions: 13 points last time",
                "Costliest: Nopes spent too early",
            ],
        ),
        (
            0..3,
            vec![
                "Lost to decisions: 13 points last time, 7 on average in 3",
                "Costliest: drawing too boldly",
            ],
        ),
    ] {
        let stats = PersonStats {
            reviewed: latest[games].to_vec(),
            ..decorated()
        };
        let own = person_stats(&stats, UserId(7), StatsView::Own, &[], english()).to_string();
        let is_told = |line: &&str| line.contains("decisions") || line.contains("Costliest");
        assert_eq!(own.lines().filter(is_told).collect::<Vec<_>>(), expected);
        let card = public_card(&stats, UserId(7), english()).to_string();
        assert!(!card.lines().any(|line| is_told(&line)), "{card}");
    }
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
