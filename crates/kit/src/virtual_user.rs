//! A simulated person, who reads the messages that they can see in a channel, and sends clicks and commands through the
//! sandbox's control API. Shared by the bot's tests and the simulator. Simulated games do not use the API, only modules
//! such as [`component`] and [`game_move`]. People choose moves based only on what they can see.

pub mod click_choice;
pub mod component;
pub mod control_client;
pub mod game_move;
pub mod outcome;
pub mod player;
pub mod view;
