//! Reads results from a database.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use table::ids::{GuildId, Millis, TableId, UserId};
use table::pages::evening::EveningGame;
use table::pages::leaderboard::period::DAY;
use table::pages::leaderboard::{
    BOARD_PAGE, Board, BoardQuery, BoardRow, ComputerRow, Measure, Placing, RATED_FOR_BOARD,
};
use table::pages::statistics::{BestDay, PersonStats, PlacementCounts, StatsScope};
use table::results::{Badge, PlayerEnding, RatingChange, ShownRating};

use super::hidden_people::is_visible;
use super::names::newest_name;
use super::rating::shown;
use super::{OwnResult, Results};
use crate::port::JournalError;
use crate::rows::{from_column, to_column};
use crate::sql::{Sql, Statement};
use crate::sql_journal::SqlJournal;

/// Sums over a person's results with the same UTC day, number of players, place and fate. Columns: these four, games,
/// games lost to their own kitten, Nopes played and suffered, cards taken and lost, and the closest shave.
type SumsRow = (i64, i64, i64, String, i64, i64, i64, i64, i64, i64, i64);

/// An opponent of a person. Columns: the opponent; how often the person eliminated them, and in which game last; how
/// often they eliminated the person, and in which game last.
type OpponentRow = (i64, i64, i64, i64, i64);

/// A row of a board's page: person, value, games and name, all NULL if the page is empty. The other columns are the
/// same in every row: the numbers of people on the board, ahead of the page's first row and ahead of the reader, and
/// the reader's value, games and name.
type PageRow = (
    Option<i64>,
    Option<i64>,
    Option<i64>,
    Option<String>,
    i64,
    i64,
    i64,
    Option<i64>,
    Option<i64>,
    Option<String>,
);

/// A person's own result in two parts: the game and the place, then the counts, the rating and the badges.
type OwnRow = (
    i64,
    i64,
    i64,
    Option<String>,
    String,
    i64,
    i64,
    i64,
    i64,
    String,
);
type OwnCountsRow = (i64, i64, i64, i64, i64, i64, i64, Option<i64>, String);

/// Columns: person, rated games, points before and after, and the badges of the game.
type RatedRow = (i64, i64, Option<i64>, Option<i64>, String);

/// The maximum number of people that a board lists as being on the way to a rating.
const MAX_PLACING: u32 = 5;

pub(super) fn number<N: TryFrom<i64> + Default>(column: i64) -> N {
    column.try_into().unwrap_or_default()
}

fn scoped(sql: &'static str, person: UserId, scope: StatsScope) -> Statement {
    let guild = match scope {
        StatsScope::Server(guild) => Some(guild),
        StatsScope::Everywhere => None,
    };
    Statement::new(sql).bind(person).bind(guild)
}

/// An SQL condition: the row `own` belongs to person $1, on server $2 or, if $2 is NULL, on any server.
macro_rules! is_own {
    () => {
        "own.person = $1 AND ($2 IS NULL OR $2 = own.guild)"
    };
}

impl<S: Sql> SqlJournal<S> {
    /// Returns the visible opponent whom the person eliminated most often, and the visible opponent who most often
    /// eliminated the person, each with the number of times.
    async fn fetch_opponents(
        &self,
        person: UserId,
        scope: StatsScope,
    ) -> Result<[Option<(UserId, u32)>; 2], JournalError> {
        // Hidden people are filtered out last: within the join, PostgreSQL overestimates the cost of the filter and
        // reads everyone's results.
        const SELECT: &str = concat!(
            "SELECT * FROM (SELECT other.person, \
                 count(*) FILTER (WHERE other.killer = own.seat), \
                 coalesce(max(own.number) FILTER (WHERE other.killer = own.seat), 0), \
                 count(*) FILTER (WHERE other.seat = own.killer), \
                 coalesce(max(own.number) FILTER (WHERE other.seat = own.killer), 0) \
             FROM result_players AS own JOIN result_players AS other \
                 ON other.number = own.number AND other.seat <> own.seat \
                 AND (other.killer = own.seat OR other.seat = own.killer) \
             WHERE other.person IS NOT NULL AND ",
            is_own!(),
            " GROUP BY other.person) AS opponents WHERE ",
            is_visible!("person")
        );
        let rows: Vec<OpponentRow> = self.sql.fetch(scoped(SELECT, person, scope)).await?;
        let most = |times: fn(&OpponentRow) -> (i64, i64)| {
            let most = rows.iter().max_by_key(|row| times(row))?;
            let (count, _) = times(most);
            (count > 0).then(|| (UserId(from_column(most.0)), number(count)))
        };
        Ok([most(|row| (row.1, row.2)), most(|row| (row.3, row.4))])
    }

