"""A SOAP service that reads and writes MIME with Python's own email package.

Answers `Store` (MTOM) with the title and the scans it was given, each reversed, in parts that are encoded as base64, and `Submit` (SOAP
with Attachments) with the number and the photo, reversed, in a part that says of nothing that it is bound to it. What came is told on
standard output: names, media types and sizes of the parts.
"""

import re
import sys
from email import message_from_bytes
from email.mime.application import MIMEApplication
from email.mime.multipart import MIMEMultipart
from email.mime.nonmultipart import MIMENonMultipart
from http.server import BaseHTTPRequestHandler, HTTPServer

XOP = "http://www.w3.org/2004/08/xop/include"
ENVELOPE = '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>%s</e:Body></e:Envelope>'


class Service(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        head = ("Content-Type: " + self.headers["Content-Type"] + "\r\n\r\n").encode()
        root, *parts = message_from_bytes(head + body).get_payload()
        told = [root.get_content_type(), str(root.get_param("type"))]
        contents = {}
        for part in parts:
            content = part.get_payload(decode=True)
            content_id = part["Content-ID"].strip("<>")
            name = content_id.split("=")[0] + " " if "=" in content_id else ""
            contents[name.strip() or "cid:" + content_id] = content
            told.append("%s%s %d" % (name, part.get_content_type(), len(content)))
        print(", ".join(told), flush=True)
        document = root.get_payload(decode=True).decode()
        answer = attached(document, contents) if "photo" in contents else optimized(document, contents)
        payload = answer.as_bytes().split(b"\n\n", 1)[1]
        self.send_response(200)
        self.send_header("Content-Type", re.sub(r"\s+", " ", answer["Content-Type"]))
        self.send_header("Content-Length", str(len(payload)))
        self.end_headers()
        self.wfile.write(payload)


def attached(document, contents):
    number = re.search("<tns:number>(.*?)</tns:number>", document).group(1)
    answer = MIMEMultipart("related", type="text/xml", start="<root@example.com>")
    root = MIMENonMultipart("text", "xml", charset="UTF-8")
    root.set_payload(ENVELOPE % ('<Submitted xmlns="urn:example">%s</Submitted>' % number))
    root["Content-ID"] = "<root@example.com>"
    answer.attach(root)
    answer.attach(MIMEApplication(contents["photo"][::-1], "octet-stream"))
    return answer


def optimized(document, contents):
    title = re.search("<tns:title>(.*?)</tns:title>", document).group(1)
    scans = [contents[url][::-1] for url in re.findall('<tns:scan><xop:Include [^>]*href="([^"]*)"', document)]
    pages = "".join(
        '<page><scan><i:Include xmlns:i="%s" href="cid:scan%d@example.com"/></scan></page>' % (XOP, at)
        for at in range(len(scans))
    )
    envelope = ENVELOPE % ('<Stored xmlns="urn:example"><title>%s</title>%s</Stored>' % (title, pages))
    answer = MIMEMultipart("related", type="application/xop+xml", start="<root@example.com>")
    answer.set_param("start-info", "text/xml")
    root = MIMENonMultipart("application", "xop+xml", type="text/xml", charset="UTF-8")
    root.set_payload(envelope)
    # The root is not the first part: start tells.
    for at, scan in enumerate(scans):
        part = MIMEApplication(scan, "octet-stream")
        part["Content-ID"] = "<scan%d@example.com>" % at
        answer.attach(part)
    root["Content-ID"] = "<root@example.com>"
    answer.attach(root)
    return answer


server = HTTPServer(("127.0.0.1", 0), Service)
print(server.server_port, flush=True)
sys.stdout.flush()
server.serve_forever()
