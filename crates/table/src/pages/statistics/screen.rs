//! The private page of a person's statistics, which leaves out lines without content, and the public message with their
//! card. The port that reads the statistics decides who may see them.

use std::collections::BTreeMap;

use players::MistakeKind;

use super::badges;
use crate::control::NO_TABLE;
use crate::ids::UserId;
use crate::pages::PageIntent;
use crate::pages::coach::ReviewedGame;
use crate::pages::leaderboard::period::date_of;
use crate::pages::leaderboard::{Window, named, place_mark};
use crate::pages::statistics::{BestDay, PersonStats, PlacementCounts, StatsView};
use crate::results::{PLACING_GAMES, ShownRating};
use crate::screen::game_context::join_lines;
use crate::screen::lobby::count;
use crate::screen::{Accent, Button, Element, Picture, PlayerCard, Screen};
use crate::text::{Language, Message, Verbatim};

/// Returns the page with the statistics of `person`. Readers can switch their own page between this server and all
/// servers. A rating `curve` that is not empty replaces the picture of the person's card.
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
            .element(curve_element(curve, language).or_else(|| card(stats, person, language)))
            .lines([said(Some(games(stats, language)), language)])
            .lines(
                stats
                    .places
                    .iter()
                    .map(|places| said(Some(places_among(places)), language)),
            )
            .lines([counted(&fates(stats), language)])
            .lines(opponents(stats).map(|line| said(line, language)))
            .lines([
                counted(&nopes(stats), language),
                counted(&cards(stats), language),
            ])
            .lines(moments(stats).map(|line| said(line, language))),
    };
    screen
        .lines(decisions(&stats.reviewed, language))
        .buttons(buttons(stats, view, curve, language))
}

/// Returns the public message with the card of `person`.
pub fn public_card(stats: &PersonStats, person: UserId, language: &Language) -> Screen {
    let title = language.translate(&Message::StatsTitle {
        person: named(person, &stats.names),
    });
    let leads = [
        (PageIntent::Stats(StatsView::Own), Message::ButtonStats),
        (PageIntent::Boards(Window::Season), Message::ButtonBoard),
    ];
    Screen::new(Accent::Calm)
        .text(format!("### {title}"))
        .element(card(stats, person, language))
        .text(language.translate(&games(stats, language)))
        .buttons(leads.map(|lead| button(lead, language)))
}

fn card(stats: &PersonStats, person: UserId, language: &Language) -> Option<Element> {
    let reached = |place: usize| {
        let times = stats
            .places
            .iter()
            .filter_map(|among| among.places.get(place));
        times.sum()
    };
    let places: [u32; 3] = [reached(0), reached(1), reached(2)];
    let text = [
        said(stats.rating.map(rating), language),
        said(medals(&places), language),
        said(badges::list(stats, language), language),
    ];
    let card = PlayerCard {
        person,
        rating: stats.rating,
        places,
        badges: stats.badges.clone(),
    };
    let (picture, alt) = (Picture::Card(card), join_lines(text));
    (!alt.is_empty()).then_some(Element::Picture { picture, alt })
}

fn medals(places: &[u32]) -> Option<Message<'static>> {
    let places = Verbatim(marked(places)?);
    Some(Message::StatsMedals { places })
}

/// Returns how often each place was reached, or `None` if all counts are zero.
fn marked(places: &[u32]) -> Option<String> {
    let reached = (1..).zip(places).filter(|(_, times)| **times > 0);
    let marked: Vec<_> = reached
        .map(|(place, times)| format!("{} {times}", place_mark(place)))
        .collect();
    (!marked.is_empty()).then(|| marked.join(" · "))
}

