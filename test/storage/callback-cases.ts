import { describe, expect, test } from "@jest/globals";
import type { CallbackTarget } from "#server/domain/callbacks/callbacks.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { Submission } from "#server/domain/delivery/submitting/submission.js";
import { postFor } from "#server/domain/posts/posts.js";
import type { Store } from "#server/ports/store.js";
import { claimDue, owner } from "./claims.js";
import { noon, openAccount, submission } from "./fixtures.js";
import type { Subject } from "./suite.js";

const { Delivered, Deleted, Expired, Failed, Unknown, Blacklisted, Undeliverable } = RecipientState;

const secret = `whsec_${Buffer.alloc(32).toString("base64")}`;
const target = (change: Partial<CallbackTarget> = {}): CallbackTarget => ({
  ...{ customerId: 42, url: "https://shop.example.com/states", secret, parts: false, private: false },
  ...change,
});

async function open(store: Store, change: Partial<CallbackTarget> = {}): Promise<void> {
  await openAccount(store, { payment: "postpaid" });
  expect(await store.callbacks.setTarget(target(change), noon)).toBe(true);
}

/** Accepts a message and claims it; returns its id. */
async function claimed(store: Store, change: Partial<Submission> = {}): Promise<number> {
  await store.outbox.submit(submission("t1", change));
  return (await claimDue(store, noon, 9))[0]?.id ?? 0;
}

async function accept({ delivery }: Store, recipientId: number, parts = 1): Promise<void> {
  const accepted = Array.from({ length: parts }, (_, at) => ({ part: at + 1, messageId: `m${at + 1}` }));
  const end = { kind: "submitted" } as const;
  await delivery.settle([{ owner, recipientId, linkId: 1, at: noon, accepted, end }]);
}

async function report({ delivery }: Store, part: number, state: 6 | 7, at: number): Promise<void> {
  const id = `m${part}`;
  await delivery.receipts([
    { linkId: 1, messageId: id, keys: [id], phone: "12025550101", state, at, code: undefined },
  ]);
}

/** What is due, and what waits for it to be posted: as if each post was accepted. */
async function allPosted({ callbacks: { queue } }: Store, now = noon + 1e6) {
  const posted = [];
  for (;;) {
    const due = await queue.due(42, now, 9);
    if (due.length === 0) return posted;
    for (const callback of due) {
      posted.push(callback);
      await queue.end(callback.id, now);
    }
  }
}

/** Ways to a final state. */
const ends: readonly {
  readonly name: string;
  readonly submit?: Partial<Submission>;
  readonly act: (store: Store, id: number) => Promise<unknown>;
  readonly want: RecipientState;
}[] = [
  {
    name: "a receipt",
    act: async (store, id) => {
      await accept(store, id);
      await report(store, 1, Delivered, noon + 5);
    },
    want: Delivered,
  },
  {
    name: "a receipt that arrived before the response",
    act: async (store, id) => {
      await report(store, 1, Undeliverable, noon + 5);
      await accept(store, id);
    },
    want: Undeliverable,
  },
  {
    name: "a refusal",
    act: async ({ delivery }, recipientId) =>
      delivery.settle([
        { owner, recipientId, linkId: 1, at: noon + 5, accepted: [], end: { kind: "failed", code: "0x0b" } },
      ]),
    want: Failed,
  },
  {
    name: "the loopback gateway",
    act: async (store, recipientId) => {
      await accept(store, recipientId);
      await store.outbox.advance([{ recipientId, state: Delivered, at: noon + 5 }]);
    },
    want: Delivered,
  },
  {
    name: "the end of its time",
    submit: { dueAt: noon + 5 },
    act: async ({ delivery }) => delivery.expire(noon + 5 + 1_000, 1_000, 9),
    want: Expired,
  },
  {
    name: "a receipt that does not arrive",
    act: async (store, id) => {
      await accept(store, id);
      await store.delivery.giveUp(noon + 5, noon + 5, 9);
    },
    want: Unknown,
  },
  {
    name: "a claim after the end of its time",
    submit: { dueAt: noon + 5 },
    act: async ({ delivery }) =>
      delivery.claim({
        ...{ owner, now: noon + 99_999, validity: 1_000 },
        links: [{ linkId: 1, up: true, free: 1 }],
      }),
    want: Expired,
  },
  {
    name: "the message desk",
    submit: { dueAt: noon + 5 },
    act: async ({ desk }) =>
      desk.cancel({ kind: "transaction", id: "t1" }, 9, { name: "ann", source: "test" }, noon + 5),
    want: Deleted,
  },
  {
    name: "a blacklist, when it is accepted",
    submit: { recipients: [], refused: [{ phone: "12025550101", state: Blacklisted }] },
    act: async () => undefined,
    want: Blacklisted,
  },
];

