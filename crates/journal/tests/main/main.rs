//! Tests the crate through its public interface.

mod backup;
mod conformance;
mod corruption;
mod daily;
mod encryption;
mod file_modes;
mod inspection;
mod leases;
mod names;
mod personal_data;
mod practice;
mod restore;
mod results;
mod reviews;
mod write_queue;
