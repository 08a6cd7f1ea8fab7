import fc from "fast-check";
import { expect, test } from "@jest/globals";
import { printable, printableLine } from "#runtime/text/printable.js";

test.each<{ given: string; want: string; line?: string }>([
  { given: "Shop 42, Grüße, 你好, 👩‍🚀", want: "Shop 42, Grüße, 你好, 👩‍🚀" },
  { given: "\u001b]0;title\u0007\u001b[2J", want: "\\u001b]0;title\\u0007\\u001b[2J" },
  { given: "\u009b2J\u0090\u007f\u0000", want: "\\u009b2J\\u0090\\u007f\\u0000" },
  { given: "a\nb", want: "a\nb", line: "a\\nb" },
  { given: "a\r\n\tb\r", want: "a\r\n\tb\\u000d", line: "a\\r\\n\\tb\\r" },
  { given: "a\u202eb\u2066c\u200fd", want: "a\\u202eb\\u2066c\\u200fd" },
  { given: "a\u2028b\u2029c\ufeff", want: "a\\u2028b\\u2029c\\ufeff" },
  { given: "\ud800a\udc00", want: "\\ud800a\\udc00" },
])("$want", ({ given, want, line = want }) => {
  expect([printable(given), printableLine(given)]).toEqual([want, line]);
});

test("JSON stays the same value", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const json = printable(JSON.stringify({ text }));
      expect(JSON.parse(json)).toEqual({ text });
      expect(json).not.toMatch(/[\p{Cc}\p{Cs}]/u);
    }),
  );
});
