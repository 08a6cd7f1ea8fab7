import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { LazyBytes, LexicalError } from "messenger-gen-runtime";
import { base64Binary, hexBinary, lazyBytes, string, type XmlReader } from "messenger-gen-runtime/codec";
import type { ReaderOptions } from "#runtime/xml/reader-options.js";
import { reading, verdict } from "./reading.js";

/** The bytes in hexadecimal digits, or undefined if the text is not base64. */
function hexOf(read: () => Uint8Array): string | undefined {
  try {
    return Buffer.from(read()).toString("hex");
  } catch (error) {
    if (error instanceof LexicalError) return undefined;
    throw error;
  }
}

function inSteps(text: string, lenient: boolean, size?: number): { hex: string | undefined; pauses: number } {
  let pauses = 0;
  const hex = hexOf(() => {
    const steps = new LazyBytes(text, lenient).decodeInSteps(size);
    for (; ; pauses++) {
      const step = steps.next();
      if (step.done === true) return step.value;
    }
  });
  return { hex, pauses };
}

function atOnce(text: string, lenient: boolean): string | undefined {
  return hexOf(() => (lenient ? base64Binary.parseLenient?.(text) : undefined) ?? base64Binary.parse(text));
}

const piece = fc.oneof(
  fc.base64String({ maxLength: 12 }),
  fc.stringMatching(/^[A-Za-z0-9+/]{1,5}$/),
  fc.constantFrom(" ", "\r\n", "\t", "\f", "\u00a0", "=", "==", "-", "_", "é"),
);
const texts = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));

test.each([0, -1, 1.5, Number.NaN])("refuses steps of %p characters", (size) => {
  expect(() => inSteps("QUJD", false, size)).toThrow(RangeError);
});

test.each([true, false])("decodes as base64Binary does, cut anywhere; lenient: %p", (lenient) => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 12 }), (text, size) => {
      const want = atOnce(text, lenient);
      expect([inSteps(text, lenient, size).hex, hexOf(() => new LazyBytes(text, lenient).decode())]).toEqual([
        want,
        want,
      ]);
    }),
    { numRuns: 500 },
  );
});

test.each(["\r\n", "\n", ""])("pauses in a long text with line ends %j", (end) => {
  const numbers = Array.from({ length: 100_000 }, (_, index) => String(12_025_550_100 + index)).join("\n");
  const text = Buffer.from(numbers).toString("base64").replace(/.{76}/g, `$&${end}`);
  const { hex, pauses } = inSteps(text, false);
  expect(hex).toBe(Buffer.from(numbers).toString("hex"));
  expect(pauses).toBeGreaterThan(4);
});

/** What stands in the elements `b` (base64), `h` (hexadecimal) and `t` (text) of a document. */
function readAll(r: XmlReader): readonly unknown[] {
  const found: unknown[] = [];
  while (r.child()) {
    if (r.name === "b") found.push(r.value(base64Binary, undefined));
    else if (r.name === "h") found.push(r.value(hexBinary, undefined));
    else found.push(r.value(string, undefined));
  }
  return found;
}

describe("lazyBytes", () => {
  const read = (document: string, options?: ReaderOptions): readonly unknown[] =>
    reading(document, lazyBytes(readAll), options);
  /** A value as this table names it. */
  const shown = (value: unknown): unknown =>
    value instanceof LazyBytes ? { base64: value.base64 } : value instanceof Uint8Array ? [...value] : value;

  test.each([
    ["<a><b>AQI=</b></a>", [{ base64: "AQI=" }]],
    ["<a><b> AQ\nI= </b></a>", [{ base64: " AQ\nI= " }]],
    ["<a><b/></a>", [{ base64: "" }]],
    ["<a><b>no base64!</b></a>", [{ base64: "no base64!" }]],
    ["<a><b>A<![CDATA[QI]]>=</b></a>", [{ base64: "AQI=" }]],
    ["<a><b>AQ&#73;=</b><b>Aw==</b></a>", [{ base64: "AQI=" }, { base64: "Aw==" }]],
    ["<a><h>0102</h><b>AQI=</b></a>", [[1, 2], { base64: "AQI=" }]],
    ["<a><t>AQI=</t></a>", ["AQI="]],
  ])("reads %s", (document, want) => {
    expect(read(document).map(shown)).toEqual(want);
  });

  test("an element inside is refused", () => {
    expect(verdict(() => read("<a><b>AQ<c/>I=</b></a>"))).toBe("UnexpectedElement");
  });

  test("a lenient reader makes lenient values", () => {
    const [strict, lenient] = [false, true].map((each) => read("<a><b>AQI</b></a>", { lenient: each })[0]);
    const decoded = (value: unknown) => hexOf(() => (value as LazyBytes).decode());
    expect([decoded(strict), decoded(lenient)]).toEqual([undefined, "0102"]);
  });

  test("another reader of the same codec decodes", () => {
    expect(reading("<a><b>AQI=</b></a>", readAll)).toEqual([Uint8Array.of(1, 2)]);
  });
});
