//! Writes results and adds them up, within a transaction. Whatever writes results, sums or forgets a person holds
//! one lock until its transaction ends: results are so numbered in the order of their commits, and nobody who is
//! forgotten comes back by a result that is just being written.

use serde_json::{Value, json};
use table::ids::{GuildId, Millis, TableId, UserId};
use table::results::{Badge, Fate, GameResult, PlayerResult, ResultPlayer};

use super::fold::{
    Fold, FoldedPlayer, FoldedResult, FoldedWho, StoredRating, Sums, SumsKey, day_of,
};
use crate::rows::{from_column, to_column};
use crate::sql::{Dialect, JsonStatement, SqlConnection, Statement, json_statement};

/// The number of PostgreSQL's advisory lock: "KITR" in ASCII.
const LOCK: i64 = 0x4B49_5452;

/// Takes the lock of results until the transaction ends. SQLite has one writer at a time anyway.
pub(crate) async fn lock_results<C: SqlConnection>(connection: &mut C) -> Result<(), sqlx::Error> {
    if C::DATABASE == Dialect::Postgres {
        let lock = Statement::new("SELECT pg_advisory_xact_lock($1)").bind(LOCK);
        connection.execute(lock).await?;
    }
    Ok(())
}

/// Writes the results of games that end in this transaction, and adds them up.
pub(crate) async fn write_ended<C: SqlConnection>(
    connection: &mut C,
    results: Vec<(TableId, &GameResult)>,
) -> Result<(), sqlx::Error> {
    if results.is_empty() {
        return Ok(());
    }
    lock_results(connection).await?;
    for (table, result) in results {
        if let Some(stored) = insert(connection, table, result, Insertion::Ended).await? {
            add_up(connection, Generation::Current, &[stored]).await?;
        }
    }
    Ok(())
}

/// The occasion on which a result is inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Insertion {
    /// Its game ends now: it comes behind all others.
    Ended,
    /// It was derived from stored entries. It replaces the one that was stored, if there is one.
    Rebuilt,
}

macro_rules! insert_result {
    ($conflict:literal) => {
        concat!(
            "INSERT INTO results \
                 (position, guild, table_id, game, edition, began, ended, turns, rated, players) \
             SELECT coalesce((SELECT max(position) FROM results WHERE position > $5 AND $9), $5), \
                 guild, id, $2, $3, $4, $5, $6, $7, $8 FROM tables WHERE id = $1 \
             ON CONFLICT (table_id, game) ",
            $conflict,
            " RETURNING number, position, guild"
        )
    };
}

const INSERT_PLAYERS: JsonStatement = json_statement!(
    "INSERT INTO result_players (number, seat, person, name, computer, place, fate, killer, nopes, noped, \
         taken, lost, closest_shave, survived_odds, turns, turns_by_computer, rated_day, badges) \
     SELECT $2, CAST(entry.value ->> 'seat' AS BIGINT), \
         CAST(entry.value ->> 'person' AS BIGINT), entry.value ->> 'name', \
         entry.value ->> 'computer', CAST(entry.value ->> 'place' AS BIGINT), entry.value ->> 'fate', \
         CAST(entry.value ->> 'killer' AS BIGINT), CAST(entry.value ->> 'nopes' AS BIGINT), \
         CAST(entry.value ->> 'noped' AS BIGINT), CAST(entry.value ->> 'taken' AS BIGINT), \
         CAST(entry.value ->> 'lost' AS BIGINT), CAST(entry.value ->> 'shave' AS BIGINT), \
         CAST(entry.value ->> 'odds' AS BIGINT), CAST(entry.value ->> 'turns' AS BIGINT), \
         CAST(entry.value ->> 'by_computer' AS BIGINT), CAST(entry.value ->> 'day' AS BIGINT), \
         entry.value ->> 'badges' FROM",
    "WHERE true ON CONFLICT (number, seat) DO UPDATE SET person = excluded.person, \
         name = excluded.name, computer = excluded.computer, place = excluded.place, fate = excluded.fate, \
         killer = excluded.killer, nopes = excluded.nopes, noped = excluded.noped, \
         taken = excluded.taken, lost = excluded.lost, closest_shave = excluded.closest_shave, \
         survived_odds = excluded.survived_odds, turns = excluded.turns, \
         turns_by_computer = excluded.turns_by_computer, rated_day = excluded.rated_day, \
         badges = excluded.badges"
);

