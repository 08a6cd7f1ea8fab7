#!/bin/sh
# Sends a message and waits for its final status, for at most a minute.
# Usage: sh send.sh ADDRESS CUSTOMER USER PASSWORD NUMBER KEY
# KEY is yours, such as the number of an order: a repeat with the same key within a day sends nothing twice.
set -eu
address=$1 customer=$2 user=$3 password=$4 number=$5 key=$6

call() {
  operation=$1
  shift
  curl -sS --fail --max-time 30 "$address/$operation" --data-urlencode "customerID=$customer" \
    --data-urlencode "userName=$user" --data-urlencode "userPassword=$password" "$@"
}
element() { sed -n "s:.*<$1>\([^<]*\)</$1>.*:\1:p"; }
# Ends the program with the reason if the call was refused.
check() {
  result=$(printf '%s' "$1" | element Result)
  if [ "$result" != OK ]; then echo "refused: $result" >&2; exit 1; fi
}

sent=$(call HTTP_SendSmsTransaction --data-urlencode "originator=Shop" \
  --data-urlencode "smsText=Your parcel is ready" --data-urlencode "recipientPhone=$number" \
  --data-urlencode "messageType=Latin" --data-urlencode "defDate=" --data-urlencode "blink=false" \
  --data-urlencode "flash=false" --data-urlencode "Private=false" --data-urlencode "clientTransactionID=$key")
check "$sent"
transaction=$(printf '%s' "$sent" | element TransactionID)
echo "sent: $transaction"

for attempt in 1 2 3 4 5 6 7 8 9 10 11 12; do
  status=$(call HTTP_GetSmsStatus --data-urlencode "transactionID=$transaction" --data-urlencode "detailed=false")
  check "$status"
  case $status in
    *"<InProcessNow>"* | *"<SUCCESS>"* | *"<SMSC_DEFERRED>"* | *"<SMSC_ENROUTE>"* | *"<SMSC_ACCEPTED>"*) sleep 5 ;;
    *) printf '%s\n' "$status" | sed -n 's:.*<statistics[^>]*><\([A-Z_]*\)>.*:final\: \1:p'; exit 0 ;;
  esac
done
echo "no final status yet" >&2
exit 2
