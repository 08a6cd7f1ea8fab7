import { expect, test } from "@jest/globals";
import { maxStoredId, storedIdOf } from "#server/admin/ids.js";

test.each([
  ["1", 1],
  ["007", 7],
  // A message of 2030: one of the 211th week.
  ["453118345217", 453_118_345_217],
  [String(maxStoredId), maxStoredId],
])("the id %s is read exactly", (text, want) => {
  expect(storedIdOf("message id", text)).toBe(want);
});

test.each(["", "0", "-1", "1.5", "1e3", "0x10", " 42", "\u0664", "9007199254740992", "10000000000000000"])(
  "%j is not an id",
  (text) => {
    expect(() => storedIdOf("message id", text)).toThrow(
      `invalid message id ${JSON.stringify(text)}: use a number from 1 to 9007199254740991`,
    );
  },
);
