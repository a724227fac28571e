//! A person who clicks: reads the messages of a channel as one person sees them and sends clicks and
//! commands through the sandbox's control API. The wire tests and the laboratory share it; the
//! simulated games read their own messages with [`component`] and [`game_move`]. It never panics and
//! knows nothing that a person in the channel could not see.

pub mod component;
pub mod control_client;
pub mod game_move;
pub mod outcome;
pub mod player;
pub mod random_click;
pub mod view;
