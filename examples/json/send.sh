#!/bin/sh
# Sends a message and waits for its final status, for at most a minute.
# Usage: sh send.sh ADDRESS KEY NUMBER ID
# KEY is an API key. ID is yours, such as the number of an order: a repeat with the same ID within a day sends nothing twice.
set -eu
address=$1 key=$2 number=$3 id=$4

call() {
  target=$1
  shift
  curl -sS --max-time 30 "$address/$target" -H "Authorization: Bearer $key" "$@"
}
# The text of a member of a JSON object.
member() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

sent=$(call messages -H "Idempotency-Key: $id" -H "Content-Type: application/json" --data-binary \
  "{\"originator\":\"Shop\",\"smsText\":\"Your parcel is ready\",\"recipientPhone\":\"$number\",\"messageType\":\"Latin\"}")
transaction=$(printf '%s' "$sent" | member transactionId)
if [ -z "$transaction" ]; then echo "refused: $(printf '%s' "$sent" | member detail)" >&2; exit 1; fi
echo "sent: $transaction"

for attempt in 1 2 3 4 5 6 7 8 9 10 11 12; do
  status=$(call "messages/$transaction")
  case $status in
    *'"final":true,"statuses"'*) printf '%s\n' "$status" | sed -n 's/.*"status":"\([A-Z_]*\)".*/final: \1/p'; exit 0 ;;
    *) sleep 5 ;;
  esac
done
echo "no final status yet" >&2
exit 2
