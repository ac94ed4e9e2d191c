#!/bin/sh
# Makes the weights of a game's evaluation anew, from nothing, by the commands that made those in
# the sources, and holds the two against each other.
#
#   scripts/fit_weights.sh GAME [TUNE]
#
# GAME is pylos; TUNE (build/tools/tune) is the tuning program, which does not
# use the weights that are compiled into it. Each command takes games of the weights before it, so
# they run one after the other: about ten minutes of one processor for a game. What the fits say goes
# to stderr; the rows of the last ones, ready to be copied, and then the weights that differ from
# those compiled in go to stdout. Fails if any differ: docs/TUNING.md says when that is to be
# expected.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
game=${1:-}
tune=${2:-$root/build/tools/tune}
[ -x "$tune" ] || { echo "$tune is missing: build it first" >&2; exit 2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM

# fit RULES FROM TO OPTION… : FROM and TO are names of weights; zero and anchor are starts.
fit() {
    rules=$1 from=$2 to=$3
    shift 3
    case $from in
    zero | anchor) ;;
    *) from=$work/$from ;;
    esac
    echo "tune fit $rules --from ${from##*/} $* --save $to" >&2
    "$tune" fit "$rules" --from "$from" "$@" --save "$work/$to" >"$work/said"
    cat "$work/said" >&2
}

case $game in
pylos)
    fit pylos anchor 1.txt --depth 4 --games 8000 --seed 1
    fit pylos 1.txt last.txt --depth 5 --games 16000 --seed 2
    ;;
*)
    echo "usage: scripts/fit_weights.sh pylos [TUNE]" >&2
    exit 2
    ;;
esac

grep '^    ' "$work/said"
"$tune" show "$game" compiled >"$work/compiled.txt"
# The first line is the scale of the fit, which is not that of searched values in every game.
sed 1d "$work/compiled.txt" >"$work/compiled"
sed 1d "$work/last.txt" >"$work/fitted"
if diff "$work/compiled" "$work/fitted"; then
    echo "The weights compiled in are these."
else
    echo "The weights compiled in (<) are not these (>)."
    exit 1
fi
