#!/bin/sh
# Builds the contents of the image into a folder: the program without its sandbox, a copy of the
# default settings to read, the licence, and the data folder. Needs Rust and a C compiler, but not
# Docker.
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
cargo build --release --locked --no-default-features --bin kittens
install -D -m 755 "${CARGO_TARGET_DIR:-target}/release/kittens" "$image/usr/local/bin/kittens"
install -D -m 644 config/default.toml "$image/usr/local/share/kittens/default.toml"
install -D -m 644 LICENSE "$image/usr/local/share/doc/kittens/LICENSE"
install -d -m 750 "$image/data"

# Fails here rather than in the image if the program cannot run.
"$image/usr/local/bin/kittens" --version
