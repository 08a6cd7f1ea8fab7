import { describe, expect, test } from "@jest/globals";
import { legacyDecoder } from "#runtime/text/charset.js";
import { decodeXml } from "#runtime/xml/decode.js";
import { verdict } from "./reading.js";

function utf16(text: string, order: "le" | "be", mark: boolean): Uint8Array {
  const bytes = Buffer.from((mark ? "\ufeff" : "") + text, "utf16le");
  return order === "le" ? bytes : bytes.swap16();
}

const arabic = "<a>\u0645\u0631\u062d\u0628\u0627 \u{1f600}</a>";
const utf8Mark = Buffer.from("\ufeff<a/>");
const bytes = (text: string) => Buffer.from(text, "latin1");
const declaration = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>`;
const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>${arabic}`;

describe("bytes become text", () => {
  test.each<[string, Uint8Array, string | undefined, string]>([
    ["UTF-8", Buffer.from(arabic), "utf-8", arabic],
    ["UTF-8 in capitals", Buffer.from(arabic), " UTF-8 ", arabic],
    ["UTF-8 without charset", Buffer.from(arabic), undefined, arabic],
    ["UTF-8 with mark", utf8Mark, "utf-8", "<a/>"],
    ["UTF-8 with mark, without charset", utf8Mark, undefined, "<a/>"],
    ["UTF-8, declared as UTF-16", Buffer.from(declared("utf-16")), "utf-8", declared("utf-16")],
    ["UTF-8, declared as Latin-1", Buffer.from(declared("iso-8859-1")), "utf-8", declared("iso-8859-1")],
    ["UTF-8, declared", Buffer.from(declared("UTF-8")), undefined, declared("UTF-8")],
    ["ASCII", Buffer.from("<a/>"), "us-ascii", "<a/>"],
    ["UTF-16 with mark, little end first", utf16(arabic, "le", true), "utf-16", arabic],
    ["UTF-16 with mark, big end first", utf16(arabic, "be", true), "utf-16", arabic],
    ["UTF-16 with mark, without charset", utf16(arabic, "le", true), undefined, arabic],
    ["UTF-16 with mark, declared", utf16(declared("UTF-16"), "be", true), undefined, declared("UTF-16")],
    ["UTF-16 without mark", utf16(arabic, "le", false), "utf-16", arabic],
    ["UTF-16 without mark, big end first", utf16(arabic, "be", false), "utf-16", arabic],
    ["UTF-16LE", utf16(arabic, "le", false), "utf-16le", arabic],
    ["UTF-16BE", utf16(arabic, "be", false), "utf-16be", arabic],
    ["Latin-1 by name", bytes("<a>é</a>"), "ISO-8859-1", "<a>é</a>"],
    [
      "Latin-1, declared",
      bytes(`${declaration("ISO-8859-1")}<a>é</a>`),
      undefined,
      `${declaration("ISO-8859-1")}<a>é</a>`,
    ],
    ["the euro of Windows in Latin-1", Uint8Array.of(0x3c, 0x80), "iso-8859-1", "<€"],
    [
      "long Latin-1",
      Buffer.alloc(50_000, Uint8Array.of(0x80, 0xe9, 0x41)),
      "iso-8859-1",
      "€éA".repeat(16_667).slice(0, 50_000),
    ],
    ["Windows-1256", Uint8Array.of(0xe3, 0xd1, 0xcd, 0xc8, 0xc7), "windows-1256", "مرحبا"],
    ["Windows-1250", Uint8Array.of(0x8e, 0x6c, 0x75, 0x9d), "windows-1250", "Žluť"],
    ["ISO-8859-2", Uint8Array.of(0xae, 0x6c, 0x75, 0xbb), "iso-8859-2", "Žluť"],
    ["Windows-1251", Uint8Array.of(0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2), "windows-1251", "Привет"],
    ["KOI8-R", Uint8Array.of(0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4), "KOI8-R", "Привет"],
    ["Windows-1254", Uint8Array.of(0xdd, 0xfe, 0xf0, 0x80), "windows-1254", "İşğ€"],
    ["Shift_JIS", Uint8Array.of(0x83, 0x41, 0x95, 0x5c, 0xb1, 0x41), "Shift_JIS", "ア表ｱA"],
    ["windows-31J", Uint8Array.of(0x87, 0x40), "Windows-31J", "①"],
    ["EUC-JP", Uint8Array.of(0xa5, 0xa2, 0xc9, 0xbd, 0x8f, 0xb0, 0xa1), "euc-jp", "ア表丂"],
    ["GB18030", Uint8Array.of(0xd6, 0xd0, 0x94, 0x39, 0xfc, 0x36), "gb18030", "中😀"],
    ["GBK", Uint8Array.of(0x81, 0x40), "gbk", "丂"],
    ["GB2312", Uint8Array.of(0xd6, 0xd0), "gb2312", "中"],
    ["Big5", Uint8Array.of(0xa4, 0xa4, 0xa5, 0x5c), "big5", "中功"],
    ["EUC-KR", Uint8Array.of(0xb0, 0xa1, 0xc7, 0xd1), "euc-kr", "가한"],
    ["ISO-8859-6", Uint8Array.of(0xe5, 0xd1, 0xcd, 0xc8, 0xc7), "iso-8859-6", "مرحبا"],
    ["nothing", new Uint8Array(0), undefined, ""],
  ])("%s", (_name, bytes, charset, text) => {
    expect(decodeXml(bytes, charset)).toBe(text);
  });
});

