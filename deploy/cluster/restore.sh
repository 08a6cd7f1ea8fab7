#!/usr/bin/env bash
# restore.sh BASE TIME: the database of this machine from a base backup (base.tar.gz) and /archive, as it was at TIME (2030-01-15 12:00:00+00).
# As the user postgres, with Patroni and Messenger stopped on all machines, and the folder of the data moved away. Then start Patroni here first.
set -euo pipefail
base=$1 time=$2
data=${PGDATA:-/var/lib/postgresql/15/messenger} bin=${PGBIN:-/usr/lib/postgresql/15/bin} archive=${ARCHIVE:-/archive}
mkdir -m 0700 "$data"
tar -xzf "$base" -C "$data"
touch "$data/recovery.signal"
# A replica's backup has the settings of a replica.
rm -f "$data/standby.signal"
printf '%s\n' "restore_command = 'cp $archive/%f %p'" "recovery_target_time = '$time'" "recovery_target_action = promote" \
  "archive_mode = off" "synchronous_standby_names = ''" "primary_conninfo = ''" "primary_slot_name = ''" >"$data/postgresql.auto.conf"
"$bin/pg_ctl" start -w -D "$data" -l "$data/restore.log" -o "-c listen_addresses= -c unix_socket_directories=$data"
until [ "$(psql -h "$data" -d postgres -Atc 'SELECT pg_is_in_recovery()')" = f ]; do sleep 1; done
"$bin/pg_ctl" stop -w -D "$data"
rm "$data/postgresql.auto.conf"
