import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { filesNamedIn, type Outcome, outcomeOf, type Report, summaryOf } from "../../tools/ci/results.js";

type Tests = Readonly<Record<string, string>>;

/** A report of test files with their tests; the text `unloaded` for a file that cannot be loaded, and its status if that is not of the tests. */
function report(
  files: readonly (readonly [file: string, tests: Tests | "unloaded", status?: string])[],
): Report {
  const testResults = files.map(([file, tests, status]) => ({
    name: `/somewhere/dist/${file.replace(/\.ts$/, ".js")}`,
    status: status ?? (tests === "unloaded" || Object.values(tests).includes("failed") ? "failed" : "passed"),
    assertionResults:
      tests === "unloaded" ? [] : Object.entries(tests).map(([fullName, status]) => ({ fullName, status })),
  }));
  return { testResults };
}

const a = "test/a.test.ts";
const b = "test/b.test.ts";
const fine = { one: "passed", two: "passed" };

interface Row {
  readonly title: string;
  readonly first: Report;
  readonly again?: Report;
  readonly guards?: readonly string[];
  readonly want: Partial<Outcome>;
}

const nothing = { failed: [], unsteady: [], unguarded: [] };

describe("the outcome of a run", () => {
  test.each<Row>([
    { title: "all pass", first: report([[a, fine]]), want: { ...nothing, passed: 2, skipped: 0 } },
    {
      title: "a test fails",
      first: report([[a, { one: "failed", two: "passed" }]]),
      want: { passed: 1, failed: [`${a}: one`], unsteady: [] },
    },
    {
      title: "it fails again",
      first: report([[a, { one: "failed", two: "passed" }]]),
      again: report([[a, { one: "failed", two: "passed" }]]),
      want: { failed: [`${a}: one`], unsteady: [] },
    },
    {
      title: "it passes alone",
      first: report([[a, { one: "failed", two: "passed" }]]),
      again: report([[a, fine]]),
      want: { passed: 2, failed: [], unsteady: [`${a}: one`] },
    },
    {
      title: "it passes alone on one store, and fails on the other",
      first: report([
        [a, { one: "failed" }],
        [a, { one: "failed" }],
      ]),
      again: report([
        [a, { one: "passed" }],
        [a, { one: "failed" }],
      ]),
      want: { failed: [`${a}: one`], unsteady: [] },
    },
    {
      title: "it does not run again",
      first: report([
        [a, { one: "failed" }],
        [b, { one: "failed" }],
      ]),
      again: report([[b, { one: "passed" }]]),
      want: { failed: [`${a}: one`], unsteady: [`${b}: one`] },
    },
    {
      title: "another test of its file fails then",
      first: report([[a, { one: "failed", two: "passed" }]]),
      again: report([[a, { one: "passed", two: "failed" }]]),
      want: { failed: [`${a}: two`], unsteady: [`${a}: one`] },
    },
    {
      title: "a file fails outside its tests, which pass",
      first: report([[a, fine, "failed"]]),
      want: { passed: 2, failed: [`${a}: outside its tests`], unsteady: [] },
    },
    {
      title: "it fails so again",
      first: report([[a, fine, "failed"]]),
      again: report([[a, fine, "failed"]]),
      want: { failed: [`${a}: outside its tests`], unsteady: [] },
    },
    {
      title: "it passes alone as a whole",
      first: report([[a, fine, "failed"]]),
      again: report([[a, fine]]),
      want: { failed: [], unsteady: [`${a}: outside its tests`] },
    },
    {
      title: "a file cannot be loaded",
      first: report([
        [a, "unloaded"],
        [b, fine],
      ]),
      want: { passed: 2, failed: [`${a}: outside its tests`] },
    },
    {
      title: "tests are skipped",
      first: report([[a, { one: "pending", two: "passed" }]]),
      want: { ...nothing, passed: 1, skipped: 1 },
    },
    { title: "a guard has run", first: report([[a, fine]]), guards: [a], want: nothing },
    {
      title: "a guard failed: it has run",
      first: report([[a, { one: "failed" }]]),
      guards: [a],
      want: { unguarded: [] },
    },
    {
      title: "a guard did not run",
      first: report([[a, fine]]),
      guards: [a, b],
      want: { unguarded: [`${b}: did not run`] },
    },
    {
      title: "the tests of a guard were skipped",
      first: report([[a, { one: "pending" }]]),
      guards: [a],
      want: { unguarded: [`${a}: was skipped`] },
    },
    {
      title: "one test of a guard was skipped, for a driver that is not there",
      first: report([[a, { one: "pending", two: "passed" }]]),
      guards: [a],
      want: { unguarded: [] },
    },
    {
      title: "a test of a guard was skipped on one store only",
      first: report([
        [a, { one: "pending" }],
        [a, { one: "passed" }],
      ]),
      guards: [a],
      want: { unguarded: [] },
    },
    {
      title: "a guard cannot be loaded",
      first: report([[a, "unloaded"]]),
      guards: [a],
      want: { failed: [`${a}: outside its tests`], unguarded: [] },
    },
  ])("$title", ({ first, again, guards = [], want }) => {
    expect(outcomeOf(first, again, guards)).toMatchObject(want);
  });
});

test.each<{ outcome: Partial<Outcome>; want: string }>([
  { outcome: { passed: 7, skipped: 1 }, want: "7 passed, 0 failed, 1 skipped, 0 unsteady" },
  {
    outcome: { passed: 7, unsteady: ["a: one", "b: two"] },
    want: "unsteady, red: a: one\nunsteady, red: b: two\n7 passed, 0 failed, 0 skipped, 2 unsteady: red",
  },
  {
    outcome: { passed: 7, failed: ["a: one"] },
    want: "failed: a: one\n7 passed, 1 failed, 0 skipped, 0 unsteady",
  },
  {
    outcome: { passed: 7, unguarded: ["a: did not run"] },
    want: "no guard of docs/reference/security.md: a: did not run\n7 passed, 0 failed, 0 skipped, 0 unsteady",
  },
])("the summary: $want", ({ outcome, want }) => {
  const none = { passed: 0, skipped: 0, failed: [], unsteady: [], unguarded: [] };
  expect(summaryOf({ ...none, ...outcome })).toBe(want);
});

test("the guards are the files of the page, each once", () => {
  const files = filesNamedIn(readFileSync("docs/reference/security.md", "utf8"));
  expect(files.length).toBeGreaterThan(60);
  expect(new Set(files).size).toBe(files.length);
});
