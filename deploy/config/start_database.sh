#!/bin/sh
# Starts a database: one of its own, or, if FOLLOWS names another, a copy of that, which it keeps up with. A
# directory that holds one already is used as it is.
set -eu

if [ -n "${FOLLOWS:-}" ] && [ ! -s "$PGDATA/PG_VERSION" ]; then
    followed="host=$FOLLOWS port=${PGPORT:-5432} user=replicator password=$REPLICATION_PASSWORD application_name=$NAME"
    until pg_basebackup -d "$followed" -D "$PGDATA" -R -S "$NAME" -X stream --checkpoint=fast; do
        echo "$FOLLOWS can't be copied yet" >&2
        sleep 2
    done
    # Should it be promoted, there is nobody that it could wait for.
    echo "synchronous_standby_names = ''" >>"$PGDATA/postgresql.auto.conf"
fi
if [ -n "${FOLLOWS:-}" ]; then
    exec postgres "$@"
fi
exec docker-entrypoint.sh postgres "$@"
