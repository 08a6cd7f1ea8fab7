import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { search } from "#server/actions/message-walk.js";
import { type Anchor, anchorOf, type MessageFilter } from "#server/domain/desk/search.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { noon, openAccount, submission } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

let store: Store;

/** Messages, of which each tenth is of another originator. */
const messages = 1_200;
const recipients = Array.from({ length: 100 }, (_, index) => String(12_025_550_100 + index));

beforeAll(async () => {
  store = await openStore(await newDatabase());
  await openAccount(store, { payment: "postpaid" });
  for (let index = 0; index < messages / recipients.length; index++)
    await store.outbox.submit(
      submission(`m${index}`, {
        recipients,
        originator: index % 10 === 0 ? "Shop" : "Store",
        at: noon + index,
      }),
    );
});
afterAll(() => store.close());

interface Row {
  readonly title: string;
  readonly filter: MessageFilter;
  /** Milliseconds. */
  readonly time: number;
  readonly limit: number;
  readonly found: number;
  /** Messages that it looked through, if it was stopped. */
  readonly examined: number | undefined;
  readonly more: boolean;
}

const none = { originator: "None" };
const [soon, long] = [0, 60_000];

describe("a search", () => {
  test.each<Row>([
    { title: "with time", filter: {}, time: long, limit: 50, found: 50, examined: undefined, more: true },
    {
      title: "with time, of all",
      filter: {},
      time: long,
      limit: 5_000,
      found: 1_200,
      examined: undefined,
      more: false,
    },
    {
      title: "without time, of a page",
      filter: {},
      time: soon,
      limit: 50,
      found: 50,
      examined: undefined,
      more: true,
    },
    {
      title: "without time, of all",
      filter: {},
      time: soon,
      limit: 5_000,
      found: 500,
      examined: 500,
      more: true,
    },
    {
      title: "of nothing, with time",
      filter: none,
      time: long,
      limit: 50,
      found: 0,
      examined: undefined,
      more: false,
    },
    {
      title: "of nothing, without time",
      filter: none,
      time: soon,
      limit: 50,
      found: 0,
      examined: 500,
      more: true,
    },
    {
      title: "of a customer",
      filter: { customerId: 42, ...none },
      time: soon,
      limit: 50,
      found: 0,
      examined: 500,
      more: true,
    },
    {
      title: "of a prefix",
      filter: { number: { digits: "1202", whole: false }, ...none },
      time: soon,
      limit: 50,
      found: 0,
      examined: 500,
      more: true,
    },
    {
      title: "of a number",
      filter: { number: { digits: "12025550100", whole: true } },
      time: soon,
      limit: 50,
      found: 12,
      examined: undefined,
      more: false,
    },
    {
      title: "of a number that nobody has",
      filter: { number: { digits: "12025559999", whole: true } },
      time: soon,
      limit: 50,
      found: 0,
      examined: undefined,
      more: false,
    },
    {
      title: "of a transaction",
      filter: { transactionId: "m3" },
      time: soon,
      limit: 500,
      found: 100,
      examined: undefined,
      more: false,
    },
  ])("$title", async ({ filter, time, limit, found, examined, more }) => {
    const anchor: Anchor = anchorOf(filter);
    const result = await search(store.desk, { anchor, filter, after: undefined, limit, now: noon, time });
    expect(result.messages).toHaveLength(found);
    expect(result.stopped?.examined).toBe(examined);
    expect(result.next !== undefined).toBe(more);
    if (result.stopped !== undefined) expect(result.stopped.back).toBeLessThanOrEqual(noon + messages);
  });

  test("that was stopped goes on from there to its end", async () => {
    const anchor = anchorOf({});
    let after: Awaited<ReturnType<typeof search>>["next"];
    const ids: number[] = [];
    do {
      const part = await search(store.desk, {
        anchor,
        filter: {},
        after,
        limit: 5_000,
        now: noon,
        time: soon,
      });
      ids.push(...part.messages.map(({ id }) => id));
      after = part.next;
    } while (after !== undefined);
    expect(new Set(ids).size).toBe(messages);
  });
});
