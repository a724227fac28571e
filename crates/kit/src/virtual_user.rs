//! A simulated person: reads the messages of a channel as one person sees them, and sends clicks and commands through
//! the sandbox's control API. Shared by the wire tests and the simulator, whose simulated games read their own messages
//! with [`component`] and [`game_move`]. Never panics. Its moves are based only on messages that the person can see.

pub mod click_choice;
pub mod component;
pub mod control_client;
pub mod game_move;
pub mod outcome;
pub mod player;
pub mod view;
