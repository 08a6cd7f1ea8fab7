import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "@jest/globals";
import { MessageType } from "../../generated/enums.js";
import { hashPassword, isPassword } from "../../server/credentials/hash.js";
import { maxMarks, normalForm } from "../../server/domain/normal-form.js";
import { smsText } from "../../server/domain/sms-text.js";
import { userNameKey } from "../../server/domain/user-name.js";

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

describe("texts with millions of combining marks are processed in linear time", () => {
  const marks = `a${acute.repeat(1_000_000)}${graveBelow.repeat(1_000_000)}`;
  test.each<[string, () => unknown, unknown]>([
    ["in the name of a user", () => userNameKey(marks).length, marks.length],
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
  const files = readdirSync("server", { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const own = files.filter((file) => readFileSync(join("server", file), "utf8").includes(".normalize("));
  expect(own).toEqual([join("domain", "normal-form.ts")]);
});
