#!/bin/sh
# Builds an image for containers (OCI) from a build of Ludoteca and from Debian's packages; needs neither
# root nor a container runtime, and gives the same bytes for the same build and packages.
#
#   deploy/image/build_image.sh [BUILD] [IMAGE]
#
# BUILD (build) is where Meson has built the program, on the Debian that the image shall have. IMAGE
# (ludoteca.oci.tar) is an OCI layout in a tar file: `podman load -i IMAGE`, `docker load -i IMAGE`
# (version 25 or later) and `skopeo copy oci-archive:IMAGE …` take it. Packages are fetched into the
# directory that PACKAGES names (BUILD/packages), and those that are there are not fetched again: empty it
# to have newer ones.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
build=${1:-$here/../../build}
image=${2:-ludoteca.oci.tar}
program=$build/ludoteca
packages=${PACKAGES:-$build/packages}
[ -x "$program" ] || { echo "$program is missing: build it first, with \`make page all\`" >&2; exit 2; }
for tool in ldd dpkg-query dpkg-deb apt-get python3; do
    command -v "$tool" >/dev/null || { echo "$tool is missing: this needs a Debian" >&2; exit 2; }
done

# The packages whose libraries the program needs, and those of which it needs other files: authorities that
# push services and mail servers are checked by, and one small program that asks for /ready.
list_packages() {
    libraries=$(ldd "$program" | grep -o '/[^ ]*' | xargs readlink -f)
    # Some are in the database of packages without the /usr that they are in.
    { dpkg-query -S $libraries || true; } 2>/dev/null | cut -d : -f 1
    { dpkg-query -S $(echo "$libraries" | sed 's,^/usr,,') || true; } 2>/dev/null | cut -d : -f 1
    printf '%s\n' base-files ca-certificates busybox-static
}

find_package() {
    find "$packages" -name "${1}_*.deb" | sort | tail -n 1
}

# The newest of this release, with what was mended since it came out.
mkdir -p "$packages"
wanted=$(list_packages | sort -u)
missing=
for name in $wanted; do
    [ -n "$(find_package "$name")" ] || missing="$missing $name"
done
if [ -n "$missing" ]; then
    (cd "$packages" && apt-get -qq -o APT::Sandbox::User= download $missing) || {
        echo "packages can't be fetched:$missing; \`apt-get update\` may help" >&2
        exit 1
    }
fi
chosen=
for name in $wanted; do
    chosen="$chosen $(find_package "$name")"
done

SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$here" log -1 --format=%ct 2>/dev/null || echo 0)}
export SOURCE_DATE_EPOCH
exec python3 "$here/pack_image.py" "$image" "$program" "$here/../../data" $chosen
