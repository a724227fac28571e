//! The results of games in a journal in memory.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use players::Strength;
use table::entry::Entry;
use table::ids::{GuildId, TableId, UserId};
use table::results::period::{DAY, day_of};
use table::results::{
    BOARD_PAGE, Badge, Board, BoardQuery, BoardRow, ComputerRow, Evening, Fate, GameResult,
    Measure, PersonStats, PlacesAmong, PlayerResult, RatingChange, ResultPlayer, StatsScope,
};

use super::{MemoryJournal, State};
use crate::port::JournalError;
use crate::results::rating::{EarlierGame, RatedPerson, StoredRating, rate_game, shown};
use crate::results::{OwnResult, Results};
use crate::rows::to_column;

/// A stored result. People who were forgotten are not in `people`.
#[derive(Clone, Debug)]
pub(super) struct StoredResult {
    table: TableId,
    pub(super) guild: GuildId,
    people: Vec<UserId>,
    result: GameResult,
    /// The ratings of its people before and after it, if it is rated.
    ratings: BTreeMap<UserId, (Option<StoredRating>, StoredRating)>,
}

impl StoredResult {
    fn person(&self, player: &PlayerResult) -> Option<UserId> {
        match player.who {
            ResultPlayer::Person(person) => self.people.contains(&person).then_some(person),
            ResultPlayer::Computer(_) => None,
        }
    }

    fn of(&self, person: UserId) -> Option<&PlayerResult> {
        let mut players = self.result.players.iter();
        players.find(|player| self.person(player) == Some(person))
    }

    fn rating(&self, person: UserId) -> Option<StoredRating> {
        self.ratings.get(&person).map(|(_, after)| *after)
    }

    fn people_at_end(&self) -> impl Iterator<Item = &PlayerResult> {
        let players = self.result.players.iter();
        players.filter(|player| matches!(player.who, ResultPlayer::Person(_)))
    }
}

impl State {
    pub(super) fn add_result(&mut self, entry: &Entry) {
        if let Some(result) = &entry.result {
            self.store_result(entry.table, result);
        }
    }

    fn store_result(&mut self, table: TableId, result: &GameResult) {
        let Some(stored) = self.tables.get(&table) else {
            return;
        };
        let known = self.results.iter();
        let is_known = { known }.any(|one| one.table == table && one.result.game == result.game);
        if let (false, Some(guild)) = (is_known, stored.guild()) {
            let people = result.players.iter().filter_map(|player| match player.who {
                ResultPlayer::Person(person) => Some(person),
                ResultPlayer::Computer(_) => None,
            });
            let is_kept = |person: &UserId| {
                stored.names(*person) && !self.erasures.contains(&(table, *person))
            };
            let (known, unknown): (Vec<_>, Vec<_>) = people.partition(is_kept);
            let is_rated = result.rated && unknown.is_empty();
            let rated = is_rated.then(|| self.rate(guild, result));
            self.results.push(StoredResult {
                table,
                guild,
                people: known,
                result: result.clone(),
                ratings: rated.unwrap_or_default(),
            });
        }
    }

    fn rate(
        &self,
        guild: GuildId,
        result: &GameResult,
    ) -> BTreeMap<UserId, (Option<StoredRating>, StoredRating)> {
        let (ids, people): (Vec<_>, Vec<_>) = { result.players.iter() }
            .filter_map(|player| match player.who {
                ResultPlayer::Person(id) => Some((id, self.rated_person(guild, id, player, result))),
                ResultPlayer::Computer(_) => None,
            })
            .unzip();
        let after = rate_game(&people, result.ended);
        let before = people.iter().map(|person| person.before);
        ids.into_iter().zip(before.zip(after)).collect()
    }

