//! The guarantees about Kittens of the day, tested with every journal.

use fairness::Secret;
use futures::future::join_all;
use journal::{Expiry, Store};
use postgres_server::Server;
use table::daily::{Attempt, AttemptResult, BOARD_ROWS, Day};
use table::ids::{GuildId, Millis, UserId};
use table::preferences::PreferenceChange;

use crate::conformance::{GUILD, database, guarantees};

const ADA: UserId = UserId(1 << 50);
const BOB: UserId = UserId(u64::MAX - 7);
const TODAY: Day = Day(40);

fn secret(byte: u8) -> Option<Secret> {
    Some(Secret::new([byte; 32]))
}

fn attempt(day: Day, moves: &str) -> Attempt {
    Attempt {
        day,
        moves: moves.to_owned(),
        shown_at: Millis(1_000),
        result: None,
        is_posted: false,
    }
}

fn finished(place: u8, turns: u32, guild: Option<GuildId>) -> Attempt {
    let result = AttemptResult {
        place,
        turns,
        survived: 2,
        streak: 3,
        frozen: Some(Day(38)),
        finished_at: Millis(2_000),
        guild,
    };
    Attempt {
        result: Some(result),
        ..attempt(TODAY, "a b c")
    }
}

async fn begin(store: &dyn Store, person: UserId, attempt: Attempt) -> bool {
    let begun = store.begin_attempt(person, person.0 ^ 5, attempt).await;
    begun.expect("the journal is there")
}

async fn attempts(store: &dyn Store, person: UserId) -> Vec<Attempt> {
    let attempts = store.attempts_of(person).await;
    attempts.expect("the journal is readable")
}

async fn a_day_has_the_secret_that_came_first(store: &dyn Store) {
    assert_eq!(store.daily_secret(TODAY, None).await, Ok(None));
    let drawn = (1..6).map(|byte| store.daily_secret(TODAY, secret(byte)));
    let drawn = join_all(drawn).await;
    let first = drawn[0].clone().expect("the journal is there");
    assert!(first.is_some() && drawn.iter().all(|one| *one == Ok(first.clone())));
    assert_eq!(store.daily_secret(TODAY, None).await, Ok(first));
    assert_eq!(store.daily_secret(TODAY.back(1), None).await, Ok(None));
}

async fn a_person_has_one_try_a_day_and_moves_are_stored_once(store: &dyn Store) {
    let begun = (0..5).map(|_| begin(store, ADA, attempt(TODAY, "a b")));
    let begun = join_all(begun).await;
    assert_eq!(begun.iter().filter(|begun| **begun).count(), 1);
    assert!(begin(store, ADA, attempt(Day(41), "x")).await);
    let moves = ["a b c", "a b d", "a b e"].map(|moves| attempt(TODAY, moves));
    let moved = moves.map(|after| store.advance_attempt(ADA, 2, after));
    let moved = join_all(moved).await;
    assert_eq!(moved.iter().filter(|moved| **moved == Ok(true)).count(), 1);
    assert_eq!(
        store.post_attempt(ADA, TODAY).await,
        Ok(false),
        "it has not ended"
    );
    let end = finished(2, 17, None);
    assert_eq!(store.advance_attempt(BOB, 3, end.clone()).await, Ok(false));
    assert_eq!(store.advance_attempt(ADA, 3, end.clone()).await, Ok(true));
    assert_eq!(store.advance_attempt(ADA, 3, end.clone()).await, Ok(false));
    assert_eq!(attempts(store, ADA).await, [attempt(Day(41), "x"), end]);
    assert_eq!(store.post_attempt(ADA, TODAY).await, Ok(true));
    assert_eq!(store.post_attempt(ADA, TODAY).await, Ok(false));
    assert!(attempts(store, ADA).await[1].is_posted);
}

async fn a_board_has_the_best_of_its_server_and_nobody_who_hides(store: &dyn Store) {
    let elsewhere = GuildId(5);
    let results = [
        (UserId(11), 2, 9, GUILD),
        (UserId(12), 1, 20, GUILD),
        (UserId(13), 1, 9, GUILD),
        (UserId(14), 2, 20, GUILD),
        (UserId(15), 1, 1, elsewhere),
        (BOB, 1, 2, GUILD),
        (UserId(16), 2, 9, GUILD),
    ];
    for (person, place, turns, guild) in results {
        assert!(begin(store, person, finished(place, turns, Some(guild))).await);
    }
    assert!(begin(store, UserId(17), finished(1, 1, None)).await);
    assert!(begin(store, UserId(18), attempt(TODAY, "a")).await);
    let hide = PreferenceChange {
        hidden: Some(true),
        ..PreferenceChange::default()
    };
    store
        .change(BOB, hide, Millis(0))
        .await
        .expect("it is stored");
    let board = async |guild, reader| {
        let rows = store.daily_board(guild, TODAY, reader).await;
        let rows = rows.expect("the journal is readable").into_iter();
        rows.map(|row| (row.rank, row.person.0)).collect::<Vec<_>>()
    };
    let expected = [(1, 13), (2, 12), (3, 14), (4, 11), (4, 16)];
    assert_eq!(board(GUILD, BOB).await, expected);
    assert_eq!(board(elsewhere, ADA).await, [(1, 15)]);
    for person in 20..40 {
        assert!(begin(store, UserId(person), finished(4, 3, Some(GUILD))).await);
    }
    let last = board(GUILD, UserId(39)).await;
    assert_eq!(last.len() as u32, BOARD_ROWS + 1);
    assert_eq!(last.last(), Some(&(6, 39)));
}

async fn who_is_forgotten_gets_no_second_try_and_days_expire(store: &dyn Store) {
    assert_eq!(store.daily_secret(TODAY, secret(1)).await, Ok(secret(1)));
    assert!(begin(store, ADA, attempt(TODAY, "a")).await);
    assert!(begin(store, BOB, attempt(TODAY, "a")).await);
    assert_eq!(store.request_erasure(ADA).await, Ok(()));
    assert_eq!(attempts(store, ADA).await, []);
    assert_eq!(attempts(store, BOB).await.len(), 1);
    assert!(!begin(store, ADA, attempt(TODAY, "a")).await);
    let expiry = |day: Day| Expiry {
        ended_before: day.ends(),
        left_before: Millis(0),
        batch: 100,
    };
    // The day itself and two more stay.
    for (until, stays) in [(Day(41), true), (Day(42), false)] {
        while store
            .delete_expired(expiry(until))
            .await
            .expect("it is deleted")
            > 0
        {}
        assert_eq!(attempts(store, BOB).await.len(), usize::from(stays));
        let secret = store.daily_secret(TODAY, None).await;
        assert_eq!(secret.expect("readable").is_some(), stays);
    }
}

guarantees!(
    postgres_gives_every_guarantee_about_daily_games and []:
    a_day_has_the_secret_that_came_first,
    a_person_has_one_try_a_day_and_moves_are_stored_once,
    a_board_has_the_best_of_its_server_and_nobody_who_hides,
    who_is_forgotten_gets_no_second_try_and_days_expire,
);
