//! `kittens torture`: whole games under faults.

pub(crate) mod real;
mod sentences;
pub(crate) mod simulated;
