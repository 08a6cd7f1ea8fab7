import { describe, expect, test } from "@jest/globals";
import type { Actor } from "#server/domain/audit.js";
import {
  type Anchor,
  matches,
  type MessageFilter,
  type SearchIn,
  type SearchPlace,
  type SearchSpan,
} from "#server/domain/desk/search.js";
import { stateGroups } from "#server/domain/desk/state-groups.js";
import type { Store } from "#server/ports/store.js";
import { noon, openAccount, submission } from "./fixtures.js";
import type { Subject } from "./suite.js";

const weekLength = 7 * 86_400_000;

const by: Actor = { name: "ann", source: "command line" };

/** Reads a search to its end, in pages of `limit`. */
export async function idsOf(
  { desk }: Pick<Store, "desk">,
  anchor: Anchor,
  limit: number,
): Promise<readonly number[]> {
  const ids: number[] = [];
  let place: SearchPlace | undefined;
  for (;;) {
    const page = await desk.candidates(anchor, place, limit);
    ids.push(...page.map(({ id }) => id));
    place = page.at(-1);
    if (page.length < limit) return ids;
  }
}

/** How much a search looks at and finds at once. */
const spans: readonly SearchSpan[] = [
  { examine: 1, most: 1 },
  { examine: 7, most: 2 },
  { examine: 7, most: 100 },
  { examine: 1_000, most: 3 },
  { examine: 1_000, most: 1_000 },
];

/** Conditions of each kind, of which some meet messages of `fill` and others none. */
const filters: readonly MessageFilter[] = [
  {},
  { customerId: 43 },
  { user: "ANN" },
  { user: "bob" },
  { user: "kim" },
  { user: "Änne" },
  { originator: "Shop" },
  { originator: "shop" },
  { link: 0 },
  { link: 7 },
  { state: { elements: ["InProcessNow"] } },
  { state: { elements: ["SMSC_DEFERRED"] } },
  { state: stateGroups.waiting },
  { state: stateGroups.uncertain },
  { state: stateGroups.cancelled },
  { reason: "none" },
  { since: noon + 5 * 60_000, until: noon + 9 * 60_000 },
  { number: { digits: "12025550112", whole: true } },
  { number: { digits: "1202555011", whole: false } },
  { number: { digits: "12025550", whole: false, visible: true } },
  { customerId: 42, originator: "Shop", since: noon + 60_000, user: "ann" },
];

/** The orders in which a search may look for these conditions. */
const anchorsOf = ({ customerId: id, number }: MessageFilter): readonly Anchor[] => [
  { kind: "time", until: undefined },
  ...(id === undefined ? [] : [{ kind: "customer", id, until: undefined } as const]),
  ...(number === undefined ? [] : [{ kind: "number", number } as const]),
];

/** Ids of what a search finds, from its beginning to its end. */
async function searched({ desk }: Pick<Store, "desk">, wanted: SearchIn, span: SearchSpan) {
  const ids: number[] = [];
  let place: SearchPlace | undefined;
  for (;;) {
    const { found, last, isEnd, examined } = await desk.search(wanted, place, span);
    ids.push(...found.map(({ id }) => id));
    expect(found.length).toBeLessThanOrEqual(span.most);
    expect(examined).toBeLessThanOrEqual(span.examine);
    if (isEnd) return ids;
    expect(last).toBeDefined();
    place = last && { txn: last.txn, id: last.id };
  }
}

/** Forty transactions of two customers, a minute apart, with one to three recipients each. */
async function fill(store: Store): Promise<void> {
  await openAccount(store, { credit: 1_000_000 });
  await openAccount(store, { id: 43, credit: 1_000_000 });
  for (let index = 0; index < 40; index++) {
    const recipients = Array.from(
      { length: 1 + (index % 3) },
      (_, n) => `120255501${10 + ((index * 7 + n) % 20)}`,
    );
    const at = noon + index * 60_000;
    // The first sign is that of the Kelvin, whose small letter is "k".
    const userName = index % 5 === 0 ? "\u212Aim" : "Ann";
    const change = { customerId: index % 4 === 0 ? 43 : 42, userName, recipients, at, dueAt: at };
    await store.outbox.submit(submission(`t${index}`, change));
  }
}

