#!/usr/bin/env bash
# Installs what a fresh Debian machine lacks, or a Mac with Homebrew. Usage: scripts/setup.sh [check | test | package | bench | schema]
# With "check" also what looks at the sources; with "test" what only the tests need: a browser, its Python driver,
# PostgreSQL, an object store, two proxies, what makes and checks a Debian package, and pytest (in .build-venv); with
# "package" what makes a Debian package; with "bench" what benchmarks compare with; with "schema" a validator.
# Bash 3.2 has to understand it, because macOS has no later one.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(libsqlite3-dev zlib1g-dev libcmark-gfm-dev libcmark-gfm-extensions-dev libdeflate-dev libgd-dev libgumbo-dev libpq-dev libqrencode-dev libxml2-dev)
if [ "${1:-}" = check ]; then
    packages+=(git python3 shellcheck)
fi
if [ "${1:-}" = test ]; then
    packages+=(chromium chromium-headless-shell git python3-venv openssl postgresql-15 sqlite3)
    packages+=(bash-completion caddy debhelper debootstrap docker-compose dpkg-dev iproute2 libcurl4-openssl-dev lintian mandoc nginx systemd)
fi
if [ "${1:-}" = package ]; then
    packages+=(debhelper dpkg-dev git libcurl4-openssl-dev python3)
fi
if [ "${1:-}" = bench ]; then
    packages+=(bsdiff postgresql-15)
fi
if [ "${1:-}" = schema ]; then
    packages+=(libxml2-utils python3)
fi

# The same from Homebrew; what is not named here comes with macOS or Xcode.
formulas=(cmark-gfm gd gumbo-parser libdeflate libpq libxml2 pkgconf qrencode)
case "${1:-}" in
    check) formulas+=(shellcheck) ;;
    test) formulas+=(caddy nginx openssl@3 postgresql@15 python) ;;
    bench) formulas+=(bsdiff postgresql@15) ;;
esac

missing=()
if [ "$(uname -s)" = Darwin ]; then
    command -v brew >/dev/null || {
        echo "Homebrew is needed: https://brew.sh" >&2
        exit 1
    }
    for formula in "${formulas[@]}"; do
        brew list --formula "$formula" >/dev/null 2>&1 || missing+=("$formula")
    done
    if [ "${#missing[@]}" -gt 0 ]; then
        echo "Installing: ${missing[*]}"
        brew install --quiet "${missing[@]}"
    fi
else
    for package in "${packages[@]}"; do
        dpkg-query --show --showformat='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
    done
    if [ "${#missing[@]}" -gt 0 ]; then
        echo "Installing: ${missing[*]}"
        as_root=(env DEBIAN_FRONTEND=noninteractive)
        [ "$(id -u)" = 0 ] || as_root=(sudo "${as_root[@]}")
        "${as_root[@]}" apt-get update -qq
        # Debian's packages would start servers that nobody asked for: the tests start their own.
        units=${SETUP_ETC:-/etc}/systemd/system
        for service in caddy nginx; do
            if [[ " ${missing[*]} " = *" $service "* ]] && [ ! -e "$units/$service.service" ]; then
                "${as_root[@]}" mkdir -p "$units"
                "${as_root[@]}" ln -sf /dev/null "$units/$service.service"
            fi
        done
        clusters=${SETUP_ETC:-/etc}/postgresql-common/createcluster.conf
        if [[ " ${missing[*]} " = *" postgresql-15 "* ]] && [ ! -e "$clusters" ]; then
            "${as_root[@]}" apt-get install -y -qq --no-install-recommends postgresql-common
            echo "create_main_cluster = false" | "${as_root[@]}" tee -a "$clusters" >/dev/null
        fi
        "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}"
    fi
fi

command -v swift >/dev/null || {
    echo "Swift 6.2 or later is needed: https://www.swift.org/install" >&2
    exit 1
}

if [ "${1:-}" = test ] && { ! .build-venv/bin/python -c 'import axe_playwright_python, flask, html5lib, lxml, moto, playwright, pyotp, pytest, requests, xdist, yaml' 2>/dev/null ||
    [ ! -x .build-venv/bin/hadolint ]; }; then
    echo "Installing the tests' Python packages into .build-venv"
    python3 -m venv .build-venv
    .build-venv/bin/pip install --quiet --disable-pip-version-check -r scripts/requirements.txt
fi
if [ "${1:-}" = test ] && [ "$(uname -s)" = Darwin ]; then
    # Homebrew has no Chromium that macOS lets run: the tests take the one of their driver.
    .build-venv/bin/playwright install chromium
fi
