"""Reads documents with expat: one a line in hexadecimal. Prints a JSON list of trees, of null for a document that is refused."""

import json
import sys
from xml.parsers import expat

SEPARATOR = "\x01"


def split(name):
    namespace, _, local = name.rpartition(SEPARATOR)
    return [namespace, local]


def refuse(*_):
    raise ValueError("document type declaration")


def read(document):
    """The root element: namespace, name, attributes in order of their names, children; adjacent texts are one."""
    levels = [[]]

    def start(name, attributes):
        named = sorted(split(key) + [value] for key, value in attributes.items())
        element = split(name) + [named, []]
        levels[-1].append(element)
        levels.append(element[3])

    def text(data):
        if levels[-1] and isinstance(levels[-1][-1], str):
            levels[-1][-1] += data
        else:
            levels[-1].append(data)

    parser = expat.ParserCreate(namespace_separator=SEPARATOR)
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda name: levels.pop()
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(document, True)
    except (expat.ExpatError, ValueError):
        return None
    return levels[0][0]


json.dump([read(bytes.fromhex(line.strip())) for line in sys.stdin], sys.stdout)
