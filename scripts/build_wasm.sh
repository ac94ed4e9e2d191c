#!/bin/sh
# Builds the library for WebAssembly with Debian's clang, lld and wasi-libc:
#     build_wasm.sh [OUTPUT]        web/src/engine/ludoteca.wasm unless said
# A front door to Meson, which works in build-wasm/ and compiles only what changed. CLANG names another clang;
# EXTRA_GAMES folders of games to build in, in a directory of their own: EXTRA_GAMES=examples/kalah
set -eu
cd "$(dirname "$0")/.."
output=${1:-web/src/engine/ludoteca.wasm}
work=build-wasm${EXTRA_GAMES:+-extra}
machine=bindings/wasm/wasm32-wasi.ini
module=bindings/wasm/ludoteca.wasm

# Says nothing unless it fails.
quietly() {
    "$@" >"$work/log" 2>&1 || {
        cat "$work/log" >&2
        exit 1
    }
}

# The compiler's words, as a list of Meson: ccache if there is one, then clang.
compiler="[constants]
clang = ['$(echo $(command -v ccache) ${CLANG:-clang} | sed "s/ /', '/g")']"

# Meson keeps the compiler and the machine that it met first, so others begin anew.
if [ ! -f "$work/build.ninja" ] || [ "$machine" -nt "$work/build.ninja" ] ||
    [ "$compiler" != "$(cat "$work/compiler.ini" 2>/dev/null)" ]; then
    rm -rf "$work"
    mkdir "$work"
    echo "$compiler" >"$work/compiler.ini"
    quietly meson setup --cross-file "$machine" --cross-file "$work/compiler.ini" -Dwerror=true \
        -Dextra_games="${EXTRA_GAMES:-}" "$work"
fi
quietly ninja -C "$work" "$module"
mkdir -p "$(dirname "$output")"
cmp -s "$work/$module" "$output" || cp "$work/$module" "$output"
[ -z "${EXTRA_GAMES:-}" ] || exit 0
# What it says, in Spanish.
python3 scripts/web_messages.py web/src/i18n/library.es.json
