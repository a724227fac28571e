//! The results of games in a journal in memory. It keeps no sums: each answer adds up all results anew, which is
//! quick enough for the few that end with the process.

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
use crate::results::fold::{Fold, FoldedResult, StoredRating, Sums, computer_column, shown};
use crate::results::rows::folded_player;
use crate::results::{OwnResult, RebuildStep, RebuildToken, Results};
use crate::rows::{from_column, to_column};

/// A stored result. People who were forgotten are not in `people`.
#[derive(Clone, Debug)]
pub(super) struct StoredResult {
    table: TableId,
    pub(super) guild: GuildId,
    people: Vec<UserId>,
    result: GameResult,
}

impl StoredResult {
    fn folded(&self, number: i64) -> FoldedResult {
        let players = self.result.players.iter().map(|player| {
            let person = self.person(player).map(|person| to_column(person.0));
            folded_player(player, person)
        });
        FoldedResult {
            number,
            position: number,
            guild: self.guild,
            ended: self.result.ended,
            rated: self.result.rated,
            players: players.collect(),
        }
    }

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
            let mut result = result.clone();
            result.rated &= unknown.is_empty();
            self.results.push(StoredResult {
                table,
                guild,
                people: known,
                result,
            });
        }
    }

    pub(super) fn forget_results(&mut self, user: UserId) {
        let people = self.results.iter_mut().map(|result| &mut result.people);
        people.for_each(|people| people.retain(|person| *person != user));
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

    fn folded(&self) -> Fold {
        let mut fold = Fold::default();
        for (result, number) in self.results.iter().zip(1..) {
            fold.add(&result.folded(number));
        }
        fold
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

fn value(sums: &Sums, measure: Measure) -> Option<i64> {
    let count = |count: i64| (count > 0).then_some(count);
    match measure {
        Measure::Rating => sums.rating?.points().map(i64::from),
        Measure::Wins => count(sums.wins),
        Measure::Nopes => count(sums.nopes),
        Measure::SurvivedOdds => count(sums.survived_odds),
    }
}

fn narrow(count: i64) -> u32 {
    u32::try_from(count).unwrap_or(0)
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
            let rating = state.folded().ratings.get(&(guild, person)).copied();
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
        let fold = state.folded();
        let period = query.period();
        let here = fold.sums.iter();
        let here = here.filter(|((guild, of, _), _)| *guild == query.guild && *of == period);
        let here: BTreeMap<i64, &Sums> = here.map(|((.., player), sums)| (*player, sums)).collect();
        let is_computer = |column: i64| {
            Strength::ALL
                .iter()
                .any(|&it| computer_column(it) == column)
        };
        let mut people: Vec<BoardRow> = here
            .iter()
            .filter_map(|(&column, sums)| {
                let person = UserId(from_column(column));
                let is_shown = !is_computer(column) && !state.is_hidden(person);
                Some(BoardRow {
                    rank: 0,
                    person,
                    value: value(sums, query.view.measure).filter(|_| is_shown)?,
                    games: narrow(sums.games),
                })
            })
            .collect();
        people.sort_by_key(|row| {
            (
                std::cmp::Reverse(row.value),
                row.games,
                to_column(row.person.0),
            )
        });
        let values: Vec<i64> = people.iter().map(|row| row.value).collect();
        for row in &mut people {
            row.rank = values.partition_point(|value| *value > row.value) as u32 + 1;
        }
        let computers = Strength::ALL.into_iter().rev().filter_map(|strength| {
            let sums = here.get(&computer_column(strength))?;
            Some(ComputerRow {
                strength,
                games: narrow(sums.games),
                wins: narrow(sums.wins),
            })
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
        let rated = state.folded().rated.into_iter();
        let own = rated.filter(|rated| {
            let result = &state.results[rated.number as usize - 1];
            rated.person == Some(person) && result.guild == guild
        });
        let points: Vec<i32> = own.filter_map(|rated| rated.after.points()).collect();
        let older = points.len().saturating_sub(limit as usize);
        Ok(points[older..].to_vec())
    }

    async fn rating_changes(
        &self,
        table: TableId,
        game: u16,
    ) -> Result<Vec<RatingChange>, JournalError> {
        let state = self.state.lock();
        let mut results = state.results.iter().zip(1..);
        let number = results.find(|(one, _)| one.table == table && one.result.game == game);
        let number = number.map(|(_, number)| number);
        let rated = state.folded().rated.into_iter();
        let changes = rated
            .filter(|rated| Some(rated.number) == number)
            .filter_map(|rated| {
                let points = |rating: StoredRating| rating.points().map(i64::from);
                let person = rated.person.filter(|person| !state.is_hidden(*person))?;
                Some(RatingChange {
                    person,
                    badge: state.new_badge(person, rated.number as usize - 1),
                    before: shown(rated.after.games - 1, rated.before.and_then(points)),
                    after: shown(rated.after.games, points(rated.after)),
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
        let rated = state.folded().rated;
        let newest = state.results.iter().enumerate().rev();
        let own = newest.filter_map(|(index, stored)| {
            let own = stored.of(person)?;
            let mut rated = rated.iter();
            let rated =
                rated.find(|one| one.number == index as i64 + 1 && one.person == Some(person));
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
                rating: rated.and_then(|rated| rated.after.points()),
            })
        });
        Ok(own.take(limit as usize).collect())
    }

    async fn begin_rebuild(&self, token: RebuildToken) -> Result<(), JournalError> {
        self.state.lock().rebuild = Some(token);
        Ok(())
    }

    async fn tables_after(
        &self,
        table: Option<TableId>,
        limit: u32,
    ) -> Result<Vec<TableId>, JournalError> {
        let state = self.state.lock();
        let tables = state
            .tables
            .iter()
            .filter(|(_, table)| !table.is_quarantined);
        let following = tables.map(|(id, _)| *id).filter(|id| Some(*id) > table);
        Ok(following.take(limit as usize).collect())
    }

    async fn store_results(
        &self,
        token: RebuildToken,
        results: Vec<(TableId, GameResult)>,
    ) -> Result<RebuildStep, JournalError> {
        let mut state = self.state.lock();
        if state.rebuild != Some(token) {
            return Ok(RebuildStep::GaveWay);
        }
        for (table, result) in &results {
            let mut known = state.results.iter_mut();
            let is_same =
                |one: &&mut StoredResult| one.table == *table && one.result.game == result.game;
            match known.find(is_same) {
                Some(known) => {
                    let was_rated = known.result.rated;
                    known.result = result.clone();
                    known.result.rated &= was_rated;
                }
                None => state.store_result(*table, result),
            }
        }
        Ok(RebuildStep::More)
    }

    async fn fold_results(&self, token: RebuildToken) -> Result<RebuildStep, JournalError> {
        let mut state = self.state.lock();
        if state.rebuild != Some(token) {
            return Ok(RebuildStep::GaveWay);
        }
        state.rebuild = None;
        Ok(RebuildStep::Done)
    }

    async fn delete_replaced(&self) -> Result<RebuildStep, JournalError> {
        Ok(RebuildStep::Done)
    }
}
