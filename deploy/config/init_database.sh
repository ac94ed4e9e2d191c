#!/bin/sh
# Run once in a new database, before anybody can connect: who may come, and the standby that is waited for.
set -eu

psql -X -q -v ON_ERROR_STOP=1 -U postgres -d postgres -v store="$STORE_PASSWORD" -v replication="$REPLICATION_PASSWORD" <<'SQL'
CREATE ROLE ludoteca LOGIN PASSWORD :'store';
CREATE DATABASE ludoteca OWNER ludoteca;
CREATE ROLE replicator REPLICATION LOGIN PASSWORD :'replication';
SELECT pg_create_physical_replication_slot('db2') \g /dev/null
-- Here, not in postgresql.conf, because it changes when databases change places.
ALTER SYSTEM SET synchronous_standby_names = 'db2';
SQL
