//! The result of checking one expectation.

/// The result of a check. The error is the expected and the actual text.
pub(super) type CheckResult = Result<(), (String, String)>;

/// Returns the expected and the actual text unless the expectation holds.
pub(super) fn check_that(holds: bool, expected: String, got: String) -> CheckResult {
    match holds {
        true => Ok(()),
        false => Err((expected, got)),
    }
}