    async fn fetch_rating(
        &self,
        person: UserId,
        guild: GuildId,
    ) -> Result<ShownRating, JournalError> {
        const SELECT: &str = "SELECT rated_games, points_after FROM result_players \
             WHERE guild = $1 AND person = $2 AND rated_games IS NOT NULL ORDER BY number DESC LIMIT 1";
        let statement = Statement::new(SELECT).bind(guild).bind(person);
        let rows: Vec<(i64, Option<i64>)> = self.sql.fetch(statement).await?;
        let (games, points) = rows.first().copied().unwrap_or_default();
        Ok(shown(games, points))
    }

    async fn fetch_badges(
        &self,
        person: UserId,
        scope: StatsScope,
    ) -> Result<BTreeSet<Badge>, JournalError> {
        const SELECT: &str = concat!(
            "SELECT DISTINCT badges FROM result_players AS own WHERE badges <> '' AND ",
            is_own!()
        );
        let rows: Vec<(String,)> = self.sql.fetch(scoped(SELECT, person, scope)).await?;
        Ok(rows
            .iter()
            .flat_map(|(words,)| Badge::read(words))
            .collect())
    }

    /// Returns the badges that a game's players had earned on its server before the game, keyed by the person column.
    /// Leaves out players who earned no badge in this game.
    async fn fetch_badges_before(
        &self,
        table: TableId,
        game: u16,
    ) -> Result<BTreeMap<i64, BTreeSet<Badge>>, JournalError> {
        const SELECT: &str = "SELECT DISTINCT own.person, earlier.badges FROM results AS played \
             JOIN result_players AS own ON own.number = played.number \
             JOIN result_players AS earlier ON earlier.person = own.person \
                 AND earlier.number < own.number AND earlier.badges <> '' AND earlier.guild = own.guild \
             WHERE played.table_id = $1 AND played.game = $2 AND own.badges <> ''";
        let statement = Statement::new(SELECT).bind(table).bind(u32::from(game));
        let rows: Vec<(i64, String)> = self.sql.fetch(statement).await?;
        let mut badges: BTreeMap<i64, BTreeSet<Badge>> = BTreeMap::new();
        for (person, words) in rows {
            badges
                .entry(person)
                .or_default()
                .extend(Badge::read(&words));
        }
        Ok(badges)
    }

    /// Returns up to [`MAX_PLACING`] people who are on the way to a rating in a board's server and period, with their
    /// rated games and stored names.
    async fn fetch_placing(
        &self,
        query: BoardQuery,
    ) -> Result<Vec<(i64, i64, Option<String>)>, JournalError> {
        const SELECT: &str = concat!(
            "SELECT person, games, ",
            newest_name!("person"),
            " FROM (SELECT person, max(rated_games) AS games, count(points_after) AS rated FROM result_players \
                 WHERE guild = $1 AND person IS NOT NULL AND is_among_people AND ended >= $2 AND ended < $3 \
                 GROUP BY person) AS everybody \
             WHERE games > 0 AND rated = 0 AND ",
            is_visible!("person"),
            " ORDER BY games DESC, person LIMIT $4"
        );
        let statement = in_period(SELECT, query).bind(MAX_PLACING);
        Ok(self.sql.fetch(statement).await?)
    }

    async fn fetch_computers(&self, query: BoardQuery) -> Result<Vec<ComputerRow>, JournalError> {
        const SELECT: &str = "SELECT computer, count(*), count(*) FILTER (WHERE fate = 'won') \
             FROM result_players WHERE guild = $1 AND computer IS NOT NULL \
                 AND ended >= $2 AND ended < $3 GROUP BY computer";
        let rows: Vec<(String, i64, i64)> = self.sql.fetch(in_period(SELECT, query)).await?;
        let mut computers: Vec<ComputerRow> = rows
            .into_iter()
            .filter_map(|(id, games, wins)| {
                Some(ComputerRow {
                    strength: id.parse().ok()?,
                    games: number(games),
                    wins: number(wins),
                })
            })
            .collect();
        computers.sort_by_key(|row| Reverse(row.strength));
        Ok(computers)
    }
}

