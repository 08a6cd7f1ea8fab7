import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "@jest/globals";
import { stop } from "esbuild";
import { namePattern } from "./jest-run.js";
import { mutated } from "./mutation.js";
import { mutatedRows } from "./table.js";
import { transpile } from "./transpile.js";

test("a mutation replaces its text, whatever that holds", () => {
  const source = "const window = 10;\n";
  expect(mutated(source, { file: "a.ts", find: "10", replace: "$&$1" })).toBe("const window = $&$1;\n");
});

test.each([
  { find: "window", want: "a.ts has 2 times: window" },
  { find: "rate", want: "a.ts has 0 times: rate" },
])("a text that does not occur exactly once in the source is refused: $find", ({ find, want }) => {
  expect(() => mutated("window(window)", { file: "a.ts", find, replace: "" })).toThrow(want);
});

afterAll(stop);

test("a mutation that leaves no TypeScript is refused", async () => {
  expect(await transpile("export const a: number = 1;", "a.ts")).toBe("export const a = 1;\n");
  await expect(transpile("export const = 1;", "a.ts")).rejects.toThrow("a.ts:1:13: ERROR");
});

test("every mutation of the table leaves a module", async () => {
  const all = mutatedRows.flatMap(({ mutations }) => mutations);
  expect(all.length).toBeGreaterThan(500);
  await Promise.all(all.map((each) => transpile(mutated(readFileSync(each.file, "utf8"), each), each.file)));
});

test.each([
  { name: "loses nothing", title: "throttled loses nothing", want: true },
  { name: "loses nothing", title: "nobody loses nothing of it", want: true },
  { name: "loses nothing", title: "closes nothing", want: false },
  { name: "follow the rate of $title", title: "messages follow the rate of both", want: true },
  { name: "$stats: $want", title: 'receipts ["DELIVRD"]: 4', want: true },
  { name: "a status of %i pauses", title: "messages a status of 88 pauses", want: true },
  { name: "${messages} messages (all)", title: "1000 messages (all)", want: true },
  { name: "what is + or .", title: "what iss or x", want: false },
])("$name is the test $title: $want", ({ name, title, want }) => {
  expect(new RegExp(namePattern(name), "u").test(title)).toBe(want);
});
