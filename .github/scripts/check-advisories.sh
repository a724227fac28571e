#!/usr/bin/env bash
# Checks the dependencies against today's security advisories, instead of the copy in `deny/advisory-db`.
#
# usage: check-advisories.sh [--dry-run]
set -euo pipefail
run=
if [[ ${1:-} == --dry-run ]]; then run="echo +"; fi

clone=$(mktemp -d)
trap 'rm -rf "$clone"' EXIT
$run git clone --quiet --depth 1 https://github.com/rustsec/advisory-db "$clone"
$run cargo xtask advisories "$clone"
$run cargo xtask deny
