//! Adds results up, one after the other in their order: the sums of each period and the ratings. Without I/O: the
//! caller tells it the ratings and the games of the day before, and stores what comes out.

use std::collections::{BTreeMap, HashMap, HashSet};

use players::Strength;
use ratings::{Rating, Weight, rate};
use table::ids::{GuildId, Millis, UserId};
use table::results::period::{DAY, Period, season_ends};
use table::results::{PLACING_GAMES, ShownRating};

use crate::rows::to_column;

/// The parts of a rating's number that are stored.
const MILLIONTHS: f64 = 1e6;

/// A result as far as it is added up.
#[derive(Clone, Debug)]
pub(crate) struct FoldedResult {
    pub(crate) number: i64,
    pub(crate) position: i64,
    pub(crate) guild: GuildId,
    pub(crate) ended: Millis,
    pub(crate) rated: bool,
    pub(crate) players: Vec<FoldedPlayer>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct FoldedPlayer {
    pub(crate) seat: i64,
    pub(crate) who: FoldedWho,
    pub(crate) place: u8,
    pub(crate) won: bool,
    pub(crate) nopes: i64,
    pub(crate) survived_odds: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FoldedWho {
    Person(UserId),
    Computer(Strength),
    /// A person who was forgotten: rated as somebody new, and in no sums.
    Forgotten,
}

impl FoldedWho {
    fn person(self) -> Option<UserId> {
        match self {
            Self::Person(person) => Some(person),
            Self::Computer(_) | Self::Forgotten => None,
        }
    }

    /// Returns the player of a row of standings: Discord's ids begin at 2^22, below are computers.
    fn column(self) -> Option<i64> {
        match self {
            Self::Person(person) => Some(to_column(person.0)),
            Self::Computer(strength) => Some(computer_column(strength)),
            Self::Forgotten => None,
        }
    }
}

/// Returns the player of a row of standings that stands for the computers of a strength: from 1.
pub(crate) fn computer_column(strength: Strength) -> i64 {
    let number = Strength::ALL.into_iter().zip(1..);
    { number }
        .find(|(one, _)| *one == strength)
        .map_or(0, |(_, number)| number)
}

/// A person's rating on a server after their last rated game, in millionths: what is stored is what is counted on
/// with, in every database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StoredRating {
    pub(crate) mean: i64,
    pub(crate) deviation: i64,
    /// The rated games so far.
    pub(crate) games: i64,
    pub(crate) at: Millis,
}

impl StoredRating {
    fn new(rating: Rating, games: i64, at: Millis) -> Self {
        // Saturates.
        let stored = |number: f64| (number * MILLIONTHS).round() as i64;
        Self {
            mean: stored(rating.mean),
            deviation: stored(rating.deviation),
            games,
            at,
        }
    }

    fn rating(self) -> Rating {
        Rating {
            mean: self.mean as f64 / MILLIONTHS,
            deviation: self.deviation as f64 / MILLIONTHS,
        }
    }

    /// Returns the rating at a later time: it is less certain after the edge of a season.
    fn at(self, at: Millis) -> Rating {
        self.rating().after_seasons(season_ends(self.at, at))
    }

    /// Returns the number that people see; none as long as they are being placed.
    pub(crate) fn points(self) -> Option<i32> {
        (self.games >= i64::from(PLACING_GAMES)).then(|| self.rating().shown())
    }
}

/// Returns the rating that people see, from its columns.
pub(crate) fn shown(games: i64, points: Option<i64>) -> ShownRating {
    match points.and_then(|points| i32::try_from(points).ok()) {
        Some(points) => ShownRating::Points(points),
        None => ShownRating::Placing {
            games: u32::try_from(games).unwrap_or(0),
        },
    }
}

/// The sums of one player in one period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    pub(crate) games: i64,
    pub(crate) wins: i64,
    pub(crate) nopes: i64,
    pub(crate) survived_odds: i64,
    pub(crate) rated_games: i64,
    /// After the last rated game of the period.
    pub(crate) rating: Option<StoredRating>,
}

/// A person's rating before and after one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RatedPlayer {
    pub(crate) number: i64,
    pub(crate) seat: i64,
    pub(crate) person: Option<UserId>,
    pub(crate) before: Option<StoredRating>,
    pub(crate) after: StoredRating,
}

/// The key of sums: server, period and player.
pub(crate) type SumsKey = (GuildId, Period, i64);

/// A day of a person on a server.
pub(crate) type PersonDay = (GuildId, UserId, i64);

