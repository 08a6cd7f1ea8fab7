#!/usr/bin/env bash
# Runs in a booted system (boot.sh): uses the units as an operator does, and prints what it saw as NAME=VALUE.
set -u

endpoint=http://127.0.0.1:8080/bms/Soap/Messenger.asmx
config=/etc/messenger/messenger.yaml

seen() { printf '%s=%s\n' "$1" "$2"; }
property() { systemctl show "$1" --property "$2" --value; }
call() { curl --silent --max-time 20 "$@"; }

# A command of the operator, as the guide says: as the user of the service and in its folder.
operator() { (cd /var/lib/messenger && setpriv --reuid messenger --regid messenger --clear-groups messenger "$@" --config "$config"); }

# Waits up to 30 seconds until a command succeeds.
eventually() {
  local n
  for n in $(seq 150); do
    "$@" && return 0
    sleep 0.2
  done
  return 1
}

settings() {
  install -m 0600 -o messenger /dev/stdin "$config" <<END
database: sqlite:./messenger.db
host: 127.0.0.1
port: 8080
testForm: off
$1
END
}

text() { sed -e 's/<[^>]*>//g' | tr -d '\n'; }

started() {
  settings "logLevel: info"
  systemctl start messenger
  seen start $?
  seen state "$(property messenger ActiveState) $(property messenger SubState): $(property messenger StatusText)"
  seen greeting "$(call $endpoint/GetGreeting | text)"
}

# What the hardening leaves to the process.
confined() {
  local pid
  pid=$(property messenger MainPID)
  seen pidFile "$([ "$(cat /run/messenger/pid)" = "$pid" ] && echo current)"
  seen user "$(ps -o user= -p "$pid")"
  seen status "$(grep -E '^(CapEff|NoNewPrivs|Seccomp):' "/proc/$pid/status" | tr -s '\t\n' '  ')"
  seen modes "$(stat -c %a /var/lib/messenger /run/messenger /var/log/messenger | tr '\n' ' ')"
  local place
  for place in /usr /etc /opt/messenger /var/lib /home; do
    nsenter --target "$pid" --mount touch "$place/changed" 2>>/proof/refused && seen written "$place"
  done
}

sent() {
  operator customer add 42 --name "Example Ltd" >/dev/null
  echo "correct horse" | operator user add 42 api --password-stdin >/dev/null
  operator originator add 42 Shop >/dev/null
  operator credit add 42 SMS 10 >/dev/null
  call --data "customerID=42&userName=api&userPassword=correct+horse&originator=Shop&smsText=Hello&recipientPhone=%2B12025550101&smsMMS=SMS&messageType=Latin" \
    --data "deliveryReport=&additionalParam=&defDate=&blink=false&flash=false&Private=false" $endpoint/HTTP_SendSms >/proof/sent
  transaction=$(sed -n 's/.*<TransactionID>\(.*\)<\/TransactionID>.*/\1/p' /proof/sent)
  seen accepted "$(sed -n 's/.*<Result>\(.*\)<\/Result>.*/\1/p' /proof/sent)"
}

logged() { journalctl --unit messenger --output cat --no-pager | grep -q "$1"; }

found() { operator message find --transaction "$transaction" | grep -q 202555; }

reloaded() {
  local before
  before=$(property messenger MainPID)
  settings "logLevel: loud"
  systemctl reload messenger
  seen refusedReload $?
  settings "logLevel: warn"
  systemctl reload messenger
  seen reload $?
  eventually logged '"msg":"configuration reloaded"' && seen logged reload
  seen sameProcess "$([ "$before" = "$(property messenger MainPID)" ] && echo yes)"
}

again() { [ "$(property messenger NRestarts) $(property messenger SubState)" = "1 running" ]; }

killed() {
  kill -KILL "$(property messenger MainPID)"
  eventually again && seen restarted once
  found && seen kept "the message"
}

stopped() {
  systemctl stop messenger
  seen stop "$? $(property messenger ActiveState) $(property messenger Result)"
}

instance() {
  printf 'MESSENGER_PORT=8081\nMESSENGER_DATABASE=sqlite:./two.db\n' >/etc/messenger/two.env
  systemctl start messenger@two
  seen instance "$? $(call http://127.0.0.1:8081/bms/Soap/Messenger.asmx/GetGreeting | text)"
  systemctl stop messenger@two
}

refused() {
  settings "prot: 8080"
  systemctl start messenger
  seen wrongSetting "$? $(property messenger SubState), $(property messenger NRestarts) restarts"
  logged 'messenger.yaml:5: there is no setting prot' && seen logged "the wrong setting"
}

systemctl daemon-reload
systemctl start systemd-journald
started
confined
sent
reloaded
killed
stopped
instance
refused
journalctl --no-pager >/proof/journal
