import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { prepareBulk } from "#server/actions/bulk.js";
import { findMessages } from "#server/actions/message-find.js";
import { machine } from "#server/actions/rights.js";
import { openSearch, saveSearch } from "#server/actions/saved-search.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { noon, openAccount, submission } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

const use = { by: { name: "ann", source: "test" }, caller: machine, now: noon + 1_000 };
const person = "12025550155";
let store: Store;

beforeAll(async () => {
  store = await openStore(await newDatabase());
  await openAccount(store, { payment: "postpaid" });
  await store.outbox.submit(submission("t1", { recipients: [person] }));
});
afterAll(() => store.close());

describe("what is kept of a search has a number in the spelling in which it can be erased", () => {
  test.each([
    { typed: { number: person }, kept: { number: person } },
    { typed: { number: `+${person}` }, kept: { number: person } },
    { typed: { number: `00${person}` }, kept: { number: person } },
    { typed: { number: "+1 202 555 0155" }, kept: { number: person } },
    { typed: { number: "+1 (202) 555-0155" }, kept: { number: person } },
    { typed: { number: "1.202.555.0155" }, kept: { number: person } },
    { typed: { number: "\u202a+1 202 555 0155\u202c" }, kept: { number: person } },
    {
      typed: { number: "+\u0661\u0662\u0660\u0662\u0665\u0665\u0665\u0660\u0661\u0665\u0665" },
      kept: { number: person },
    },
    { typed: { number: "+1 202 555 0155", customer: "42" }, kept: { number: person, customer: "42" } },
    { typed: { prefix: "+1 202 555 0155" }, kept: { prefix: person } },
    { typed: { prefix: "+1 (202)" }, kept: { prefix: "1202" } },
    { typed: { prefix: "001202" }, kept: { prefix: "1202" } },
  ])("$typed", async ({ typed, kept }) => {
    const part = await findMessages.part(store, typed, use, { limit: 10 });
    const [entry] = await store.audit.entries(1);
    expect(entry).toMatchObject({ action: "message find", subject: kept });
    const saved = await openSearch(store, String(await saveSearch(store, typed, use)), { limit: 10 }, use);
    expect(saved.input).toEqual(kept);
    expect(saved.found.rows).toEqual(part.rows);
    expect(part.rows).toHaveLength(1);
    const { row } = await prepareBulk.run(store, { kind: "refund", ...typed }, use);
    const run = await store.bulk.run(row.id);
    expect(run?.search).toEqual(kept);
    expect(run?.counted.found).toBe(1);
  });
});
