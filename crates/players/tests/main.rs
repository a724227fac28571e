//! Computer players through their door only: whole games in every edition, with every number of
//! seats and under every house rule.

#[path = "main/fairness.rs"]
mod fairness;
#[path = "main/games.rs"]
mod games;
#[path = "main/strength.rs"]
mod strength;
#[path = "main/table.rs"]
mod table;
