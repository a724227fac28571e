//! Discord's REST API over the world: `request` and `reply` are its calls and answers, `route` parses
//! paths, `dispatch` carries calls out with the modules of the routes.
//!
//! Nothing here keeps state, waits or knows HTTP: that is `server::rest_handler`.

mod applications;
mod channels;
mod dispatch;
mod guilds;
mod interactions;
mod messages;
mod reply;
mod request;
mod route;
mod threads;

pub(crate) use dispatch::answer;
pub use reply::Reply;
pub(crate) use reply::{Outcome, Success};
pub use request::{Method, Request};
pub(crate) use route::Route;
