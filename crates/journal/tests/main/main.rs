//! What every journal promises, what a shared one promises besides, and which databases are refused.

mod conformance;
mod corruption;
mod shared_ownership;
