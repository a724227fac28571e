#!/usr/bin/env bash
# Prints the tags of an image, one a line. A release `v1.2.3` has 1.2.3, 1.2 and latest, a preliminary one such as
# `v1.2.3-rc.1` only its own; main has edge, anything else dry-run.
#
# usage: image-tags.sh [--dry-run] REF
set -euo pipefail
# Changes nothing, so a dry run is a run.
if [[ ${1:-} == --dry-run ]]; then shift; fi

if [[ $1 =~ ^refs/tags/v(([0-9]+\.[0-9]+)\.[0-9]+)$ ]]; then
    printf '%s\n' "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" latest
elif [[ $1 == refs/tags/v* ]]; then
    echo "${1#refs/tags/v}"
elif [[ $1 == refs/heads/main ]]; then
    echo edge
else
    echo dry-run
fi