    fn rated_person(
        &self,
        guild: GuildId,
        id: UserId,
        player: &PlayerResult,
        result: &GameResult,
    ) -> RatedPerson {
        let rated = self.results.iter().zip(1..);
        let rated = rated.filter(|(one, _)| one.guild == guild && one.rating(id).is_some());
        let is_today =
            |one: &StoredResult| day_of(one.result.ended) == day_of(result.ended);
        let today = rated.clone().filter(|(one, _)| is_today(one));
        RatedPerson {
            place: player.place,
            before: rated.last().and_then(|(one, _)| one.rating(id)),
            today: today
                .map(|(one, number)| EarlierGame {
                    number,
                    with_forgotten: one.people.len() < one.people_at_end().count(),
                })
                .collect(),
        }
    }

    pub(super) fn forget_results(&mut self, user: UserId) {
        let people = self.results.iter_mut().map(|result| &mut result.people);
        people.for_each(|people| people.retain(|person| *person != user));
        let results = self.results.iter_mut();
        results.for_each(|result| drop(result.ratings.remove(&user)));
    }

    /// Returns the name in the newest of the results that count and have this person.
    fn name(
        &self,
        person: UserId,
        counts: impl Fn(&StoredResult) -> bool,
    ) -> Option<(UserId, String)> {
        let counted = self.results.iter().rev().filter(|one| counts(one));
        let own = { counted }.find_map(|one| one.of(person))?;
        Some((person, own.name.clone()))
    }

    /// Returns the rarest badge of a result that a person did not have before on its server.
    fn new_badge(&self, person: UserId, index: usize) -> Option<Badge> {
        let (before, result) = (&self.results[..index], &self.results[index]);
        let before = before.iter().filter(|one| one.guild == result.guild);
        let had = before.filter_map(|one| one.of(person));
        let had: BTreeSet<Badge> = had.flat_map(|own| &own.badges).copied().collect();
        Badge::rarest_new(&result.of(person)?.badges, Some(&had))
    }

    pub(super) fn is_hidden(&self, person: UserId) -> bool {
        let chosen = self.preferences.get(&person);
        chosen.is_some_and(|preferences| preferences.hidden)
    }

    fn stats(&self, person: UserId, scope: StatsScope) -> PersonStats {
        let mut stats = PersonStats::default();
        let mut places: BTreeMap<u8, Vec<u32>> = BTreeMap::new();
        let (mut victims, mut nemeses) = (BTreeMap::new(), BTreeMap::new());
        let mut days: BTreeMap<u64, (u32, u32)> = BTreeMap::new();
        for (number, stored) in self.results.iter().enumerate() {
            let is_counted =
                scope == StatsScope::Everywhere || scope == StatsScope::Server(stored.guild);
            let Some(own) = stored.of(person).filter(|_| is_counted) else {
                continue;
            };
            let players = stored.result.players.len();
            let won = u32::from(own.fate == Fate::Won);
            add(&mut stats, own, players as u32);
            let among = places
                .entry(players as u8)
                .or_insert_with(|| vec![0; players]);
            among[usize::from(own.place) - 1] += 1;
            let day = days
                .entry(day_of(stored.result.ended).0 / DAY.0)
                .or_default();
            *day = (day.0 + 1, day.1 + won);
            let players = stored.result.players.iter();
            for other in players.filter(|other| other.seat != own.seat) {
                let person = stored.person(other);
                let Some(person) = person.filter(|person| !self.is_hidden(*person)) else {
                    continue;
                };
                let count = |of: &mut BTreeMap<UserId, (u32, usize)>| {
                    let (times, last) = of.entry(person).or_default();
                    *times += 1;
                    *last = number;
                };
                if other.killer == Some(own.seat) {
                    count(&mut victims);
                }
                if own.killer == Some(other.seat) {
                    count(&mut nemeses);
                }
            }
        }
        // Of several the one of the latest game.
        let most = |of: BTreeMap<UserId, (u32, usize)>| {
            let most = of.into_iter().max_by_key(|(_, count)| *count);
            most.map(|(person, (times, _))| (person, times))
        };
        let days = days.iter();
        let best = days.max_by_key(|(day, (games, wins))| (*wins, u32::MAX - games, **day));
        let best = best.filter(|(_, (_, wins))| *wins > 0);
        let places = places.into_iter();
        PersonStats {
            places: places
                .map(|(players, places)| PlacesAmong { players, places })
                .collect(),
            victim: most(victims),
            nemesis: most(nemeses),
            best_evening: best.map(|(day, &(games, wins))| Evening {
                day: table::ids::Millis(day * DAY.0),
                games,
                wins,
            }),
            ..stats
        }
    }
}

