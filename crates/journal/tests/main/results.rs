//! The guarantees about results and calls, tested with every database.

use std::collections::BTreeSet;

use journal::{Expiry, Journal, Results, Store};
use players::Strength;
use rules::{EditionId, Seat};
use table::entry::Entry;
use table::ids::{GuildId, Millis, TableId, UserId};
use table::pages::leaderboard::{Board, BoardQuery, BoardRow, BoardView, Measure, Window};
use table::pages::statistics::{Names, PersonStats, PlacementCounts, StatsScope};
use table::preferences::PreferenceChange;
use table::record::Record;
use table::results::{Badge, GameResult, PlayerEnding, PlayerResult, ResultPlayer, ShownRating};

use crate::conformance::{GUILD, HIDES, database_guarantees, first, joined, later, touched};
use crate::personal_data::{NEVER, delete_all};

pub(crate) const ADA: UserId = UserId(1 << 50);
pub(crate) const BOB: UserId = UserId((1 << 50) + 1);
pub(crate) const CLEO: UserId = UserId(u64::MAX - 7);
pub(crate) const HERE: StatsScope = StatsScope::Server(GUILD);
/// 2026-01-01 00:00 UTC.
pub(crate) const NEW_YEAR: Millis = Millis(1_767_225_600_000);

fn player(seat: usize, who: ResultPlayer, place: u8, fate: PlayerEnding) -> PlayerResult {
    PlayerResult {
        seat: Seat::ALL[seat],
        who,
        name: String::new(),
        place,
        fate,
        killer: None,
        nopes: 0,
        noped: 0,
        taken: 0,
        lost: 0,
        closest_shave: 0,
        survived_odds: 0,
        turns: 9,
        turns_by_computer: 0,
        badges: BTreeSet::new(),
    }
}

/// Returns the result of a game of these people, listed by place, with a computer in last place. The winner eliminated
/// the last person.
pub(crate) fn won(game: u16, ended: Millis, people: &[UserId]) -> GameResult {
    let fate = |place| {
        if place == 1 {
            PlayerEnding::Won
        } else {
            PlayerEnding::Exploded
        }
    };
    let seats = people.iter().enumerate().zip(1..);
    let mut players: Vec<PlayerResult> = seats
        .map(|((seat, person), place)| PlayerResult {
            nopes: 3,
            badges: if place == 1 {
                [Badge::LastPurr].into()
            } else {
                BTreeSet::new()
            },
            closest_shave: 10 * u32::from(place),
            survived_odds: 100,
            ..player(seat, ResultPlayer::Person(*person), place, fate(place))
        })
        .collect();
    if let Some(last) = players.last_mut() {
        last.killer = Some(Seat::ALL[0]);
    }
    let computer = ResultPlayer::Computer(Strength::Tiger);
    let last = people.len();
    players.push(player(
        last,
        computer,
        last as u8 + 1,
        PlayerEnding::Imploded,
    ));
    GameResult {
        game,
        edition: EditionId::ORIGINAL,
        began: Millis(ended.0 - 60_000),
        ended,
        turns: 40,
        rated: true,
        players,
    }
}

pub(crate) async fn open(journal: &dyn Journal, table: u64) {
    let joins = [ADA, BOB, CLEO].map(|user| joined(user, "Somebody"));
    for entry in [first(table), later(table, 2, joins.to_vec())] {
        assert_eq!(journal.append(&entry).await, Ok(()));
    }
}

/// Opens table 2 on another server, with Ada and Bob.
pub(crate) async fn open_elsewhere(journal: &dyn Journal) {
    let mut opened = first(2);
    if let Some(Record::Opened { guild, .. }) = opened.records.first_mut() {
        *guild = GuildId(5);
    }
    let joins = [ADA, BOB].map(|user| joined(user, ""));
    for entry in [opened, later(2, 2, joins.to_vec())] {
        assert_eq!(journal.append(&entry).await, Ok(()));
    }
}

pub(crate) fn ending(table: u64, result: GameResult) -> Entry {
    Entry {
        result: Some(Box::new(result.clone())),
        ..touched(table, u64::from(result.game) + 2)
    }
}

