import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import { noon, openAccount, submission } from "../storage/fixtures.js";
import { execute } from "../storage/local-server.js";
import { anyServer, testsOn } from "../storage/postgres-server.js";
import { calculated, rowsBehind } from "./calculated-tables.js";
import { snippetsOf } from "./snippets.js";

const page = "docs/reference/scale.md";
const text = readFileSync(page, "utf8");

const figures = new Map(
  rowsBehind(text, "figures").map(([name = "", value]) => [name.replaceAll("`", ""), Number(value)]),
);

test.each(rowsBehind(text, "arithmetic"))("%s is %s", (_, formula = "", result) => {
  expect(calculated(formula, figures) / Number(result)).toBeCloseTo(1, 2);
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
