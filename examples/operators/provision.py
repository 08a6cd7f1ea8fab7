"""Creates a customer with all that it needs to send, tops it up, reads prices and usage, blocks and unblocks it.

Usage: python3 provision.py ADDRESS KEY CUSTOMER
ADDRESS is that of the operators' API, KEY a trusted key of an administrator. A repeat changes nothing twice.
"""
import json
import sys
import urllib.error
import urllib.parse
import urllib.request

address, key, customer = sys.argv[1], sys.argv[2], int(sys.argv[3])


def call(path, document=None, number=1):
    """Calls the API; ends the program with the reason if the call was refused. `number`: of several calls of one path."""
    headers = {"Authorization": f"Bearer {key}"}
    body = None
    if document is not None:
        # The same call has the same key: it is carried out once.
        headers |= {"Content-Type": "application/json", "Idempotency-Key": f"provision {customer} {path} {number}"}
        body = json.dumps(document).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(f"{address}/{path}", body, headers), timeout=30) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        sys.exit(f"refused: {json.load(error)['detail']}")


def items(path, **query):
    """All items of a list, part by part."""
    while True:
        part = call(f"{path}?{urllib.parse.urlencode(query)}")
        yield from part["items"]
        if "next" not in part:
            return
        query["cursor"] = part["next"]


user = f"{customer}/api"
call("customer/add", {"id": customer, "name": "Example Ltd"})
call("user/add", {"customer": customer, "name": "api", "password": "seven green bicycles"})
call("originator/add", {"customer": customer, "value": "Shop"})
for number, (prefix, price) in enumerate({"49": "0.9", "44": "0.8"}.items()):
    call("price/set", {"customer": customer, "prefix": prefix, "price": price}, number)
made = call("key/add", {"user": user, "name": "shop", "scopes": "send,read"})["row"]
print("key:", made["secret"] or "shown before")
account = call("smpp/add", {"user": user, "systemId": f"shop{customer}"})["row"]
print("SMPP:", account["systemId"])
credit = {"customer": customer, "kind": "SMS", "amount": "100", "reference": "invoice 7"}
print("credit:", call("credit/add", credit)["row"]["balance"])
print("prices:", *[f"{each['prefix']} {each['price']}" for each in items("price/list", customer=customer, limit=1)])
print("usage:", len(list(items("usage", customer=customer))), "rows")
call("customer/block", {"id": customer})
call("customer/unblock", {"id": customer})
print("state:", next(each["state"] for each in items("customer/list") if each["id"] == customer))
