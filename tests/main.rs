//! Whole games through the real wire: the real bot, serenity, HTTP and WebSocket, against the
//! sandbox. One binary for all of them, so that the bot is linked once.

mod bad_input;
mod browser;
mod canary;
mod computers;
mod deploy;
mod direct_hands;
mod editions;
mod emojis;
mod end_picture;
mod faults;
mod figures;
mod forged_cards;
mod gateway_address;
mod harness;
mod hostile_servers;
mod languages;
mod monitor;
mod monkey;
mod operator;
mod page;
mod page_looks;
mod page_reading;
mod pings;
mod player;
mod private_messages;
mod quarantine;
mod restart;
mod screens;
mod server_settings;
mod shards;
mod stored_data;
mod suspended_tables;
mod text_language;
mod webhook;
mod whole_games;
