#!/usr/bin/env bash
# Packs a folder with a program into an archive that is named after version and target, with its SHA-256 beside it.
# Windows opens zip files, everything else tar files. The bash of macOS is too old for empty arrays.
#
# usage: package.sh [--dry-run] VERSION TARGET FOLDER
set -euo pipefail
run=
if [[ ${1:-} == --dry-run ]]; then run="echo +"; shift; fi

name=kittens-$1-$2
if [[ $2 == *windows* ]]; then
    archive=$name.zip
    $run 7z a -bso0 "$archive" "./$3/*"
else
    archive=$name.tar.gz
    $run tar --create --gzip --file "$archive" --directory "$3" .
fi
# macOS has no sha256sum.
sum=sha256sum
if ! command -v sha256sum > /dev/null; then sum="shasum --algorithm 256"; fi
if [[ -n $run ]]; then
    echo + $sum "$archive"
else
    $sum "$archive" > "$archive.sha256"
fi
