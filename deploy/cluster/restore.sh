#!/usr/bin/env bash
# restore.sh BASE TIME [TIMELINE]: the database of this machine from a base backup (base.tar.gz) and /archive, as it was at TIME (2030-01-15
# 12:00:00+00), on the latest timeline or that of the segments whose names begin with TIMELINE.
# As the user postgres, with Patroni and Messenger stopped on all machines, and the folder of the data moved away. Then start Patroni here first.
# Ends with 1 and the reason if the archive does not reach TIME: remove the folder, and name an earlier one. It does not change the archive.
set -euo pipefail
base=$(realpath -- "$1") time=$2 timeline=${3:+0x$3}
data=${PGDATA:-/var/lib/postgresql/15/messenger} bin=${PGBIN:-/usr/lib/postgresql/15/bin} archive=${ARCHIVE:-/archive}
cd /
failed() {
  tail -n 10 "$data/restore.log" >&2
  exit 1
}
mkdir -p "${data%/*}"
mkdir -m 0700 "$data"
tar -xzf "$base" -C "$data"
touch "$data/recovery.signal"
# A replica's backup has the settings of a replica.
rm -f "$data/standby.signal"
printf '%s\n' "restore_command = 'cp $archive/%f %p'" "recovery_target_time = '$time'" \
  "recovery_target_timeline = '${timeline:-latest}'" "recovery_target_action = promote" \
  "archive_mode = off" "synchronous_standby_names = ''" "primary_conninfo = ''" "primary_slot_name = ''" >"$data/postgresql.auto.conf"
"$bin/pg_ctl" start -w -t 86400 -D "$data" -l "$data/restore.log" -o "-c port=5432 -c listen_addresses= -c unix_socket_directories=$data" || failed
until [ "$("$bin/psql" -h "$data" -p 5432 -d postgres -Atc 'SELECT pg_is_in_recovery()' 2>/dev/null)" = f ]; do
  "$bin/pg_ctl" status -D "$data" >/dev/null || failed
  sleep 1
done
"$bin/pg_ctl" stop -w -t 86400 -D "$data"
# Later recoveries find what comes after this one by its history. The leader archives it when it starts: in the archive, replicas follow it,
# which those of a running cluster cannot.
for history in "$data"/pg_wal/*.history; do
  if [ ! -e "$archive/${history##*/}" ]; then : >"$data/pg_wal/archive_status/${history##*/}.ready"; fi
done
rm "$data/postgresql.auto.conf"
