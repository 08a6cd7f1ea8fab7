import { describe, expect, test } from "@jest/globals";
import type { Actor } from "#server/domain/audit.js";
import type { BulkKind, BulkRun, LeftOut } from "#server/domain/desk/bulk.js";
import type { MessageFilter } from "#server/domain/desk/search.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { BulkOutcome } from "#server/ports/bulk.js";
import type { Store } from "#server/ports/store.js";
import { countSlice, workSlice } from "#server/work/coordination/bulk-slices.js";
import { ledgerOf, noon, openAccount, submission } from "./fixtures.js";
import type { Subject } from "./suite.js";

const { Queued, Submitting, Submitted, Delivered, Undeliverable, Expired, Failed } = RecipientState;

const by: Actor = { name: "ann", source: "console", form: "form-1" };
const at = noon + 60_000;

/** A transaction whose messages end in these states; each costs a credit and a third. */
async function sent(store: Store, name: string, states: readonly RecipientState[], customerId = 42) {
  const recipients = states.map((_, index) => String(12_025_550_101 + index));
  const charge = { kind: "SMS", amount: Math.floor((states.length * 4_000) / 3) } as const;
  await store.outbox.submit(submission(name, { customerId, recipients, charge, dueAt: noon + 9_000 }));
  const found = await store.desk.candidates({ kind: "transaction", id: name }, undefined, 2_000);
  const ids = found.map(({ id }) => id).reverse();
  await store.outbox.advance(
    ids.flatMap((recipientId, index) => {
      const state = states[index] ?? Queued;
      if (state === Queued) return [];
      const inFlight = { recipientId, state: Submitting, at: noon + 1 };
      return [
        inFlight,
        { recipientId, state: Submitted, at: noon + 1 },
        { recipientId, state, at: noon + 2 },
      ];
    }),
  );
  return ids;
}

const prepare = ({ bulk }: Store, kind: BulkKind, filter: MessageFilter = {}) =>
  bulk.prepare({
    ...{ kind, search: { state: "failed" }, filter: { until: at, ...filter } },
    ...{ reference: kind === "refund" ? "complaint 7" : undefined, who: "ann", at },
  });

async function runOf({ bulk }: Store, id: number): Promise<BulkRun> {
  const found = await bulk.run(id);
  if (found === undefined) throw new Error(`no run ${id}`);
  return found;
}

let made = 0;
const newId = (): string => `again-${String((made += 1))}`;

/** Goes on with a run until it waits or has ended. */
async function goOn(store: Store, id: number): Promise<BulkRun> {
  for (;;) {
    const run = await runOf(store, id);
    if (run.state === "counting") await countSlice(store, run, at);
    else if (run.state === "running") await workSlice(store, run, at + 1, newId);
    else return run;
  }
}

const start = ({ bulk }: Store, id: number, limit?: number): Promise<BulkOutcome> =>
  bulk.start(id, { by, limit, at });

const balanceOf = async ({ accounts }: Store, id = 42) => (await accounts.balances(id))[0]?.amount ?? 0;

/** What a run counts for these states, and what it leaves out. */
const verdicts: readonly {
  readonly kind: BulkKind;
  readonly states: readonly RecipientState[];
  readonly messages: number;
  readonly amount: number;
  readonly leftOut: Partial<Record<LeftOut, number>>;
}[] = [
  { kind: "refund", states: [Delivered, Failed, Expired], messages: 3, amount: 4_000, leftOut: {} },
  {
    kind: "refund",
    states: [Delivered, Queued, Submitted],
    messages: 1,
    amount: 1_333,
    leftOut: { open: 2 },
  },
  { kind: "refund", states: [Queued, Queued], messages: 0, amount: 0, leftOut: { open: 2 } },
  { kind: "refund", states: [Undeliverable, Undeliverable], messages: 2, amount: 2_666, leftOut: {} },
  { kind: "refund", states: [Failed, Submitting], messages: 1, amount: 1_333, leftOut: { open: 1 } },
  { kind: "cancel", states: [Queued, Queued, Queued], messages: 3, amount: 4_000, leftOut: {} },
  {
    kind: "cancel",
    states: [Queued, Delivered, Failed],
    messages: 1,
    amount: 1_333,
    leftOut: { notWaiting: 2 },
  },
  { kind: "cancel", states: [Submitting, Submitted], messages: 0, amount: 0, leftOut: { notWaiting: 2 } },
  { kind: "resend", states: [Failed, Expired, Undeliverable], messages: 3, amount: 0, leftOut: {} },
  { kind: "resend", states: [Failed, Delivered], messages: 1, amount: 0, leftOut: { delivered: 1 } },
  {
    kind: "resend",
    states: [Queued, Submitted, Failed],
    messages: 1,
    amount: 0,
    leftOut: { waiting: 1, accepted: 1 },
  },
];