/** Final states that wait to be posted to the servers of customers. */
export function callbackCases(subject: Subject): void {
  describe("callbacks", () => {
    test.each(ends)("a final state is queued with its cause: $name", async ({ submit = {}, act, want }) => {
      const store = subject.store();
      await open(store);
      await act(store, await claimed(store, submit));
      const found = await allPosted(await subject.reopen());
      expect(found).toMatchObject([
        {
          ...target(),
          ...{ transactionId: "t1", phone: "12025550101", part: undefined, state: want, attempts: 0 },
        },
      ]);
      expect(found[0]?.until).toBe((found[0]?.at ?? 0) + postFor);
    });

    test("a customer without a URL has none, and one with a URL only its own", async () => {
      const store = subject.store();
      await openAccount(store, { payment: "postpaid" });
      await openAccount(store, { id: 43, payment: "postpaid" });
      await store.callbacks.setTarget(target({ customerId: 43, parts: true }), noon);
      const id = await claimed(store, { parts: 2 });
      await accept(store, id, 2);
      for (const part of [1, 2]) await report(store, part, Delivered, noon + 5);
      expect([await store.callbacks.queue.customers(noon + 9), await allPosted(store)]).toEqual([[], []]);
      expect(await store.callbacks.setTarget(target({ customerId: 44 }), noon)).toBe(false);
    });

    test.each([
      { parts: 1, wanted: true, want: [undefined] },
      { parts: 2, wanted: false, want: [undefined] },
      { parts: 2, wanted: true, want: [2, 1, undefined] },
    ])("a message of $parts parts, parts wanted: $wanted", async ({ parts, wanted, want }) => {
      const store = subject.store();
      await open(store, { parts: wanted });
      await accept(store, await claimed(store, { parts }), parts);
      for (let part = parts; part > 0; part--) await report(store, part, Delivered, noon + 9 - part);
      for (let part = parts; part > 0; part--) await report(store, part, Delivered, noon + 9);
      expect((await allPosted(store)).map(({ part }) => part)).toEqual(want);
    });

    test("a part whose receipt arrived before the response is queued once", async () => {
      const store = subject.store();
      await open(store, { parts: true });
      const id = await claimed(store, { parts: 2 });
      await report(store, 1, Delivered, noon);
      await accept(store, id, 2);
      await report(store, 2, Delivered, noon);
      expect((await allPosted(store)).map(({ part }) => part)).toEqual([1, 2, undefined]);
    });

    test("of one message are due one after the other; a failed one holds up those after it, of no other message", async () => {
      const store = subject.store();
      await open(store, { parts: true });
      await accept(store, await claimed(store, { parts: 2 }), 2);
      for (const part of [1, 2]) await report(store, part, Delivered, noon);
      await store.outbox.submit(
        submission("t2", { recipients: [], refused: [{ phone: "12025550102", state: Blacklisted }] }),
      );
      const { queue } = store.callbacks;
      const due = async (now: number) =>
        (await queue.due(42, now, 9)).map(({ transactionId, part, attempts }) => [
          transactionId,
          part,
          attempts,
        ]);
      expect(await due(noon)).toEqual([
        ["t1", 1, 0],
        ["t2", undefined, 0],
      ]);
      expect(await queue.customers(noon)).toEqual([42]);
      await queue.postpone({ id: 1, at: noon, nextAt: noon + 9, failure: "HTTP 500" });
      expect(await due(noon)).toEqual([["t2", undefined, 0]]);
      await queue.end(4, noon);
      expect([await due(noon), await queue.customers(noon)]).toEqual([[], []]);
      expect(await due(noon + 9)).toEqual([["t1", 1, 1]]);
      await queue.giveUp({ id: 1, at: noon, failure: "HTTP 500" });
      expect(await due(noon)).toEqual([["t1", 2, 0]]);
    });

    test("are part of the message they are of, posted or not, until their retention ends", async () => {
      const store = subject.store();
      await open(store, { parts: true });
      const id = await claimed(store, { parts: 2 });
      await accept(store, id, 2);
      for (const part of [1, 2]) await report(store, part, Delivered, noon);
      const { queue } = store.callbacks;
      const ofMessage = async () => (await store.desk.message(id))?.callbacks;
      const row = { attempts: 0, failure: null, outcome: "waiting", nextAt: noon, tries: [] };
      expect(await ofMessage()).toEqual([0, 1, 2].map((part) => ({ ...row, part, at: noon })));

      const host = "shop.example.com";
      const failed = { at: noon + 1, host, failure: 'HTTP 500, "no"', nextAt: noon + 9 };
      await queue.postpone({ id: 1, ...failed });
      await queue.end(1, noon + 9, { host, status: 204 });
      await queue.giveUp({ id: 2, at: noon + 10, failure: "HTTP 404" });
      const none = { failure: null, nextAt: null };
      const tries = [failed, { at: noon + 9, host, status: 204 }];
      const posted = { part: 1, at: noon + 9, attempts: 2, outcome: "accepted", ...none, tries };
      const ended = { outcome: "given up", nextAt: null, tries: [] };
      const givenUp = { part: 2, at: noon + 10, attempts: 1, failure: "HTTP 404", ...ended };
      expect(await ofMessage()).toEqual([{ ...row, part: 0, at: noon }, posted, givenUp]);
      await queue.expire(noon + postFor, 9);
      const expired = { ...row, part: 0, at: noon + postFor, ...ended };
      expect(await ofMessage()).toEqual([posted, givenUp, expired]);

      await store.callbacks.retry({ ids: [2] }, noon + postFor);
      expect(await ofMessage()).toMatchObject([
        { part: 2, attempts: 0, outcome: "waiting" },
        posted,
        expired,
      ]);
      const { retention } = store;
      expect(await retention.purgeCallbacks(noon + 9, 9)).toBe(false);
      expect(await ofMessage()).toHaveLength(3);
      expect(await retention.purgeCallbacks(noon + 10, 1)).toBe(true);
      expect(await ofMessage()).toMatchObject([{ part: 2 }, { part: 0 }]);
    });

    test.each(["accepted", "given up", "accepted after it"] as const)(
      "of a deleted message are not those of a later one, whatever its id: %s",
      async (end) => {
        const store = subject.store();
        await open(store);
        const { queue } = store.callbacks;
        const next = async (transactionId: string, now: number) => {
          const refused = [{ phone: "12025550101", state: Blacklisted }];
          await store.outbox.submit(submission(transactionId, { recipients: [], refused }));
          const [due] = await queue.due(42, now, 9);
          return { id: due?.id ?? 0, message: due?.messageId ?? 0 };
        };
        const purge = () => store.retention.purgeTransactions(0, noon + 1, 9);
        const first = await next("t1", noon);
        if (end === "accepted") await queue.end(first.id, noon + 5);
        if (end === "given up") await queue.giveUp({ id: first.id, at: noon + 5, failure: "HTTP 404" });
        await purge();
        if (end === "accepted after it") await queue.end(first.id, noon + 5);
        expect(await store.desk.message(first.message)).toBeUndefined();

        const second = await next("t2", noon + 6);
        const ofMessage = async () => (await store.desk.message(second.message))?.callbacks;
        expect(await ofMessage()).toMatchObject([{ attempts: 0, outcome: "waiting" }]);
        await queue.end(second.id, noon + 7);
        expect(await ofMessage()).toMatchObject([{ at: noon + 7, attempts: 1, outcome: "accepted" }]);
      },
    );

    test("that are given up are listed, retried for another day, and deleted after their retention", async () => {
      const store = subject.store();
      await open(store);
      for (const id of ["t1", "t2", "t3"])
        await store.outbox.submit(
          submission(id, { recipients: [], refused: [{ phone: "12025550101", state: Blacklisted }] }),
        );
      const { callbacks } = store;
      const { queue } = callbacks;
      const failed = async (customerId?: number) =>
        (await callbacks.list({ customerId, failed: true }, 9)).map(({ id, failure }) => [id, failure]);
      await queue.giveUp({ id: 1, at: noon, failure: "HTTP 500".padEnd(999, "!") });
      expect(await failed()).toEqual([[1, expect.stringMatching(/^HTTP 500!{192}$/u)]]);
      expect(await queue.expire(noon + postFor - 1, 9)).toEqual([]);
      expect(await queue.expire(noon + postFor, 1)).toEqual([42]);
      expect(await queue.expire(noon + postFor, 9)).toEqual([42]);
      expect((await failed(42)).map(([id]) => id)).toEqual([3, 2, 1]);
      expect((await callbacks.list({ customerId: 42, failed: true }, 1, 3)).map(({ id }) => id)).toEqual([2]);
      expect([await failed(43), await callbacks.list({ customerId: 42, failed: false }, 9)]).toEqual([
        [],
        [],
      ]);

      expect(await callbacks.retry({ ids: [1, 99] }, noon + 2 * postFor)).toBe(1);
      expect(await callbacks.retry({ customerId: 43, limit: 9 }, noon)).toBe(0);
      expect(await callbacks.retry({ customerId: 42, limit: 1 }, noon + 2 * postFor)).toBe(1);
      expect(await queue.due(42, noon + 2 * postFor, 9)).toMatchObject([
        { id: 1, attempts: 0, until: noon + 3 * postFor },
        { id: 2, attempts: 0 },
      ]);
      const { retention } = store;
      expect(await retention.purgeCallbacks(noon + postFor, 9)).toBe(false);
      expect(await failed()).toHaveLength(1);
      expect(await retention.purgeCallbacks(noon + postFor + 1, 1)).toBe(true);
      expect(await failed()).toEqual([]);
      expect(await callbacks.list({ customerId: undefined, failed: false }, 9)).toHaveLength(2);
    });

    test("go with the URL of their customer; a changed URL counts for those that wait", async () => {
      const store = subject.store();
      await open(store);
      const { callbacks } = store;
      await accept(store, await claimed(store));
      await report(store, 1, Delivered, noon);
      await callbacks.setTarget(target({ url: "https://shop.example.com/other", private: true }), noon);
      expect(await callbacks.target(42)).toEqual(
        target({ url: "https://shop.example.com/other", private: true }),
      );
      expect(await callbacks.queue.due(42, noon, 9)).toMatchObject([
        { url: "https://shop.example.com/other", private: true },
      ]);
      expect(await callbacks.queue.take(1)).toBe(true);
      expect([await callbacks.removeTarget(42), await callbacks.removeTarget(42)]).toEqual([true, false]);
      expect([
        await callbacks.target(42),
        await callbacks.list({ customerId: 42, failed: false }, 9),
      ]).toEqual([undefined, []]);
      await callbacks.setTarget(target(), noon);
      expect(await callbacks.queue.due(42, noon + 1e6, 9)).toEqual([]);
    });
  });
}