/// Records games at a new table, one per minute. Each game lists its people by place.
async fn play(store: &dyn Results, table: u64, games: &[&[UserId]]) {
    open(store, table).await;
    for (people, game) in games.iter().zip(1..) {
        let ended = NEW_YEAR.after(Millis::minutes(table * 100 + u64::from(game)));
        let result = won(game, ended, people);
        assert_eq!(store.append(&ending(table, result)).await, Ok(()));
    }
}

pub(crate) async fn stats(store: &dyn Results, person: UserId, scope: StatsScope) -> PersonStats {
    let stats = store.person_stats(person, scope, person).await;
    stats.expect("it is readable").expect("their own are shown")
}

fn query(measure: Measure, window: Window, page: u16) -> BoardQuery {
    BoardQuery {
        guild: GUILD,
        view: BoardView {
            window,
            back: 0,
            measure,
            page,
        },
        person: BOB,
        at: NEW_YEAR,
    }
}

pub(crate) async fn board(store: &dyn Results, measure: Measure) -> Board {
    let board = store.leaderboard(query(measure, Window::Ever, 0)).await;
    board.expect("it is readable")
}

async fn statistics_are_those_of_the_results(store: &dyn Store) {
    play(
        store,
        1,
        &[&[ADA, BOB, CLEO], &[BOB, ADA], &[ADA, CLEO, BOB]],
    )
    .await;
    let expected = PersonStats {
        games: 3,
        wins: 2,
        expected_wins_percent: 25 + 33 + 25,
        places: vec![
            PlacementCounts {
                players: 3,
                places: vec![0, 1, 0],
            },
            PlacementCounts {
                players: 4,
                places: vec![2, 0, 0, 0],
            },
        ],
        exploded: 1,
        nopes: 9,
        closest_shave: 20,
        rating: Some(ShownRating::Placing { games: 3 }),
        victim: Some((BOB, 1)),
        nemesis: Some((BOB, 1)),
        badges: [Badge::LastPurr].into(),
        ..PersonStats::default()
    };
    let found = stats(store, ADA, HERE).await;
    let evening = found.best_day.expect("there is a win");
    assert_eq!((evening.day, evening.games, evening.wins), (NEW_YEAR, 3, 2));
    let compared = PersonStats {
        best_day: None,
        names: Names::new(),
        ..found.clone()
    };
    assert_eq!(compared, expected);
    let everywhere = PersonStats {
        rating: None,
        ..found
    };
    assert_eq!(stats(store, ADA, StatsScope::Everywhere).await, everywhere);
    let elsewhere = stats(store, ADA, StatsScope::Server(GuildId(5))).await;
    assert_eq!(elsewhere.games, 0);
    assert_eq!(elsewhere.rating, Some(ShownRating::Placing { games: 0 }));
    // A person cannot see another person's totals over all servers.
    let others = store.person_stats(ADA, StatsScope::Everywhere, BOB).await;
    assert_eq!(others, Ok(None));
}

