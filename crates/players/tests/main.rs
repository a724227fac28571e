//! Tests the computer players and the coach through the public interface of `players`, mostly on whole games.

#[path = "main/coach.rs"]
mod coach;
#[path = "main/computer_game.rs"]
mod computer_game;
#[path = "main/fairness.rs"]
mod fairness;
#[path = "main/games.rs"]
mod games;
