//! The public screen of a finished game: the chart, the standings, news such as changed ratings and new badges,
//! statistics, awards, and buttons such as the rematch button.

use rules::{Seat, Title};

use super::element::{Accent, Button, ButtonStyle, Screen};
use super::game_context::join_lines;
use super::lobby::count;
use super::view::{Award, AwardKind, GameOverView, Outcome, Player, Standing};
use super::{Emoji, Icon, beat, chart_text};
use crate::control::Stamp;
use crate::intent::Intent;
use crate::pages::PageIntent;
use crate::pages::calls::call_me_button;
use crate::pages::story::StoryPage;
use crate::results::{Badge, PLACING_GAMES, RatingChange, ShownRating};
use crate::text::{Language, List, Message, Name, ShownName, Verbatim};

/// The maximum number of names in the lines about the series and the best oracle together.
const SERIES_PLAYERS: usize = 5;

/// If more ratings than this changed, the lines about ratings and badges show marks instead of names.
const MAX_NAMED: usize = 3;

pub(crate) fn game_over(view: &GameOverView, language: &Language) -> Screen {
    let standings = view.standings.iter().enumerate();
    let lines =
        standings.map(|(index, standing)| Some(standing_line(view, index, *standing, language)));
    let has_picture = !view.display_mode.is_text_first();
    let picture = || chart_text::element(view, &view.chart, language);
    let (standings, title) = (join_lines(lines), title(view, language));
    let news = [
        series_line(view, language),
        ratings_line(view, language),
        badges_line(view, language),
        oracle_line(view, language),
        killer_line(view, language),
    ];
    let top = Screen::new(Accent::Win);
    let result = if has_picture {
        // The lines below the picture list the players in the picture's order.
        top.element(Some(picture())).text(standings).text(title)
    } else {
        top.text(title).text(standings)
    };
    result
        .lines(news)
        .text(story_text(view, language))
        .buttons(buttons(view, language))
        .displayed_as(view.display_mode)
}

fn title(view: &GameOverView, language: &Language) -> String {
    let has_won =
        |standing: &&Standing| matches!(standing.outcome, Outcome::Won | Outcome::WonByComputer);
    let Some(winner) = view.standings.iter().find(has_won) else {
        return format!("## {}", Emoji::Icon(Icon::Winner));
    };
    let player = name(view, winner.seat);
    let (icon, title) = match winner.outcome {
        Outcome::WonByComputer => (Icon::StandInWon, Message::OverTitleStandIn { player }),
        Outcome::Won | Outcome::Exploded | Outcome::Imploded | Outcome::Left => {
            (Icon::Winner, Message::OverTitle { player })
        }
    };
    let (icon, title) = (Emoji::Icon(icon), language.translate(&title));
    format!("## {icon} {title}")
}

fn standing_line(
    view: &GameOverView,
    index: usize,
    standing: Standing,
    language: &Language,
) -> String {
    // The line already starts with the mark.
    let player = Name(ShownName::unmarked(raw_name(view, standing.seat).name));
    let mut lines = view.chart.lines.iter();
    let line = lines.find(|line| line.seat == standing.seat);
    let (percent, risk) = line.map_or((0, 0), |line| (line.end().chance.percent(), line.risk));
    let rescues = line.map_or(0, |line| count(line.rescues()));
    let (icon, message) = match standing.outcome {
        Outcome::Won => {
            let message = Message::OverWon {
                player,
                percent,
                rescues,
            };
            (Icon::Winner, message)
        }
        Outcome::WonByComputer => (Icon::StandInWon, Message::OverWonByComputer { player }),
        Outcome::Exploded => {
            let percent = risk;
            (Icon::Dead, Message::OverExploded { player, percent })
        }
        Outcome::Imploded => {
            let percent = risk;
            (Icon::Dead, Message::OverImploded { player, percent })
        }
        Outcome::Left => (Icon::Leave, Message::OverLeft { player }),
    };
    let (place, icon) = (index + 1, Emoji::Icon(icon));
    let (seat, line) = (Emoji::Seat(standing.seat), language.translate(&message));
    let hidden = hidden_by(view, standing, language);
    format!("{place}. {icon} {seat} {line}{hidden}")
}

