#!/usr/bin/env bash
# Builds with `swift build`, which hands the traits of a package to the compiler in the order of a set. That order is a
# random one unless hashing is not, and in another order than the last time everything is compiled again. SDK and server
# are built in one folder: the plan that is kept there may be that of the other one.
set -euo pipefail
export SWIFT_DETERMINISTIC_HASHING=1
# BUILD_ONCE=1 is for a folder in which nothing will be changed: whole modules take the compiler less time, but every
# change to one would compile all of it again. Nobody looks into its programs with a debugger: descriptions for one take a
# seventh of the time.
if [ -n "${BUILD_ONCE:-}" ]; then
    set -- "$@" -debug-info-format none
    for flag in -whole-module-optimization -disable-batch-mode -num-threads "$(getconf _NPROCESSORS_ONLN)"; do
        set -- "$@" -Xswiftc "$flag"
    done
fi
exec swift build --disable-build-manifest-caching "$@"
