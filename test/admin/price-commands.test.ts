import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { CommandRunner } from "../command-runner.js";
import { temporaryFolder } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

const folder = temporaryFolder();
const runner = new CommandRunner("messenger", { MESSENGER_DATABASE: await newDatabase() });

afterAll(() => {
  runner.end();
  folder.remove();
});

/** Writes a file for an import; its path. */
function file(name: string, content: string): string {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
}

const files = {
  prices: file("prices.csv", "Price;Prefix\n1;+44\n2.5;44\nnone;49\n"),
  badPrices: file("bad-prices.csv", "prefix,price\n1,1\n0,1\n"),
  numbers: file("numbers.txt", "+1 202 555 0101, nobody;12025550103\n12"),
};

interface Step {
  readonly line: string;
  readonly code: number;
  readonly stdout?: unknown;
  readonly stderr?: RegExp;
}

const oneLine = (words: string): RegExp => new RegExp(`^messenger: [^\\n]*${words}[^\\n]*\\n$`, "u");

const steps: readonly Step[] = [
  { line: "customer add 42 --name Example", code: 0 },
  {
    line: "price set 44 0.125 --json",
    code: 0,
    stdout: { customer: null, prefix: "44", price: "0.125", from: null },
  },
  { line: "price set 44 none --customer 42", code: 0 },
  { line: "price set 44 1001", code: 2, stderr: oneLine("0 to 1000 credits") },
  { line: "price set 044 1", code: 2, stderr: oneLine("invalid prefix") },
  { line: "price set 44 1 --customer 44", code: 1, stderr: oneLine("no customer 44") },
  { line: "price remove 45", code: 1, stderr: oneLine("no price of prefix 45") },
  { line: "price remove * --json", code: 0, stdout: { customer: null, prefix: "*", from: null } },
  {
    line: "price set 44 3 --from 2999-12-01 --json",
    code: 0,
    stdout: { customer: null, prefix: "44", price: "3", from: "2999-12-01" },
  },
  { line: "price set 46 none --from 2999-12-01", code: 0 },
  { line: "price set 44 3 --from 2020-12-01", code: 2, stderr: oneLine("use a UTC date after") },
  { line: "price set 44 3 --from 2999-12", code: 2, stderr: oneLine("invalid first day") },
  { line: "price set 44 3 --from 2999-02-30", code: 2, stderr: oneLine("invalid day") },
  {
    line: "price remove 44 --from 2999-12-02",
    code: 1,
    stderr: oneLine("no price of prefix 44 from 2999-12-02"),
  },
  { line: "price remove 46", code: 1, stderr: oneLine("no price of prefix 46") },
  {
    line: "price remove 46 --from 2999-12-01 --json",
    code: 0,
    stdout: { customer: null, prefix: "46", from: "2999-12-01" },
  },
  {
    line: "price list --json",
    code: 0,
    stdout: [
      { customer: null, prefix: "44", price: "0.125", from: null },
      { customer: null, prefix: "44", price: "3", from: "2999-12-01" },
      { customer: 42, prefix: "44", price: null, from: null },
    ],
  },
  {
    line: `price import ${files.prices} --from 2999-12-01 --dry-run --json`,
    code: 0,
    stdout: {
      ...{ customer: null, prices: 2, from: "2999-12-01" },
      changed: [
        { prefix: "44", before: "3", after: "2.5" },
        { prefix: "49", before: null, after: "none" },
      ],
    },
  },
  {
    line: `price import ${files.prices} --from 2020-12-01`,
    code: 2,
    stderr: oneLine("use a UTC date after"),
  },
  { line: "price remove 44 --from 2999-12-01", code: 0 },
  {
    line: `price import ${files.prices} --json`,
    code: 0,
    stdout: {
      ...{ customer: null, prices: 2, from: null },
      changed: [
        { prefix: "44", before: "0.125", after: "2.5" },
        { prefix: "49", before: null, after: "none" },
      ],
    },
  },
  {
    line: `price import ${files.prices} --dry-run --json`,
    code: 0,
    stdout: { customer: null, prices: 2, from: null, changed: [] },
  },
  { line: `price import ${files.badPrices}`, code: 1, stderr: oneLine("line 3, column 1: invalid prefix") },
  { line: `price import ${files.numbers}`, code: 1, stderr: oneLine("the columns prefix and price") },
  { line: `price import ${files.prices} --customer 44`, code: 1, stderr: oneLine("no customer 44") },
  {
    line: "price list --json",
    code: 0,
    stdout: [
      { customer: null, prefix: "44", price: "2.5", from: null },
      { customer: null, prefix: "49", price: null, from: null },
      { customer: 42, prefix: "44", price: null, from: null },
    ],
  },
];

test("prices are set, dated, compared, imported, listed and removed", async () => {
  for (const { line, code, stdout, stderr = /^$/ } of steps) {
    const run = await runner.run(line.split(" "));
    expect([line, run.code]).toEqual([line, code]);
    if (code !== 0) expect([line, run.stderr]).toEqual([line, expect.stringMatching(stderr)]);
    if (stdout !== undefined) expect([line, JSON.parse(run.stdout)]).toEqual([line, stdout]);
  }
});

test("an import prints a table of the differences", async () => {
  const { stdout } = await runner.run([
    "price",
    "import",
    file("rates.csv", "prefix,price\n44,3\n33,1\n"),
    "--dry-run",
  ]);
  expect(stdout).toBe(
    "PREFIX  BEFORE  AFTER\n33      -       1\n44      2.5     3\n2 prices, 2 differences: nothing was changed\n",
  );
});
