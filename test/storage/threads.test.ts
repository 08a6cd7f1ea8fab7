import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { threadScript } from "#server/storage/sqlite/engine/writer-client.js";

/** What a script loads from elsewhere. */
function requiredBy(script: URL): readonly string[] {
  return [...readFileSync(script, "utf8").matchAll(/\brequire\("([^"]+)"\)/gu)].map(([, name = ""]) => name);
}

test.each(["writer", "counter"] as const)(
  "the thread %s is one file, which loads parts of Node and the SQLite driver only",
  (name) => {
    const required = new Set(requiredBy(threadScript(name)));
    expect(required).toContain("node:worker_threads");
    expect([...required].filter((each) => !each.startsWith("node:"))).toEqual(["better-sqlite3"]);
  },
);