/// Inserts a result. People whom the table no longer names, or who asked to be forgotten, are left out of it, and it
/// is not rated: they could return as somebody new whose games nobody has counted. A result that is stored already is
/// rated as it was, whoever was forgotten since. Returns it as it was stored; `None` if it cannot be: its table is
/// gone, or it ended before.
pub(crate) async fn insert<C: SqlConnection>(
    connection: &mut C,
    table: TableId,
    result: &GameResult,
    insertion: Insertion,
) -> Result<Option<FoldedResult>, sqlx::Error> {
    const ENDED: &str = insert_result!("DO NOTHING");
    const REBUILT: &str = insert_result!(
        "DO UPDATE SET edition = excluded.edition, began = excluded.began, ended = excluded.ended, \
         turns = excluded.turns, rated = $10 AND (results.rated OR excluded.rated), \
         players = excluded.players"
    );
    let sql = match insertion {
        Insertion::Ended => ENDED,
        Insertion::Rebuilt => REBUILT,
    };
    let known = fetch_people(connection, table).await?;
    let is_known = |player: &PlayerResult| person_of(player).is_none_or(|one| known.contains(&one));
    let rated = result.rated && result.players.iter().all(is_known);
    let statement = Statement::new(sql)
        .bind(table)
        .bind(u32::from(result.game))
        .bind(result.edition.id())
        .bind(result.began)
        .bind(result.ended)
        .bind(result.turns)
        .bind(rated)
        .bind(result.players.len() as u64)
        .bind(insertion == Insertion::Ended);
    let statement = match insertion {
        Insertion::Ended => statement,
        Insertion::Rebuilt => statement.bind(result.rated),
    };
    let inserted: Vec<(i64, i64, i64)> = connection.fetch(statement).await?;
    let Some(&(number, position, guild)) = inserted.first() else {
        return Ok(None);
    };
    let players = result.players.iter();
    let players =
        players.map(|player| (player, person_of(player).filter(|one| known.contains(one))));
    let rows: Value = { players.clone() }
        .map(|(player, person)| player_json(player, person, result))
        .collect();
    let insert = INSERT_PLAYERS.of::<C>(&rows).bind(number);
    connection.execute(insert).await?;
    let players = players.map(|(player, person)| folded_player(player, person));
    Ok(Some(FoldedResult {
        number,
        position,
        guild: GuildId(from_column(guild)),
        ended: result.ended,
        rated,
        players: players.collect(),
    }))
}

/// Returns the people whom a table names and who have not asked to be forgotten.
async fn fetch_people<C: SqlConnection>(
    connection: &mut C,
    table: TableId,
) -> Result<Vec<i64>, sqlx::Error> {
    const SELECT: &str = "SELECT person FROM table_people \
         WHERE table_id = $1 AND NOT is_erasure_requested";
    let rows: Vec<(i64,)> = connection.fetch(Statement::new(SELECT).bind(table)).await?;
    Ok(rows.into_iter().map(|(person,)| person).collect())
}

fn person_of(player: &PlayerResult) -> Option<i64> {
    match player.who {
        ResultPlayer::Person(person) => Some(to_column(person.0)),
        ResultPlayer::Computer(_) => None,
    }
}

fn player_json(player: &PlayerResult, person: Option<i64>, result: &GameResult) -> Value {
    let computer = match player.who {
        ResultPlayer::Person(_) => None,
        ResultPlayer::Computer(strength) => Some(strength.id()),
    };
    json!({
        "seat": player.seat.index(),
        "person": person,
        "name": person.map(|_| &player.name),
        "computer": computer,
        "place": player.place,
        "fate": player.fate.id(),
        "killer": player.killer.map(rules::Seat::index),
        "nopes": player.nopes,
        "noped": player.noped,
        "taken": player.taken,
        "lost": player.lost,
        "shave": player.closest_shave,
        "odds": player.survived_odds,
        "turns": player.turns,
        "by_computer": player.turns_by_computer,
        "badges": Badge::write(&player.badges),
        "day": (result.rated && person.is_some()).then(|| day_of(result.ended)),
    })
}

/// Returns a player as they are added up; without a person they were forgotten.
pub(crate) fn folded_player(player: &PlayerResult, person: Option<i64>) -> FoldedPlayer {
    let who = match (player.who, person) {
        (ResultPlayer::Computer(strength), _) => FoldedWho::Computer(strength),
        (ResultPlayer::Person(_), Some(id)) => FoldedWho::Person(UserId(from_column(id))),
        (ResultPlayer::Person(_), None) => FoldedWho::Forgotten,
    };
    FoldedPlayer {
        seat: player.seat.index() as i64,
        who,
        place: player.place,
        won: player.fate == Fate::Won,
        nopes: player.nopes.into(),
        survived_odds: player.survived_odds.into(),
    }
}

