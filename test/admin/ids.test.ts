import { expect, test } from "@jest/globals";
import { maxStoredId, storedIdOf } from "#server/admin/ids.js";

test.each([
  ["1", 1],
  ["007", 7],
  // A message of 2030 on PostgreSQL: the day it was accepted on, times 2^37.
  ["3013898810687489", 3_013_898_810_687_489],
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
