import { runInNewContext } from "node:vm";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { MessageType } from "#generated/enums.js";
import { hashPassword, isPassword } from "#server/credentials/hash.js";
import { listNameKey, maxListName } from "#server/domain/recipients/lists.js";
import { foldCase, maxMarks, normalForm } from "#server/domain/text/normal-form.js";
import { smsText } from "#server/domain/text/sms-text.js";
import { maxUserNameLength, userNameKey } from "#server/domain/accounts/accounts.js";
import { sourceFiles } from "../../architecture/source-files.js";

const acute = "\u0301";
const graveBelow = "\u0316";

test.each([
  { name: "a letter and a mark", given: `e${acute}`, want: "é" },
  { name: "marks in another order", given: `q${acute}${graveBelow}`, want: `q${graveBelow}${acute}` },
  {
    name: "as many marks as are put in order",
    given: `a${acute.repeat(maxMarks)}`,
    want: `á${acute.repeat(maxMarks - 1)}`,
  },
  {
    name: "one mark more",
    given: `e${acute.repeat(maxMarks + 1)}`,
    want: `e${acute.repeat(maxMarks + 1)}`,
  },
  { name: "Arabic with vowel signs", given: "\u0627\u0654\u064e", want: "\u0623\u064e" },
])("$name", ({ given, want }) => {
  expect(normalForm(given)).toBe(want);
});

describe("names are limited before they are normalized", () => {
  const text = fc.string({
    unit: fc.constantFrom("e", "É", acute, "\u1f82", "\u1100", "\u1161", "\u11a8", "\u{1d160}", "ß"),
  });

  test("a name of the longest length is found in every Unicode form and case", () => {
    fc.assert(
      fc.property(text, (made) => {
        const name = made.slice(0, maxUserNameLength);
        for (const form of ["NFC", "NFD"]) {
          expect(userNameKey(name.normalize(form))).toBe(normalForm(name.normalize(form)).toLowerCase());
          expect(listNameKey(name.normalize(form))).toBe(foldCase(name.normalize(form)));
        }
      }),
    );
  });

  test.each(["x", "É", `e${acute}`])("of an endless name of %j only the start is normalized", (piece) => {
    const long = piece.repeat(4_000_000);
    expect(userNameKey(long).length).toBeLessThanOrEqual(4 * maxUserNameLength + 1);
    expect(listNameKey(long).length).toBeLessThanOrEqual(4 * maxListName + 1);
    expect(userNameKey(long).length).toBeGreaterThan(maxUserNameLength);
    expect(listNameKey(long).length).toBeGreaterThan(maxListName);
  });
});

describe("texts with millions of combining marks are processed in linear time", () => {
  const marks = `a${acute.repeat(1_000_000)}${graveBelow.repeat(1_000_000)}`;
  test.each<[string, () => unknown, unknown]>([
    ["in the name of a user", () => userNameKey(marks).length, 4 * maxUserNameLength + 1],
    ["in a text", () => smsText(marks, MessageType.Latin), undefined],
    [
      "in runs as long as allowed",
      () => normalForm(`a${acute.repeat(maxMarks)}`.repeat(100_000)).length,
      3_000_000,
    ],
  ])("%s", (_place, read, want) => {
    // A quadratic algorithm would take hours. `timeout` fails the test when the call returns.
    expect(runInNewContext("read()", { read }, { timeout: 20_000 })).toBe(want);
  });

  test("in a password", async () => {
    const hash = await hashPassword("Secret");
    expect(await isPassword(marks, hash)).toBe(false);
  });
});

test("no other module normalizes Unicode", () => {
  const own = sourceFiles("server").filter(({ text }) => text.includes(".normalize("));
  expect(own.map(({ path }) => path)).toEqual(["server/domain/text/normal-form.ts"]);
});
