#!/bin/sh
# Describes what programs that link the shared library rely on: functions, their arguments, the layout of structs.
#
#   scripts/update_abi.sh          rewrites tests/install/ludoteca.abi, when a change is meant
#   scripts/update_abi.sh --check  changes nothing; fails if programs linked to that description would break
#
# Needs Debian's abigail-tools. Compiles, with what debuggers need, only the files that define public functions: types come
# with them, and nothing else is seen from outside.
set -eu
cd "$(dirname "$0")/.."
kept=tests/install/ludoteca.abi

if [ "$(uname -m)" != x86_64 ]; then
    echo "$kept describes the library for x86_64; here is $(uname -m)"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Which games there are is written by Meson.
meson setup "$work/build" -Dtests=false -Dmpi=disabled -Dweb=disabled >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    exit 1
}
compile() {
    gcc -std=c17 -g -O0 -fPIC -fvisibility=hidden -D_POSIX_C_SOURCE=200809L -DLUDOTECA_DATA_DIR='""' -Iinclude -Isrc \
        -I"$work/build/src" -c "$1" -o "$work/$(echo "$1" | tr / _).o"
}
for source in $(grep -lrE '^([A-Za-z].*[ *])?lud_[a-z0-9_]+\(' src --include='*.c'); do
    compile "$source"
done
# What stands in for files where there are none defines some of it once more.
gcc -shared -Wl,--allow-multiple-definition -Wl,-soname,"libludoteca.so.$(sed -n "s/^soversion = '\(.*\)'/\1/p" src/meson.build)" \
    "$work"/*.o -o "$work/libludoteca.so"
abidw --headers-dir include/ludoteca --drop-private-types --no-show-locs --no-comp-dir-path --no-corpus-path \
    --no-elf-needed --no-parameter-names --no-write-default-sizes --type-id-style hash \
    "$work/libludoteca.so" >"$work/all.abi"
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
