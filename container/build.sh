#!/bin/sh
# Builds the contents of the image into a folder: the program, a copy of the default settings to read, the
# licence, and the data folder. The program has the sandbox only if WITH_SANDBOX is true. Needs Rust and a C
# compiler, but not Docker. Uses cargo-auditable if it is installed.
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
sandbox=--no-default-features
if [ "${WITH_SANDBOX:-}" = true ]; then sandbox=; fi
auditable=
if cargo auditable --version > /dev/null 2>&1; then auditable=auditable; fi
# Each of the two is one word or none.
# shellcheck disable=SC2086
cargo $auditable build --release --locked $sandbox --bin kittens ${2:+--target "$2"}
install -D -m 755 "$programs/kittens" "$image/usr/local/bin/kittens"
install -D -m 644 config/default.toml "$image/usr/local/share/kittens/default.toml"
install -D -m 644 LICENSE "$image/usr/local/share/doc/kittens/LICENSE"
install -d -m 750 "$image/data"

# Fails here rather than in the image if the program cannot run.
"$image/usr/local/bin/kittens" --version
