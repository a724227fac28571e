//! The seed of the simulated games played by the tests.

use crate::process::output;

/// The variable from which the tests read a decimal `u64`.
pub(crate) const VARIABLE: &str = "KITTENS_TEST_SEED";

/// Prints and returns a seed derived from the commit. Each commit plays different games; all runs of a commit play the
/// same games. Returns `None` if the variable is already set or git fails; the tests then read the variable or use
/// their default.
pub(crate) fn choose() -> Option<u64> {
    if let Ok(seed) = std::env::var(VARIABLE) {
        println!("xtask: {VARIABLE}={seed} (from the environment)");
        return None;
    }
    let commit = output("git", &["rev-parse", "HEAD"])?;
    let seed = from_commit(&commit)?;
    println!("xtask: {VARIABLE}={seed} (from commit {commit})");
    Some(seed)
}

fn from_commit(commit: &str) -> Option<u64> {
    u64::from_str_radix(commit.get(..16)?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_is_the_first_half_of_the_commit() {
        let commit = "00000000000000ff1234567890abcdef12345678";
        assert_eq!(from_commit(commit), Some(255));
        assert_eq!(from_commit("HEAD"), None);
    }
}
