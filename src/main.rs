//! The program `kittens`. Its command line is in [`kittens::command`].

use std::process::ExitCode;

fn main() -> ExitCode {
    kittens::command::main()
}
