import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { base64Binary } from "#runtime/xsd/primitives.js";
import { LexicalError } from "#runtime/xsd/type.js";

type Outcome = { readonly hex: string } | { readonly error: string };

function outcome(parse: (text: string) => Uint8Array, text: string): Outcome {
  try {
    return { hex: Buffer.from(parse(text)).toString("hex") };
  } catch (error) {
    if (error instanceof LexicalError) return { error: error.message };
    throw error;
  }
}

/** Three bytes of zero each; enough of them for the platform to decode. */
const zeros = 4_000;
const before = "AAAA".repeat(zeros);
const more = "000000".repeat(zeros - 1);

const parsers = {
  strict: (text: string) => base64Binary.parse(text),
  lenient: (text: string) => base64Binary.parseLenient?.(text) ?? base64Binary.parse(text),
};

const piece = fc.oneof(
  { weight: 6, arbitrary: fc.base64String({ maxLength: 12 }) },
  fc.stringMatching(/^[A-Za-z0-9+/]{1,5}$/),
  fc.constantFrom(
    " ",
    "\n",
    "\r\n",
    "\t",
    "\f",
    "\v",
    "\u00a0",
    "=",
    "==",
    "-",
    "_",
    "*",
    "\0",
    "\u0141",
    "é",
    "😀",
  ),
);
const texts = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));

describe.each(Object.entries(parsers))("base64, %s", (_, parse) => {
  test("a long text is read by the same rules as a short one, wherever the difference is", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const short = outcome(parse, `AAAA${text}`);
        const long = outcome(parse, before + text);
        if ("error" in short) expect(long).toEqual(short);
        else expect(long).toEqual({ hex: more + short.hex });

        const ahead = outcome(parse, `${text}AAAA`);
        const aheadOfLong = outcome(parse, text + before);
        if ("error" in ahead) expect(aheadOfLong).toEqual(ahead);
        else expect(aheadOfLong).toEqual({ hex: ahead.hex + more });
      }),
      { numRuns: 200 },
    );
  });

  test("bytes of any length around that of native decoding, and beyond a piece of comparison", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 6_100, max: 6_200 }),
        fc.integer({ min: 0, max: 255 }),
        (length, seed) => {
          const bytes = Uint8Array.from({ length }, (__, at) => at * 7 + seed);
          const read = parse(base64Binary.print(bytes));
          expect(Buffer.compare(read, bytes)).toBe(0);
          expect(read.buffer.byteLength).toBe(length);
        },
      ),
    );
    const many = Uint8Array.from({ length: 300_001 }, (__, at) => at * 31);
    expect(Buffer.compare(parse(base64Binary.print(many)), many)).toBe(0);
  });
});
