//! Tests of the guarantees of every journal, of a shared one, of the databases that are refused, and of
//! the modes of their files.

mod conformance;
mod corruption;
mod encryption;
mod file_modes;
mod personal_data;
mod shared_ownership;
