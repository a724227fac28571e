//! The guarantees about reviews, tested with every database.

use journal::Store;
use players::MistakeKind;
use table::ids::{Millis, TableId, UserId};
use table::pages::coach::ReviewedGame;

use crate::conformance::{closed, database_guarantees, first};
use crate::personal_data::delete_ended;

/// The host of table 1.
pub(crate) const HOST: UserId = UserId(u64::MAX - 1);

pub(crate) fn reviewed(game: u16, lost: u16) -> ReviewedGame {
    ReviewedGame {
        table: TableId(1),
        game,
        ended_at: Millis(1_000 + u64::from(game)),
        lost: [
            (MistakeKind::DrewTooBold, 20),
            (MistakeKind::NopeSpent, lost),
        ]
        .into(),
    }
}

async fn the_first_review_of_a_game_is_kept_and_the_latest_games_come_first(store: &dyn Store) {
    assert_eq!(store.append(&first(1)).await, Ok(()));
    for (game, lost) in [(2, 50), (1, 50), (3, 50), (2, 99)] {
        let stored = store.store_review(HOST, reviewed(game, lost)).await;
        assert_eq!(stored, Ok(true));
    }
    let latest = [3, 2].map(|game| reviewed(game, 50)).to_vec();
    assert_eq!(store.reviews_of(HOST, 2).await, Ok(latest));
    assert_eq!(store.reviews_of(UserId(3), 2).await, Ok(vec![]));
}

async fn only_people_of_the_table_who_were_not_erased_have_reviews(store: &dyn Store) {
    assert_eq!(store.append(&first(1)).await, Ok(()));
    let elsewhere = ReviewedGame {
        table: TableId(2),
        ..reviewed(1, 50)
    };
    assert_eq!(store.store_review(HOST, elsewhere).await, Ok(false));
    let is_stored = async |person| {
        let stored = store.store_review(person, reviewed(1, 50)).await;
        let found = store.reviews_of(person, 9).await.expect("it is readable");
        assert_eq!(stored, Ok(!found.is_empty()));
        !found.is_empty()
    };
    assert!(!is_stored(UserId(3)).await);
    assert!(is_stored(HOST).await);
    assert_eq!(store.request_erasure(HOST).await, Ok(()));
    assert_eq!(store.reviews_of(HOST, 9).await, Ok(vec![]));
    assert!(!is_stored(HOST).await, "the table is still played");
    assert_eq!(store.append(&closed(1, 2)).await, Ok(()));
    assert_eq!(store.request_erasure(HOST).await, Ok(()));
    assert!(!is_stored(HOST).await);
}

async fn a_person_who_is_erased_during_a_review_has_none(store: &dyn Store) {
    for table in 1..=20 {
        assert_eq!(store.append(&first(table)).await, Ok(()));
        let (host, table) = (UserId(u64::MAX - table), TableId(table));
        let review = ReviewedGame {
            table,
            ..reviewed(1, 50)
        };
        let (erased, stored) = tokio::join!(
            store.request_erasure(host),
            store.store_review(host, review)
        );
        assert!(erased.is_ok() && stored.is_ok(), "{stored:?}");
        assert_eq!(store.reviews_of(host, 9).await, Ok(vec![]));
    }
}

async fn reviews_stay_while_their_person_plays_and_games_are_kept(store: &dyn Store) {
    let delete = async |ended_before| {
        delete_ended(store, ended_before).await;
        let kept = store.reviews_of(HOST, 9).await.expect("it is readable");
        kept.len()
    };
    assert_eq!(store.append(&first(1)).await, Ok(()));
    assert_eq!(store.store_review(HOST, reviewed(1, 50)).await, Ok(true));
    let late = Millis(u64::MAX >> 1);
    assert_eq!(delete(late).await, 1);
    assert_eq!(store.append(&closed(1, 2)).await, Ok(()));
    assert_eq!(delete(Millis(1_001)).await, 1);
    assert_eq!(delete(late).await, 0);
}

database_guarantees!(
    postgres_gives_every_guarantee_about_reviews:
    the_first_review_of_a_game_is_kept_and_the_latest_games_come_first,
    only_people_of_the_table_who_were_not_erased_have_reviews,
    a_person_who_is_erased_during_a_review_has_none,
    reviews_stay_while_their_person_plays_and_games_are_kept,
);