/// Returns the day with the most wins; ties go to the day with the fewest games, then to the latest day. `None` if
/// there are no wins.
fn best_day(rows: &[SumsRow]) -> Option<BestDay> {
    let mut days: BTreeMap<i64, (u32, u32)> = BTreeMap::new();
    for (day, _, _, fate, times, ..) in rows {
        let (games, wins) = days.entry(*day).or_default();
        *games += number::<u32>(*times);
        if PlayerEnding::from_id(fate) == Some(PlayerEnding::Won) {
            *wins += number::<u32>(*times);
        }
    }
    let best = days
        .into_iter()
        .max_by_key(|&(day, (games, wins))| (wins, Reverse(games), day));
    let (day, (games, wins)) = best.filter(|&(_, (_, wins))| wins > 0)?;
    Some(BestDay {
        day: Millis(from_column(day) * DAY.0),
        games,
        wins,
    })
}

fn summed(rows: &[SumsRow]) -> PersonStats {
    let mut stats = PersonStats::default();
    let mut places: BTreeMap<u8, Vec<u32>> = BTreeMap::new();
    let mut expected = 0;
    for (_, players, place, fate, games, own_kitten, nopes, noped, taken, lost, shave) in rows {
        let times: u32 = number(*games);
        stats.games += times;
        expected += times * 100 / number::<u32>(*players).max(1);
        match PlayerEnding::from_id(fate) {
            Some(PlayerEnding::Won) => stats.wins += times,
            Some(PlayerEnding::Survived) => {}
            Some(PlayerEnding::Exploded) => stats.exploded += times,
            Some(PlayerEnding::Imploded) => stats.imploded += times,
            Some(PlayerEnding::Left) | None => stats.left += times,
        }
        stats.own_kitten += number::<u32>(*own_kitten);
        stats.nopes += number::<u32>(*nopes);
        stats.noped += number::<u32>(*noped);
        stats.taken += number::<u32>(*taken);
        stats.lost += number::<u32>(*lost);
        stats.closest_shave = stats.closest_shave.max(number(*shave));
        let among = places.entry(number(*players)).or_default();
        among.resize(number(*players), 0);
        let index = number::<usize>(*place).saturating_sub(1);
        if let Some(reached) = among.get_mut(index) {
            *reached += times;
        }
    }
    stats.expected_wins_percent = expected;
    let places = places.into_iter();
    stats.places = places
        .map(|(players, places)| PlacementCounts { players, places })
        .collect();
    stats
}

fn in_period(sql: &'static str, query: BoardQuery) -> Statement {
    let period = query.period();
    Statement::new(sql)
        .bind(query.guild)
        .bind(period.begins())
        .bind(period.ends())
}

/// Selects a page of a board that ranks a server's people by an aggregate: $5 rows at most, after skipping $6. $1
/// is the server, $2 to $3 the period, and $4 the reader. Also counts the people on the board, ahead of the page's
/// first row and ahead of the reader.
macro_rules! board {
    ($value:literal) => {
        concat!(
            "WITH everybody AS (SELECT person, ",
            $value,
            " AS value, count(*) AS games FROM result_players WHERE guild = $1 AND person IS NOT NULL \
                 AND is_among_people AND ended >= $2 AND ended < $3 GROUP BY person), \
             measured AS (SELECT * FROM everybody WHERE value IS NOT NULL AND ",
            is_visible!("person"),
            "), page AS (SELECT * FROM measured ORDER BY value DESC, games, person LIMIT $5 OFFSET $6), \
             own AS (SELECT value, games FROM measured WHERE person = $4) \
             SELECT page.person, page.value, page.games, ",
            newest_name!("page.person"),
            ", people, better, better_than_own, own.value, own.games, ",
            newest_name!("$4"),
            " FROM (SELECT count(*) AS people, \
                     count(*) FILTER (WHERE value > (SELECT max(value) FROM page)) AS better, \
                     count(*) FILTER (WHERE value > (SELECT value FROM own)) AS better_than_own \
                 FROM measured) AS counts LEFT JOIN page ON true LEFT JOIN own ON true \
             ORDER BY page.value DESC, page.games, page.person"
        )
    };
}

