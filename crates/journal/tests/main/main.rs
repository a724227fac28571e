//! Tests of the guarantees of every journal, of a shared one, and of the databases that are refused.

mod conformance;
mod corruption;
mod shared_ownership;
