#!/usr/bin/env bash
# Checks that a program works on this machine: it verifies a golden game file, and its sandbox, if it has one, serves
# a page with the bot connected.
#
# usage: smoke-test.sh [--dry-run] PROGRAM
set -euo pipefail
if [[ ${1:-} == --dry-run ]]; then
    echo "+ ${2:-kittens} verify docs/games/proof.jsonl"
    echo "+ ${2:-kittens} sandbox --port 0"
    exit
fi

program=$1
"$program" --version
"$program" verify docs/games/proof.jsonl
if ! "$program" sandbox --help > /dev/null 2>&1; then
    echo "without a sandbox"
    exit
fi
output=$(mktemp)
"$program" sandbox --port 0 > "$output" &
trap '{ kill $!; rm -f "$output"; } > /dev/null 2>&1 || true' EXIT
for _ in $(seq 60); do
    address=$(sed -n 's/^Open \(http:[^ ]*\) .*/\1/p' "$output")
    if [[ -n $address ]]; then
        curl --silent --show-error --fail "$address/" | grep -q '<title>'
        echo "the sandbox serves its page"
        exit
    fi
    sleep 1
done
echo "the sandbox did not come up within a minute" >&2
exit 1
