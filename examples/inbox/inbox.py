"""Prints the unread messages of the inbox, then deletes the read ones.

Usage: python3 inbox.py ADDRESS CUSTOMER USER PASSWORD
"""
import json
import sys
import urllib.parse
import urllib.request
import xml.etree.ElementTree as ElementTree

address, customer, user, password = sys.argv[1:]


def call(operation):
    """Calls an operation of the inbox; ends the program with the reason if the call was refused."""
    fields = dict(customerID=customer, userName=user, userPassword=password, operation=operation, messageId="")
    body = urllib.parse.urlencode(fields).encode()
    with urllib.request.urlopen(f"{address}/HTTP_Json_InboxProcessing", body, timeout=30) as response:
        text = ElementTree.fromstring(response.read()).text
    # The object has one member, named after the kind of result.
    (inbox,) = json.loads(text).values()
    if inbox["result"] != "OK":
        sys.exit(f"refused: {inbox['result']}")
    return inbox


for message in call("fetch-new")["message"]:
    # textU is UTF-16BE in hexadecimal digits.
    print(f"{message['from']}: {bytes.fromhex(message['textU']).decode('utf-16-be')}")
print(call("kill-old")["deleted"], "deleted")
