import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import { noon, openAccount, submission } from "../storage/fixtures.js";
import { anyServer, execute, testsOn } from "../storage/postgres-server.js";
import { snippetsOf } from "./snippets.js";

const page = "docs/reference/scale.md";
const text = readFileSync(page, "utf8");

/** Cells of the tables behind a mark. */
function rowsBehind(mark: string): readonly (readonly string[])[] {
  const tables = text.split(`<!-- ${mark} -->`).slice(1);
  return tables.flatMap((rest) => {
    const [table = ""] = /(?:^\|.*\n)+/mu.exec(rest) ?? [];
    const lines = table.trim().split("\n").slice(2);
    return lines.map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  });
}

const figures = new Map(rowsBehind("figures").map(([name = "", value]) => [name, Number(value)]));

/** Calculates from left to right. */
function calculated(formula: string): number {
  const [first = "", ...rest] = formula.split(" ");
  const valueOf = (word: string): number => figures.get(word) ?? Number(word);
  let result = valueOf(first);
  for (let index = 0; index < rest.length; index += 2) {
    const value = valueOf(rest[index + 1] ?? "");
    if (rest[index] === "×") result *= value;
    else if (rest[index] === "/") result /= value;
    else if (rest[index] === "+") result += value;
    else return NaN;
  }
  return result;
}

test.each(rowsBehind("arithmetic"))("%s is %s", (_, formula = "", result) => {
  expect(calculated(formula) / Number(result)).toBeCloseTo(1, 2);
});

test("every figure is used or explained", () => {
  expect(figures.size).toBeGreaterThan(10);
  for (const [name, value] of figures) expect({ name, ok: value > 0 }).toEqual({ name, ok: true });
});

testsOn(await anyServer(), (server) => {
  test("every query of the page runs", async () => {
    const url = await server.createDatabase();
    const store = await openPostgresStore(url);
    await openAccount(store, { credit: 9_000 });
    await store.outbox.submit(submission("t1", { at: noon }));
    await store.close();
    const queries = snippetsOf(page).filter(({ language }) => language === "sql");
    expect(queries.length).toBe(3);
    for (const query of queries) expect(await execute(url, query.text)).not.toEqual([]);
  });
});
