#!/bin/sh
# Installs the Debian packages that are missing: install_deps.sh build [test]
set -eu

build='gcc libc6-dev meson ninja-build pkg-config libjansson-dev gettext python3'
test='clang clang-format libcmocka-dev'

missing() {
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
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
    wanted=$(missing "$@")
    test -n "$wanted" || return 0
    command -v apt-get >/dev/null || refuse $wanted
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        as_root=sudo
        sudo true || refuse $wanted
    fi
    echo "Installing $wanted"
    quietly="$as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300"
    # Package lists may be stale or absent: fetch them only if the first attempt fails.
    $quietly install -y --no-install-recommends $wanted </dev/null >/dev/null 2>&1 || {
        $quietly update </dev/null
        $quietly install -y --no-install-recommends $wanted </dev/null >/dev/null || refuse $wanted
    }
}

for group in "$@"; do
    case $group in
    build) install $build ;;
    test)
        install $test
        # The sanitizers' run time is packaged for each version of clang.
        install "libclang-rt-$(clang -dumpversion | cut -d. -f1)-dev"
        ;;
    *)
        echo "usage: $0 build|test ..." >&2
        exit 2
        ;;
    esac
done
