"""A library as spyne serves it, which also writes its WSDL. Prints its address; ends with its standard input."""

import os
import sys
import threading
from wsgiref.simple_server import WSGIRequestHandler, make_server

from spyne import Application, Array, Boolean, ComplexModel, Date, DateTime, Decimal, Enum, Fault, Integer, ServiceBase, Unicode, rpc
from spyne.protocol.soap import Soap11
from spyne.server.wsgi import WsgiApplication

NAMESPACE = "urn:example:library"
Genre = Enum("Novel", "Poetry", type_name="Genre")


class Book(ComplexModel):
    __namespace__ = NAMESPACE
    title = Unicode(min_occurs=1, nullable=False)
    isbn = Integer(min_occurs=1, nullable=False)
    price = Decimal(min_occurs=1, nullable=False)
    genre = Genre(min_occurs=1, nullable=False)
    published = Date
    authors = Array(Unicode, min_occurs=1, nullable=False)
    note = Unicode


class Library(ServiceBase):
    books = []

    @rpc(Book.customize(min_occurs=1, nullable=False), _returns=Integer)
    def Add(ctx, book):
        Library.books.append(book)
        return len(Library.books)

    @rpc(Unicode, _returns=Array(Book))
    def Find(ctx, title):
        return [book for book in Library.books if title is None or title in book.title]

    @rpc(Integer(min_occurs=1, nullable=False), _returns=Decimal)
    def Price(ctx, isbn):
        for book in Library.books:
            if book.isbn == isbn:
                return book.price
        raise Fault("Client.NoSuchBook", "There is no such book.")

    @rpc(DateTime(min_occurs=1, nullable=False), Boolean, _returns=DateTime)
    def Due(ctx, lent, long):
        return lent.replace(year=lent.year + (2 if long else 1))


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


def end_with_input():
    sys.stdin.read()
    os._exit(0)


threading.Thread(target=end_with_input, daemon=True).start()
application = Application([Library], NAMESPACE, in_protocol=Soap11(validator="lxml"), out_protocol=Soap11())
server = make_server("127.0.0.1", 0, WsgiApplication(application), handler_class=Quiet)
print("http://127.0.0.1:%d/" % server.server_port, flush=True)
server.serve_forever()
