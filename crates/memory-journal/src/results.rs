//! Results of games, as far as the bot's tests look at them: games, wins and badges. A rating is always 1000 points.
//! Journals in databases are tested in `crates/journal/tests/main/results.rs`.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use async_trait::async_trait;
use journal::{JournalError, OwnResult, Results};
use table::entry::Entry;
use table::ids::{GuildId, TableId, UserId};
use table::results::{
    BOARD_PAGE, Board, BoardQuery, BoardRow, GameResult, PLACING_GAMES, PersonStats, PlayerEnding,
    PlayerResult, RatingChange, ResultPlayer, ShownRating, StatsScope,
};

use super::{MemoryJournal, State};

/// A stored result. People who were forgotten are not in `people`.
#[derive(Clone, Debug)]
pub(super) struct StoredResult {
    pub(super) guild: GuildId,
    people: Vec<UserId>,
    result: GameResult,
}

impl StoredResult {
    fn of(&self, person: UserId) -> Option<&PlayerResult> {
        let is_kept = self.people.contains(&person);
        let mut players = self.result.players.iter();
        players.find(|player| is_kept && player.who == ResultPlayer::Person(person))
    }
}

impl State {
    pub(super) fn add_result(&mut self, entry: &Entry) {
        let guild = self.tables.get(&entry.table);
        let guild = guild.and_then(super::StoredTable::guild);
        if let (Some(result), Some(guild)) = (&entry.result, guild) {
            let people = result.players.iter().filter_map(|player| match player.who {
                ResultPlayer::Person(person) => Some(person),
                ResultPlayer::Computer(_) => None,
            });
            let is_kept = |person: &UserId| !self.erasures.contains(&(entry.table, *person));
            self.results.push(StoredResult {
                guild,
                people: people.filter(is_kept).collect(),
                result: (**result).clone(),
            });
        }
    }

    pub(super) fn forget_results(&mut self, user: UserId) {
        let people = self.results.iter_mut().map(|result| &mut result.people);
        people.for_each(|people| people.retain(|person| *person != user));
    }

    pub(super) fn is_hidden(&self, person: UserId) -> bool {
        let chosen = self.preferences.get(&person);
        chosen.is_some_and(|preferences| preferences.hidden)
    }

    /// Returns the parts of a person in the results that count, the newest last.
    fn parts_of(&self, person: UserId, guild: Option<GuildId>) -> Vec<&PlayerResult> {
        let counted = self.results.iter();
        let counted = counted.filter(|one| guild.is_none_or(|guild| guild == one.guild));
        counted.filter_map(|one| one.of(person)).collect()
    }

    fn rating_curve(&self, person: UserId, guild: GuildId) -> Vec<i32> {
        let rated = self
            .results
            .iter()
            .filter(|one| one.guild == guild && one.result.rated);
        let games = rated.filter(|one| one.of(person).is_some());
        games
            .skip(PLACING_GAMES as usize - 1)
            .map(|_| 1000)
            .collect()
    }
}

fn wins(parts: &[&PlayerResult]) -> u32 {
    let won = parts.iter().filter(|part| part.fate == PlayerEnding::Won);
    won.count() as u32
}

#[async_trait]
impl Results for MemoryJournal {
    async fn person_stats(
        &self,
        person: UserId,
        scope: StatsScope,
        reader: UserId,
    ) -> Result<Option<PersonStats>, JournalError> {
        let state = self.state.lock();
        let guild = match scope {
            StatsScope::Server(guild) => Some(guild),
            StatsScope::Everywhere => None,
        };
        if person != reader && (guild.is_none() || state.is_hidden(person)) {
            return Ok(None);
        }
        let parts = state.parts_of(person, guild);
        let games = parts.len() as u32;
        let rating = guild.map(|guild| match state.rating_curve(person, guild).last() {
            Some(points) => ShownRating::Points(*points),
            None => ShownRating::Placing { games },
        });
        Ok(Some(PersonStats {
            games,
            wins: wins(&parts),
            badges: parts
                .iter()
                .flat_map(|part| &part.badges)
                .copied()
                .collect(),
            names: parts
                .last()
                .map(|part| (person, part.name.clone()))
                .into_iter()
                .collect(),
            rating,
            ..PersonStats::default()
        }))
    }

    /// Orders people by their wins, whatever was asked for.
    async fn leaderboard(&self, query: BoardQuery) -> Result<Board, JournalError> {
        let state = self.state.lock();
        let period = query.period().begins()..query.period().ends();
        let mut parts: BTreeMap<UserId, Vec<&PlayerResult>> = BTreeMap::new();
        for result in &state.results {
            let is_here = result.guild == query.guild && period.contains(&result.result.ended);
            for person in result.people.iter().filter(|_| is_here) {
                let of_person = parts.entry(*person).or_default();
                of_person.extend(result.of(*person));
            }
        }
        parts.retain(|person, parts| !state.is_hidden(*person) && wins(parts) > 0);
        let mut rows: Vec<BoardRow> = parts
            .iter()
            .map(|(&person, parts)| BoardRow {
                rank: 1,
                person,
                value: wins(parts).into(),
                games: parts.len() as u32,
            })
            .collect();
        rows.sort_by_key(|row| Reverse(row.value));
        let named = parts.iter().filter_map(|(&person, parts)| {
            let newest = parts.last()?;
            Some((person, newest.name.clone()))
        });
        let page = usize::from(BOARD_PAGE);
        let before = usize::from(query.view.page) * page;
        Ok(Board {
            query,
            people: rows.len() as u32,
            own: rows.iter().find(|row| row.person == query.person).copied(),
            names: named.collect(),
            rows: rows.into_iter().skip(before).take(page).collect(),
            computers: Vec::new(),
        })
    }

    async fn rating_curve(
        &self,
        person: UserId,
        guild: GuildId,
        _limit: u32,
    ) -> Result<Vec<i32>, JournalError> {
        Ok(self.state.lock().rating_curve(person, guild))
    }

    async fn rating_changes(
        &self,
        _table: TableId,
        _game: u16,
    ) -> Result<Vec<RatingChange>, JournalError> {
        Ok(Vec::new())
    }

    async fn results_of_person(
        &self,
        _person: UserId,
        _limit: u32,
    ) -> Result<Vec<OwnResult>, JournalError> {
        Ok(Vec::new())
    }
}
