#!/bin/sh
# Brings po/ up to date with the messages in the sources.
#
#   scripts/update_po.sh [PROGRAM]          rewrites po/ludoteca.pot and merges it into po/es.po
#   scripts/update_po.sh --check [PROGRAM]  changes nothing; fails if a message has no translation
#
# PROGRAM (build/ludoteca) is asked for the texts of the games' option tables, which stand in the
# sources as plain strings.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
check=no
if [ "${1:-}" = --check ]; then
    check=yes
    shift
fi
program=${1:-$root/build/ludoteca}
[ -x "$program" ] || { echo "$program is missing: build it first" >&2; exit 2; }
program=$(cd "$(dirname "$program")" && pwd)/$(basename "$program")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"

program_sources=$(find src/bench src/cli src/mpi src/shell -name '*.[ch]' | LC_ALL=C sort)
examples=
[ "$check" = no ] || examples=$(find examples -name '*.c' ! -path '*/tests/*')
library_sources=$(find $examples src/core src/games src/learning src/train src/search src/table src/engine src/tournament src/wire src/store src/online src/client src/post src/server bindings/wasm -name '*.c' | LC_ALL=C sort)
mkdir "$work/po"
# File names in src/ have no spaces.
# shellcheck disable=SC2086
"$program" games --json --lang en |
    python3 scripts/collect_messages.py $library_sources $program_sources \
        >"$work/po/collected_messages.c"
# shellcheck disable=SC2086
xgettext --from-code=UTF-8 --language=C --no-wrap --add-location=file \
    --keyword --keyword=_ --keyword=N_ --keyword=n_:1,2 --package-name=ludoteca \
    --directory="$root" --directory="$work" --output="$work/ludoteca.pot" \
    $program_sources po/collected_messages.c

# A macro in the middle of a message (PRIu64) keeps it from being found where it is said.
if grep -n '%<PRI' "$work/ludoteca.pot" >&2; then
    echo "write these numbers as %llu: messages with PRI macros are never translated" >&2
    exit 1
fi

if [ "$check" = yes ]; then
    # Examples bring their own Spanish.
    msgcat --use-first --output-file="$work/all.po" po/es.po examples/*/*.es.po
    msgmerge --quiet --no-fuzzy-matching --no-wrap "$work/all.po" "$work/ludoteca.pot" \
        --output-file="$work/es.po"
    msgattrib --untranslated --no-obsolete --no-wrap "$work/es.po" >"$work/untranslated"
    msgattrib --only-fuzzy --no-obsolete --no-wrap po/es.po >>"$work/untranslated"
    if [ -s "$work/untranslated" ]; then
        cat "$work/untranslated" >&2
        echo "some messages have no Spanish; run scripts/update_po.sh and edit po/es.po" >&2
        exit 1
    fi
    exit 0
fi

printf '%s\n' $program_sources po/collected_messages.c >po/POTFILES
sed '/^"POT-Creation-Date/d' "$work/ludoteca.pot" >po/ludoteca.pot
msgmerge --quiet --update --backup=none --no-fuzzy-matching --no-wrap po/es.po po/ludoteca.pot
msgattrib --no-obsolete --no-wrap --output-file=po/es.po po/es.po
msgfmt --check --statistics --output-file=/dev/null po/es.po
