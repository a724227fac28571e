#!/usr/bin/env bash
# Gives the images of both processors one name for each tag, and prints the digest behind it.
#
# usage: publish-image.sh [--dry-run] IMAGE TAG...
set -euo pipefail
run=
if [[ ${1:-} == --dry-run ]]; then run="echo +"; shift; fi

image=$1
shift
names=()
for tag in "$@"; do names+=(--tag "$image:$tag"); done
$run docker buildx imagetools create "${names[@]}" "$image:$1-amd64" "$image:$1-arm64" >&2
$run docker buildx imagetools inspect "$image:$1" --format '{{.Manifest.Digest}}'
