//! The program `kittens`. Its command line is in `command`.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Each click allocates and frees a lot of JSON. The system allocator is slower at this; musl's, which the container
/// would use, is much slower.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    kittens::command::main()
}