async fn a_board_has_ranks_pages_and_ones_own_place(store: &dyn Store) {
    let crowd: Vec<UserId> = (0..23).map(|id| UserId((1 << 40) + id)).collect();
    open(store, 1).await;
    let joins = crowd.iter().map(|&user| joined(user, ""));
    let joined = later(1, 3, joins.collect());
    assert_eq!(store.append(&joined).await, Ok(()));
    for (game, winner) in (2..).zip(crowd.iter().chain(&crowd[..5]).chain([&BOB])) {
        let result = won(game, NEW_YEAR, &[*winner, CLEO]);
        assert_eq!(store.append(&ending(1, result)).await, Ok(()));
    }
    let page = async |page| {
        let board = store
            .leaderboard(query(Measure::Wins, Window::Week, page))
            .await;
        board.expect("it is readable")
    };
    let own = BoardRow {
        rank: 6,
        person: BOB,
        value: 1,
        games: 1,
    };
    let mut all = Vec::new();
    for number in 0..4 {
        let page = page(number).await;
        assert_eq!((page.people, page.own), (24, Some(own)));
        assert_eq!(page.rows.len(), [10, 10, 4, 0][usize::from(number)]);
        all.extend(page.rows);
    }
    let people: std::collections::BTreeSet<_> = all.iter().map(|row| row.person).collect();
    assert_eq!(people.len(), 24);
    assert!(all.contains(&own));
    let ranks: Vec<u32> = all.iter().map(|row| row.rank).collect();
    assert_eq!(ranks[..6], [1, 1, 1, 1, 1, 6]);
    let computers = page(0).await.computers;
    assert_eq!(computers.len(), 1);
    assert_eq!((computers[0].games, computers[0].wins), (29, 0));
    let nobody = board(store, Measure::Rating).await;
    // Only Cleo has finished the placement games.
    assert_eq!(
        (nobody.people, nobody.rows[0].person, nobody.own),
        (1, CLEO, None)
    );
    let later = BoardQuery {
        at: NEW_YEAR.after(Millis::hours(24 * 7)),
        ..query(Measure::Wins, Window::Week, 0)
    };
    let empty = store.leaderboard(later).await.expect("it is readable");
    assert_eq!(
        (empty.people, empty.rows.len(), empty.computers.len()),
        (0, 0, 0)
    );
}

async fn a_hidden_person_is_on_no_board_and_in_nobody_elses_statistics(store: &dyn Store) {
    play(store, 1, &[&[ADA, BOB], &[ADA, BOB], &[BOB, ADA]]).await;
    store
        .change(ADA, HIDES, Millis(1))
        .await
        .expect("it is stored");
    let people: Vec<UserId> = { board(store, Measure::Nopes).await.rows }
        .iter()
        .map(|row| row.person)
        .collect();
    assert_eq!(people, [BOB]);
    assert_eq!(store.person_stats(ADA, HERE, BOB).await, Ok(None));
    assert_eq!(stats(store, ADA, HERE).await.games, 3);
    let bobs = stats(store, BOB, HERE).await;
    assert_eq!((bobs.victim, bobs.nemesis, bobs.games), (None, None, 3));
    let changes = store
        .rating_changes(TableId(1), 1)
        .await
        .expect("it is readable");
    let people: Vec<UserId> = changes.iter().map(|change| change.person).collect();
    assert_eq!(people, [BOB]);
}

async fn ratings_are_shown_from_the_tenth_game_on(store: &dyn Store) {
    let games: Vec<&[UserId]> = vec![&[ADA, BOB, CLEO]; 11];
    play(store, 1, &games).await;
    let change = async |game| {
        let changes = store
            .rating_changes(TableId(1), game)
            .await
            .expect("it is readable");
        let people: Vec<UserId> = changes.iter().map(|change| change.person).collect();
        assert_eq!(people, [ADA, BOB, CLEO]);
        let killers: Vec<_> = changes.iter().map(|change| change.killer).collect();
        assert_eq!(killers, [None, None, Some((ADA, u32::from(game)))]);
        (changes[0].before, changes[0].after)
    };
    let placing = |games| ShownRating::Placing { games };
    assert_eq!(change(1).await, (placing(0), placing(1)));
    let (before, after) = change(10).await;
    assert_eq!(before, placing(9));
    assert!(
        matches!(after, ShownRating::Points(points) if points > 1000),
        "{after:?}"
    );
    assert_eq!(change(11).await.0, after);
    let best = board(store, Measure::Rating).await.rows;
    let people: Vec<UserId> = best.iter().map(|row| row.person).collect();
    assert_eq!(people, [ADA, BOB, CLEO]);
    assert_eq!(store.rating_changes(TableId(1), 12).await, Ok(vec![]));
    let evening = store.evening(TableId(1), 10, 12).await;
    let games = evening.expect("it is readable").into_iter();
    let winners: Vec<_> = games.map(|game| (game[0].person, game.len())).collect();
    assert_eq!(winners, [(Some(ADA), 4); 2]);
    let ShownRating::Points(tenth) = change(10).await.1 else {
        panic!("the tenth game is shown")
    };
    let ShownRating::Points(last) = change(11).await.1 else {
        panic!("and the next one")
    };
    assert_eq!(
        store.rating_curve(ADA, GUILD, 100).await,
        Ok(vec![tenth, last])
    );
    assert_eq!(store.rating_curve(ADA, GUILD, 1).await, Ok(vec![last]));
    assert_eq!(store.rating_curve(ADA, GuildId(5), 100).await, Ok(vec![]));
}

