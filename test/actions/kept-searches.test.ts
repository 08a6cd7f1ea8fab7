import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { prepareBulk } from "#server/actions/bulk.js";
import { findMessages } from "#server/actions/message-find.js";
import { machine } from "#server/actions/rights.js";
import { messagesOfPage, Searches } from "#server/actions/saved-search.js";
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

describe("a search that was just made", () => {
  const searches = new Searches();
  const other = { ...use, by: { name: "bob", source: "test" } };
  const page = { limit: messagesOfPage };

  /** The store, and how often it was searched. */
  const counting = () => {
    let reads = 0;
    const search: Store["desk"]["search"] = (...given) => {
      reads += 1;
      return store.desk.search(...given);
    };
    return { store: { ...store, desk: { ...store.desk, search } }, reads: () => reads };
  };

  test.each([
    { name: "its page", opened: [use], want: 1 },
    { name: "its page, and that once more", opened: [use, use], want: 2 },
    { name: "the page of another operator", opened: [other], want: 2 },
    { name: "its page, later", opened: [{ ...use, now: use.now + 10_001 }], want: 2 },
  ])("runs $want times for $name", async ({ opened, want }) => {
    const counted = counting();
    const { id, rows } = await searches.save(counted.store, { number: person }, use);
    const [entry] = await store.audit.entries(1);
    expect(entry).toMatchObject({ id, action: "message find", after: { found: 1 } });
    for (const by of opened)
      expect((await searches.open(counted.store, String(id), page, by)).found.rows).toEqual(rows);
    expect(counted.reads()).toBe(want);
  });

  test("that is forgotten, because others were made since, runs again", async () => {
    const counted = counting();
    const { id } = await searches.save(counted.store, { number: person }, use);
    for (let made = 0; made < 16; made++) await searches.save(counted.store, { number: person }, use);
    await searches.open(counted.store, String(id), page, use);
    expect(counted.reads()).toBe(18);
  });
});

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
    const searches = new Searches();
    const { id } = await searches.save(store, typed, use);
    const saved = await searches.open(store, String(id), { limit: 10 }, use);
    expect(saved.input).toEqual(kept);
    expect(saved.found.rows).toEqual(part.rows);
    expect(part.rows).toHaveLength(1);
    const { row } = await prepareBulk.run(store, { kind: "refund", ...typed }, use);
    const run = await store.bulk.run(row.id);
    expect(run?.search).toEqual(kept);
    expect(run?.counted.found).toBe(1);
  });
});
