//! Tests of the guarantees of every journal, of leases, of the databases that are refused, of the
//! modes of their files, and of backups.

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
mod restore;
mod results;
mod write_queue;