fn with_badges(mut result: GameResult, badges: &[Badge]) -> GameResult {
    result.players[0].badges = badges.iter().copied().collect();
    result
}

async fn a_badge_is_new_once_on_each_server_and_the_rarest_new_one_is_told(store: &dyn Store) {
    open(store, 1).await;
    open_elsewhere(store).await;
    let play = async |table, game, badges: &[Badge], winner, other| {
        let ended = NEW_YEAR.after(Millis::minutes(u64::from(game)));
        let result = with_badges(won(game, ended, &[winner, other]), badges);
        assert_eq!(store.append(&ending(table, result)).await, Ok(()));
        let changes = store.rating_changes(TableId(table), game).await;
        let told = changes.expect("it is readable");
        told.iter().map(|change| change.badge).collect::<Vec<_>>()
    };
    let (purr, idler, kitty) = (Badge::LastPurr, Badge::Idler, Badge::GoodKitty);
    assert_eq!(
        play(1, 1, &[purr, kitty], ADA, BOB).await,
        [Some(kitty), None]
    );
    assert_eq!(play(1, 2, &[purr, kitty], ADA, BOB).await, [None, None]);
    assert_eq!(
        play(1, 3, &[purr, kitty, idler], ADA, BOB).await,
        [Some(idler), None]
    );
    assert_eq!(play(1, 4, &[purr], BOB, ADA).await, [Some(purr), None]);
    assert_eq!(play(2, 1, &[purr], ADA, BOB).await, [Some(purr), None]);
    // The changes of an earlier game still show the badge that was new in that game.
    let first = store.rating_changes(TableId(1), 1).await;
    assert_eq!(first.expect("it is readable")[0].badge, Some(kitty));
    let all: BTreeSet<Badge> = [idler, kitty, purr].into();
    assert_eq!(stats(store, ADA, HERE).await.badges, all);
    assert_eq!(stats(store, ADA, StatsScope::Everywhere).await.badges, all);
    let elsewhere = StatsScope::Server(GuildId(5));
    assert_eq!(stats(store, ADA, elsewhere).await.badges, [purr].into());
    let own = store
        .results_of_person(ADA, 3)
        .await
        .expect("it is readable");
    assert_eq!(own[2].badges, "idler good-kitty last-purr");
    assert_eq!(store.request_erasure(ADA).await, Ok(()));
    assert_eq!(stats(store, ADA, HERE).await.badges, BTreeSet::new());
}

async fn a_refused_entry_leaves_no_result_and_a_game_counts_once(store: &dyn Store) {
    play(store, 1, &[&[ADA, BOB]]).await;
    let again = ending(1, won(1, NEW_YEAR, &[ADA, BOB]));
    assert!(store.append(&again).await.is_err());
    let twice = Entry {
        version: 4,
        ..again
    };
    assert_eq!(store.append(&twice).await, Ok(()));
    assert_eq!(stats(store, ADA, HERE).await.games, 1);
    let counted = board(store, Measure::Wins).await;
    assert_eq!((counted.rows[0].value, counted.computers[0].games), (1, 1));
}

