import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { replacedUnits, textOf, withLineFeeds } from "#runtime/text/replaced-units.js";

/** Long texts, of which some are full of what is replaced and some have little of it, also across slices. */
const texts = fc
  .array(
    fc.tuple(
      fc.constantFrom("a", "\t", "\n", "\r", "\r\n", " ", "\u00e9", "\ud83d\ude00", "\ud800"),
      fc.nat(9_000),
    ),
    { maxLength: 6, size: "max" },
  )
  .map((runs) => runs.map(([text, count]) => text.repeat(count)).join(""));

test("each unit is replaced, whatever the text is", () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(replacedUnits(text, ["\t", "\r"], " ") === text.replace(/[\t\r]/g, " ")).toBe(true);
    }),
  );
});

test("line ends become line feeds, whatever the text is", () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(withLineFeeds(text) === text.replace(/\r\n?/g, "\n")).toBe(true);
    }),
  );
});

test("code units become the same text", () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(textOf(Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))) === text).toBe(
        true,
      );
    }),
  );
});