/// The sums to which results are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Generation {
    /// Those that people see.
    Current,
    /// Those of the rebuild.
    Building,
}

/// The number of the generation that a parameter names: the one that is built, or else the current one.
macro_rules! generation {
    ($is_building:literal) => {
        concat!(
            "(SELECT CASE WHEN ",
            $is_building,
            " THEN building ELSE generation END FROM standings_state)"
        )
    };
}

/// Adds results up that follow each other in their order.
pub(crate) async fn add_up<C: SqlConnection>(
    connection: &mut C,
    to: Generation,
    results: &[FoldedResult],
) -> Result<(), sqlx::Error> {
    let mut fold = Fold::default();
    if results.iter().any(|result| result.rated) {
        fetch_ratings(connection, to, results, &mut fold).await?;
        fetch_days(connection, results, &mut fold).await?;
    }
    results.iter().for_each(|result| fold.add(result));
    write_sums(connection, to, &fold).await?;
    write_rated(connection, &fold).await
}

/// A row of a person's rating: server, person, mean, deviation, games and time.
type RatingRow = (i64, i64, i64, i64, i64, i64);

async fn fetch_ratings<C: SqlConnection>(
    connection: &mut C,
    generation: Generation,
    results: &[FoldedResult],
    fold: &mut Fold,
) -> Result<(), sqlx::Error> {
    // The plus sign keeps SQLite from searching by generation, which nearly all rows share, before the person.
    const SELECT: JsonStatement = json_statement!(
        "SELECT guild, player, mean, deviation, rated_games, rated_at FROM",
        concat!(
            "JOIN standings ON guild = CAST(entry.value ->> 'guild' AS BIGINT) \
                 AND player = CAST(entry.value ->> 'person' AS BIGINT) \
             WHERE period = 'ever' AND mean IS NOT NULL AND +generation = ",
            generation!("$2")
        )
    );
    let people = rated_people(results);
    let statement = SELECT
        .of::<C>(&people)
        .bind(generation == Generation::Building);
    let rows: Vec<RatingRow> = connection.fetch(statement).await?;
    for (guild, person, mean, deviation, games, at) in rows {
        let key = (GuildId(from_column(guild)), UserId(from_column(person)));
        let at = Millis(from_column(at));
        fold.ratings.insert(
            key,
            StoredRating {
                mean,
                deviation,
                games,
                at,
            },
        );
    }
    Ok(())
}

/// Reads the rated games that people played on the days of these results before the first of them.
async fn fetch_days<C: SqlConnection>(
    connection: &mut C,
    results: &[FoldedResult],
    fold: &mut Fold,
) -> Result<(), sqlx::Error> {
    const SELECT: JsonStatement = json_statement!(
        "SELECT results.guild, person, rated_day, results.number, \
             EXISTS (SELECT 1 FROM result_players AS forgotten WHERE forgotten.number = results.number \
                 AND forgotten.person IS NULL AND forgotten.computer IS NULL) FROM",
        "JOIN result_players ON person = CAST(entry.value ->> 'person' AS BIGINT) \
             AND rated_day = CAST(entry.value ->> 'day' AS BIGINT) \
         JOIN results ON results.number = result_players.number \
             AND results.guild = CAST(entry.value ->> 'guild' AS BIGINT) \
         WHERE results.rated AND (position < $2 OR position = $2 AND results.number < $3)"
    );
    let Some(first) = results.first() else {
        return Ok(());
    };
    let statement = SELECT.of::<C>(&rated_people(results));
    let statement = statement.bind(first.position).bind(first.number);
    let rows: Vec<(i64, i64, i64, i64, bool)> = connection.fetch(statement).await?;
    for (guild, person, day, number, with_forgotten) in rows {
        let key = (
            GuildId(from_column(guild)),
            UserId(from_column(person)),
            day,
        );
        fold.days.entry(key).or_default().push(number);
        fold.with_forgotten.extend(with_forgotten.then_some(number));
    }
    Ok(())
}

