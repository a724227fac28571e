//! The program `kittens`. Its command line is in `command`.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Most of the work for a click is allocating and freeing JSON. The system allocator is slower; musl's, which
/// the container would use, is much slower.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    kittens::command::main()
}
