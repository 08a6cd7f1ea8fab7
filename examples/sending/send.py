"""Sends a message and waits for its final status, for at most a minute.

Usage: python3 send.py ADDRESS CUSTOMER USER PASSWORD NUMBER KEY
KEY is yours, such as the number of an order: a repeat with the same key within a day sends nothing twice.
"""
import sys
import time
import urllib.parse
import urllib.request
import xml.etree.ElementTree as ElementTree

address, customer, user, password, number, key = sys.argv[1:]
OPEN = {"InProcessNow", "SUCCESS", "SMSC_DEFERRED", "SMSC_ENROUTE", "SMSC_ACCEPTED"}


def local(element):
    return element.tag.rpartition("}")[2]


def text(record, name):
    return next((each.text or "" for each in record if local(each) == name), "")


def call(operation, **fields):
    """Calls an operation over HTTP POST; ends the program with the reason if the call was refused."""
    fields.update(customerID=customer, userName=user, userPassword=password)
    body = urllib.parse.urlencode(fields).encode()
    with urllib.request.urlopen(f"{address}/{operation}", body, timeout=30) as response:
        record = ElementTree.fromstring(response.read())
    result = text(record, "Result")
    if result != "OK":
        sys.exit(f"refused: {result}")
    return record


sent = call(
    "HTTP_SendSmsTransaction", originator="Shop", smsText="Your parcel is ready", recipientPhone=number,
    messageType="Latin", defDate="", blink="false", flash="false", Private="false", clientTransactionID=key,
)
transaction = text(sent, "TransactionID")
print(f"sent: {transaction}")

for attempt in range(12):
    status = call("HTTP_GetSmsStatus", transactionID=transaction, detailed="false")
    names = {local(each) for block in status.iter() if local(block) == "statistics" for each in block}
    if names and not names & OPEN:
        print("final:", *sorted(names))
        sys.exit()
    time.sleep(5)
print("no final status yet", file=sys.stderr)
sys.exit(2)
