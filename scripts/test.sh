#!/usr/bin/env bash
# Every test. What is needed next is built beside tests in Swift, which wait much of their time. A build has a lower
# priority than a test, and what it prints goes to a file, which is shown if it fails.
# Bash 3.2 has to understand it, because macOS has no later one.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=.build/beside
mkdir -p "$folder"
running=

# begin TITLE COMMAND…: runs a command beside what follows.
begin() {
    title=$1
    shift
    # With a process group of its own, so that its children end with it.
    set -m
    nice -n 10 "$@" >"$folder/output" 2>"$folder/log" </dev/null &
    running=$!
    set +m
}

# Waits for that command, and ends the run if it failed.
finish() {
    status=0
    wait "$running" || status=$?
    running=
    if [ "$status" != 0 ]; then
        cat "$folder/log" "$folder/output" >&2
        echo "$title failed" >&2
        exit "$status"
    fi
}

# When a test fails, nobody needs what is still being built.
stop() {
    if [ -n "$running" ]; then
        kill -- "-$running" 2>/dev/null || true
        wait "$running" || true
    fi
}
trap stop EXIT

# A part of the run, with the time it took.
part() {
    title=$1
    shift
    began=$SECONDS
    "$@"
    echo "$title: $((SECONDS - began)) s"
}

# In the folder of the SDK's build, of which it takes what is compiled.
server=(--package-path Server --scratch-path .build)
part "Building the SDK" scripts/build.sh --build-tests
begin "Building the server" scripts/build.sh "${server[@]}" --build-tests
# SwiftPM waits for another build in its folder. Where the tests are a program, they run beside that.
tests=.build/debug/marqueePackageTests.xctest
if [ -f "$tests" ]; then
    part "Tests of the SDK" "$tests" --testing-library swift-testing
else
    part "Tests of the SDK" swift test --skip-build
fi
part "Waiting for the server's build" finish

# The same as in Tests/package/conftest.py: without root or on another system, the package's tests are skipped. They look
# at what the package does, not at how fast.
package=
if [ "$(id -u)" = 0 ] && command -v debootstrap >/dev/null; then
    package=$folder/output
    begin "Building the package" scripts/make_deb.py --quick
fi
part "Tests of the server" swift test "${server[@]}" --skip-build
if [ -n "$package" ]; then
    # The program's tests keep all processors busy, and wait for pages: a build beside them makes both slower.
    part "Waiting for the package's build" finish
    TEST_PACKAGE=$(tail -n 1 "$package")
    export TEST_PACKAGE
fi
part "Tests of the program" make --no-print-directory run-program
part "Tests of the package" make --no-print-directory run-package
