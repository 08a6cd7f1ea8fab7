/** @jest-environment node */
import { readdirSync } from "node:fs";
import { expect, jest, test } from "@jest/globals";
import { execute } from "./local-server.js";
import { anyServer, testsOn } from "./postgres-server.js";

const folder = "server/storage/postgres";
const texts = new Set<string>();

/** Loads every module of the driver, and records the statements that it declares. */
async function declared(): Promise<readonly string[]> {
  const statement = await import("#server/storage/postgres/engine/statement.js");
  jest.unstable_mockModule("#server/storage/postgres/engine/statement.js", () => ({
    ...statement,
    sql: (text: string) => {
      texts.add(text);
      return statement.sql(text);
    },
  }));
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  // Sources: a module that is deleted stays among the compiled ones.
  for (const file of files.filter((each) => each.endsWith(".ts")))
    await import(`#server/storage/postgres/${file.replace(/\.ts$/u, ".js")}`);
  return [...texts];
}

testsOn(await anyServer(), (server) => {
  test("every declared statement can be prepared", async () => {
    const statements = await declared();
    expect(statements.length).toBeGreaterThan(80);
    const url = await server.createDatabase();
    const { openPostgresStore } = await import("#server/storage/postgres/store.js");
    await (await openPostgresStore(url)).close();
    await execute(url, ...statements.map((text, index) => `PREPARE m${index} AS ${text}`));
  });
});
