#!/usr/bin/env bash
# A PostgreSQL server for tests, in a temporary folder that is deleted at the end. Usage: scripts/test_postgres.sh [PORT]
# Without a port it listens on a socket in the folder only; with one also on 127.0.0.1, with TLS (certificate:
# FOLDER/server.crt) and with the password in TEST_POSTGRES_PASSWORD. Prints "ready FOLDER"; address: postgres:///postgres?host=FOLDER&user=marquee
# Reads commands from standard input: "stop" and "start", answered by "stopped" and "ready FOLDER". The server lives until
# standard input ends, so it does not outlive the process that started this script, even when that process crashes.
set -euo pipefail

port=${1:-}
password=${TEST_POSTGRES_PASSWORD:-$(openssl rand -hex 16)}

binaries=
for folder in "$(dirname "$(command -v initdb || echo none/initdb)")" /usr/lib/postgresql/15/bin \
    /opt/homebrew/opt/postgresql@15/bin /usr/local/opt/postgresql@15/bin; do
    if [ -x "$folder/initdb" ] && [ -x "$folder/postgres" ]; then
        binaries=$(cd "$folder" && cd "$(dirname "$(readlink initdb || echo initdb)")" && pwd)
        break
    fi
done
if [ -z "$binaries" ]; then
    echo "failed: these tests need PostgreSQL 15: scripts/setup.sh test installs it (Debian: postgresql-15, Homebrew: postgresql@15)"
    exit 1
fi

# PostgreSQL refuses to run as root.
as_user=()
user=$(id -un)
if [ "$(id -u)" = 0 ]; then
    user=nobody
    if id postgres >/dev/null 2>&1; then user=postgres; fi
    as_user=(setpriv "--reuid=$user" "--regid=$(id -g "$user")" --clear-groups)
fi

# The path is short, because the path of a socket has at most 103 bytes on macOS.
folder=$(mktemp -d /tmp/marquee-pg.XXXXXX)
[ "$(id -u)" != 0 ] || chown "$user" "$folder"
cd "$folder"

run() { ${as_user[@]+"${as_user[@]}"} "$@"; }

finish() {
    # Whoever reads what the tests print shall not wait for this: a folder of many databases takes a minute on a slow disk.
    exec >/dev/null 2>&1
    run "$binaries/pg_ctl" stop --pgdata="$folder/data" --mode=immediate --silent || true
    cd /
    rm -rf "$folder"
}
trap finish EXIT
trap '' INT HUP
trap 'exit 1' TERM

settings=(
    -c fsync=off -c full_page_writes=off -c max_connections=400 -c shared_buffers=64MB -c autovacuum_naptime=10s
    -c "unix_socket_directories=$folder" -c max_wal_size=256MB
)
if [ -n "$port" ]; then
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1 \
        -addext subjectAltName=IP:127.0.0.1 -keyout server.key -out server.crt >/dev/null 2>&1
    chmod 600 server.key
    chmod 644 server.crt
    [ "$(id -u)" != 0 ] || chown "$user" server.key server.crt
    settings+=(
        -c listen_addresses=127.0.0.1 -c "port=$port" -c ssl=on
        -c "ssl_cert_file=$folder/server.crt" -c "ssl_key_file=$folder/server.key"
    )
else
    settings+=(-c "listen_addresses=")
fi

start() {
    local quoted=
    for word in "${settings[@]}"; do quoted="$quoted '$word'"; done
    if ! run "$binaries/pg_ctl" start --pgdata="$folder/data" --log="$folder/log" --wait --silent -o "$quoted" \
        </dev/null >/dev/null 2>&1; then
        echo "failed: PostgreSQL does not start: $(tail -n 3 "$folder/log" 2>&1 | tr '\n' ' ')"
        exit 1
    fi
    echo "ready $folder"
}

# Databases sort text by language, so that a test sees where the stores forget to ask for the order of bytes.
printf '%s\n' "$password" >"$folder/password"
[ "$(id -u)" != 0 ] || chown "$user" "$folder/password"
if ! run "$binaries/initdb" --pgdata="$folder/data" --username=marquee --pwfile="$folder/password" --encoding=UTF8 \
    --locale=C --locale-provider=icu --icu-locale=en --auth-local=trust --auth-host=scram-sha-256 --no-sync \
    >"$folder/initdb.log" 2>&1; then
    echo "failed: initdb: $(tail -n 3 "$folder/initdb.log" | tr '\n' ' ')"
    exit 1
fi
start

while read -r command; do
    case "$command" in
        stop)
            run "$binaries/pg_ctl" stop --pgdata="$folder/data" --mode=fast --wait --silent >/dev/null 2>&1
            echo stopped
            ;;
        start) start ;;
        *) echo "failed: unknown command $command" ;;
    esac
done