/// Returns a line with the counts that are not zero, or `None` if all are zero.
fn counted(counts: &[(u32, Message<'_>)], language: &Language) -> Option<String> {
    let told: Vec<_> = counts
        .iter()
        .filter(|(times, _)| *times > 0)
        .map(|(_, count)| language.translate(count))
        .collect();
    (!told.is_empty()).then(|| told.join(" · "))
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
    Message::StatsPlaces {
        players: places.players.into(),
        places: Verbatim(marked(&places.places).unwrap_or_default()),
    }
}

fn fates(stats: &PersonStats) -> [(u32, Message<'static>); 4] {
    let PersonStats {
        exploded,
        imploded,
        left,
        own_kitten: own,
        ..
    } = *stats;
    [
        (exploded, Message::StatsExploded { exploded }),
        (imploded, Message::StatsImploded { imploded }),
        (left, Message::StatsLeft { left }),
        (own, Message::StatsOwnGoals { own }),
    ]
}

fn nopes(stats: &PersonStats) -> [(u32, Message<'static>); 2] {
    let PersonStats { nopes, noped, .. } = *stats;
    [
        (nopes, Message::StatsNopes { nopes }),
        (noped, Message::StatsNoped { noped }),
    ]
}

fn cards(stats: &PersonStats) -> [(u32, Message<'static>); 2] {
    let PersonStats { taken, lost, .. } = *stats;
    [
        (taken, Message::StatsTaken { taken }),
        (lost, Message::StatsLost { lost }),
    ]
}

fn opponents(stats: &PersonStats) -> [Option<Message<'_>>; 2] {
    let victim = stats.victim.map(|(person, times)| Message::StatsVictim {
        person: named(person, &stats.names),
        times,
    });
    let nemesis = stats.nemesis.map(|(person, times)| Message::StatsNemesis {
        person: named(person, &stats.names),
        times,
    });
    [victim, nemesis]
}

fn moments(stats: &PersonStats) -> [Option<Message<'static>>; 2] {
    let percent = stats.closest_shave;
    [
        (percent > 0).then_some(Message::StatsShave { percent }),
        stats.best_day.map(evening),
    ]
}

/// Returns the lines about the decisions in the latest reviewed games, and about the costliest kind of mistake.
fn decisions(reviewed: &[ReviewedGame], language: &Language) -> [Option<String>; 2] {
    let points = |thousandths: u32| thousandths.saturating_add(5) / 10;
    let lost_last = reviewed.first().map(ReviewedGame::lost_in_all);
    let mut lost = BTreeMap::<MistakeKind, u32>::new();
    for (kind, thousandths) in reviewed.iter().flat_map(|game| &game.lost) {
        *lost.entry(*kind).or_default() += u32::from(*thousandths);
    }
    let (in_all, games) = (lost.values().sum::<u32>(), count(reviewed.len()));
    let line = lost_last.map(|last| Message::StatsDecisions {
        points: points(last),
        games,
        mean: points(in_all / games.max(1)),
    });
    let costliest = lost
        .into_iter()
        .max_by_key(|(_, lost)| *lost)
        .map(|(kind, _)| Message::StatsCostliest {
            mistakes: Verbatim(language.translate(&mistakes(kind))),
        });
    [line, costliest].map(|line| said(line, language))
}

fn mistakes(kind: MistakeKind) -> Message<'static> {
    match kind {
        MistakeKind::DrewTooBold => Message::MistakeDrewTooBold,
        MistakeKind::TooCautious => Message::MistakeTooCautious,
        MistakeKind::NopeSpent => Message::MistakeNopeSpent,
        MistakeKind::NopeKept => Message::MistakeNopeKept,
        MistakeKind::DefuseGiven => Message::MistakeDefuseGiven,
        MistakeKind::KittenPlaced => Message::MistakeKittenPlaced,
        MistakeKind::WrongChoice => Message::MistakeWrongChoice,
    }
}

/// Writes out the UTC date, because half the world would see Discord's timestamp for midnight as the evening before.
fn evening(BestDay { day, games, wins }: BestDay) -> Message<'static> {
    Message::StatsEvening {
        day: Verbatim(date_of(day).to_string()),
        wins,
        games,
    }
}

fn curve_element(points: &[i32], language: &Language) -> Option<Element> {
    let said = |points: Option<&i32>| points.map(|points| Verbatim(points.to_string()));
    let alt = language.translate(&Message::StatsCurve {
        games: count(points.len()),
        first: said(points.first())?,
        highest: said(points.iter().max())?,
        lowest: said(points.iter().min())?,
        newest: said(points.last())?,
    });
    let picture = Picture::Curve(points.to_vec());
    Some(Element::Picture { picture, alt })
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
    let may_show = stats.games > 0 && curve.is_empty() && view != StatsView::Everywhere;
    let is_placed = matches!(stats.rating, Some(ShownRating::Points(_)));
    let has_badges = !stats.badges.is_empty();
    let buttons = [
        may_show.then_some((PageIntent::ShowCard(view), Message::ButtonShowHere)),
        Some((PageIntent::Stats(other), label)),
        Some((PageIntent::Boards(Window::Season), Message::ButtonBoard)),
        has_badges.then_some((PageIntent::Badges(view, None), Message::ButtonBadges)),
        (is_placed && curve.is_empty()).then_some((PageIntent::Curve(view), Message::ButtonCurve)),
    ];
    let buttons = buttons.into_iter().flatten();
    buttons.map(|lead| button(lead, language))
}

fn button((intent, label): (PageIntent, Message<'_>), language: &Language) -> Button {
    Button::new(NO_TABLE.button(intent), language.translate(&label))
}
