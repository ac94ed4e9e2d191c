#!/bin/sh
# Makes a wheel of the package for Python that runs on other machines, and checks that it is what its name says:
# build_wheels.sh [SOURCE [DIRECTORY]]   (this checkout, dist/). It needs pip, auditwheel, abi3audit and patchelf.
set -eu
source=${1:-$(dirname "$0")/..}
place=${2:-dist}
raw=$(mktemp -d)
trap 'rm -rf "$raw"' EXIT
python3 -m pip wheel --quiet --no-deps --wheel-dir "$raw" "$source"
# The libraries that it needs go inside; the name then says on which systems it runs.
python3 -m auditwheel repair --wheel-dir "$place" "$raw"/ludoteca-*.whl
# A wheel may call itself abi3 and not be it: this looks at what it asks the interpreter for. A free-threaded
# interpreter has no stable ABI yet, so its wheel makes no such claim.
case $(ls "$raw") in
*abi3*) python3 -m abi3audit --strict "$place"/ludoteca-*abi3*.whl ;;
esac
