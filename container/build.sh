#!/bin/sh
# Builds the contents of the image into a folder: the program without its sandbox, a copy of the
# default settings to read, the licence, and the data folder. Needs Rust and a C compiler, but not
# Docker.
#
# TARGET is a target of Rust, such as x86_64-unknown-linux-musl, for a program that needs no library of
# the system. Its compiler is musl-gcc, in Debian's package musl-tools. On Alpine that is the default.
#
# usage: container/build.sh FOLDER [TARGET]
set -eu

if [ $# -lt 1 ] || [ $# -gt 2 ]; then
    echo "usage: $0 FOLDER [TARGET]" >&2
    exit 2
fi

mkdir -p "$1"
image=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
programs=${CARGO_TARGET_DIR:-target}${2:+/$2}/release
cargo build --release --locked --no-default-features --bin kittens ${2:+--target "$2"}
install -D -m 755 "$programs/kittens" "$image/usr/local/bin/kittens"
install -D -m 644 config/default.toml "$image/usr/local/share/kittens/default.toml"
install -D -m 644 LICENSE "$image/usr/local/share/doc/kittens/LICENSE"
install -d -m 750 "$image/data"

# Fails here rather than in the image if the program cannot run.
"$image/usr/local/bin/kittens" --version
