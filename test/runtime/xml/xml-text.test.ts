import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { finished } from "#runtime/xml/steps.js";
import { forbiddenAt } from "#runtime/text/characters.js";
import { decodeXml } from "#runtime/xml/decode.js";
import { XmlError } from "#runtime/xml/errors.js";
import { XmlReader } from "#runtime/xml/reader.js";
import { type XmlText, xmlText } from "#runtime/xml/xml-text.js";
import { withLineFeeds } from "#runtime/text/replaced-units.js";

type Read = XmlText | { readonly code: string };

function readOf(read: () => XmlText): Read {
  try {
    return read();
  } catch (error) {
    if (error instanceof XmlError) return { code: error.code };
    throw error;
  }
}

/** The events of a document that is decoded in one call. */
function atOnce(bytes: Uint8Array, charset?: string): Read {
  return readOf(() => {
    const text = withLineFeeds(decodeXml(bytes, charset));
    return { text, forbiddenAt: forbiddenAt(text) };
  });
}

function inSteps(bytes: Uint8Array, charset: string | undefined, size: number): Read {
  return readOf(() => {
    const read = finished(xmlText(bytes, charset, false, size));
    if (typeof read === "string") throw new TypeError("The document is one step.");
    return read;
  });
}

const encoders: Readonly<Record<string, (text: string) => Uint8Array>> = {
  "utf-8": (text) => Buffer.from(text),
  "utf-16le": (text) => Buffer.from(text, "utf16le"),
  "utf-16be": (text) => Buffer.from(text, "utf16le").swap16(),
  "utf-16": (text) => Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(text, "utf16le")]),
  "windows-1252": (text) => Buffer.from(text, "latin1"),
  "us-ascii": (text) => Buffer.from(text, "latin1"),
};

/**
 * Critical places for cuts: line ends, characters of one to four bytes, byte order marks inside the text, characters
 * that XML does not allow.
 */
const unit = fc.constantFrom("\r", "\n", "\r\n", "a", "é", "€", "😀", "\ufeff", "\u0001", "\ufffe", "<a>");
const text = fc.array(unit, { minLength: 2, maxLength: 12 }).map((units) => units.join(""));
const size = fc.integer({ min: 1, max: 7 });

describe.each(Object.keys(encoders))("a document in %s, in steps", (charset) => {
  const encode = encoders[charset] ?? (() => new Uint8Array());

  test("is the same as at once", () => {
    fc.assert(
      fc.property(text, size, (given, step) => {
        const bytes = encode(given);
        fc.pre(bytes.length > step);
        expect(inSteps(bytes, charset, step)).toEqual(atOnce(bytes, charset));
      }),
      { numRuns: 1_000 },
    );
  });

  test("is refused where it is refused at once, whatever its bytes are", () => {
    const byte = fc.oneof(
      fc.integer({ min: 0, max: 255 }),
      fc.constantFrom(0x0d, 0x0a, 0xd8, 0xdc, 0xf0, 0x9f, 0x80),
    );
    fc.assert(
      fc.property(fc.array(byte, { minLength: 8, maxLength: 16 }), size, (given, step) => {
        const bytes = Uint8Array.from(given);
        expect(inSteps(bytes, charset, step)).toEqual(atOnce(bytes, charset));
      }),
      { numRuns: 1_000 },
    );
  });
});

test.each([
  { name: "UTF-8 with a byte order mark", bytes: Buffer.from("\ufeff<a>\r\n</a>") },
  { name: "UTF-16 with a byte order mark", bytes: encoders["utf-16"]?.("<a>\r</a>") ?? Buffer.of() },
  {
    name: "a declared charset",
    bytes: Buffer.from("<?xml version='1.0' encoding='ISO-8859-1'?><a>é</a>", "latin1"),
  },
  { name: "a charset that is not known", bytes: Buffer.from("<?xml version='1.0' encoding='x-none'?><a/>") },
])("without a charset, $name is read as at once", ({ bytes }) => {
  for (let step = 1; step < bytes.length; step++)
    expect(inSteps(bytes, undefined, step)).toEqual(atOnce(bytes));
});

/** Documents with characters of one to four bytes, of which some end with the byte of a letter, a backslash or a digit. */
const multiByte: Readonly<Record<string, readonly number[]>> = {
  shift_jis: [0x83, 0x41, 0x95, 0x5c, 0xb1, 0x41],
  "windows-31j": [0x87, 0x40, 0x87, 0x40],
  "euc-jp": [0xa5, 0xa2, 0x8f, 0xb0, 0xa1, 0xc9, 0xbd],
  gb18030: [0xd6, 0xd0, 0x94, 0x39, 0xfc, 0x36, 0x81, 0x40],
  gbk: [0x81, 0x40, 0xd6, 0xd0],
  gb2312: [0xd6, 0xd0],
  big5: [0xa4, 0xa4, 0xa5, 0x5c],
  "euc-kr": [0xb0, 0xa1, 0xc7, 0xd1],
};

test.each(Object.keys(multiByte))("a document in %s is the same cut at every byte", (charset) => {
  const declaration = Buffer.from(`<?xml version="1.0" encoding="${charset}"?>\r\n<a>`);
  const bytes = Buffer.concat([declaration, Buffer.from(multiByte[charset] ?? []), Buffer.from("\r\n</a>")]);
  const cut = bytes.subarray(0, bytes.length - 7);
  for (let step = 1; step < bytes.length; step++)
    for (const named of [charset, undefined])
      expect(inSteps(bytes, named, step)).toEqual(atOnce(bytes, named));
  for (let step = 1; step < cut.length - 1; step++)
    expect(inSteps(cut.subarray(0, -1), charset, step)).toEqual(atOnce(cut.subarray(0, -1), charset));
});

test("a forbidden character at the start stays in the text", () => {
  const bytes = Buffer.from("\0<a>1</a>");
  expect(finished(xmlText(bytes, "utf-8", false, 4))).toEqual({ text: "\0<a>1</a>", forbiddenAt: 0 });
});

test("there is one step for each piece and one to flatten them; a document of one piece is left as it is", () => {
  const bytes = Buffer.from("<a>1234567</a>");
  expect([...xmlText(bytes, "utf-8", false, 4)]).toHaveLength(4 + 1);
  expect(finished(xmlText(bytes, "utf-8", false, bytes.length))).toBe("<a>1234567</a>");
});

describe("a reader of prepared text", () => {
  const bytes = Buffer.from(`<a>${"\r\n".repeat(9)}\u0001</a>`);

  test("reports a forbidden character at its place", () => {
    const errors = [finished(xmlText(bytes, "utf-8", false, 4)), bytes.toString()].map((document) => {
      try {
        new XmlReader(document).enterRoot();
        return "";
      } catch (error) {
        return String(error);
      }
    });
    expect(errors[0]).toMatch(/not allowed|character/iu);
    expect(errors[0]).toBe(errors[1]);
  });
});
