import { describe, expect, test } from "@jest/globals";
import { ChunkDecoder } from "#runtime/items/chunk-decoder.js";
import { decodeXml } from "#runtime/xml/decode.js";
import { XmlError } from "#runtime/xml/errors.js";

const inChunks = (bytes: Uint8Array, size: number, charset: string | undefined): string => {
  const decoder = new ChunkDecoder(charset);
  let text = "";
  for (let at = 0; at < bytes.length; at += size) text += decoder.decode(bytes.subarray(at, at + size));
  return text + decoder.decode(undefined);
};

const refusal = (decode: () => string): string => {
  try {
    return decode();
  } catch (error) {
    if (error instanceof XmlError) return `refused: ${error.code}`;
    throw error;
  }
};

const declared = (encoding: string, blanks: number): string =>
  `<?xml version="1.0"${" ".repeat(blanks)} encoding="${encoding}"?>`;

const utf16 = (text: string): Uint8Array => new Uint8Array(Uint16Array.from(`\ufeff${text}`, code).buffer);
const code = (character: string): number => character.charCodeAt(0);

describe("a document in chunks", () => {
  test.each([
    ["a declared encoding", Buffer.from(`${declared("iso-8859-1", 1)}<a>é</a>`, "latin1")],
    ["a long declaration", Buffer.from(`${declared("iso-8859-1", 180)}<a>é</a>`, "latin1")],
    ["a declaration that is too long", Buffer.from(`${declared("iso-8859-1", 900)}<a>b</a>`)],
    ["an encoding that is not known", Buffer.from(`${declared("ebcdic", 1)}<a/>`)],
    ["UTF-16", utf16(`${declared("utf-16", 180)}<a>é</a>`)],
    [
      "Shift_JIS",
      Buffer.concat([Buffer.from(declared("shift_jis", 180)), Uint8Array.of(0x83, 0x41, 0x95, 0x5c)]),
    ],
    ["no declaration", Buffer.from("<a>é</a>")],
    ["a long text without a tag", Buffer.from("é".repeat(2_000))],
    ["bytes that are no UTF-8", Uint8Array.of(0xff, 62)],
    ["nothing", new Uint8Array()],
  ])("with %s is decoded as a whole", (_, bytes) => {
    const whole = refusal(() => decodeXml(bytes, undefined));
    for (const size of [1, 7, 599, 600, 601, 5_000])
      expect(refusal(() => inChunks(bytes, size, undefined))).toBe(whole);
  });

  test("without a tag is given out", () => {
    const decoder = new ChunkDecoder(undefined);
    const blank = Uint8Array.of(32);
    let given = 0;
    for (let count = 0; count < 2_000; count++) given += decoder.decode(blank).length;
    expect(given).toBe(2_000);
  });
});
