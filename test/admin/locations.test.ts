import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { importAudience, listLocations } from "#server/actions/locations.js";
import { machine } from "#server/actions/rights.js";
import { Refusal } from "#server/admin/refusal.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { messenger } from "../cli/messenger.js";
import { temporaryFolder } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

const folder = temporaryFolder();
const database = await newDatabase();
const numbers = join(folder.path, "numbers.txt");
const occasion = { by: { name: "ann", source: "test" }, now: 0, caller: machine };
let store: Store;

beforeAll(async () => {
  store = await openStore(database);
  writeFileSync(numbers, "12025550101\n+1-202-555-0102,12025550103;;12025550101\tx");
});

afterAll(async () => {
  await store.close();
  folder.remove();
});

async function messengerEnds(line: string): Promise<{ readonly code: number | null; readonly out: string }> {
  const command = messenger(["--database", database, "--json", ...line.split(" ")]);
  const code = await command.ended();
  return { code, out: code === 0 ? command.stdout() : command.stderr() };
}

const station = { id: 1, name: "Station", description: "Hall", active: true, audience: 0 };

test.each([
  { line: "location add Station --description Hall", code: 0, want: station },
  { line: "location add Station", code: 1, want: /exists already/ },
  { line: "location add", code: 2, want: /missing required argument/ },
  {
    line: `location import 1 ${numbers}`,
    code: 0,
    want: { location: 1, entries: 5, added: 3, doubled: 1, invalid: 1, problems: ["x"] },
  },
  { line: `location import 2 ${numbers}`, code: 1, want: /no location 2/ },
  {
    line: `location import 1 ${numbers}.gone`,
    code: 1,
    want: /"message":"[^"]*\.gone cannot be read: no such file or directory"/,
  },
  { line: "location close 1", code: 0, want: { id: 1, active: false } },
  { line: "location list", code: 0, want: [{ ...station, active: false, audience: 3 }] },
  { line: "location open 1", code: 0, want: { id: 1, active: true } },
  { line: "location open x", code: 2, want: /invalid location/ },
  { line: "campaign list", code: 0, want: [] },
  { line: "campaign stop 1", code: 1, want: /no campaign 1/ },
])("messenger $line", async ({ line, code, want }) => {
  const result = await messengerEnds(line);
  expect([result.code, result.out]).toEqual([code, expect.any(String)]);
  if (want instanceof RegExp) expect(result.out).toMatch(want);
  else expect(JSON.parse(result.out)).toEqual(want);
});

test("an audience is imported in pieces of any size", async () => {
  const text = Array.from({ length: 2500 }, (_, index) => String(12025560000 + index)).join("\r\n");
  const bytes = new TextEncoder().encode(text);
  for (const size of [7, 1000, bytes.length]) {
    const pieces = async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    };
    const seen: number[] = [];
    const progress = (entries: number): void => void seen.push(entries);
    const given = { location: "1", file: pieces() };
    const { row } = await importAudience.run(store, given, { ...occasion, progress });
    expect(row).toMatchObject({ entries: 2500, added: size === 7 ? 2500 : 0, invalid: 0 });
    expect(seen.at(-1)).toBe(2500);
  }
  const { rows } = await listLocations.part(store, {}, occasion, { limit: 9 });
  expect(rows[0]?.audience).toBe(2503);
});

test("a file without end of a number does not fill the memory, and an unknown location reads nothing", async () => {
  const file = async function* () {
    for (let index = 0; index < 100; index++) yield new TextEncoder().encode("1".repeat(10_000));
  };
  const { row } = await importAudience.run(store, { location: "1", file: file() }, occasion);
  expect(row).toMatchObject({ entries: 1, invalid: 1 });
  await expect(importAudience.run(store, { location: "9", file: file() }, occasion)).rejects.toBeInstanceOf(
    Refusal,
  );
});
