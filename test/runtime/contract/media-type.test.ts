import { expect, test } from "@jest/globals";
import { mediaAction, parseMediaType } from "#runtime/contract/media-type.js";

test.each([
  [undefined, "", undefined, undefined],
  ["", "", undefined, undefined],
  ["text/xml", "text/xml", undefined, undefined],
  ["Text/XML; Charset=UTF-8", "text/xml", "utf-8", undefined],
  ['text/xml;charset="utf-16"', "text/xml", "utf-16", undefined],
  ["text/xml ; x=1;charset=utf-8 ;charset=latin1", "text/xml", "utf-8", undefined],
  [
    'application/soap+xml; action="http://a/b;c"; charset=utf-8',
    "application/soap+xml",
    "utf-8",
    "http://a/b;c",
  ],
  ["application/soap+xml; action=http://a/b", "application/soap+xml", undefined, "http://a/b"],
  ['application/soap+xml; action="a\\"b"', "application/soap+xml", undefined, 'a"b'],
  ["application/soap+xml; action=a; action=a", "application/soap+xml", undefined, "a"],
  ["application/soap+xml; action=a; action=b", "application/soap+xml", undefined, "a, b"],
  [";charset=utf-8", "", "utf-8", undefined],
  ["text/xml; charset=; charset=utf-8", "text/xml", "utf-8", undefined],
  ['text/xml; charset="utf-8', "text/xml", "utf-8", undefined],
  ["text/xml; charset; x y=1; =2; charset = utf-8;", "text/xml", "utf-8", undefined],
  ['application/soap+xml; action=""', "application/soap+xml", undefined, ""],
])("%s", (text, type, charset, action) => {
  for (const media of [parseMediaType(text), parseMediaType(text)]) {
    expect({ type: media.type, charset: media.charset, action: mediaAction(media) }).toEqual({
      type,
      charset,
      action,
    });
  }
});

test("many different values do not fill memory, and are read all the same", () => {
  for (let i = 0; i < 1_000; i++) expect(parseMediaType(`a/b${i}; charset=c`).type).toBe(`a/b${i}`);
});
