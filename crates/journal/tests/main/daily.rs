//! The guarantees about Kittens of the day, tested with every database.

use fairness::Secret;
use futures::future::join_all;
use journal::Store;
use table::ids::{GuildId, Millis, UserId};
use table::pages::daily::{Attempt, AttemptResult, Day, ResultPost};

use crate::conformance::{GUILD, HIDES, database_guarantees};
use crate::personal_data::delete_ended;

pub(crate) const ADA: UserId = UserId(1 << 50);
const BOB: UserId = UserId(u64::MAX - 7);
const TODAY: Day = Day(40);

pub(crate) fn attempt(version: u32, guild: Option<GuildId>) -> Attempt {
    let result = AttemptResult {
        place: 1,
        turns: 9,
        streak: 3,
        frozen: Some(Day(38)),
        finished_at: Millis(2_000),
        guild,
    };
    Attempt {
        day: TODAY,
        deal: 1,
        version,
        moves: "a b".to_owned(),
        shown_at: Millis(1_000),
        result: guild.map(|_| result),
        name: "Ada".to_owned(),
        post: ResultPost::Done,
    }
}

pub(crate) async fn stores(store: &dyn Store, person: UserId, attempt: Attempt) -> bool {
    let stored = store.store_attempt(person, person.0 ^ 5, attempt).await;
    stored.expect("the journal is there")
}

async fn a_day_has_the_secret_that_came_first(store: &dyn Store) {
    assert_eq!(store.daily_secret(TODAY, None).await, Ok(None));
    let draws = (1..6).map(|byte| store.daily_secret(TODAY, Some(Secret::new([byte; 32]))));
    let drawn = join_all(draws).await;
    assert!(drawn[0] != Ok(None) && drawn.iter().all(|one| *one == drawn[0]));
    assert_eq!(store.daily_secret(TODAY, None).await, drawn[0]);
    assert_eq!(store.daily_secret(TODAY.back(1), None).await, Ok(None));
    let deal = |found| store.daily_deal(TODAY, found);
    assert_eq!(deal(None).await, Ok(None));
    let chosen = join_all((2..6).map(|found| deal(Some(found)))).await;
    assert!(chosen[0] != Ok(None) && chosen.iter().all(|one| *one == chosen[0]));
    assert_eq!(deal(None).await, chosen[0]);
    assert_eq!(store.daily_deal(TODAY.back(1), Some(2)).await, Ok(None));
    assert_eq!(store.daily_secret(TODAY, None).await, drawn[0]);
}

async fn each_version_of_a_try_is_stored_once(store: &dyn Store) {
    for version in [1, 2, 3] {
        let at_once = (0..5).map(|_| stores(store, ADA, attempt(version, None)));
        let stored = join_all(at_once).await.into_iter();
        assert_eq!(stored.filter(|stored| *stored).count(), 1, "{version}");
    }
    let end = attempt(4, Some(GUILD));
    assert!(stores(store, ADA, end.clone()).await);
    assert!(!stores(store, ADA, attempt(6, None)).await);
    assert!(!stores(store, BOB, attempt(2, None)).await);
    let day = Day(41);
    let next = Attempt {
        day,
        ..attempt(1, None)
    };
    assert!(stores(store, ADA, next.clone()).await);
    assert_eq!(store.attempts_of(ADA).await, Ok(vec![next, end]));
}

async fn results_are_those_of_a_server_without_people_who_hide(store: &dyn Store) {
    let elsewhere = GuildId(5);
    for (person, guild) in [(7, Some(GUILD)), (8, Some(elsewhere)), (9, None)] {
        assert!(stores(store, UserId(person), attempt(1, guild)).await);
    }
    assert!(stores(store, BOB, attempt(1, Some(GUILD))).await);
    let hidden = store.change(BOB, HIDES, Millis(0)).await;
    assert!(hidden.is_ok());
    assert_eq!(board(store, ADA).await, [(1, 7)]);
    let named = store
        .daily_board(GUILD, TODAY, ADA)
        .await
        .expect("readable");
    assert_eq!(named[0].name, "Ada");
}

/// Returns the ranks and people on the board that `reader` sees.
async fn board(store: &dyn Store, reader: UserId) -> Vec<(u32, u64)> {
    let board = store
        .daily_board(GUILD, TODAY, reader)
        .await
        .expect("the journal is readable");
    board.iter().map(|row| (row.rank, row.person.0)).collect()
}

async fn a_board_has_the_ten_best_and_ones_own_row_with_its_rank(store: &dyn Store) {
    for person in 1..=60 {
        let mut attempt = attempt(1, Some(GUILD));
        let result = attempt.result.as_mut().expect("it has ended");
        (result.place, result.turns) = (2, 100 - (person as u32 / 2));
        assert!(stores(store, UserId(person), attempt).await);
    }
    let mut best: Vec<(u32, u64)> = (1..=10)
        .map(|row| (if row == 1 { 1 } else { row / 2 * 2 }, u64::from(row)))
        .collect();
    assert_eq!(board(store, BOB).await, best);
    best.push((60, 60));
    assert_eq!(board(store, UserId(60)).await, best);
}

async fn a_result_is_compared_with_those_of_others_who_do_not_hide(store: &dyn Store) {
    for (person, place) in [(1, 1), (2, 2), (3, 3), (4, 4), (5, 3)] {
        let mut attempt = attempt(1, Some(GUILD));
        attempt.result.as_mut().expect("it has ended").place = place;
        assert!(stores(store, UserId(person), attempt).await);
    }
    assert!(store.change(UserId(4), HIDES, Millis(0)).await.is_ok());
    let mut mine = attempt(1, Some(GUILD)).result.expect("it has ended");
    mine.place = 2;
    let others = store.daily_comparison(GUILD, TODAY, UserId(2), mine.score());
    assert_eq!(others.await, Ok((2, 3)));
}

async fn a_forgotten_person_gets_no_second_try_and_days_expire(store: &dyn Store) {
    let secret = Some(Secret::new([1; 32]));
    assert_eq!(store.daily_secret(TODAY, secret.clone()).await, Ok(secret));
    for person in [ADA, BOB] {
        assert!(stores(store, person, attempt(1, None)).await);
    }
    assert_eq!(store.request_erasure(ADA).await, Ok(()));
    assert_eq!(store.attempts_of(ADA).await, Ok(vec![]));
    assert!(!stores(store, ADA, attempt(1, None)).await);
    // Attempts on the day of the cut-off and on the two days before it are kept.
    for (until, stays) in [(Day(41), true), (Day(42), false)] {
        delete_ended(store, until.ends()).await;
        let attempts = store.attempts_of(BOB).await.expect("readable");
        assert_eq!(attempts.len(), usize::from(stays));
        let secret = store.daily_secret(TODAY, None).await;
        assert_eq!(secret.expect("readable").is_some(), stays);
    }
}

database_guarantees!(
    postgres_gives_every_guarantee_about_daily_games:
    a_day_has_the_secret_that_came_first,
    each_version_of_a_try_is_stored_once,
    results_are_those_of_a_server_without_people_who_hide,
    a_board_has_the_ten_best_and_ones_own_row_with_its_rank,
    a_result_is_compared_with_those_of_others_who_do_not_hide,
    a_forgotten_person_gets_no_second_try_and_days_expire,
);
