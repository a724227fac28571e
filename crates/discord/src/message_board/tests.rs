//! Tests of the message board: inputs and the resulting requests, and random schedules against a model of the channel.

mod bench;
mod board;
mod direct_hands;
mod model;
mod panels;
mod refusal_messages;
mod restarts;
mod schedules;
mod support;
