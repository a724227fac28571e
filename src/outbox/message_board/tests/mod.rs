//! Tests of the message board: inputs and the requests that follow from them, and random schedules
//! against a model of the channel.

mod board;
mod model;
mod panels;
mod schedules;
mod support;
