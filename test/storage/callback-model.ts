import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { callbackKey } from "#server/domain/callbacks/callbacks.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { postFor } from "#server/domain/posts/posts.js";
import type { Store } from "#server/ports/store.js";
import { claimDue, owner } from "./claims.js";
import { noon, openAccount, submission } from "./fixtures.js";
import type { Subject } from "./suite.js";
import { inTime, runsOf } from "../in-time.js";

const messages = [0, 1, 2] as const;
const parts = 3;
const never = Number.MAX_SAFE_INTEGER;

interface Modelled {
  readonly key: string;
  readonly message: number;
  waits: boolean;
  ready: boolean;
  until: number;
}

/** Callbacks in the order in which they were added, in the simplest form there is. */
class Model {
  callbacks: Modelled[] = [];
  /** Parts of each message that have no final status. */
  readonly open = messages.map(() => new Set(Array.from({ length: parts }, (_, index) => index + 1)));

  ready(): readonly string[] {
    return this.callbacks.flatMap(({ key, ready }) => (ready ? [key] : []));
  }

  add(message: number, key: string): void {
    const callback = { key, message, waits: false, ready: false, until: 0 };
    this.callbacks.push(callback);
    this.wait(callback, noon + postFor);
  }

  /** The first of a message that waits is ready; later ones are ready when those before are gone. */
  wait(callback: Modelled, until: number): void {
    const ready = !this.callbacks.some((each) => each.message === callback.message && each.ready);
    Object.assign(callback, { waits: true, ready, until });
  }

  stop(callback: Modelled): void {
    const wasReady = callback.ready;
    Object.assign(callback, { waits: false, ready: false });
    if (!wasReady) return;
    const next = this.callbacks.find((each) => each.message === callback.message && each.waits);
    if (next !== undefined) next.ready = true;
  }

  end(callback: Modelled): void {
    this.stop(callback);
    this.callbacks = this.callbacks.filter((each) => each !== callback);
  }
}

/** A store with messages in flight whose callbacks the model follows. */
interface Real {
  readonly store: Store;
  readonly run: number;
  readonly recipients: readonly number[];
}

const keyOf = ({ run, recipients }: Real, message: number, part?: number): string =>
  callbackKey({ transactionId: `t${run}-${message}`, messageId: recipients[message] ?? 0, part });

/** Ids of callbacks by their keys. */
async function ids({ store }: Real): Promise<ReadonlyMap<string, number>> {
  const lists = [false, true].map(async (failed) => store.callbacks.list({ customerId: 42, failed }, 99));
  return new Map((await Promise.all(lists)).flat().map((each) => [callbackKey(each), each.id]));
}

async function idOf(real: Real, { key }: Modelled): Promise<number> {
  return (await ids(real)).get(key) ?? 0;
}

async function report(model: Model, real: Real, message: number, part: number): Promise<void> {
  const messageId = keyOf(real, message, part);
  await real.store.delivery.receipts([
    {
      ...{ linkId: 1, messageId, keys: [messageId], phone: "12025550101", code: undefined },
      ...{ state: RecipientState.Delivered, at: noon },
    },
  ]);
  if (model.open[message]?.delete(part) !== true) return;
  model.add(message, keyOf(real, message, part));
  if (model.open[message].size === 0) model.add(message, keyOf(real, message));
}

type Command = fc.AsyncCommand<Model, Real>;

function command(name: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    run: async (model, real) => {
      await run(model, real);
      const due = await real.store.callbacks.queue.due(42, never, 99);
      expect(due.map(callbackKey).sort()).toEqual([...model.ready()].sort());
      expect(await real.store.callbacks.queue.customers(never)).toEqual(due.length > 0 ? [42] : []);
    },
    toString: () => name,
  };
}

const reports = fc
  .record({ message: fc.constantFrom(...messages), part: fc.integer({ min: 1, max: parts }) })
  .map(({ message, part }) =>
    command(`report part ${part} of ${message}`, (model, real) => report(model, real, message, part)),
  );

