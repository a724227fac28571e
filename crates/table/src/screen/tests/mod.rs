//! Every screen in the states that people meet it in, and its limits in the worst of them.

mod fixture;
mod limits;
mod snapshots;
