//! Makes Cargo rebuild the program when a picture is added, changed or removed.

fn main() {
    println!("cargo:rerun-if-changed=assets/art/png");
}
