//! The names of people in results, tested with every database.

use journal::Store;
use table::ids::Millis;
use table::pages::leaderboard::Measure;
use table::pages::statistics::{Names, StatsScope};

use crate::conformance::database_guarantees;
use crate::results::{
    ADA, BOB, CLEO, HERE, NEW_YEAR, board, ending, open, open_elsewhere, stats, won,
};

async fn names_are_those_of_the_newest_game_and_go_with_the_person(store: &dyn Store) {
    open(store, 1).await;
    open_elsewhere(store).await;
    for (table, game, other, name) in [
        (1, 1, BOB, "Ada"),
        (1, 2, BOB, "Lady *A*"),
        (2, 1, BOB, "Countess"),
        // Bob never met Ada under this name.
        (2, 2, CLEO, "Duchess"),
    ] {
        let mut result = won(game, NEW_YEAR.after(Millis::minutes(table)), &[ADA, other]);
        result.players[0].name = name.to_owned();
        assert_eq!(store.append(&ending(table, result)).await, Ok(()));
    }
    let name = |names: &Names| names.get(&ADA).cloned();
    let here = Some("Lady *A*".to_owned());
    assert_eq!(name(&board(store, Measure::Wins).await.names), here);
    assert_eq!(name(&stats(store, ADA, HERE).await.names), here);
    // Ada eliminated Bob, so Bob's statistics contain Ada's name.
    assert_eq!(name(&stats(store, BOB, HERE).await.names), here);
    let everywhere = stats(store, BOB, StatsScope::Everywhere).await;
    assert_eq!(name(&everywhere.names).as_deref(), Some("Countess"));
    let own = store
        .results_of_person(ADA, 9)
        .await
        .expect("it is readable");
    let own: Vec<Option<&str>> = own.iter().map(|result| result.name.as_deref()).collect();
    let names = ["Duchess", "Countess", "Lady *A*", "Ada"];
    assert_eq!(own, names.map(Some));
    assert_eq!(store.request_erasure(ADA).await, Ok(()));
    assert_eq!(name(&board(store, Measure::Nopes).await.names), None);
    assert_eq!(name(&stats(store, BOB, HERE).await.names), None);
}

database_guarantees!(
    postgres_names_people_likewise:
    names_are_those_of_the_newest_game_and_go_with_the_person,
);
