//! Shared by tests and the laboratory: a journal in memory, a PostgreSQL server, a reserved port, and a person who
//! plays through the sandbox. No part of the product may use it.

pub mod memory_journal;
pub mod postgres_server;
pub mod reserved_port;
pub mod virtual_user;