/// Returns the people of rated results with the server and the day, each once.
fn rated_people(results: &[FoldedResult]) -> Value {
    let rated = results.iter().filter(|result| result.rated);
    let people = rated.flat_map(|result| {
        let day = day_of(result.ended);
        let players = result.players.iter();
        players.filter_map(move |player| match player.who {
            FoldedWho::Person(person) => Some((result.guild, person, day)),
            FoldedWho::Computer(_) | FoldedWho::Forgotten => None,
        })
    });
    let people: std::collections::BTreeSet<_> = people.collect();
    let row = |(guild, person, day): (GuildId, UserId, i64)| json!({ "guild": to_column(guild.0), "person": to_column(person.0), "day": day });
    people.into_iter().map(row).collect()
}

async fn write_sums<C: SqlConnection>(
    connection: &mut C,
    generation: Generation,
    fold: &Fold,
) -> Result<(), sqlx::Error> {
    const UPSERT: JsonStatement = json_statement!(
        concat!(
            "INSERT INTO standings (generation, guild, period, player, games, wins, nopes, \
                 survived_odds, rated_games, mean, deviation, points, rated_at) SELECT ",
            generation!("$2"),
            ", CAST(entry.value ->> 'guild' AS BIGINT), entry.value ->> 'period', \
             CAST(entry.value ->> 'player' AS BIGINT), CAST(entry.value ->> 'games' AS BIGINT), \
             CAST(entry.value ->> 'wins' AS BIGINT), CAST(entry.value ->> 'nopes' AS BIGINT), \
             CAST(entry.value ->> 'odds' AS BIGINT), CAST(entry.value ->> 'rated' AS BIGINT), \
             CAST(entry.value ->> 'mean' AS BIGINT), CAST(entry.value ->> 'deviation' AS BIGINT), \
             CAST(entry.value ->> 'points' AS BIGINT), CAST(entry.value ->> 'at' AS BIGINT) FROM"
        ),
        "WHERE true ON CONFLICT (generation, guild, period, player) DO UPDATE SET \
             games = standings.games + excluded.games, wins = standings.wins + excluded.wins, \
             nopes = standings.nopes + excluded.nopes, \
             survived_odds = standings.survived_odds + excluded.survived_odds, \
             rated_games = standings.rated_games + excluded.rated_games, \
             mean = coalesce(excluded.mean, standings.mean), \
             deviation = coalesce(excluded.deviation, standings.deviation), \
             points = coalesce(excluded.points, standings.points), \
             rated_at = coalesce(excluded.rated_at, standings.rated_at)"
    );
    let rows: Value = fold.sums.iter().map(sums_json).collect();
    let statement = UPSERT
        .of::<C>(&rows)
        .bind(generation == Generation::Building);
    connection.execute(statement).await?;
    Ok(())
}

fn sums_json(((guild, period, player), sums): (&SumsKey, &Sums)) -> Value {
    let rating = sums.rating;
    json!({
        "guild": to_column(guild.0),
        "period": period.to_string(),
        "player": player,
        "games": sums.games,
        "wins": sums.wins,
        "nopes": sums.nopes,
        "odds": sums.survived_odds,
        "rated": sums.rated_games,
        "mean": rating.map(|rating| rating.mean),
        "deviation": rating.map(|rating| rating.deviation),
        "points": rating.and_then(StoredRating::points),
        "at": rating.map(|rating| to_column(rating.at.0)),
    })
}

/// Writes the ratings into the results.
async fn write_rated<C: SqlConnection>(connection: &mut C, fold: &Fold) -> Result<(), sqlx::Error> {
    const UPDATE: JsonStatement = json_statement!(
        "UPDATE result_players SET mean = CAST(entry.value ->> 'mean' AS BIGINT), \
             deviation = CAST(entry.value ->> 'deviation' AS BIGINT), \
             rated_games = CAST(entry.value ->> 'games' AS BIGINT), \
             points_before = CAST(entry.value ->> 'before' AS BIGINT), \
             points_after = CAST(entry.value ->> 'after' AS BIGINT) FROM",
        "WHERE number = CAST(entry.value ->> 'number' AS BIGINT) \
             AND seat = CAST(entry.value ->> 'seat' AS BIGINT)"
    );
    if fold.rated.is_empty() {
        return Ok(());
    }
    let rated = fold.rated.iter().map(|rated| {
        json!({
            "number": rated.number,
            "seat": rated.seat,
            "mean": rated.after.mean,
            "deviation": rated.after.deviation,
            "games": rated.after.games,
            "before": rated.before.and_then(StoredRating::points),
            "after": rated.after.points(),
        })
    });
    connection.execute(UPDATE.of::<C>(&rated.collect())).await?;
    Ok(())
}
