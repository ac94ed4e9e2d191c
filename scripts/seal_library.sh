#!/bin/sh
# Makes the static library that is installed: of all that is linked together in one object only the public names stay
# global, as in the shared library. seal_library.sh INSIDE.a OUTPUT.a OBJCOPY AR COMPILER...
set -eu
inside=$1 output=$2 objcopy=$3 ar=$4
shift 4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$@" -r -nostdlib -o "$work/ludoteca.o" -Wl,--whole-archive "$inside"
"$objcopy" --localize-hidden "$work/ludoteca.o"
rm -f "$output"
"$ar" rcsD "$output" "$work/ludoteca.o"
