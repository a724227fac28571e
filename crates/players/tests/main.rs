//! Tests the computer players through their public interface: whole games in every edition, with
//! every number of seats and under every house rule.

#[path = "main/coach.rs"]
mod coach;
#[path = "main/computer_game.rs"]
mod computer_game;
#[path = "main/fairness.rs"]
mod fairness;
#[path = "main/games.rs"]
mod games;
