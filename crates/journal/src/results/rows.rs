//! Writes results within a transaction. All transactions that write results or a review, or erase a person, take the
//! same lock and hold it until they end. Results are therefore numbered in the order of their commits, and a concurrent
//! write cannot bring back an erased person.

use std::collections::HashMap;

use table::ids::{GuildId, Millis, TableId, UserId};
use table::pages::leaderboard::period::{DAY, day_of};
use table::results::{Badge, GameResult, PlayerResult, ResultPlayer};

use super::rating::{EarlierGame, RatedPerson, StoredRating, rate_game};
use crate::rows::from_column;
use crate::sql::{Dialect, SqlConnection, Statement};

/// The key of PostgreSQL's advisory lock: "KITR" in ASCII.
const LOCK: i64 = 0x4B49_5452;

/// Takes the results lock, which is held until the transaction ends. SQLite allows only one writer at a time anyway.
pub(crate) async fn lock_results<C: SqlConnection>(connection: &mut C) -> Result<(), sqlx::Error> {
    if C::DATABASE == Dialect::Postgres {
        let lock = Statement::new("SELECT pg_advisory_xact_lock($1)").bind(LOCK);
        connection.execute(lock).await?;
    }
    Ok(())
}

/// Writes the results of games that end in this transaction, and the resulting ratings.
pub(crate) async fn write_ended<C: SqlConnection>(
    connection: &mut C,
    results: Vec<(TableId, &GameResult)>,
) -> Result<(), sqlx::Error> {
    if results.is_empty() {
        return Ok(());
    }
    lock_results(connection).await?;
    for (table, result) in results {
        insert(connection, table, result).await?;
    }
    Ok(())
}

type Change = (Option<StoredRating>, StoredRating);

/// Inserts a result unless the table was deleted or the game already has a result. If people were erased from the
/// table, or asked to be, their rows do not name them, and the game is not rated. In a rated game, they could pass for
/// new players whose earlier games of the day are not counted.
async fn insert<C: SqlConnection>(
    connection: &mut C,
    table: TableId,
    result: &GameResult,
) -> Result<(), sqlx::Error> {
    const INSERT: &str = "INSERT INTO results \
             (guild, table_id, game, edition, began, ended, turns, rated, players) \
         SELECT guild, id, $2, $3, $4, $5, $6, $7, $8 FROM tables WHERE id = $1 \
         ON CONFLICT (table_id, game) DO NOTHING RETURNING number, guild";
    let known = fetch_people(connection, table).await?;
    let people = result.players.iter().filter_map(person_of);
    let rated = result.rated && people.clone().all(|person| known.contains(&person));
    let statement = Statement::new(INSERT)
        .bind(table)
        .bind(u32::from(result.game))
        .bind(result.edition.id())
        .bind(result.began)
        .bind(result.ended)
        .bind(result.turns)
        .bind(rated)
        .bind(result.players.len() as u64);
    let inserted: Vec<(i64, i64)> = connection.fetch(statement).await?;
    let Some(&(number, guild)) = inserted.first() else {
        return Ok(());
    };
    let guild = GuildId(from_column(guild));
    let changes = if rated {
        rate_people(connection, guild, result).await?
    } else {
        HashMap::new()
    };
    let is_among_people = people.count() >= 2;
    for player in &result.players {
        let person = person_of(player).filter(|person| known.contains(person));
        let change = person.and_then(|person| changes.get(&person).copied());
        let row = Statement::new(INSERT_PLAYER)
            .bind(number)
            .bind(guild)
            .bind(result.ended)
            .bind(is_among_people);
        let row = bind_rating(bind_player(row, player, person), change);
        connection.execute(row).await?;
    }
    Ok(())
}

const INSERT_PLAYER: &str = "INSERT INTO result_players \
         (number, guild, ended, is_among_people, seat, person, name, computer, place, fate, killer, nopes, noped, \
         taken, lost, closest_shave, survived_odds, turns, turns_by_computer, badges, mean, deviation, \
         rated_games, points_before, points_after) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, \
         $23, $24, $25)";