async fn a_forgotten_person_is_in_no_answer_comes_not_back_and_changes_no_rating(
    store: &dyn Store,
) {
    play(store, 1, &[&[ADA, BOB], &[BOB, ADA]]).await;
    assert_eq!(store.request_erasure(ADA).await, Ok(()));
    // This game ends after the request, at a table whose entries still contain Ada.
    let last = won(3, NEW_YEAR, &[ADA, BOB]);
    assert_eq!(store.append(&ending(1, last)).await, Ok(()));
    assert_eq!(stats(store, ADA, HERE).await.games, 0);
    assert_eq!(store.results_of_person(ADA, 9).await, Ok(vec![]));
    let people: Vec<UserId> = { board(store, Measure::Nopes).await.rows }
        .iter()
        .map(|row| row.person)
        .collect();
    assert_eq!(people, [BOB]);
    let bobs = stats(store, BOB, HERE).await;
    assert_eq!((bobs.games, bobs.wins, bobs.victim), (3, 1, None));
    assert_eq!(
        store.results_of_person(BOB, 9).await.map(|own| own.len()),
        Ok(3)
    );
    // The game is not rated. Otherwise a helper could evade the daily limit by being erased before each game ends.
    assert_eq!(store.rating_changes(TableId(1), 3).await, Ok(vec![]));
    assert_eq!(bobs.rating, Some(ShownRating::Placing { games: 2 }));
}

async fn a_game_alone_against_computers_is_in_ones_statistics_and_on_no_board(store: &dyn Store) {
    open(store, 1).await;
    let alone = GameResult {
        rated: false,
        ..won(1, NEW_YEAR, &[ADA])
    };
    assert_eq!(store.append(&ending(1, alone)).await, Ok(()));
    assert_eq!(stats(store, ADA, HERE).await.wins, 1);
    for measure in Measure::ALL {
        let board = board(store, measure).await;
        assert_eq!((board.people, board.computers[0].games), (0, 1));
    }
}

async fn the_sixth_game_of_a_day_counts_half_until_midnight_in_utc(store: &dyn Store) {
    open(store, 1).await;
    let gained = async |game: u16, ended| {
        let result = won(game, ended, &[ADA, BOB, CLEO]);
        assert_eq!(store.append(&ending(1, result)).await, Ok(()));
        let changes = store.rating_changes(TableId(1), game).await;
        let change = changes.expect("it is readable").remove(0);
        match (change.before, change.after) {
            (ShownRating::Points(before), ShownRating::Points(after)) => after - before,
            _ => 0,
        }
    };
    let day = |number: u64| NEW_YEAR.after(Millis::hours(24 * number));
    for game in 1..=10 {
        gained(game, day(game.into())).await;
    }
    let today = day(11);
    let mut gains = Vec::new();
    for game in 11..=21 {
        gains.push(gained(game, today.after(Millis::minutes(game.into()))).await);
    }
    let next_day = gained(22, day(12)).await;
    let [fifth, sixth, eleventh] = [4, 5, 10].map(|game: usize| gains[game]);
    assert!(fifth > sixth && next_day > sixth, "{gains:?}, {next_day}");
    assert_eq!(eleventh, 0, "{gains:?}");
    // The clock was set back, so the game ends at three in the morning of the previous day.
    assert_eq!(gained(23, today.after(Millis::hours(3))).await, 0);
}

async fn a_board_counts_the_games_of_its_window(store: &dyn Store) {
    open(store, 1).await;
    let before = Millis(NEW_YEAR.0 - 1);
    for (game, ended, people) in [(1, before, [ADA, BOB]), (2, NEW_YEAR, [BOB, ADA])] {
        let result = won(game, ended, &people);
        assert_eq!(store.append(&ending(1, result)).await, Ok(()));
    }
    let wins = async |window, back| {
        let mut query = query(Measure::Wins, window, 0);
        query.view.back = back;
        let board = store.leaderboard(query).await.expect("it is readable");
        let games: Vec<u32> = board.computers.iter().map(|row| row.games).collect();
        let rows: Vec<_> = board
            .rows
            .iter()
            .map(|row| (row.person, row.games))
            .collect();
        (rows, games)
    };
    for window in [Window::Month, Window::Season] {
        assert_eq!(wins(window, 0).await, (vec![(BOB, 1)], vec![1]));
        assert_eq!(wins(window, 1).await, (vec![(ADA, 1)], vec![1]));
        assert_eq!(wins(window, 2).await, (vec![], vec![]));
    }
    for window in [Window::Week, Window::Ever] {
        assert_eq!(wins(window, 0).await, (vec![(ADA, 2), (BOB, 2)], vec![2]));
    }
}

