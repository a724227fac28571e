//! The private page of a person's statistics. Lines that would be empty are omitted. The port that
//! reads the statistics decides whether the reader may see them.

use super::badges;
use crate::control::NO_TABLE;
use crate::ids::UserId;
use crate::pages::PageIntent;
use crate::pages::leaderboard::period::date_of;
use crate::pages::leaderboard::{BoardView, named};
use crate::pages::statistics::{BestDay, PersonStats, PlacementCounts, StatsView};
use crate::results::{PLACING_GAMES, ShownRating};
use crate::screen::lobby::count;
use crate::screen::{Accent, Button, Element, Screen};
use crate::text::{Language, Message, Verbatim};

/// Returns the page with the statistics of `person`. Readers can switch their own page between this
/// server and all servers. The rating's `curve` is drawn unless it is empty.
pub fn person_stats(
    stats: &PersonStats,
    person: UserId,
    view: StatsView,
    curve: &[i32],
    language: &Language,
) -> Screen {
    let title = language.translate(&match view {
        StatsView::Own | StatsView::Of(_) => Message::StatsTitle {
            person: named(person, &stats.names),
        },
        StatsView::Everywhere => Message::StatsTitleAll,
    });
    let top = Screen::new(Accent::Private).text(format!("### {title}"));
    let screen = match stats.games {
        0 => top.text(language.translate(&Message::StatsNothing)),
        _ => top
            .lines(
                [Some(games(stats, language)), stats.rating.map(rating)]
                    .map(|line| said(line, language)),
            )
            .lines(
                stats
                    .places
                    .iter()
                    .map(|places| said(Some(places_among(places)), language)),
            )
            .lines(fates(stats).map(|line| said(line, language)))
            .lines(deeds(stats).map(|line| said(line, language)))
            .lines([said(badges::row(stats), language)]),
    };
    screen
        .element(curve_element(curve, language))
        .buttons(buttons(stats, view, curve, language))
}

fn said(message: Option<Message<'_>>, language: &Language) -> Option<String> {
    message.map(|message| language.translate(&message))
}

fn games(stats: &PersonStats, language: &Language) -> Message<'static> {
    let tenths = stats.expected_wins_percent.saturating_add(5) / 10;
    let (whole, tenth) = (tenths / 10, tenths % 10);
    Message::StatsGames {
        games: stats.games,
        wins: stats.wins,
        expected: Verbatim(language.translate(&Message::StatsTenths { whole, tenth })),
    }
}

fn rating(shown: ShownRating) -> Message<'static> {
    match shown {
        ShownRating::Placing { games } => Message::StatsPlacing {
            games,
            placing: PLACING_GAMES,
        },
        ShownRating::Points(points) => Message::StatsPoints {
            points: Verbatim(points.to_string()),
        },
    }
}

fn places_among(places: &PlacementCounts) -> Message<'static> {
    let counts = places.places.iter().map(u32::to_string).collect::<Vec<_>>();
    Message::StatsPlaces {
        players: places.players.into(),
        places: Verbatim(counts.join(" · ")),
    }
}

/// Returns the lines about the person's deaths, their most frequent victim, and their nemesis.
fn fates(stats: &PersonStats) -> [Option<Message<'_>>; 3] {
    let deaths = Message::StatsDeaths {
        exploded: stats.exploded,
        imploded: stats.imploded,
        left: stats.left,
        own: stats.own_kitten,
    };
    let victim = stats.victim.map(|(person, times)| Message::StatsVictim {
        person: named(person, &stats.names),
        times,
    });
    let nemesis = stats.nemesis.map(|(person, times)| Message::StatsNemesis {
        person: named(person, &stats.names),
        times,
    });
    [Some(deaths), victim, nemesis]
}

fn deeds(stats: &PersonStats) -> [Option<Message<'static>>; 4] {
    let PersonStats { nopes, noped, .. } = *stats;
    let PersonStats { taken, lost, .. } = *stats;
    let percent = stats.closest_shave;
    [
        Some(Message::StatsNopes { nopes, noped }),
        Some(Message::StatsCards { taken, lost }),
        (percent > 0).then_some(Message::StatsShave { percent }),
        stats.best_day.map(evening),
    ]
}

/// Writes out the UTC date, because half the world would see Discord's timestamp for midnight as
/// the previous evening.
fn evening(BestDay { day, games, wins }: BestDay) -> Message<'static> {
    Message::StatsEvening {
        day: Verbatim(date_of(day).to_string()),
        wins,
        games,
    }
}

/// Returns the rating curve, or `None` if there are no points.
fn curve_element(points: &[i32], language: &Language) -> Option<Element> {
    let said = |points: Option<&i32>| points.map(|points| Verbatim(points.to_string()));
    let alt = language.translate(&Message::StatsCurve {
        games: count(points.len()),
        first: said(points.first())?,
        highest: said(points.iter().max())?,
        lowest: said(points.iter().min())?,
        newest: said(points.last())?,
    });
    let points = points.to_vec();
    Some(Element::Curve { points, alt })
}

fn buttons(
    stats: &PersonStats,
    view: StatsView,
    curve: &[i32],
    language: &Language,
) -> impl Iterator<Item = Button> {
    let (other, label) = match view {
        StatsView::Own => (StatsView::Everywhere, Message::ButtonStatsAll),
        StatsView::Everywhere | StatsView::Of(_) => (StatsView::Own, Message::ButtonStats),
    };
    let is_placed = matches!(stats.rating, Some(ShownRating::Points(_)));
    let has_badges = !stats.badges.is_empty();
    let buttons = [
        Some((PageIntent::Stats(other), label)),
        Some((
            PageIntent::Leaderboard(BoardView::FIRST),
            Message::ButtonBoard,
        )),
        has_badges.then_some((PageIntent::Badges(view, None), Message::ButtonBadges)),
        (is_placed && curve.is_empty()).then_some((PageIntent::Curve(view), Message::ButtonCurve)),
    ];
    let button = |(intent, label)| Button::new(NO_TABLE.button(intent), language.translate(&label));
    buttons.into_iter().flatten().map(button)
}
