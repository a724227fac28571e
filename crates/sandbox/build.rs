//! Builds anew when a file of the page appears, changes or goes.

fn main() {
    println!("cargo:rerun-if-changed=page");
}
