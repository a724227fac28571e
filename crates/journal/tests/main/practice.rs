//! The guarantees about practices, tested with every database.

use fairness::Secret;
use futures::future::join_all;
use journal::{Store, StoredPractice};
use rules::Editions;
use table::ids::{Millis, UserId};
use table::pages::practice::{Practice, PracticeSetup};

use crate::conformance::database_guarantees;
use crate::personal_data::delete_ended;

const ADA: UserId = UserId(u64::MAX - 7);

fn practice(byte: u8) -> Practice {
    let (setup, editions) = (PracticeSetup::default(), Editions::built_in());
    let dealt = Practice::deal(setup, &editions, Secret::new([byte; 32]), None);
    dealt.expect("the edition allows it").finish(Millis(1_000))
}

async fn each_version_of_a_practice_is_stored_once(store: &dyn Store) {
    let stored = |version, practice| StoredPractice { version, practice };
    assert_eq!(store.practice_of(ADA).await, Ok(StoredPractice::default()));
    for (before, byte) in [(0, 1), (1, 2), (2, 3)] {
        let racing = (0..4).map(|_| store.store_practice(ADA, before, practice(byte)));
        let won = join_all(racing).await;
        assert_eq!(won.iter().filter(|one| **one == Ok(true)).count(), 1);
        let now = stored(before + 1, Some(practice(byte)));
        assert_eq!(store.practice_of(ADA).await, Ok(now));
    }
    let late = store.store_practice(ADA, 1, practice(9)).await;
    assert_eq!(late, Ok(false));
    let others = store.practice_of(UserId(3)).await;
    assert_eq!(others, Ok(StoredPractice::default()));
}

async fn a_practice_goes_with_its_player_and_with_time(store: &dyn Store) {
    let keeps = async |before| {
        assert_eq!(store.store_practice(ADA, 0, practice(1)).await, Ok(true));
        delete_ended(store, before).await;
        let kept = store.practice_of(ADA).await.expect("it is readable");
        assert_eq!(store.request_erasure(ADA).await, Ok(()));
        let forgotten = store.practice_of(ADA).await;
        assert_eq!(forgotten, Ok(StoredPractice::default()));
        kept.practice.is_some()
    };
    assert!(keeps(Millis(1_000)).await);
    assert!(!keeps(Millis(1_001)).await);
}

database_guarantees!(
    postgres_gives_every_guarantee_about_practices:
    each_version_of_a_practice_is_stored_once,
    a_practice_goes_with_its_player_and_with_time,
);