const ends = fc
  .record({ index: fc.nat(9), how: fc.constantFrom("end", "postpone", "give up") })
  .map(({ index, how }) =>
    command(`${how} ${index}`, async (model, real) => {
      const found = model.callbacks.filter(({ ready }) => ready);
      const callback = found[index % found.length];
      if (callback === undefined) return;
      const id = await idOf(real, callback);
      const { queue } = real.store.callbacks;
      if (how === "end") await queue.end(id, noon);
      else if (how === "give up")
        expect(await queue.giveUp({ id, at: noon, failure: "HTTP 500" })).toBe(true);
      else
        expect(await queue.postpone({ id, at: noon, nextAt: noon + index, failure: "HTTP 500" })).toBe(true);
      if (how === "end") model.end(callback);
      else if (how === "give up") model.stop(callback);
    }),
  );

const expiries = fc.constantFrom(1, 2, 99).map((limit) =>
  command(`expire ${limit}`, async (model, real) => {
    const now = noon + postFor;
    const before = await ids(real);
    const count = (await real.store.callbacks.queue.expire(now, limit)).length;
    const failed = new Set(
      (await real.store.callbacks.list({ customerId: 42, failed: true }, 99)).map(callbackKey),
    );
    const overdue = model.callbacks.filter(({ waits, until }) => waits && until <= now);
    expect(count).toBe(Math.min(limit, overdue.length));
    expect(before.size).toBe(model.callbacks.length);
    // Which of those with the same end are the first is up to the store.
    for (const callback of overdue.filter(({ key }) => failed.has(key))) model.stop(callback);
  }),
);

const retries = fc.oneof(
  fc.nat(9).map((index) =>
    command(`retry ${index}`, async (model, real) => {
      const callback = model.callbacks[index % model.callbacks.length];
      if (callback === undefined) return;
      expect(await real.store.callbacks.retry({ ids: [await idOf(real, callback)] }, noon + index)).toBe(1);
      if (callback.waits) callback.until = noon + index + postFor;
      else model.wait(callback, noon + index + postFor);
    }),
  ),
  fc.constantFrom(1, 99).map((limit) =>
    command(`retry failed ${limit}`, async (model, real) => {
      const failed = model.callbacks.filter(({ waits }) => !waits).slice(0, limit);
      expect(await real.store.callbacks.retry({ customerId: 42, limit }, noon)).toBe(failed.length);
      for (const callback of failed) model.wait(callback, noon + postFor);
    }),
  ),
);

/** Messages of some parts that a network has accepted. */
async function inFlight(store: Store, run: number): Promise<Real> {
  for (const message of messages)
    await store.outbox.submit(submission(`t${run}-${message}`, { parts, at: noon, dueAt: noon }));
  const claimed = await claimDue(store, noon, 99);
  const recipients = messages.map(
    (message) => claimed.find(({ transactionId }) => transactionId === `t${run}-${message}`)?.id ?? 0,
  );
  const real = { store, run, recipients };
  await store.delivery.settle(
    messages.map((message) => ({
      ...{ owner, recipientId: recipients[message] ?? 0, linkId: 1, at: noon, end: { kind: "submitted" } },
      accepted: [1, 2, 3].map((part) => ({ part, messageId: keyOf(real, message, part) })),
    })),
  );
  return real;
}

/** Callbacks as a model has them. */
export function callbackModelCases(subject: Subject): void {
  test("one callback of each message is due at a time, and all end", async () => {
    const store = subject.store();
    await openAccount(store, { payment: "postpaid" });
    const secret = `whsec_${Buffer.alloc(32).toString("base64")}`;
    const url = "https://shop.example.com/states";
    let run = 0;
    const commands = fc.commands([reports, reports, ends, ends, expiries, retries], {
      maxCommands: 30,
      size: "+1",
    });
    await fc.assert(
      fc.asyncProperty(
        commands,
        inTime(async (some) => {
          run += 1;
          // A run that failed leaves callbacks behind.
          await store.callbacks.removeTarget(42);
          await store.callbacks.setTarget({ customerId: 42, url, secret, parts: true, private: false }, noon);
          const real = await inFlight(store, run);
          await fc.asyncModelRun(() => ({ model: new Model(), real }), some);
          for (let due = await store.callbacks.queue.due(42, never, 99); due.length > 0;) {
            for (const { id } of due) await store.callbacks.queue.end(id, noon);
            due = await store.callbacks.queue.due(42, never, 99);
          }
          expect(await store.callbacks.list({ customerId: 42, failed: false }, 99)).toEqual([]);
        }),
      ),
      { numRuns: runsOf(40) },
    );
  });
}
