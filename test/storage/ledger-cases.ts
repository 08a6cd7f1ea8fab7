import { describe, expect, test } from "@jest/globals";
import { accepted, everyDay, everyHour } from "#server/domain/campaigns/campaign.js";
import type { LedgerQuery } from "#server/ports/accounts.js";
import type { RefundReason } from "#server/domain/credit/refunds.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { ledgerBegin, type LedgerPlace } from "#server/domain/credit/carrying.js";
import type { Store } from "#server/ports/store.js";
import { claimDue, owner } from "./claims.js";
import { entriesOf, ledgerOf, noon, openAccount, submission } from "./fixtures.js";
import type { Subject } from "./suite.js";

const { Submitted, Delivered, Undeliverable, Expired, Failed } = RecipientState;
const day = 86_400_000;

const phones = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => String(12025550101 + index));

async function open(store: Store, refunds: readonly RefundReason[]): Promise<void> {
  await openAccount(store, { credit: 100_000 });
  await store.accounts.changeCustomer(42, { refunds });
}

/** Ends claimed messages, in their order; `Submitted` ends none. */
async function end(store: Store, states: readonly RecipientState[]): Promise<readonly number[]> {
  const claimed = await claimDue(store, noon, states.length);
  await store.delivery.settle(
    claimed.map(({ id, linkId }, index) => {
      const isFailed = states[index] === Failed;
      return {
        ...{ owner, recipientId: id, linkId, at: noon + 1 },
        accepted: isFailed ? [] : [{ part: 1, messageId: `m${id}` }],
        end: isFailed ? { kind: "failed", code: "8" } : { kind: "submitted" },
      };
    }),
  );
  const reports = claimed.flatMap(({ id, linkId }, index) => {
    const state = states[index];
    return state === undefined || state === Failed || state === Submitted
      ? []
      : [receipt(id, linkId, state as typeof Delivered)];
  });
  if (reports.length > 0) await store.delivery.receipts(reports);
  return claimed.map(({ id }) => id);
}

const receipt = (id: number, linkId: number, state: typeof Delivered | typeof Undeliverable) => ({
  ...{ linkId, messageId: `m${id}`, phone: undefined, state, at: noon + 2, code: "7", keys: [`m${id}`] },
});

/** Amounts that were refunded, and that the balance is the sum of the ledger. */
async function refunds(store: Store): Promise<readonly number[]> {
  const ledger = await ledgerOf(store, 42);
  const sum = ledger.reduce((total, { delta }) => total + delta, 0);
  expect((await store.accounts.balances(42))[0]?.amount).toBe(sum);
  return ledger.filter(({ reason }) => reason === "refund").map(({ delta }) => delta);
}