/// Returns the addition to a player's line that says who hid the kitten that killed them, or an
/// empty string.
fn hidden_by(view: &GameOverView, standing: Standing, language: &Language) -> String {
    let Some(seat) = standing.hidden_by else {
        return String::new();
    };
    let message = if seat == standing.seat {
        Message::OverHiddenOwn
    } else {
        Message::OverHiddenBy {
            player: name(view, seat),
        }
    };
    format!(" · {}", language.translate(&message))
}

fn series_line(view: &GameOverView, language: &Language) -> Option<String> {
    let most = SERIES_PLAYERS - usize::from(view.oracle.is_some());
    let best = view.series.iter().take(most);
    let score = best.map(|score| {
        // The seats may have changed since the player's first win.
        let mut players = view.players.iter();
        let seated = players.find(|player| player.is_same_as(&score.player));
        let player = Name(seated.unwrap_or(&score.player).shown_name());
        let wins = score.wins;
        Verbatim(language.translate(&Message::OverSeriesWins { player, wins }))
    });
    let scores = List(score.collect());
    let line = || language.translate(&Message::OverSeries { scores });
    (!view.series.is_empty()).then(line)
}

fn oracle_line(view: &GameOverView, language: &Language) -> Option<String> {
    let (player, score) = view.oracle.as_ref()?;
    let message = Message::OverOracle {
        player: Name(player.shown_name()),
        right: score.right,
        decided: score.decided,
    };
    Some(format!(
        "{} {}",
        Emoji::Icon(Icon::Sight),
        language.translate(&message)
    ))
}

fn ratings_line(view: &GameOverView, language: &Language) -> Option<String> {
    let ratings = told(view, language, |change| {
        Some(rating_change(change, language))
    })?;
    Some(language.translate(&Message::OverRatings { ratings }))
}

/// Returns the line with each person's rarest new badge, if anyone earned a new badge.
fn badges_line(view: &GameOverView, language: &Language) -> Option<String> {
    let badge = |badge: Badge| format!("{} {}", Emoji::Badge(badge), badge.name(language));
    let badges = told(view, language, |change| change.badge.map(badge))?;
    Some(language.translate(&Message::OverBadges { badges }))
}

/// Returns the line about the killer who has killed their victim most often, if the number is worth mentioning.
fn killer_line(view: &GameOverView, language: &Language) -> Option<String> {
    let killed = view.ratings.iter().filter_map(|change| {
        let (killer, times) = change.killer?;
        Some((times, killer, change.person))
    });
    let (times, killer, victim) = killed.max_by_key(|(times, ..)| *times)?;
    let name_of = |person| {
        let mut players = view.players.iter();
        let player = players.find(|player| player.user() == Some(person))?;
        Some(Name(player.shown_name()))
    };
    let message = Message::OverKiller {
        killer: name_of(killer)?,
        victim: name_of(victim)?,
        times,
    };
    beat::is_told(times).then(|| {
        format!(
            "{} {}",
            Emoji::Icon(Icon::Bomb),
            language.translate(&message)
        )
    })
}

/// Returns the texts that `tell` produces for the rating changes, or `None` if there are none. Each text follows the
/// player's name or, if more than [`MAX_NAMED`] ratings changed, the player's mark.
fn told(
    view: &GameOverView,
    language: &Language,
    tell: impl Fn(RatingChange) -> Option<String>,
) -> Option<Verbatim> {
    let has_room = view.ratings.len() <= MAX_NAMED;
    let told: Vec<_> = view
        .ratings
        .iter()
        .filter_map(|change| {
            let is_person = |player: &Player| player.user() == Some(change.person);
            let at = view.players.iter().position(is_person)?;
            let player = view.players.get(at).filter(|_| has_room);
            let Some(player) = player else {
                return Some(format!(
                    "{} {}",
                    Emoji::Seat(Seat::new(at)?),
                    tell(*change)?
                ));
            };
            Some(language.translate(&Message::OverChange {
                player: Name(player.shown_name()),
                change: Verbatim(tell(*change)?),
            }))
        })
        .collect();
    (!told.is_empty()).then(|| Verbatim(told.join(" · ")))
}

