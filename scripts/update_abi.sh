#!/bin/sh
# Describes what programs that link the shared library rely on: functions, their arguments, the layout of structs.
#
#   scripts/update_abi.sh          rewrites tests/install/ludoteca.abi, when a change is meant
#   scripts/update_abi.sh --check  changes nothing; fails if programs linked to that description would break
#
# Needs Debian's abigail-tools. The library is built with what debuggers need in build-abi/ (ABI_BUILD names another place).
set -eu
cd "$(dirname "$0")/.."
kept=tests/install/ludoteca.abi
place=${ABI_BUILD:-build-abi}

if [ "$(uname -m)" != x86_64 ]; then
    echo "$kept describes the library for x86_64; here is $(uname -m)"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{
    test -f "$place/build.ninja" ||
        meson setup "$place" -Dbuildtype=debug -Ddefault_library=shared -Dtests=false -Dmpi=disabled -Dweb=disabled
    meson compile -C "$place" ludoteca:shared_library
} >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    exit 1
}
abidw --headers-dir include/ludoteca --drop-private-types --no-show-locs --no-comp-dir-path --no-corpus-path \
    --no-elf-needed --no-parameter-names --no-write-default-sizes --type-id-style hash \
    "$place/src/libludoteca.so" >"$work/all.abi"
scripts/trim_abi.py "$work/all.abi" "$work/new.abi"

if [ "${1:-}" != --check ]; then
    cp "$work/new.abi" "$kept"
elif ! abidiff --no-added-syms "$kept" "$work/new.abi"; then
    cat >&2 <<'SAY'

Programs that were linked before may break. If that is not meant, undo it. A member at the end of settings that begin
with their size breaks nothing: run scripts/update_abi.sh. Anything else: grow `soversion` in src/meson.build, unless it
has grown since the last release; say so in CHANGELOG.md; and run scripts/update_abi.sh.
SAY
    exit 1
fi