/** The ledger: periods, references, refunds, low balances. */
export function ledgerCases(subject: Subject): void {
  describe("parts of the ledger of all customers", () => {
    test("look at some customers each, also where few have entries of the period", async () => {
      const store = subject.store();
      for (let id = 1; id <= 410; id++) await openAccount(store, { id, credit: 1 });
      for (const id of [3, 409]) await store.accounts.addCredit(id, "SMS", id, noon + 1);
      const query = { from: noon + 1 };
      const first = await store.ledger.part(query, 500);
      expect(first.entries.map(({ customerId }) => customerId)).toEqual([3]);
      const second = await store.ledger.part(query, 500, first.next);
      expect([second.entries, second.next?.customerId]).toEqual([[], 401]);
      const third = await store.ledger.part(query, 500, second.next);
      expect([third.entries.map(({ customerId }) => customerId), third.next]).toEqual([[409], undefined]);
      for (const limit of [1, 2, 199, 200, 201])
        expect((await entriesOf(store, query, limit)).map(({ delta }) => delta)).toEqual([3, 409]);
    });
  });

  describe("the newest entries", () => {
    test("come in parts behind a place, of a period and of one reason", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 100_000 });
      // Several entries at the same time.
      for (let count = 1; count <= 5; count++)
        await store.accounts.addCredit(42, "SMS", count, noon + Math.floor(count / 2), `r${count}`);
      await store.outbox.submit(submission("charged", { at: noon + 1 }));
      const query = { customerId: 42, from: noon, until: noon + 3, reason: undefined, limit: 100 };
      const all = (await ledgerOf(store, 42)).filter(({ at }) => at >= noon && at < noon + 3);
      const newest = [...all].sort((one, other) => other.at - one.at || other.id - one.id);
      expect(await store.ledger.latest({ ...query, before: undefined })).toEqual(newest);
      const parts: (typeof newest)[number][] = [];
      for (let before = undefined as (typeof newest)[number] | undefined; ; before = parts.at(-1)) {
        const rows = await store.ledger.latest({ ...query, before, limit: 2 });
        parts.push(...rows);
        if (rows.length < 2) break;
      }
      expect(parts).toEqual(newest);
      for (const reason of ["refill", "charge", "refund"] as const)
        expect(await store.ledger.latest({ ...query, reason, before: undefined })).toEqual(
          newest.filter((entry) => entry.reason === reason),
        );
      expect(await store.ledger.latest({ ...query, customerId: 43, before: undefined })).toEqual([]);
    });
  });

  describe("refunds", () => {
    const states = [Delivered, Failed, Undeliverable, Expired, Submitted];

    test.each<[readonly RefundReason[], readonly number[]]>([
      [[], []],
      [["refused"], [1_000]],
      [["expired"], [1_000]],
      [
        ["refused", "expired", "failed"],
        [1_000, 2_000],
      ],
    ])(
      "of a customer with the policy %j are booked in the commit of the final status",
      async (policy, want) => {
        const store = subject.store();
        await open(store, policy);
        const charge = { kind: "SMS", amount: 5_000 } as const;
        await store.outbox.submit(submission("t", { recipients: phones(5), charge }));
        await end(store, states);
        const reopened = (await subject.reopen()) as Store;
        expect(await refunds(reopened)).toEqual(want);
        expect((await ledgerOf(reopened, 42)).at(-1)).toMatchObject({ customerId: 42, transactionId: "t" });
      },
    );

    test("of messages alone in their transaction, of the queue and of claims", async () => {
      const store = subject.store();
      await open(store, ["expired", "refused"]);
      await store.outbox.submit(submission("a"));
      await end(store, [Failed]);
      expect(await refunds(store)).toEqual([1_000]);
      await store.outbox.submit(submission("b", { at: noon + 1, dueAt: noon + 1 }));
      await store.delivery.expire(noon + 3 * day, day, 9);
      expect(await refunds(store)).toEqual([1_000, 1_000]);
      await store.outbox.submit(submission("c", { charge: { kind: "SMS", amount: 700 } }));
      const linkId = (await store.links.links())[0]?.id ?? 0;
      await store.delivery.claim({
        ...{ owner, now: noon + 2 * day, validity: 1_000, links: [{ linkId, up: true, free: 9 }] },
      });
      expect(await refunds(store)).toEqual([1_000, 1_000, 700]);
    });

    test.each([
      { charge: 5, count: 10 },
      { charge: 7, count: 3 },
    ])("of $count recipients, one by one, add up to a charge of $charge", async ({ charge, count }) => {
      const store = subject.store();
      await open(store, []);
      await store.outbox.submit(
        submission("t", { recipients: phones(count), charge: { kind: "SMS", amount: charge } }),
      );
      const target = { kind: "transaction", id: "t" } as const;
      const by = { name: "ann", source: "test" };
      for (let done = 1; done <= count; done++) {
        await store.desk.cancel(target, 1, by, noon);
        const sum = (await refunds(store)).reduce((total, amount) => total + amount, 0);
        expect([done, sum]).toEqual([done, Math.floor((charge * done) / count)]);
      }
    });

    test("are booked once for repeated, late and contradicting receipts, and with cancellations never exceed the charge", async () => {
      const store = subject.store();
      await open(store, ["failed", "expired"]);
      await store.outbox.submit(
        submission("t", { recipients: phones(3), charge: { kind: "SMS", amount: 1_000 } }),
      );
      const [first = 0] = await end(store, [Undeliverable]);
      const linkId = (await store.links.links())[0]?.id ?? 0;
      for (const state of [Undeliverable, Delivered, Undeliverable] as const)
        await store.delivery.receipts([receipt(first, linkId, state)]);
      expect(await refunds(store)).toEqual([333]);
      const by = { name: "ann", source: "test" };
      const target = { kind: "transaction", id: "t" } as const;
      expect(await store.desk.cancel(target, 1, by, noon)).toMatchObject({ refunded: 333 });
      expect(await store.desk.cancel(target, 9, by, noon)).toMatchObject({ refunded: 334 });
      expect(await refunds(store)).toEqual([333, 333, 334]);
    });

    test("of a late final receipt after Unknown, and of no other change", async () => {
      const store = subject.store();
      await open(store, ["failed", "expired"]);
      await store.outbox.submit(
        submission("t", { recipients: phones(2), charge: { kind: "SMS", amount: 2_000 } }),
      );
      const [late = 0, expired = 0] = await end(store, [Submitted, Expired]);
      expect(await refunds(store)).toEqual([1_000]);
      await store.delivery.giveUp(noon + day, noon + day, 9);
      const linkId = (await store.links.links())[0]?.id ?? 0;
      await store.delivery.receipts([receipt(expired, linkId, Delivered)]);
      expect(await refunds(store)).toEqual([1_000]);
      await store.delivery.receipts([receipt(late, linkId, Undeliverable)]);
      expect(await refunds(store)).toEqual([1_000, 1_000]);
    });

    test("of a campaign leave nothing to its settlement but the rest", async () => {
      const store = subject.store();
      await open(store, ["failed", "refused"]);
      await store.locations.add({ name: "Station", description: "" }, noon);
      await store.locations.addAudience(1, phones(3));
      await store.campaigns.start({
        submission: submission("c", { recipients: [], charge: { kind: "SMS", amount: 4_000 } }),
        schedule: { startAt: noon, endAt: undefined, days: everyDay, hours: everyHour, timeZone: "UTC" },
        locations: [{ location: 1, limit: undefined }],
        recipientLimit: 4,
      });
      const running = { ...accepted, status: "Running" } as const;
      await store.campaigns.move(1, accepted.status, running, noon);
      const slice = await store.campaigns.audience(1, 9);
      if (slice !== undefined) await store.campaigns.take(1, slice, noon);
      await end(store, [Delivered, Failed, Undeliverable]);
      expect(await refunds(store)).toEqual([1_000]);
      await store.campaigns.move(1, running.status, { ...running, status: "Completed" }, noon);
      await store.campaigns.settle(1, noon);
      expect(await refunds(store)).toEqual([1_000, 2_000]);
    });
  });

  describe("the ledger", () => {
    test("is read by period and page, and keeps references", async () => {
      const store = subject.store();
      await openAccount(store, { payment: "postpaid" });
      await openAccount(store, { id: 43 });
      for (let index = 0; index < 1_201; index++)
        await store.accounts.addCredit(42, index % 2 === 0 ? "SMS" : "MMS", -1, noon + index);
      await store.accounts.addCredit(43, "SMS", 5, noon + day, "INV-7");
      const reopened = (await subject.reopen()) as Store;
      const { ledger } = reopened;
      const times = async (query: LedgerQuery, limit?: number) =>
        (await entriesOf(reopened, query, limit)).map(({ customerId, at }) => [customerId, at - noon]);
      const all = Array.from({ length: 1_201 }, (_, index) => [42, index]);
      for (const limit of [1, 7, 400, 1_201, 1_202, 9_999])
        expect(await times({}, limit)).toEqual([...all, [43, day]]);
      expect(await times({ customerId: 42, from: noon + 3, until: noon + 900 })).toEqual(all.slice(3, 900));
      expect(await times({ from: noon + 1_199 })).toEqual([...all.slice(1_199), [43, day]]);
      expect(await times({ customerId: 44 })).toEqual([]);
      expect(await ledger.refills(43, noon, noon + day + 1)).toMatchObject([
        { delta: 5, reference: "INV-7" },
      ]);
      expect(await ledger.refills(43, noon, noon + day)).toEqual([]);
    });

    test("has the sums of each account before, in and after a period", async () => {
      const store = subject.store();
      await open(store, ["refused"]);
      await store.accounts.addCredit(42, "MMS", 50, noon);
      await store.accounts.addCredit(42, "SMS", -500, noon + day, "correction");
      await store.accounts.addCredit(42, "SMS", 2_500, noon + day);
      await store.outbox.submit(submission("t", { at: noon + day, dueAt: noon + day }));
      await store.accounts.addCredit(42, "SMS", 7, noon + 2 * day);
      const none = { added: 0, deducted: 0, charged: 0, refunded: 0, later: 0 };
      expect(await store.ledger.periods(42, noon + day, noon + 2 * day)).toEqual([
        { kind: "SMS", balance: 101_007, ...none, added: 2_500, deducted: -500, charged: -1_000, later: 7 },
        { kind: "MMS", balance: 50, ...none },
      ]);
      expect(await store.ledger.periods(42, noon + 9 * day, noon + 10 * day)).toEqual([
        { kind: "SMS", balance: 101_007, ...none },
        { kind: "MMS", balance: 50, ...none },
      ]);
      expect(await store.ledger.periods(43, noon, noon + day)).toEqual([]);
    });

    test("carries the sums of removed entries forward, up to the first refund of a stored message", async () => {
      const store = subject.store();
      await open(store, ["failed"]);
      await openAccount(store, { id: 43, credit: 5_000 });
      const { accounts, ledger, outbox, retention } = store;
      await accounts.addCredit(43, "SMS", -5_000, noon + 1);
      await accounts.addCredit(42, "MMS", 7_000, noon + 2);
      const charge = { kind: "SMS", amount: 2_000 } as const;
      await outbox.submit(submission("t", { recipients: phones(2), charge }));
      await end(store, [Undeliverable, Delivered]);
      await accounts.addCredit(42, "SMS", 1_000, noon + 5 * day);
      const entries = async (customer: number) =>
        (await entriesOf(store, { customerId: customer })).map(
          ({ kind, delta, balanceAfter, reason }) => `${kind} ${delta} ${balanceAfter} ${reason}`,
        );
      const sumsAreBalances = async () => {
        for (const customer of [42, 43])
          for (const { kind, amount } of await accounts.balances(customer)) {
            const ofKind = (await ledgerOf(store, customer)).filter((entry) => entry.kind === kind);
            expect(ofKind.reduce((sum, { delta }) => sum + delta, 0)).toBe(amount);
          }
      };
      expect(await retention.purgeLedger(ledgerBegin, noon, 9)).toBeUndefined();
      expect(await ledger.carried(42)).toEqual([]);

      const place = await retention.purgeLedger(ledgerBegin, noon + 2, 2);
      expect(place).toMatchObject({ stopped: [] });
      await sumsAreBalances();
      expect(await retention.purgeLedger(place ?? ledgerBegin, noon + 2, 9)).toBeUndefined();
      expect(await entries(43)).toEqual(["SMS 0 0 carried"]);
      // The refund of a message that is stored stays, and whatever follows it.
      expect(await retention.purgeLedger(ledgerBegin, noon + 9 * day, 9)).toBeUndefined();
      expect(await entries(42)).toEqual([
        ...["SMS 98000 98000 carried", "MMS 7000 7000 carried"],
        ...["SMS 1000 99000 refund", "SMS 1000 100000 refill"],
      ]);
      await sumsAreBalances();

      // Accounts without entries continue from their sums.
      await accounts.addCredit(43, "SMS", 3_000, noon + 10 * day);
      await accounts.addCredit(42, "MMS", -1_000, noon + 10 * day);
      await sumsAreBalances();
      await retention.purgeTransactions(0, noon + 20 * day, 99);
      expect(await retention.purgeLedger(ledgerBegin, noon + 11 * day, 9)).toBeUndefined();
      const reopened = (await subject.reopen()) as Store;
      expect(await reopened.ledger.carried(42)).toMatchObject([
        { kind: "MMS", amount: 7_000, at: noon + 2 },
        { kind: "SMS", amount: 100_000, at: noon + 5 * day },
      ]);
      // The latest entry stays: its number is not given again.
      expect((await entriesOf(reopened, { customerId: 42 })).at(-1)).toMatchObject({
        ...{ kind: "MMS", delta: -1_000, balanceAfter: 6_000 },
      });
      expect(await reopened.ledger.carried(43)).toMatchObject([{ kind: "SMS", amount: 3_000 }]);
      expect(await entriesOf(reopened, { customerId: 42, from: noon + 11 * day })).toEqual([]);
    });

    test("is removed of one customer while entries of another one are needed", async () => {
      const store = subject.store();
      await open(store, ["failed"]);
      const { accounts, outbox, retention } = store;
      const charge = { kind: "SMS", amount: 2_000 } as const;
      await outbox.submit(submission("t", { recipients: phones(2), charge }));
      await end(store, [Undeliverable, Delivered]);
      await openAccount(store, { id: 43, credit: 5_000 });
      // Times in another order than numbers, as several processes book them.
      for (const at of [noon + 50, noon + 40, noon + 30, noon + 9 * day])
        await accounts.addCredit(43, "SMS", 1_000, at);
      const purge = async (before: number, limit: number) => {
        let place: LedgerPlace | undefined = ledgerBegin;
        while (place !== undefined) place = await retention.purgeLedger(place, before, limit);
      };
      await purge(noon + 45, 1);
      expect(await store.ledger.carried(43)).toMatchObject([{ amount: 5_000 }]);
      await purge(noon + day, 1);
      await purge(noon + day, 2);
      const sum = { customerId: 43, amount: 8_000, at: noon + 50 };
      expect(await store.ledger.carried(43)).toMatchObject([sum]);
      expect((await ledgerOf(store, 43)).map(({ delta }) => delta)).toEqual([8_000, 1_000]);
      expect((await ledgerOf(store, 42)).map(({ reason }) => reason)).toEqual(["carried", "refund"]);
      await accounts.addCredit(43, "SMS", 1_000, noon + 10 * day);
      expect(await accounts.balances(43)).toMatchObject([{ amount: 10_000 }]);
    });

    test("knows what each SMS account has spent since a time, without payments", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 10_000 });
      await openAccount(store, { id: 43, payment: "postpaid" });
      await openAccount(store, { id: 44, payment: "postpaid", limit: 5_000 });
      const send = async (id: string, customerId: number, amount: number, at: number): Promise<unknown> =>
        store.outbox.submit(submission(id, { customerId, charge: { kind: "SMS", amount }, at }));
      await send("a", 42, 1_000, noon);
      await send("b", 42, 2_000, noon + day);
      await send("c", 43, 700, noon + day);
      await store.accounts.addCredit(42, "SMS", 600, noon + day);
      await store.accounts.addCredit(42, "MMS", 9_000, noon + day);
      await store.accounts.addCredit(42, "SMS", -50, noon + 2 * day);
      await send("d", 42, 1_500, noon + 2 * day);
      const first = { customerId: 42, balance: 6_050, left: 6_050 };
      const second = { customerId: 43, balance: -700, left: undefined };
      expect(await store.ledger.spent(noon, noon + 3 * day, 9)).toEqual([
        { ...first, spent: 3_500 },
        { ...second, spent: 700 },
      ]);
      expect(await store.ledger.spent(noon + day, noon + 3 * day, 1)).toEqual([{ ...first, spent: 1_500 }]);
      await store.accounts.addCredit(44, "SMS", 100, noon);
      expect((await store.ledger.spent(noon + 3 * day, noon + 4 * day, 9)).slice(1)).toEqual([
        { ...second, spent: 0 },
        { customerId: 44, balance: 100, left: 5_100, spent: 0 },
      ]);
    });

    test("finds the accounts with less credit than the threshold", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 999 });
      await openAccount(store, { id: 43, payment: "postpaid", limit: 2_000 });
      await openAccount(store, { id: 44, payment: "postpaid" });
      await openAccount(store, { id: 45, credit: 1_000 });
      for (const id of [43, 44]) await store.accounts.addCredit(id, "SMS", -1_500, noon);
      expect(await store.ledger.lowBalances(9)).toEqual([]);
      for (const id of [42, 43, 44, 45]) await store.accounts.changeCustomer(id, { lowBalance: 1_000 });
      const low = [
        { customerId: 42, kind: "SMS", left: 999, threshold: 1_000 },
        { customerId: 43, kind: "SMS", left: 500, threshold: 1_000 },
      ];
      const reopened = (await subject.reopen()) as Store;
      expect(await reopened.ledger.lowBalances(9)).toEqual(low);
      expect(await reopened.ledger.lowBalances(1)).toEqual(low.slice(0, 1));
      await reopened.accounts.setCustomerState(42, "blocked");
      expect(await reopened.ledger.lowBalances(9)).toEqual(low.slice(1));
    });
  });
}