/// Results that are being added up.
#[derive(Debug, Default)]
pub(crate) struct Fold {
    /// The ratings before the first result, and then after the last one.
    pub(crate) ratings: HashMap<(GuildId, UserId), StoredRating>,
    /// The numbers of the rated games so far.
    pub(crate) days: HashMap<PersonDay, Vec<i64>>,
    /// Those of them with somebody who was forgotten since.
    pub(crate) with_forgotten: HashSet<i64>,
    pub(crate) sums: BTreeMap<SumsKey, Sums>,
    pub(crate) rated: Vec<RatedPlayer>,
}

impl Fold {
    /// Adds the next result.
    pub(crate) fn add(&mut self, result: &FoldedResult) {
        if result.rated {
            self.rate(result);
        }
        let periods = Period::all_of(result.ended);
        let is_computer = |player: &FoldedPlayer| matches!(player.who, FoldedWho::Computer(_));
        let people = result.players.iter().filter(|player| !is_computer(player));
        let is_among_people = people.count() >= 2;
        // Nobody leads a board by games alone against computers.
        let counts = |player: &&FoldedPlayer| is_among_people || is_computer(player);
        for player in result.players.iter().filter(counts) {
            let Some(column) = player.who.column() else {
                continue;
            };
            let person = player.who.person().filter(|_| result.rated);
            let rating = person.and_then(|person| self.ratings.get(&(result.guild, person)));
            let rating = rating.copied();
            for period in periods {
                let key = (result.guild, period, column);
                let sums = self.sums.entry(key).or_default();
                sums.games += 1;
                sums.wins += i64::from(player.won);
                sums.nopes += player.nopes;
                sums.survived_odds += player.survived_odds;
                sums.rated_games += i64::from(rating.is_some());
                sums.rating = rating.or(sums.rating);
            }
        }
    }

    fn rate(&mut self, result: &FoldedResult) {
        let is_computer = |player: &&FoldedPlayer| matches!(player.who, FoldedWho::Computer(_));
        let people = result.players.iter().filter(|player| !is_computer(player));
        let people: Vec<&FoldedPlayer> = people.collect();
        if people.iter().any(|one| one.who == FoldedWho::Forgotten) {
            self.with_forgotten.insert(result.number);
        }
        let before: Vec<Option<StoredRating>> = people
            .iter()
            .map(|player| {
                self.ratings
                    .get(&(result.guild, player.who.person()?))
                    .copied()
            })
            .collect();
        let of_game = people.iter().zip(&before).map(|(player, before)| {
            let rating = before.map_or(Rating::NEW, |before| before.at(result.ended));
            let weight =
                Weight::of_game(people.len(), self.games_together(result, player, &people));
            (rating, player.place, weight)
        });
        let after = rate(&of_game.collect::<Vec<_>>());
        for ((player, before), after) in people.iter().zip(before).zip(after) {
            let games = before.map_or(0, |before| before.games) + 1;
            let after = StoredRating::new(after, games, result.ended);
            let person = player.who.person();
            self.rated.push(RatedPlayer {
                number: result.number,
                seat: player.seat,
                person,
                before,
                after,
            });
            if let Some(person) = person {
                self.ratings.insert((result.guild, person), after);
                let day = (result.guild, person, day_of(result.ended));
                self.days.entry(day).or_default().push(result.number);
            }
        }
    }

    /// Returns how many rated games of the day a person has played with that one of the others with whom there
    /// were most. Whoever was forgotten may be any of them.
    fn games_together(
        &self,
        result: &FoldedResult,
        player: &FoldedPlayer,
        people: &[&FoldedPlayer],
    ) -> u32 {
        let games_of = |player: &FoldedPlayer| {
            let person = player.who.person()?;
            self.days.get(&(result.guild, person, day_of(result.ended)))
        };
        let Some(own) = games_of(player) else {
            return 0;
        };
        let others = people.iter().filter(|other| other.seat != player.seat);
        let together = others.map(|other| {
            let games = games_of(other);
            let is_with = |game: &&i64| {
                self.with_forgotten.contains(game)
                    || games.is_some_and(|games| games.contains(game))
            };
            own.iter().filter(is_with).count()
        });
        together
            .max()
            .map_or(0, |most| u32::try_from(most).unwrap_or(u32::MAX))
    }
}

/// Returns the number of a time's day in UTC, from 1970.
pub(crate) fn day_of(at: Millis) -> i64 {
    to_column(at.0 / DAY.0)
}

#[cfg(test)]
mod tests {
    use table::results::Window;

    use super::*;

    const GUILD: GuildId = GuildId(1 << 40);
    /// 2026-01-01 00:00 UTC.
    const NEW_YEAR: Millis = Millis(1_767_225_600_000);