async fn the_results_of_a_server_go_after_the_bot_has_left_it(store: &dyn Store) {
    play(store, 1, &[&[ADA, BOB], &[BOB, ADA]]).await;
    let closed = crate::conformance::closed(1, 5);
    assert_eq!(store.append(&closed).await, Ok(()));
    let mut expiry = Expiry {
        ended_before: Millis(u64::MAX >> 1),
        ..NEVER
    };
    delete_all(store, expiry).await;
    assert_eq!(
        stats(store, ADA, HERE).await.games,
        2,
        "they outlive the tables"
    );
    assert_eq!(store.guilds().await, Ok(vec![GUILD]));
    assert_eq!(store.record_guild_left(GUILD, Millis(5)).await, Ok(()));
    expiry.left_before = Millis(6);
    delete_all(store, expiry).await;
    assert_eq!(stats(store, ADA, HERE).await.games, 0);
    assert_eq!(board(store, Measure::Wins).await.people, 0);
}

async fn those_who_asked_are_called_in_turn_but_not_too_often_nor_for_ever(store: &dyn Store) {
    let at = |hours| NEW_YEAR.after(Millis::hours(hours));
    let take = async |hours, seated: &[UserId]| {
        let called = store.take_called(GUILD, seated.to_vec(), at(hours)).await;
        called.expect("it is readable")
    };
    for person in [BOB, ADA, CLEO] {
        let asked = store.set_called(GUILD, person, Some(NEW_YEAR)).await;
        assert_eq!(asked, Ok(()));
    }
    play(store, 1, &[&[ADA, CLEO]]).await;
    assert_eq!(take(10, &[CLEO]).await, [ADA, BOB], "who played last first");
    let elsewhere = GuildId(5);
    let asked = store.set_called(elsewhere, BOB, Some(NEW_YEAR)).await;
    assert_eq!(asked, Ok(()));
    let called = store.take_called(elsewhere, vec![], at(13)).await;
    assert_eq!(called, Ok(vec![]), "not twice in four hours, anywhere");
    assert_eq!(take(13, &[]).await, [CLEO]);
    let silent = PreferenceChange {
        silent_from: Some(Some(20)),
        ..PreferenceChange::default()
    };
    assert!(store.change(BOB, silent, Millis(1)).await.is_ok());
    assert_eq!(take(28, &[CLEO]).await, [ADA], "it is four at night");
    play(store, 20, &[&[ADA, BOB]]).await;
    let mut calls = Vec::new();
    for day in 2..9 {
        let called = take(day * 24 + 10, &[CLEO]).await;
        calls.push(called.into_iter().filter(|user| *user == BOB).count());
    }
    assert_eq!(calls, [1, 1, 1, 1, 1, 0, 0], "five calls without a game");
    assert_eq!(store.servers_calling(BOB).await, Ok(vec![elsewhere]));
    let stopped = store.set_called(elsewhere, BOB, None).await;
    assert_eq!(stopped, Ok(()));
    assert_eq!(store.servers_calling(BOB).await, Ok(vec![]));
    assert_eq!(store.request_erasure(CLEO).await, Ok(()));
    assert_eq!(store.servers_calling(CLEO).await, Ok(vec![]));
}

database_guarantees!(
    postgres_answers_about_results_likewise:
    statistics_are_those_of_the_results,
    a_board_has_ranks_pages_and_ones_own_place,
    a_hidden_person_is_on_no_board_and_in_nobody_elses_statistics,
    ratings_are_shown_from_the_tenth_game_on,
    a_badge_is_new_once_on_each_server_and_the_rarest_new_one_is_told,
    a_refused_entry_leaves_no_result_and_a_game_counts_once,
    a_forgotten_person_is_in_no_answer_comes_not_back_and_changes_no_rating,
    the_sixth_game_of_a_day_counts_half_until_midnight_in_utc,
    a_board_counts_the_games_of_its_window,
    the_results_of_a_server_go_after_the_bot_has_left_it,
    a_game_alone_against_computers_is_in_ones_statistics_and_on_no_board,
    those_who_asked_are_called_in_turn_but_not_too_often_nor_for_ever,
);