/** Searches of messages, on both databases. */
export function deskSearchCases(subject: Subject): void {
  describe("a search of messages", () => {
    test("of several weeks finds ids that are numbers of the week, in both databases", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 1_000_000 });
      const recipients = ["12025550101", "12025550102"];
      const weeks = [210, 211, 260];
      for (const week of weeks) {
        const at = (2922 + week) * weekLength + 1;
        await store.outbox.submit(submission(`t${week}`, { recipients, at, dueAt: at }));
      }
      // A transaction that is stored later than others may be of a week before them.
      const at = (2922 + 210) * weekLength + 2;
      await store.outbox.submit(submission("late", { recipients, at, dueAt: at }));
      const idsIn = (week: number, count: number): readonly number[] =>
        Array.from({ length: count }, (_, n) => week * 2 ** 31 + count - n);
      const want = [...idsIn(260, 2), ...idsIn(211, 2), ...idsIn(210, 4)];
      expect(await idsOf(store, { kind: "time", until: undefined }, 3)).toEqual(want);
      for (const limit of [1, 2, 3, 4, 8, 100])
        expect(await idsOf(store, { kind: "customer", id: 42, until: undefined }, limit)).toEqual(want);
      expect(await idsOf(store, { kind: "customer", id: 43, until: undefined }, 3)).toEqual([]);
      const second = want.filter((id) => id % 2 === 0);
      const number = { digits: "12025550102", whole: true };
      expect(await idsOf(store, { kind: "number", number }, 1)).toEqual(second);
      const until = (2922 + 211) * weekLength;
      expect(await idsOf(store, { kind: "time", until }, 3)).toEqual(
        expect.arrayContaining([...idsIn(210, 4)]),
      );
    });

    test("reads exactly those of its condition, newest first, in pages of any size", async () => {
      const store = subject.store();
      await fill(store);
      const all = await store.desk.candidates({ kind: "time", until: undefined }, undefined, 1_000);
      expect(all).toHaveLength(79);
      const ids = all.map(({ id }) => id);
      expect(ids).toEqual([...ids].sort((a, b) => b - a));
      const cases: readonly { readonly anchor: Anchor; readonly filter: MessageFilter }[] = [
        { anchor: { kind: "time", until: undefined }, filter: {} },
        { anchor: { kind: "customer", id: 43, until: undefined }, filter: { customerId: 43 } },
        { anchor: { kind: "customer", id: 44, until: undefined }, filter: { customerId: 44 } },
        { anchor: { kind: "transaction", id: "t5" }, filter: { transactionId: "t5" } },
        { anchor: { kind: "transaction", id: "x" }, filter: { transactionId: "x" } },
        ...[
          { digits: "12025550112", whole: true },
          { digits: "120255501", whole: false },
          { digits: "1202555011", whole: false },
          { digits: "12025550112", whole: false },
          { digits: "1202555011", whole: true },
          { digits: "1203", whole: false },
        ].map((number) => ({ anchor: { kind: "number", number } as const, filter: { number } })),
      ];
      for (const { anchor, filter } of cases) {
        const want = all.filter((message) => matches(message, filter, noon)).map(({ id }) => id);
        for (const limit of [1, 2, 7, 1_000])
          expect([anchor, await idsOf(store, anchor, limit)]).toEqual([anchor, want]);
      }
    });

    test("finds what `matches` finds, however much it examines at once", async () => {
      const store = subject.store();
      await fill(store);
      await store.desk.cancel({ kind: "transaction", id: "t6" }, 10, by, noon);
      const now = noon + 20 * 60_000;
      const all = await store.desk.candidates({ kind: "time", until: undefined }, undefined, 1_000);
      for (const filter of filters) {
        const want = all.filter((message) => matches(message, filter, now)).map(({ id }) => id);
        for (const anchor of anchorsOf(filter))
          for (const span of spans) {
            const found = await searched(store, { anchor, filter, now }, span);
            expect({ filter, anchor, span, found }).toEqual({ filter, anchor, span, found: want });
          }
      }
    });

    test("until a time skips most of what is later, and nothing that is earlier", async () => {
      const store = subject.store();
      await fill(store);
      const until = noon + 20 * 60_000;
      for (const anchor of [
        { kind: "time", until },
        { kind: "customer", id: 42, until },
      ] as const) {
        const found = await store.desk.candidates(anchor, undefined, 1_000);
        const times = new Set(found.map(({ createdAt }) => (createdAt - noon) / 60_000));
        expect(times.has(18)).toBe(true);
        expect(times.has(1)).toBe(true);
        expect(Math.max(...times)).toBeLessThan(25);
      }
    });

    test("finds the transaction of a client transaction", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 9_000 });
      const clientTransaction = { id: "order 7", contentHash: "h", keepFor: 1_000 };
      await store.outbox.submit(submission("t", { clientTransaction }));
      expect(await store.desk.transactionOf(42, "order 7")).toBe("t");
      expect(await store.desk.transactionOf(42, "order 8")).toBeUndefined();
      expect(await store.desk.transactionOf(43, "order 7")).toBeUndefined();
    });
  });
}
