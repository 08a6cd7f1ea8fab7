"""Authenticates, sends one SMS with zeep, polls its status until it is delivered, and prints the results as JSON.

Usage: send.py WSDL PORT CUSTOMER USER PASSWORD
"""

import json
import sys
import time

from lxml import etree
from zeep import Client

wsdl, port, customer, name, password = sys.argv[1:]
client = Client(wsdl, port_name=port)
service = client.service
user = {"CustomerID": int(customer), "Name": name, "Password": password}

account = service.Authenticate(user=user)
sent = service.SendSms(
    user=user,
    originator="Shop",
    smsText="Your parcel is ready & waits",
    recipientPhone="+12025550123",
    messageType="Latin",
    defDate="",
    blink=False,
    flash=False,
    Private=False,
)
until = time.monotonic() + 60
statistics = ""
while "SMSC_DELIVERED" not in statistics and time.monotonic() < until:
    status = service.GetSmsStatus(user=user, transactionID=sent.TransactionID, detailed=True)
    statistics = etree.tostring(status.Statistics["_value_1"], encoding="unicode")
    time.sleep(0.1)

print(
    json.dumps(
        {
            "greeting": service.GetGreeting(),
            "authenticated": account.Result,
            "customer": account.CustomerID,
            "originators": account.Originators["string"],
            "sent": sent.Result,
            "statistics": statistics,
        }
    )
)
