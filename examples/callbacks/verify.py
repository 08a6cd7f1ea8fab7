# python3 verify.py SECRET WEBHOOK-ID WEBHOOK-TIMESTAMP WEBHOOK-SIGNATURE < BODY
import base64
import hashlib
import hmac
import sys
import time


def is_callback(secret: str, id: str, at: str, signatures: str, body: bytes, now: float) -> bool:
    if not (at.isascii() and at.isdigit()) or abs(now - int(at)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{id}.{at}.".encode() + body, hashlib.sha256).digest()
    wanted = b"v1," + base64.b64encode(digest)
    return any([hmac.compare_digest(wanted, each.encode()) for each in signatures.split(" ")])


secret, id, at, signatures = sys.argv[1:]
valid = is_callback(secret, id, at, signatures, sys.stdin.buffer.read(), time.time())
print("valid" if valid else "invalid")