test.each([
  ["windows-1253", [0xe1], "α"],
  ["iso-2022-jp", [0x1b, 0x24, 0x42, 0x24, 0x22], "あ"],
  ["utf-7", [0x61], "UnsupportedEncoding"],
  ["iso-2022-kr", [0x61], "UnsupportedEncoding"],
])("clients read the charsets of the platform: %s", (charset, bytes, want) => {
  const read = (): string => decodeXml(Uint8Array.from(bytes), charset);
  expect(want.length > 1 ? verdict(read) : read()).toBe(want);
});

describe("a charset that is none, leniently", () => {
  test.each<[string, Uint8Array, string]>([
    ["UTF-8", Buffer.from(arabic), arabic],
    [
      "what the declaration says",
      bytes(declared("iso-8859-1").replace(arabic, "<a>é</a>")),
      `${declaration("iso-8859-1")}<a>é</a>`,
    ],
  ])("%s", (_name, body, text) => {
    expect(decodeXml(body, "x-none", true)).toBe(text);
    expect(verdict(() => decodeXml(body, "x-none"))).toBe("UnsupportedEncoding");
  });

  test.each([
    ["bytes that are not UTF-8", bytes("<a>é</a>"), "Encoding"],
    ["a declaration of another charset", bytes(`${declaration("koi8-u")}<a/>`), "UnsupportedEncoding"],
  ])("%s", (_name, body, want) => {
    expect(verdict(() => decodeXml(body, "x-none", true, legacyDecoder))).toBe(want);
  });
});

describe("bytes are refused", () => {
  test.each<[string, number[], string | undefined, string]>([
    ["a lone continuation byte", [0x80], "utf-8", "Encoding"],
    ["a cut sequence", [0xe2, 0x82], "utf-8", "Encoding"],
    ["an overlong slash", [0xc0, 0xaf], "utf-8", "Encoding"],
    ["an overlong NUL", [0xc0, 0x80], "utf-8", "Encoding"],
    ["a surrogate", [0xed, 0xa0, 0x80], "utf-8", "Encoding"],
    ["beyond Unicode", [0xf4, 0x90, 0x80, 0x80], "utf-8", "Encoding"],
    ["five bytes", [0xf8, 0x88, 0x80, 0x80, 0x80], undefined, "Encoding"],
    ["FE", [0xfe], "utf-8", "Encoding"],
    ["Latin-1", [0x3c, 0xe9, 0x2f, 0x3e], undefined, "Encoding"],
    ["a UTF-16 mark where UTF-8 is said", [0xff, 0xfe, 0x3c, 0x00], "utf-8", "Encoding"],
    ["an odd number of bytes", [0xff, 0xfe, 0x3c], "utf-16", "Encoding"],
    ["half a pair", [0xff, 0xfe, 0x00, 0xd8], "utf-16", "Encoding"],
    ["UTF-8 where UTF-16 is said", [0x3c, 0x61, 0x2f, 0x3e], "utf-16", "Encoding"],
    ["no ASCII", [0x3c, 0xc3, 0xa9, 0x2f, 0x3e], "us-ascii", "Encoding"],
    ["a byte that ISO-8859-6 does not have", [0x3c, 0xa1], "iso-8859-6", "Encoding"],
    ["one among many", [...Array<number>(20_000).fill(0x41), 0xa1], "iso-8859-6", "Encoding"],
    ["Windows-1253", [0x3c, 0x61, 0x2f, 0x3e], "windows-1253", "UnsupportedEncoding"],
    ["half a character of Shift_JIS", [0x3c, 0x83], "shift_jis", "Encoding"],
    ["ISO-2022-JP", [0x3c, 0x61, 0x2f, 0x3e], "iso-2022-jp", "UnsupportedEncoding"],
    ["UTF-7", [0x3c, 0x61, 0x2f, 0x3e], "utf-7", "UnsupportedEncoding"],
    ["an empty name", [0x3c, 0x61, 0x2f, 0x3e], "", "UnsupportedEncoding"],
    ["a name of an object", [0x3c, 0x61, 0x2f, 0x3e], "__proto__", "UnsupportedEncoding"],
  ])("%s", (_name, bytes, charset, code) => {
    expect(verdict(() => decodeXml(Uint8Array.from(bytes), charset, false, legacyDecoder))).toBe(code);
  });

  test.each([
    ["iso-8859-6", "Encoding"],
    ["iso-8859-7", "UnsupportedEncoding"],
    ["utf-16", "Encoding"],
    ["us-ascii", "Encoding"],
  ])("declared as %s, without charset", (encoding, code) => {
    const body = Buffer.from(declared(encoding));
    expect(verdict(() => decodeXml(body, undefined, false, legacyDecoder))).toBe(code);
  });

  test("UTF-8 with a mark, declared as Latin-1", () => {
    expect(verdict(() => decodeXml(Buffer.from(`\ufeff${declared("iso-8859-1")}`), undefined))).toBe(
      "Encoding",
    );
  });

  test("UTF-16 declared as UTF-8, without charset", () => {
    expect(verdict(() => decodeXml(utf16(declared("utf-8"), "le", true), undefined))).toBe("Encoding");
  });
});
