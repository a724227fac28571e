//! `kittens torture`: whole games under faults.

mod simulated;
