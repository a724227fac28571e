#!/bin/sh
# Builds what the image holds into a folder: the binary where it will stand, its settings as a
# reading copy, the licence, and the folder for its data. Needs Rust and a C compiler, no Docker.
#
# usage: container/build.sh FOLDER
set -eu

if [ $# -ne 1 ]; then
    echo "usage: $0 FOLDER" >&2
    exit 2
fi

mkdir -p "$1"
image=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
cargo build --release --locked --bin kittens
install -D -m 755 "${CARGO_TARGET_DIR:-target}/release/kittens" "$image/usr/local/bin/kittens"
install -D -m 644 config/default.toml "$image/usr/local/share/kittens/default.toml"
install -D -m 644 LICENSE "$image/usr/local/share/doc/kittens/LICENSE"
install -d -m 750 "$image/data"

# What cannot run here could not run there.
"$image/usr/local/bin/kittens" --version