fn rating_change(change: RatingChange, language: &Language) -> String {
    match (change.before, change.after) {
        (_, ShownRating::Placing { games }) => language.translate(&Message::OverPlacing {
            games,
            placing: PLACING_GAMES,
        }),
        (ShownRating::Points(before), ShownRating::Points(points)) => {
            format!("**{points}** ({:+})", points - before)
        }
        (ShownRating::Placing { .. }, ShownRating::Points(points)) => format!("**{points}**"),
    }
}

fn story_text(view: &GameOverView, language: &Language) -> String {
    let stats = &view.stats;
    let chain = Message::OverChain {
        nopes: u32::from(stats.longest_chain),
    };
    let mut numbers = vec![
        language.translate(&Message::OverTurns { turns: stats.turns }),
        language.translate(&Message::OverNopes { nopes: stats.nopes }),
    ];
    // A single Nope is not a chain.
    numbers.extend((stats.longest_chain > 1).then(|| language.translate(&chain)));
    let awards = view
        .awards
        .iter()
        .map(|award| Some(award_line(view, *award, language)));
    join_lines(std::iter::once(Some(numbers.join(" · "))).chain(awards))
}

fn award_line(view: &GameOverView, award: Award, language: &Language) -> String {
    let (player, amount) = (name(view, award.seat), award.amount);
    let (emoji, message) = match award.kind {
        AwardKind::ClosestShave => (
            Icon::Explosion.into(),
            Message::AwardClosestShave { player, amount },
        ),
        AwardKind::Rescues => (
            Emoji::Card(Title::Defuse),
            Message::AwardRescues { player, amount },
        ),
        AwardKind::Nopes => (
            Emoji::Card(Title::Nope),
            Message::AwardNopes { player, amount },
        ),
        AwardKind::Stolen => (Icon::Pair.into(), Message::AwardStolen { player, amount }),
        AwardKind::Robbed => (Icon::Box.into(), Message::AwardRobbed { player, amount }),
        AwardKind::HeldDefuse => (
            Icon::Clock.into(),
            Message::AwardHeldDefuse { player, amount },
        ),
    };
    format!("{emoji} {}", language.translate(&message))
}

fn buttons(view: &GameOverView, language: &Language) -> [Button; 5] {
    let button = |intent, label: Message<'_>| {
        Button::new(view.stamp.button(intent), language.translate(&label))
    };
    // After two games, players know the rules. The lobby and the running game also have a rules button.
    let last = match view.series_games {
        0 | 1 => button(Intent::Rules(None), Message::ButtonRules).emoji(Icon::Rules),
        games => {
            let game = view.game;
            let control = view.stamp.button(PageIntent::Evening { game, games });
            Button::new(control, language.translate(&Message::ButtonEvening)).emoji(Icon::Ratings)
        }
    };
    [
        button(Intent::Rematch, Message::ButtonRematch)
            .emoji(Icon::Rematch)
            .style(ButtonStyle::Success),
        button(Intent::NewTable, Message::ButtonNewTable).emoji(Icon::NewTable),
        whole_story(view.stamp, view.game, language),
        call_me_button(language),
        last,
    ]
}

/// Returns the button that opens the story of the game with this number, counted from 1.
pub(super) fn whole_story(stamp: Stamp, game: u16, language: &Language) -> Button {
    let page = StoryPage::Cards;
    let control = stamp.button(PageIntent::Story { game, page });
    Button::new(control, language.translate(&Message::ButtonStory)).emoji(Icon::Story)
}

fn name(view: &GameOverView, seat: Seat) -> Name<'_> {
    Name(raw_name(view, seat))
}

fn raw_name(view: &GameOverView, seat: Seat) -> ShownName<'_> {
    let player = view.players.get(seat.index());
    player.map_or_else(ShownName::default, Player::shown_name)
}

/// Returns `part` as a rounded percentage of `whole`, but rounds neither up to 100 nor down to 0.
pub(crate) fn percent(part: usize, whole: usize) -> u32 {
    match (part, whole) {
        (0, _) | (_, 0) => 0,
        (part, whole) if part >= whole => 100,
        (part, whole) => count((part * 100 + whole / 2) / whole).clamp(1, 99),
    }
}