/// Adds one more result to a person's sums.
fn add(stats: &mut PersonStats, own: &PlayerResult, players: u32) {
    stats.games += 1;
    stats.expected_wins_percent += 100 / players.max(1);
    match own.fate {
        Fate::Won => stats.wins += 1,
        Fate::Survived => {}
        Fate::Exploded => stats.exploded += 1,
        Fate::Imploded => stats.imploded += 1,
        Fate::Left => stats.left += 1,
    }
    stats.own_kitten += u32::from(own.killer == Some(own.seat));
    stats.nopes += own.nopes;
    stats.noped += own.noped;
    stats.taken += own.taken;
    stats.lost += own.lost;
    stats.closest_shave = stats.closest_shave.max(own.closest_shave);
    stats.badges.extend(&own.badges);
}

/// Returns what a person's results on a board are ordered by; `None` if they are not on it.
fn value(own: &[(&StoredResult, &PlayerResult)], person: UserId, measure: Measure) -> Option<i64> {
    let sum = |of: fn(&PlayerResult) -> u32| {
        let sum: u32 = own.iter().map(|(_, player)| of(player)).sum();
        (sum > 0).then_some(sum.into())
    };
    match measure {
        Measure::Rating => {
            let mut newest = own.iter().rev();
            let rating = newest.find_map(|(result, _)| result.rating(person))?;
            rating.points().map(i64::from)
        }
        Measure::Wins => sum(|player| u32::from(player.fate == Fate::Won)),
        Measure::Nopes => sum(|player| player.nopes),
        Measure::SurvivedOdds => sum(|player| player.survived_odds),
    }
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
        let is_everywhere = scope == StatsScope::Everywhere;
        if person != reader && (is_everywhere || state.is_hidden(person)) {
            return Ok(None);
        }
        let mut stats = state.stats(person, scope);
        let counts = |one: &StoredResult| match scope {
            StatsScope::Server(guild) => one.guild == guild,
            StatsScope::Everywhere => one.people.contains(&reader),
        };
        let opponents = [stats.victim, stats.nemesis].into_iter().flatten();
        let named = std::iter::once(person).chain(opponents.map(|(person, _)| person));
        stats.names = named.filter_map(|one| state.name(one, counts)).collect();
        if let StatsScope::Server(guild) = scope {
            let mut here = { state.results.iter().rev() }.filter(|one| one.guild == guild);
            let rating = here.find_map(|one| one.rating(person));
            let games = rating.map_or(0, |rating| rating.games);
            stats.rating = Some(shown(
                games,
                rating.and_then(StoredRating::points).map(i64::from),
            ));
        }
        Ok(Some(stats))
    }

    async fn leaderboard(&self, query: BoardQuery) -> Result<Board, JournalError> {
        let state = self.state.lock();
        let period = query.period().begins()..query.period().ends();
        let results = state.results.iter();
        let here = results
            .filter(|one| one.guild == query.guild && period.contains(&one.result.ended));
        let mut own: BTreeMap<UserId, Vec<_>> = BTreeMap::new();
        let mut computers: BTreeMap<Reverse<Strength>, (u32, u32)> = BTreeMap::new();
        for result in here {
            for player in &result.result.players {
                if let ResultPlayer::Computer(strength) = player.who {
                    let (games, wins) = computers.entry(Reverse(strength)).or_default();
                    *games += 1;
                    *wins += u32::from(player.fate == Fate::Won);
                }
                let person = result.person(player);
                if let Some(person) = person.filter(|_| result.people_at_end().count() >= 2) {
                    own.entry(person).or_default().push((result, player));
                }
            }
        }
        let shown = own.iter().filter(|(person, _)| !state.is_hidden(**person));
        let mut people: Vec<BoardRow> = shown
            .filter_map(|(&person, own)| {
                Some(BoardRow {
                    rank: 0,
                    person,
                    value: value(own, person, query.view.measure)?,
                    games: own.len() as u32,
                })
            })
            .collect();
        people.sort_by_key(|row| {
            (Reverse(row.value), row.games, to_column(row.person.0))
        });
        let values: Vec<i64> = people.iter().map(|row| row.value).collect();
        for row in &mut people {
            row.rank = values.partition_point(|value| *value > row.value) as u32 + 1;
        }
        let computers = computers.into_iter();
        let computers = computers.map(|(Reverse(strength), (games, wins))| ComputerRow {
            strength,
            games,
            wins,
        });
        let page = usize::from(BOARD_PAGE);
        let rows = people
            .iter()
            .skip(usize::from(query.view.page) * page)
            .take(page);
        let named = rows.clone().map(|row| row.person).chain([query.person]);
        let is_here = |one: &StoredResult| one.guild == query.guild;
        let names = named.filter_map(|person| state.name(person, is_here));
        Ok(Board {
            query,
            names: names.collect(),
            rows: rows.copied().collect(),
            people: people.len() as u32,
            own: people
                .iter()
                .find(|row| row.person == query.person)
                .copied(),
            computers: computers.collect(),
        })
    }

    async fn rating_curve(
        &self,
        person: UserId,
        guild: GuildId,
        limit: u32,
    ) -> Result<Vec<i32>, JournalError> {
        let state = self.state.lock();
        let here = state.results.iter().filter(|one| one.guild == guild);
        let points = here.filter_map(|one| one.rating(person)?.points());
        let points: Vec<i32> = points.collect();
        let older = points.len().saturating_sub(limit as usize);
        Ok(points[older..].to_vec())
    }

    async fn rating_changes(
        &self,
        table: TableId,
        game: u16,
    ) -> Result<Vec<RatingChange>, JournalError> {
        let state = self.state.lock();
        let mut results = state.results.iter().enumerate();
        let found = results.find(|(_, one)| one.table == table && one.result.game == game);
        let Some((index, result)) = found else {
            return Ok(Vec::new());
        };
        let people = result.result.players.iter();
        let people = people.filter_map(|player| result.person(player));
        let shown_people = people.filter(|person| !state.is_hidden(*person));
        let changes = shown_people.filter_map(|person| {
            let &(before, after) = result.ratings.get(&person)?;
            let points = |rating: StoredRating| rating.points().map(i64::from);
            Some(RatingChange {
                person,
                badge: state.new_badge(person, index),
                before: shown(after.games - 1, before.and_then(points)),
                after: shown(after.games, points(after)),
            })
        });
        Ok(changes.collect())
    }

    async fn results_of_person(
        &self,
        person: UserId,
        limit: u32,
    ) -> Result<Vec<OwnResult>, JournalError> {
        let state = self.state.lock();
        let newest = state.results.iter().rev();
        let own = newest.filter_map(|stored| {
            let own = stored.of(person)?;
            Some(OwnResult {
                server: stored.guild,
                table: stored.table,
                game: stored.result.game,
                name: Some(own.name.clone()),
                edition: stored.result.edition.id().to_owned(),
                began_at_ms: stored.result.began,
                ended_at_ms: stored.result.ended,
                players: stored.result.players.len() as u8,
                place: own.place,
                fate: own.fate.id().to_owned(),
                nopes: own.nopes,
                noped: own.noped,
                taken: own.taken,
                lost: own.lost,
                closest_shave_percent: own.closest_shave,
                turns: own.turns,
                turns_by_computer: own.turns_by_computer,
                badges: Badge::write(&own.badges),
                rating: stored.rating(person).and_then(StoredRating::points),
            })
        });
        Ok(own.take(limit as usize).collect())
    }
}
