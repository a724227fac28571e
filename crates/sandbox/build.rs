//! Reruns the build when a file of the page is added, changed or removed.

fn main() {
    println!("cargo:rerun-if-changed=page");
}
