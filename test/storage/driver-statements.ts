import { readdirSync } from "node:fs";
import { jest } from "@jest/globals";

const folder = "server/storage/postgres";

/** Loads every module of the driver of PostgreSQL, and returns the statements that it declares. */
export async function driverStatements(): Promise<readonly string[]> {
  const texts = new Set<string>();
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
