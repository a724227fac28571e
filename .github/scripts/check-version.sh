#!/usr/bin/env bash
# Prints the version in Cargo.toml. Fails unless the changelog has an entry for it. A tag, if one is given, must be `v`
# and the version, nothing more, and the files for operators must name the image that this repository publishes.
#
# usage: check-version.sh [--dry-run] [TAG]
set -euo pipefail
# Changes nothing, so a dry run is a run.
if [[ ${1:-} == --dry-run ]]; then shift; fi

version=$(sed -n '/^\[workspace\.package\]$/,/^$/s/^version = "\(.*\)"$/\1/p' Cargo.toml)
grep -qxF "## $version" CHANGELOG.md || { echo "CHANGELOG.md has no entry \"## $version\"" >&2; exit 1; }
if [[ -n ${1:-} ]]; then
    [[ $1 == "v$version" ]] || { echo "the tag is $1, but the version in Cargo.toml is $version" >&2; exit 1; }
    image=ghcr.io/$(tr '[:upper:]' '[:lower:]' <<< "$GITHUB_REPOSITORY"):$version
    for file in compose.yaml deploy/fly.toml deploy/kubernetes/kittens.yaml; do
        grep -qF "$image" "$file" || { echo "$file does not name $image: replace \`owner\`" >&2; exit 1; }
    done
fi
echo "$version"
