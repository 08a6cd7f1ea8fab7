import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { LexicalError } from "messenger-gen-runtime";
import { base64Binary } from "messenger-gen-runtime/xsd";
import { decodeFile } from "#server/operations/base64-file.js";

function inSteps(text: string, lenient: boolean, size?: number): { hex: string | undefined; pauses: number } {
  const steps = decodeFile(text, lenient, size);
  for (let pauses = 0; ; pauses++) {
    const step = steps.next();
    if (step.done !== true) continue;
    const bytes = step.value;
    return { hex: bytes && Buffer.from(bytes).toString("hex"), pauses };
  }
}

function atOnce(text: string, lenient: boolean): string | undefined {
  try {
    const bytes = (lenient ? base64Binary.parseLenient?.(text) : undefined) ?? base64Binary.parse(text);
    return Buffer.from(bytes).toString("hex");
  } catch (error) {
    if (error instanceof LexicalError) return undefined;
    throw error;
  }
}

const piece = fc.oneof(
  fc.base64String({ maxLength: 12 }),
  fc.stringMatching(/^[A-Za-z0-9+/]{1,5}$/),
  fc.constantFrom(" ", "\r\n", "\t", "\f", "\u00a0", "=", "==", "-", "_", "é"),
);
const texts = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));

test.each([true, false])("decodes as base64Binary does, cut anywhere; lenient: %p", (lenient) => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 12 }), (text, size) => {
      expect(inSteps(text, lenient, size).hex).toBe(atOnce(text, lenient));
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