fn bind_player(row: Statement, player: &PlayerResult, person: Option<UserId>) -> Statement {
    let computer = match player.who {
        ResultPlayer::Person(_) => None,
        ResultPlayer::Computer(strength) => Some(strength.id()),
    };
    let is_named = person.is_some() || computer.is_some();
    row.bind(player.seat.index() as u64)
        .bind(person)
        .bind(is_named.then_some(player.name.as_str()))
        .bind(computer)
        .bind(u32::from(player.place))
        .bind(player.fate.id())
        .bind(player.killer.map(|seat| seat.index() as u64))
        .bind(player.nopes)
        .bind(player.noped)
        .bind(player.taken)
        .bind(player.lost)
        .bind(player.closest_shave)
        .bind(player.survived_odds)
        .bind(player.turns)
        .bind(player.turns_by_computer)
        .bind(Badge::write(&player.badges))
}

fn bind_rating(row: Statement, change: Option<Change>) -> Statement {
    let before = change.and_then(|(before, _)| before);
    let after = change.map(|(_, after)| after);
    row.bind(after.map(|after| after.mean))
        .bind(after.map(|after| after.deviation))
        .bind(after.map(|after| after.games))
        .bind(before.and_then(StoredRating::points))
        .bind(after.and_then(StoredRating::points))
}

/// Returns the people of a table who have not asked to be erased.
async fn fetch_people<C: SqlConnection>(
    connection: &mut C,
    table: TableId,
) -> Result<Vec<UserId>, sqlx::Error> {
    const SELECT: &str = "SELECT person FROM table_people WHERE table_id = $1 EXCEPT \
         SELECT person FROM table_people WHERE table_id = $1 AND is_erasure_requested";
    let rows: Vec<(i64,)> = connection.fetch(Statement::new(SELECT).bind(table)).await?;
    let people = rows.into_iter();
    Ok(people
        .map(|(person,)| UserId(from_column(person)))
        .collect())
}

fn person_of(player: &PlayerResult) -> Option<UserId> {
    match player.who {
        ResultPlayer::Person(person) => Some(person),
        ResultPlayer::Computer(_) => None,
    }
}

/// Returns each person's rating before and after a rated game on a server.
async fn rate_people<C: SqlConnection>(
    connection: &mut C,
    guild: GuildId,
    result: &GameResult,
) -> Result<HashMap<UserId, Change>, sqlx::Error> {
    let (mut ids, mut people) = (Vec::new(), Vec::new());
    for player in &result.players {
        let Some(person) = person_of(player) else {
            continue;
        };
        ids.push(person);
        people.push(RatedPerson {
            place: player.place,
            before: fetch_rating(connection, guild, person).await?,
            today: fetch_today(connection, guild, person, result.ended).await?,
        });
    }
    let after = rate_game(&people, result.ended);
    let before = people.into_iter().map(|person| person.before);
    Ok(ids.into_iter().zip(before.zip(after)).collect())
}

async fn fetch_rating<C: SqlConnection>(
    connection: &mut C,
    guild: GuildId,
    person: UserId,
) -> Result<Option<StoredRating>, sqlx::Error> {
    const SELECT: &str = "SELECT mean, deviation, rated_games, ended FROM result_players \
         WHERE guild = $1 AND person = $2 AND rated_games IS NOT NULL ORDER BY number DESC LIMIT 1";
    let statement = Statement::new(SELECT).bind(guild).bind(person);
    let rows: Vec<(i64, i64, i64, i64)> = connection.fetch(statement).await?;
    let newest = rows.first();
    Ok(newest.map(|&(mean, deviation, games, ended)| StoredRating {
        mean,
        deviation,
        games,
        at: Millis(from_column(ended)),
    }))
}

/// Returns a person's rated games on a server that ended on the UTC day of `at`.
async fn fetch_today<C: SqlConnection>(
    connection: &mut C,
    guild: GuildId,
    person: UserId,
    at: Millis,
) -> Result<Vec<EarlierGame>, sqlx::Error> {
    const SELECT: &str = "SELECT number, EXISTS (SELECT 1 FROM result_players AS forgotten \
             WHERE forgotten.number = own.number \
                 AND forgotten.person IS NULL AND forgotten.computer IS NULL) \
         FROM result_players AS own WHERE person = $1 AND ended >= $2 AND ended < $3 AND guild = $4 \
             AND rated_games IS NOT NULL";
    let midnight = day_of(at);
    let statement = Statement::new(SELECT)
        .bind(person)
        .bind(midnight)
        .bind(midnight.after(DAY))
        .bind(guild);
    let rows: Vec<(i64, bool)> = connection.fetch(statement).await?;
    let game = |(number, with_forgotten)| EarlierGame {
        number,
        with_forgotten,
    };
    Ok(rows.into_iter().map(game).collect())
}
