//! Tests over the real wire, mostly with whole games: the real bot, serenity, HTTP and WebSocket, against the sandbox.
//! These tests share one binary, so that the bot is linked only once.

/// The allocator that the program also uses. It needs less processor time for JSON than the default allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

mod backups;
mod browser;
mod canary;
mod database_proxy;
mod database_trouble;
mod deploy;
mod direct_hands;
mod emojis;
mod end_picture;
mod faults;
mod figures;
mod game_files;
mod gateway_address;
mod harness;
mod hostile_servers;
mod measurements;
mod monitor;
mod monkey;
mod operator;
mod page;
mod page_heights;
mod page_reading;
mod page_view;
mod places;
mod player;
mod recipes;
mod restart;
mod screens;
mod standstill;
mod stored_data;
mod story;
mod text_language;
mod walk;