/** Actions for all messages of a search. */
export function bulkCases(subject: Subject): void {
  describe("an action for all messages of a search", () => {
    test.each(verdicts)("$kind of $states", async ({ kind, states, messages, amount, leftOut }) => {
      const store = subject.store();
      await openAccount(store, { credit: 10_000 });
      await sent(store, "t", states);
      const before = await balanceOf(store);
      const id = await prepare(store, kind);
      const counted = await goOn(store, id);
      const figures = { found: states.length, messages, amount, leftOut };
      const customers = messages === 0 ? {} : { "42": messages };
      expect(counted).toMatchObject({ state: "counted", counted: { ...figures, customers } });
      expect(await balanceOf(store)).toBe(before);
      expect(await start(store, id)).toEqual({ ok: true });
      expect(await goOn(store, id)).toMatchObject({ state: "done", done: { ...figures, customers } });
      expect((await balanceOf(store)) - before).toBe(amount);
    });

    test("refunds in slices, with the ledger and one entry of the audit log, after the store was opened again", async () => {
      let store = subject.store();
      await openAccount(store, { credit: 10_000_000 });
      await openAccount(store, { id: 43, credit: 10_000_000 });
      const states = Array.from({ length: 450 }, (_, index) => (index % 3 === 0 ? Delivered : Failed));
      await sent(store, "one", states);
      await sent(store, "two", [Failed, Queued], 43);
      const [before, other] = [await balanceOf(store), await balanceOf(store, 43)];
      const id = await prepare(store, "refund");
      const { counted } = await goOn(store, id);
      expect(counted).toMatchObject({ found: 452, messages: 451, customers: { 42: 450, 43: 1 } });
      expect(await start(store, id)).toEqual({ ok: true });
      await workSlice(store, await runOf(store, id), at, newId);
      const half = await runOf(store, id);
      expect([half.state, half.done.messages]).toEqual(["running", 99]);
      store = await subject.reopen();
      const { done } = await goOn(store, id);
      expect(done).toEqual(counted);
      expect([await balanceOf(store), await balanceOf(store, 43)]).toEqual([before + 600_000, other + 1_333]);
      const refunds = (await ledgerOf(store)).filter(({ reason }) => reason === "refund");
      expect(refunds.reduce((sum, { delta }) => sum + delta, 0)).toBe(counted.amount);
      expect(new Set(refunds.map(({ reference }) => reference))).toEqual(new Set(["complaint 7"]));
      const entries = (await store.audit.entries(99)).filter(({ action }) => action !== "customer add");
      expect(entries).toMatchObject([
        {
          action: "bulk start",
          actor: { name: "ann" },
          subject: { run: id, kind: "refund", state: "failed", reference: "complaint 7" },
          before: { messages: 451, credits: "601.333", customers: 2, leftOut: 1 },
          after: { state: "done", messages: 451, credits: "601.333", customers: 2, leftOut: 1 },
        },
      ]);
      expect(await store.audit.hasForm("form-1")).toBe(true);
    });

    test("does a slice once, however many processes work on it", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 10_000_000 });
      await sent(
        store,
        "t",
        Array.from({ length: 120 }, () => Failed),
      );
      const id = await prepare(store, "resend");
      await goOn(store, id);
      await start(store, id);
      for (let run = await runOf(store, id); run.state === "running"; run = await runOf(store, id)) {
        const both = await Promise.all([1, 2, 3].map(() => workSlice(store, run, at, newId)));
        expect(both.filter(Boolean)).toHaveLength(1);
      }
      expect((await runOf(store, id)).done.messages).toBe(120);
      const all = await store.desk.candidates({ kind: "time", until: undefined }, undefined, 999);
      expect(all).toHaveLength(240);
      // A second run finds nothing that was not sent again: also the copies wait.
      const again = await prepare(store, "resend", { until: at + 9 });
      expect((await goOn(store, again)).counted).toMatchObject({
        messages: 0,
        leftOut: { sentAgain: 120, waiting: 120 },
      });
    });

    test("looks at each message again when it is its turn", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 10_000 });
      const [first = 0, second = 0] = await sent(store, "t", [Queued, Queued, Failed]);
      const id = await prepare(store, "cancel");
      expect((await goOn(store, id)).counted).toMatchObject({ messages: 2, amount: 2_666 });
      await store.desk.cancel({ kind: "message", id: second }, 1, { ...by, form: undefined }, at);
      await start(store, id);
      const before = await balanceOf(store);
      const { done } = await goOn(store, id);
      expect(done).toMatchObject({ found: 3, messages: 1, leftOut: { notWaiting: 2 } });
      expect((await balanceOf(store)) - before).toBe(done.amount);
      expect((await store.desk.message(first))?.state).toBe(RecipientState.Deleted);
    });

    test("leaves out texts that retention has erased", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 10_000 });
      await sent(store, "t", [Failed, Failed]);
      for (let place: number | undefined = 0; place !== undefined;)
        place = await store.retention.eraseTexts(place, noon + 10_000_000, 100);
      const id = await prepare(store, "resend");
      expect((await goOn(store, id)).counted).toMatchObject({
        found: 2,
        messages: 0,
        leftOut: { private: 2 },
      });
    });

    test("starts once, of a run that is counted, and stops", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 10_000_000 });
      await sent(
        store,
        "t",
        Array.from({ length: 300 }, () => Failed),
      );
      const id = await prepare(store, "refund");
      const otherState = { ok: false, reason: "state" };
      expect(await start(store, id)).toEqual(otherState);
      expect(await start(store, 99)).toEqual({ ok: false, reason: "unknown" });
      await goOn(store, id);
      expect(await start(store, id)).toEqual({ ok: true });
      expect(await start(store, id)).toEqual(otherState);
      await workSlice(store, await runOf(store, id), at, newId);
      const stopper = { name: "bob", source: "console" };
      expect(await store.bulk.stop(id, stopper, at + 5)).toEqual({ ok: true });
      const stopped = await runOf(store, id);
      expect(await workSlice(store, { ...stopped, state: "running" }, at, newId)).toBe(false);
      expect(stopped).toMatchObject({ state: "stopped", note: "stopped by bob", done: { messages: 100 } });
      expect(await store.bulk.stop(id, stopper, at + 6)).toEqual(otherState);
      expect(await store.audit.entries(2)).toMatchObject([
        { action: "bulk stop", actor: stopper },
        { action: "bulk start", after: { state: "stopped", messages: 100 } },
      ]);
    });

    test("counts for the refund limit of its operator, and stops at it", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 10_000_000 });
      const ids = await sent(store, "t", [...Array.from({ length: 300 }, () => Failed), Queued]);
      const tooMuch = await prepare(store, "refund");
      await goOn(store, tooMuch);
      expect(await start(store, tooMuch, 399_000)).toEqual({ ok: false, reason: "overLimit", left: 399_000 });
      expect(await start(store, tooMuch, 401_000)).toEqual({ ok: true });
      await goOn(store, tooMuch);
      const last = [
        { recipientId: ids.at(-1) ?? 0, state: Submitting, at },
        { recipientId: ids.at(-1) ?? 0, state: Failed, at },
      ];
      await store.outbox.advance(last);
      const request = { messages: ids.slice(-1), reference: undefined, limit: 401_000 };
      expect(await store.desk.refund(request, by, at + 9)).toMatchObject({ kind: "overLimit" });
      expect(await store.desk.refund(request, { ...by, name: "bob", form: undefined }, at + 9)).toMatchObject(
        { kind: "done" },
      );
    });

    test("is deleted when it was not started for a day, or ended long ago", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 10_000 });
      await sent(store, "t", [Failed]);
      const [unstarted, ended] = [await prepare(store, "refund"), await prepare(store, "refund")];
      await goOn(store, ended);
      await start(store, ended);
      await goOn(store, ended);
      await store.bulk.forget(at + 1, at);
      expect((await store.bulk.runs(9)).map(({ id }) => id)).toEqual([ended]);
      expect(await store.bulk.run(unstarted)).toBeUndefined();
      await store.bulk.forget(at + 1, at + 2);
      expect(await store.bulk.runs(9)).toEqual([]);
    });
  });
}