fn board_statement(measure: Measure) -> &'static str {
    match measure {
        // The points after the person's last rated game. With the number of rated games in the upper 32 bits, `max`
        // finds the last game in a single pass over the rows.
        Measure::Rating => board!(
            "max(rated_games * 4294967296 + points_after + 2147483648) % 4294967296 - 2147483648"
        ),
        Measure::Wins => board!("nullif(count(*) FILTER (WHERE fate = 'won'), 0)"),
        Measure::Nopes => board!("CAST(nullif(sum(nopes), 0) AS BIGINT)"),
        Measure::SurvivedOdds => board!("CAST(nullif(sum(survived_odds), 0) AS BIGINT)"),
    }
}

/// Ranks the rows of a page that begins after `before` people. People with the same value share a rank.
fn ranked(page: &[PageRow], before: u32) -> Vec<BoardRow> {
    let mut rows: Vec<BoardRow> = Vec::with_capacity(page.len());
    for (place, &(person, value, games, _, _, better, ..)) in (before + 1..).zip(page) {
        let (Some(person), Some(value), Some(games)) = (person, value, games) else {
            continue;
        };
        let rank = match rows.last() {
            Some(last) if last.value == value => last.rank,
            Some(_) => place,
            None => number::<u32>(better) + 1,
        };
        rows.push(BoardRow {
            rank,
            person: UserId(from_column(person)),
            value,
            games: number(games),
        });
    }
    rows
}

#[async_trait]
impl<S: Sql> Results for SqlJournal<S> {
    async fn person_stats(
        &self,
        person: UserId,
        scope: StatsScope,
        reader: UserId,
    ) -> Result<Option<PersonStats>, JournalError> {
        const SUMS: &str = concat!(
            // With a join, PostgreSQL would read everyone's results.
            "SELECT ended / 86400000, (SELECT players FROM results WHERE results.number = own.number), \
             place, fate, count(*), count(*) FILTER (WHERE killer = seat), \
             CAST(sum(nopes) AS BIGINT), CAST(sum(noped) AS BIGINT), CAST(sum(taken) AS BIGINT), \
             CAST(sum(lost) AS BIGINT), max(closest_shave) FROM result_players AS own WHERE ",
            is_own!(),
            " GROUP BY 1, 2, place, fate"
        );
        let is_others = person != reader;
        let is_everywhere = scope == StatsScope::Everywhere;
        if is_others && (is_everywhere || self.is_hidden(person).await?) {
            return Ok(None);
        }
        let sums: Vec<SumsRow> = self.sql.fetch(scoped(SUMS, person, scope)).await?;
        let rating = match scope {
            StatsScope::Server(guild) => Some(self.fetch_rating(person, guild).await?),
            StatsScope::Everywhere => None,
        };
        let [victim, nemesis] = self.fetch_opponents(person, scope).await?;
        let opponents = [victim, nemesis].into_iter().flatten();
        let named = std::iter::once(person).chain(opponents.map(|(person, _)| person));
        Ok(Some(PersonStats {
            names: self.fetch_names(named, scope, reader).await?,
            victim,
            nemesis,
            best_day: best_day(&sums),
            badges: self.fetch_badges(person, scope).await?,
            rating,
            ..summed(&sums)
        }))
    }

    async fn leaderboard(&self, query: BoardQuery) -> Result<Board, JournalError> {
        let before = u32::from(query.view.page) * u32::from(BOARD_PAGE);
        let statement = in_period(board_statement(query.view.measure), query)
            .bind(query.person)
            .bind(u32::from(BOARD_PAGE))
            .bind(before);
        let page: Vec<PageRow> = self.sql.fetch(statement).await?;
        let first = page.first().cloned().unwrap_or_default();
        let (_, _, _, _, people, _, better_than_own, value, games, own_name) = first;
        let named = page.iter().filter_map(|row| Some((row.0?, row.3.clone())));
        let own = (to_column(query.person.0), own_name);
        let is_opening = query.view.measure == Measure::Rating && people < RATED_FOR_BOARD.into();
        let placing = if is_opening {
            Some(self.fetch_placing(query).await?)
        } else {
            None
        };
        let placing_names = placing
            .iter()
            .flatten()
            .map(|(person, _, name)| (*person, name.clone()));
        Ok(Board {
            names: self.open_names(named.chain([own]).chain(placing_names)),
            placing: placing.map(|people_placing| Placing {
                rated: number(people),
                people: people_placing
                    .iter()
                    .map(|(person, games, _)| (UserId(from_column(*person)), number(*games)))
                    .collect(),
            }),
            rows: ranked(&page, before),
            people: number(people),
            own: value.zip(games).map(|(value, games)| BoardRow {
                rank: number::<u32>(better_than_own) + 1,
                person: query.person,
                value,
                games: number(games),
            }),
            computers: self.fetch_computers(query).await?,
            query,
        })
    }

