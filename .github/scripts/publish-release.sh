#!/usr/bin/env bash
# Publishes the archives in the working directory, with the changelog's entry as the text.
#
# usage: publish-release.sh [--dry-run] VERSION
set -euo pipefail
run=
if [[ ${1:-} == --dry-run ]]; then run="echo +"; shift; fi

awk -v version="$1" '/^## / { wanted = $0 == "## " version; next } wanted' CHANGELOG.md > notes.md
preliminary=
if [[ $1 == *-* ]]; then preliminary=--prerelease; fi
$run gh release create "v$1" kittens-* --repo "${GITHUB_REPOSITORY:-}" --verify-tag $preliminary \
    --title "Kittens $1" --notes-file notes.md
