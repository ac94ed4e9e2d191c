#!/bin/sh
# Installs the Debian packages that are missing: install_deps.sh build [page] [test] [mpi]
set -eu

# Debian 12 has llhttp only as sources, in a package for Node; later ones have a library.
case $(. /etc/os-release 2>/dev/null && echo "${VERSION_ID:-}") in
12) llhttp=node-llhttp ;;
*) llhttp=libllhttp-dev ;;
esac

build="gcc libc6-dev meson ninja-build pkg-config libzstd-dev libxxhash-dev libuv1-dev libwslay-dev libssl-dev libseccomp-dev libsodium-dev libsqlite3-dev libpq-dev gettext python3 $llhttp"
page='nodejs npm clang lld wasi-libc libclang-rt-dev-wasm32'
# For ludoteca-tables-mpi, which is built where they are.
mpi='openmpi-bin libopenmpi-dev'
test='python3-dev python3-venv chromium-headless-shell firefox-esr clang lld libclang-rt-dev clang-format libcmocka-dev openssl python3-cryptography python3-jsonschema python3-yaml systemd abigail-tools ccache postgresql nats-server haproxy'

missing() {
    for package in "$@"; do
        # The sanitizers' run time will also do without the package that only names its version.
        case $package in
        libclang-rt-dev) pattern='libclang-rt-*dev' ;;
        libclang-rt-dev-wasm32) pattern='libclang-rt-*dev-wasm32' ;;
        # Newer ones than Debian's come in one package, or in none.
        npm | nodejs)
            command -v npm >/dev/null && continue
            pattern=$package
            ;;
        *) pattern=$package ;;
        esac
        dpkg-query -W -f '${Status}\n' "$pattern" 2>/dev/null | grep -q 'ok installed' ||
            printf '%s ' "$package"
    done
}

# Where apt or root is lacking, says what a person has to do instead.
refuse() {
    echo "These packages are missing: $*" >&2
    echo "Install them as root:  apt-get install $*" >&2
    echo 'or, if you have them under other names, say DEPS=true to make.' >&2
    exit 1
}

install() {
    command -v apt-get >/dev/null || refuse "$@"
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null && sudo true || refuse "$@"
        as_root=sudo
    fi
    echo "Installing $*"
    quietly="$as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300"
    # Package lists may be stale or absent: fetch them only if the first attempt fails.
    $quietly install -y --no-install-recommends "$@" </dev/null >/dev/null 2>&1 || {
        $quietly update </dev/null
        $quietly install -y --no-install-recommends "$@" </dev/null >/dev/null || refuse "$@"
    }
}

wanted=
for group in "$@"; do
    case $group in
    build) wanted="$wanted $build" ;;
    page) wanted="$wanted $page" ;;
    test) wanted="$wanted $test $mpi" ;;
    mpi) wanted="$wanted $mpi" ;;
    *)
        echo "usage: $0 build|page|test|mpi ..." >&2
        exit 2
        ;;
    esac
done
absent=$(missing $wanted)
test -z "$absent" || install $absent
