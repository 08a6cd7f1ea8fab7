"""Sends a message and waits for its final status, for at most a minute.

Usage: python3 send.py ADDRESS KEY NUMBER ID
KEY is an API key. ID is yours, such as the number of an order: a repeat with the same ID within a day sends nothing twice.
"""
import json
import sys
import time
import urllib.error
import urllib.request

address, key, number, order = sys.argv[1:]


def call(target, document=None, **headers):
    """Calls the interface; ends the program with the reason if the call was refused."""
    headers["Authorization"] = f"Bearer {key}"
    body = None
    if document is not None:
        headers["Content-Type"] = "application/json"
        body = json.dumps(document).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(f"{address}/{target}", body, headers), timeout=30) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        sys.exit(f"refused: {json.load(error)['detail']}")


message = {"originator": "Shop", "smsText": "Your parcel is ready", "recipientPhone": number, "messageType": "Latin"}
transaction = call("messages", message, **{"Idempotency-Key": order})["transactionId"]
print(f"sent: {transaction}")

for attempt in range(12):
    status = call(f"messages/{transaction}")
    if status["final"]:
        print("final:", *[each["status"] for each in status["statuses"]])
        sys.exit()
    time.sleep(5)
print("no final status yet", file=sys.stderr)
sys.exit(2)
