#!/bin/sh
# Builds the page into web/dist, from where it becomes part of the program: npm's packages as the lock
# file has them, the engine for WebAssembly, then Vite. Does nothing that was done already.
#     EXTRA_GAMES=examples/kalah build_page.sh DIRECTORY
# builds it with more games into another directory, which `ludoteca serve --page DIRECTORY` serves.
set -eu
[ -z "${EXTRA_GAMES:-}" ] || elsewhere=$(realpath -m "${1:?where to: build_page.sh DIRECTORY}")
cd "$(dirname "$0")/../web"

command -v npm >/dev/null || {
    echo 'npm is missing: install nodejs (18 or newer) and npm, or build without the page: make all' >&2
    exit 1
}
if [ ! -f node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
    echo 'Installing the packages of the page'
    npm ci --no-audit --no-fund --loglevel=error
    touch node_modules/.package-lock.json
fi
if [ -n "${EXTRA_GAMES:-}" ]; then
    engine=$(realpath ..)/build-wasm-extra/ludoteca.wasm
    ../scripts/build_wasm.sh "$engine"
    LUDOTECA_ENGINE=$engine node_modules/.bin/vite build --logLevel warn --outDir "$elsewhere" --emptyOutDir
    exit
fi
npm run --silent engine
changed=$(find . -path ./node_modules -prune -o -path ./dist -prune -o -type f -newer dist/index.html -print \
    2>/dev/null || true)
if [ ! -f dist/index.html ] || [ -n "$changed" ]; then
    npm run --silent build
fi
