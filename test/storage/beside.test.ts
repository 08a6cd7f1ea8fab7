import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { databasesBeside } from "#server/storage/sqlite/files/beside.js";
import { temporaryFolder } from "./fixtures.js";

let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  folder.remove();
});

/** Content of files by their names. */
const database = `SQLite format 3\0${"\0".repeat(84)}`;
const contents = {
  database,
  empty: "",
  text: "customer,number\n",
  /** As long as a header, and none. */
  other: "SQLite format 2\0",
  /** The beginning of a header. */
  cut: database.slice(0, 9),
  /** The log of a database (SQLite, WAL format, section 1). */
  log: "\x37\x7f\x06\x82",
} as const;
type Content = keyof typeof contents | "folder" | "link";

function write(name: string, content: Content): void {
  const path = join(folder.path, name);
  if (content === "folder") mkdirSync(path);
  else if (content === "link") symlinkSync(join(folder.path, "old.db"), path);
  else writeFileSync(path, contents[content]);
}

describe("databases beside new.db", () => {
  test.each<{ files: Readonly<Record<string, Content>>; want: readonly string[] }>([
    { files: {}, want: [] },
    { files: { "old.db": "database" }, want: ["old.db"] },
    { files: { "old.db": "database", "new.db": "empty" }, want: ["old.db"] },
    { files: { "old.db": "database", "new.db": "database" }, want: [] },
    { files: { "b.db": "database", "a.sqlite": "database" }, want: ["a.sqlite", "b.db"] },
    { files: { messenger: "database", "notes.db": "text" }, want: ["messenger"] },
    { files: { "old.db": "database", "old.db-wal": "log", "old.db-shm": "empty" }, want: ["old.db"] },
    { files: { "old.db": "empty", "old.db-delivery": "empty" }, want: [] },
    { files: { "old.db": "other" }, want: [] },
    { files: { "old.db": "cut" }, want: [] },
    { files: { "old.db": "folder" }, want: [] },
    { files: { "old.db": "database", "linked.db": "link" }, want: ["linked.db", "old.db"] },
    { files: { "linked.db": "link" }, want: [] },
    { files: { "new.db": "folder", "old.db": "database" }, want: [] },
  ])("$files: $want", ({ files, want }) => {
    for (const [name, content] of Object.entries(files)) write(name, content);
    expect(databasesBeside(join(folder.path, "new.db"))).toEqual(want);
  });

  test("of a folder that is not there are none", () => {
    expect(databasesBeside(join(folder.path, "missing", "new.db"))).toEqual([]);
  });
});
