#!/bin/sh
# Builds the library for WebAssembly with Debian's clang, lld and wasi-libc:
#     build_wasm.sh [OUTPUT]        web/src/engine/ludoteca.wasm unless said
# Objects are kept in build-wasm/, and only what changed is compiled again.
set -eu
cd "$(dirname "$0")/.."
output=${1:-web/src/engine/ludoteca.wasm}
work=build-wasm
mkdir -p "$work" "$(dirname "$output")"

# Everything but files, threads, JSON and the server. Where a room has a variant for a place without
# files, that one is taken.
list() {
    for file in "$@"; do
        case $file in
        src/base/folder.c | src/base/new_file.c | src/base/read_file.c) ;;
        src/engine/review_svg.c) ;;
        *) echo "$file" ;;
        esac
    done
}
sources=$(list src/base/*.c src/core/*.c src/games/*.c src/games/*/*.c src/search/*.c src/engine/*.c \
    src/table/table_set.c src/table/table_hold.c src/table/table_name.c src/table/table_no_files.c \
    src/wire/listing.c src/bench/bench_signature.c src/bench/bench_search.c src/bench/bench_work.c \
    bindings/wasm/*.c)

# The rules in prose, as meson makes them.
prose=
for game in oware pylos six dados; do
    prose="$prose src/games/$game/$game.en.md src/games/$game/$game.es.md"
done
python3 scripts/embed_text.py "$work/prose.new" $prose
cmp -s "$work/prose.new" "$work/prose.c" || cp "$work/prose.new" "$work/prose.c"
# A page should load fast: no strategies.
test -f "$work/strategy_data.c" || python3 scripts/embed_strategy.py "$work/strategy_data.c"

flags='--target=wasm32-wasi -std=c17 -O3 -msimd128 -mbulk-memory -DNDEBUG -D_POSIX_C_SOURCE=200809L
    -Iinclude -Isrc -Ibindings/wasm -fvisibility=hidden -ffunction-sections -fdata-sections
    -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wvla -Wno-sign-conversion -Werror'

rules=$work/build.ninja
{
    echo "rule cc"
    echo "  command = $(command -v ccache || true) ${CLANG:-clang} $(echo $flags) -MMD -MF \$out.d -c \$in -o \$out"
    echo "  depfile = \$out.d"
    echo "  deps = gcc"
    echo "  description = Compiling \$in for WebAssembly"
    echo "rule ld"
    # A megabyte and more of stack: a search goes deep. Below the data, so that running over it traps.
    echo "  command = ${CLANG:-clang} --target=wasm32-wasi -mexec-model=reactor -O3 -Wl,--strip-all" \
        "-Wl,--gc-sections -Wl,-z,stack-size=4194304 -Wl,--stack-first -o \$out \$in"
    echo "  description = Linking \$out"
    objects=
    for file in $sources "$work/prose.c" "$work/strategy_data.c"; do
        object=$(echo "$file" | tr / _ | sed 's/\.c$/.o/')
        echo "build $object: cc ../$file"
        objects="$objects $object"
    done
    echo "build ludoteca.wasm: ld$objects"
} >"$rules.new"
# Commands run inside the directory of objects.
sed -i 's| -Iinclude -Isrc -Ibindings/wasm | -I../include -I../src -I../bindings/wasm |' "$rules.new"
cmp -s "$rules.new" "$rules" || cp "$rules.new" "$rules"
ninja -C "$work" --quiet ludoteca.wasm
cmp -s "$work/ludoteca.wasm" "$output" || cp "$work/ludoteca.wasm" "$output"
# What it says, in Spanish.
python3 scripts/web_messages.py web/src/i18n/library.es.json