    /// Returns a rated game among these people, the winner first.
    fn game(number: i64, ended: Millis, people: &[u64]) -> FoldedResult {
        let player = |(id, place): (&u64, u8)| FoldedPlayer {
            seat: place.into(),
            who: match *id {
                0 => FoldedWho::Forgotten,
                id => FoldedWho::Person(UserId(id)),
            },
            place,
            won: place == 1,
            nopes: 2,
            survived_odds: 333,
        };
        FoldedResult {
            number,
            position: number,
            guild: GUILD,
            ended,
            rated: true,
            players: people.iter().zip(1..).map(player).collect(),
        }
    }

    fn folded(games: &[FoldedResult]) -> Fold {
        let mut fold = Fold::default();
        games.iter().for_each(|game| fold.add(game));
        fold
    }

    fn gain(fold: &Fold, index: usize) -> i64 {
        let rated = &fold.rated[index];
        let before = rated.before.map_or_else(
            || StoredRating::new(Rating::NEW, 0, Millis(0)).mean,
            |it| it.mean,
        );
        rated.after.mean - before
    }

    #[test]
    fn sums_count_each_game_once_in_each_of_its_periods() {
        let games = [
            game(1, Millis(NEW_YEAR.0 - 1), &[7, 8, 9]),
            game(2, NEW_YEAR, &[8, 7, 9]),
        ];
        let fold = folded(&games);
        let of = |period| fold.sums[&(GUILD, period, 7)];
        let wins = |period| (of(period).games, of(period).wins);
        let [week, month, season, ever] = Period::all_of(NEW_YEAR);
        assert_eq!((wins(ever), wins(week)), ((2, 1), (2, 1)));
        assert_eq!((wins(month), wins(season)), ((1, 0), (1, 0)));
        assert_eq!(wins(Period::before(Window::Month, NEW_YEAR, 1)), (1, 1));
        assert_eq!((of(ever).nopes, of(ever).survived_odds), (4, 666));
        assert_eq!(of(ever).rated_games, 2);
    }

    #[test]
    fn the_edge_of_a_season_widens_a_deviation_once() {
        let last_moment = Millis(NEW_YEAR.0 - 1);
        let settled = StoredRating {
            mean: 1_200_000_000,
            deviation: 15_000_000,
            games: 50,
            at: last_moment,
        };
        let after = |ended| {
            let mut fold = Fold::default();
            fold.ratings.insert((GUILD, UserId(7)), settled);
            fold.add(&game(1, ended, &[7, 8, 9]));
            fold.ratings[&(GUILD, UserId(7))].deviation
        };
        assert!(after(last_moment) < settled.deviation);
        assert!(after(NEW_YEAR) > settled.deviation);
    }

    #[test]
    fn the_sixth_game_of_a_day_with_the_same_person_counts_half_and_midnight_in_utc_ends_it() {
        let late = Millis(NEW_YEAR.0 - 1);
        let mut games: Vec<_> = (1..=6)
            .map(|number| game(number, late, &[7, 8, 9]))
            .collect();
        let sixth = gain(&folded(&games), 15);
        let mut others = games.clone();
        others[5] = game(6, NEW_YEAR, &[7, 8, 9]);
        assert!(gain(&folded(&others), 15) > sixth);
        // With somebody else it counts in full again.
        games[5] = game(6, late, &[7, 18, 19]);
        assert!(gain(&folded(&games), 15) > sixth);
    }

    #[test]
    fn a_forgotten_person_is_rated_as_somebody_new_each_time_and_is_in_no_sums() {
        let fold = folded(&[game(1, NEW_YEAR, &[0, 7]), game(2, NEW_YEAR, &[0, 7])]);
        assert_eq!(fold.sums.len(), 4);
        assert!(
            fold.rated
                .iter()
                .all(|one| one.person.is_some() || one.before.is_none())
        );
    }

    #[test]
    fn games_with_somebody_who_was_forgotten_since_count_as_games_with_anybody() {
        let mut games: Vec<_> = (1..=10)
            .map(|number| game(number, NEW_YEAR, &[7, 0]))
            .collect();
        games.push(game(11, NEW_YEAR, &[7, 8]));
        let fold = folded(&games);
        assert!(gain(&fold, 18) > 0, "the tenth game of the day counts");
        assert_eq!(
            gain(&fold, 20),
            0,
            "the eleventh may be with the same person"
        );
        assert!(gain(&fold, 21) < 0);
    }

    #[test]
    fn points_are_shown_from_the_tenth_game_on() {
        let of = |games| StoredRating::new(Rating::NEW, games, Millis(0)).points();
        assert_eq!((of(9), of(10)), (None, Some(1000)));
    }
}
