"""A SOAP service whose signatures are those of zeep and xmlsec.

It verifies the signature of a request and signs the response. Arguments: the certificate of the client, the key and the certificate of the
service, all PEM.
"""

import sys
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, HTTPServer

import xmlsec
from lxml import etree
from zeep.exceptions import SignatureVerificationFailed
from zeep.wsse.signature import BinarySignature, Signature
from zeep.wsse.utils import WSU, get_security_header

client_certificate, key, certificate = sys.argv[1:4]
GREETER = "http://example.com/greeter/"


def find(envelope, name):
    return envelope.find(".//{%s}%s" % (GREETER, name))


def signed(soap, text):
    envelope = etree.fromstring(
        '<s:Envelope xmlns:s="%s"><s:Header/><s:Body><GreetResponse xmlns="%s"><GreetResult><Text/><Count>42</Count>'
        "</GreetResult></GreetResponse></s:Body></s:Envelope>" % (soap, GREETER)
    )
    find(envelope, "Text").text = text
    now = datetime.now(timezone.utc)
    times = [("Created", now), ("Expires", now + timedelta(minutes=5))]
    tokens = [WSU(name, time.strftime("%Y-%m-%dT%H:%M:%SZ")) for name, time in times]
    get_security_header(envelope).append(WSU.Timestamp(*tokens))
    methods = (xmlsec.Transform.RSA_SHA256, xmlsec.Transform.SHA256)
    BinarySignature(key, certificate, None, *methods).apply(envelope, {})
    return envelope


class Peer(BaseHTTPRequestHandler):
    def do_POST(self):
        envelope = etree.fromstring(self.rfile.read(int(self.headers["content-length"])))
        soap = etree.QName(envelope).namespace
        try:
            Signature(key, client_certificate).verify(envelope)
            answer, status = signed(soap, "verified|" + find(envelope, "name").text), 200
        except SignatureVerificationFailed:
            answer, status = etree.fromstring(
                '<s:Envelope xmlns:s="%s"><s:Body><s:Fault><faultcode>s:Client</faultcode>'
                "<faultstring>The signature is wrong</faultstring></s:Fault></s:Body></s:Envelope>" % soap
            ), 500
        body = etree.tostring(answer)
        self.send_response(status)
        self.send_header("content-type", "text/xml; charset=utf-8")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Peer)
print("http://127.0.0.1:%d/" % server.server_port, flush=True)
server.serve_forever()