    async fn rating_curve(
        &self,
        person: UserId,
        guild: GuildId,
        limit: u32,
    ) -> Result<Vec<i32>, JournalError> {
        const SELECT: &str = "SELECT points_after FROM result_players \
             WHERE guild = $1 AND person = $2 AND points_after IS NOT NULL ORDER BY number DESC LIMIT $3";
        let statement = Statement::new(SELECT).bind(guild).bind(person).bind(limit);
        let rows: Vec<(i64,)> = self.sql.fetch(statement).await?;
        Ok(rows
            .into_iter()
            .rev()
            .map(|(points,)| number(points))
            .collect())
    }

    async fn rating_changes(
        &self,
        table: TableId,
        game: u16,
    ) -> Result<Vec<RatingChange>, JournalError> {
        const SELECT: &str = concat!(
            "SELECT person, rated_games, points_before, points_after, badges \
             FROM result_players JOIN results ON results.number = result_players.number \
             WHERE table_id = $1 AND game = $2 AND person IS NOT NULL AND rated_games IS NOT NULL AND ",
            is_visible!("result_players.person"),
            " ORDER BY place, seat"
        );
        let statement = Statement::new(SELECT).bind(table).bind(u32::from(game));
        let rows: Vec<RatedRow> = self.sql.fetch(statement).await?;
        let had = self.fetch_badges_before(table, game).await?;
        let killers = self.fetch_killers(table, game).await?;
        let change = |(person, games, before, after, badges): RatedRow| RatingChange {
            killer: killers.get(&person).copied(),
            badge: Badge::rarest_new(&Badge::read(&badges), had.get(&person)),
            person: UserId(from_column(person)),
            before: shown(games - 1, before),
            after: shown(games, after),
        };
        Ok(rows.into_iter().map(change).collect())
    }

    async fn evening(
        &self,
        table: TableId,
        first: u16,
        last: u16,
    ) -> Result<Vec<EveningGame>, JournalError> {
        self.fetch_evening(table, first, last).await
    }

    async fn results_of_person(
        &self,
        person: UserId,
        limit: u32,
    ) -> Result<Vec<OwnResult>, JournalError> {
        const RESULTS: &str = "SELECT results.guild, table_id, game, name, edition, began, results.ended, players, place, fate \
             FROM result_players JOIN results ON results.number = result_players.number \
             WHERE person = $1 ORDER BY results.number DESC LIMIT $2";
        const COUNTS: &str = "SELECT nopes, noped, taken, lost, closest_shave, turns, turns_by_computer, \
             points_after, badges FROM result_players WHERE person = $1 ORDER BY number DESC LIMIT $2";
        let of_person = |sql| Statement::new(sql).bind(person).bind(limit);
        let results: Vec<OwnRow> = self.background.fetch(of_person(RESULTS)).await?;
        let counts: Vec<OwnCountsRow> = self.background.fetch(of_person(COUNTS)).await?;
        let mut results: Vec<OwnResult> = results.into_iter().zip(counts).map(own_result).collect();
        for result in &mut results {
            result.name = self.open_name(person, result.name.take());
        }
        Ok(results)
    }
}

fn own_result((result, counts): (OwnRow, OwnCountsRow)) -> OwnResult {
    let (guild, table, game, name, edition, began, ended, players, place, fate) = result;
    let (nopes, noped, taken, lost, shave, turns, by_computer, points, badges) = counts;
    OwnResult {
        server: GuildId(from_column(guild)),
        table: TableId(from_column(table)),
        game: number(game),
        name,
        edition,
        began_at_ms: Millis(from_column(began)),
        ended_at_ms: Millis(from_column(ended)),
        players: number(players),
        place: number(place),
        fate,
        nopes: number(nopes),
        noped: number(noped),
        taken: number(taken),
        lost: number(lost),
        closest_shave_percent: number(shave),
        turns: number(turns),
        turns_by_computer: number(by_computer),
        badges,
        rating: points.map(number),
    }
}
