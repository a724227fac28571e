//! Prints to standard output. Unlike `println!`, returns an error instead of panicking, for example on a closed pipe.

use std::fmt::Display;
use std::io::Write as _;

use super::error::CommandError;

pub(super) fn print_line(line: impl Display) -> Result<(), CommandError> {
    writeln!(std::io::stdout(), "{line}").map_err(CommandError::system("the output"))
}
