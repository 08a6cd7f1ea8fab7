import { describe, expect, test } from "@jest/globals";
import type { PartState } from "#server/domain/delivery/states/receipt-state.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import { claimDue, owner, type Outgoing } from "./claims.js";
import { noon, openAccount, submission } from "./fixtures.js";
import type { Subject } from "./suite.js";

const { Enroute, Delivered, Undeliverable, Expired, Unknown, Rejected } = RecipientState;

type Parts = Outgoing | "desk" | "accounts";
type Report = readonly [state: PartState, code?: string];

/** A message in some parts that the network has under the ids `1a`, `2a` and so on; returns the id of its recipient. */
async function sent(store: Pick<Store, Parts>, parts = 1): Promise<number> {
  await openAccount(store, { credit: 9_000 });
  await store.accounts.changeCustomer(42, { refunds: ["failed"] });
  const charge = { kind: "SMS", amount: 1_000 } as const;
  await store.outbox.submit(submission("t1", { recipients: ["12025550101"], charge, parts }));
  const id = (await claimDue(store, noon, parts))[0]?.id ?? 0;
  const accepted = Array.from({ length: parts }, (_, index) => ({
    part: index + 1,
    messageId: `${index + 1}a`,
  }));
  const end = { kind: "submitted" } as const;
  await store.delivery.settle([{ owner, recipientId: id, linkId: 1, at: noon, accepted, end }]);
  return id;
}

const report = async (
  { delivery }: Pick<Store, Parts>,
  messageId: string,
  [state, code]: Report,
  at: number,
): Promise<unknown> => {
  const phone = "12025550101";
  return (await delivery.receipts([{ linkId: 1, messageId, keys: [messageId], phone, state, code, at }]))[0];
};

const nack: Report = [Undeliverable, "stat:NACK"];

/** Final states that are guessed from words that no table has, and texts that are receipts. */
export function guessCases(subject: Subject<Parts>): void {
  describe("a guessed final state", () => {
    test.each<{ reports: readonly Report[]; effects: string; want: PartState; listed: readonly PartState[] }>(
      [
        { reports: [nack], effects: "changes", want: Undeliverable, listed: [] },
        {
          reports: [nack, [Delivered]],
          effects: "changes changes",
          want: Delivered,
          listed: [Undeliverable],
        },
        {
          reports: [nack, [Rejected, "7"]],
          effects: "changes changes",
          want: Rejected,
          listed: [Undeliverable],
        },
        { reports: [nack, [Expired]], effects: "changes changes", want: Expired, listed: [Undeliverable] },
        {
          reports: [nack, [Undeliverable, "034"]],
          effects: "changes changes",
          want: Undeliverable,
          listed: [],
        },
        {
          reports: [nack, [Undeliverable, "034"], [Delivered]],
          effects: "changes changes contradicts",
          want: Undeliverable,
          listed: [Delivered],
        },
        {
          reports: [nack, [Delivered], nack],
          effects: "changes changes contradicts",
          want: Delivered,
          listed: [Undeliverable, Undeliverable],
        },
        { reports: [nack, nack], effects: "changes repeats", want: Undeliverable, listed: [] },
        { reports: [nack, [Enroute]], effects: "changes repeats", want: Undeliverable, listed: [] },
        { reports: [[Enroute], nack], effects: "changes changes", want: Undeliverable, listed: [] },
        {
          reports: [[Unknown], nack, [Delivered]],
          effects: "changes changes changes",
          want: Delivered,
          listed: [Undeliverable],
        },
        {
          reports: [[Delivered], nack],
          effects: "changes contradicts",
          want: Delivered,
          listed: [Undeliverable],
        },
        {
          reports: [[Undeliverable, "message_state:9"], [Delivered]],
          effects: "changes changes",
          want: Delivered,
          listed: [Undeliverable],
        },
      ],
    )("$reports: $effects", async ({ reports, effects, want, listed }) => {
      const store = subject.store();
      const id = await sent(store);
      const found: unknown[] = [];
      for (const [index, each] of reports.entries())
        found.push(await report(store, "1a", each, noon + 1 + index));
      expect(found.join(" ")).toBe(effects);
      const reopened = await subject.reopen();
      const message = await reopened.desk.message(id);
      expect([message?.state, message?.sentParts[0]?.state]).toEqual([want, want]);
      expect((await reopened.links.contradictions(9)).map(({ reported }) => reported)).toEqual(listed);
    });

    test("is listed with its refund once another one replaces it", async () => {
      const store = subject.store();
      const id = await sent(store);
      await report(store, "1a", nack, noon + 1);
      expect((await store.accounts.balances(42))[0]?.amount).toBe(9_000);
      await report(store, "1a", [Delivered], noon + 2);
      expect((await store.accounts.balances(42))[0]?.amount).toBe(9_000);
      expect(await store.links.contradictions(9)).toMatchObject([
        {
          id,
          part: 1,
          state: Delivered,
          reported: Undeliverable,
          at: noon + 1,
          code: "stat:NACK",
          refunded: 1,
        },
      ]);
    });

    test.each<{ reports: readonly (readonly [string, Report])[]; want: PartState }>([
      { reports: [["1a", nack]], want: Undeliverable },
      {
        reports: [
          ["1a", nack],
          ["2a", [Delivered]],
        ],
        want: Undeliverable,
      },
      {
        reports: [
          ["1a", nack],
          ["2a", [Delivered]],
          ["1a", [Delivered]],
        ],
        want: Delivered,
      },
      {
        reports: [
          ["1a", nack],
          ["1a", [Delivered]],
          ["2a", [Delivered]],
        ],
        want: Delivered,
      },
      {
        reports: [
          ["1a", nack],
          ["2a", [Undeliverable, "1"]],
          ["1a", [Delivered]],
        ],
        want: Undeliverable,
      },
      // The network has not said what became of the other part.
      {
        reports: [
          ["1a", nack],
          ["1a", [Delivered]],
        ],
        want: Unknown,
      },
      {
        reports: [
          ["2a", [Enroute]],
          ["1a", nack],
          ["1a", [Delivered]],
        ],
        want: Unknown,
      },
      {
        reports: [
          ["1a", nack],
          ["1a", [Delivered]],
          ["2a", [Enroute]],
          ["2a", [Delivered]],
        ],
        want: Delivered,
      },
      {
        reports: [
          ["1a", nack],
          ["1a", [Delivered]],
          ["2a", [Expired]],
        ],
        want: Expired,
      },
      {
        reports: [
          ["1a", nack],
          ["2a", nack],
          ["1a", [Delivered]],
        ],
        want: Undeliverable,
      },
      {
        reports: [
          ["1a", nack],
          ["2a", nack],
          ["1a", [Delivered]],
          ["2a", [Delivered]],
        ],
        want: Delivered,
      },
    ])("of a part, $reports: $want", async ({ reports, want }) => {
      const store = subject.store();
      const id = await sent(store, 2);
      for (const [index, [key, each]] of reports.entries()) await report(store, key, each, noon + 1 + index);
      expect((await store.desk.message(id))?.state).toBe(want);
    });
  });

  describe("a text that may be a receipt", () => {
    test.each([
      { keys: ["1a"], from: "12025550101", to: "Shop", want: true },
      { keys: ["9", "1a"], from: "12025550101", to: "Shop", want: true },
      { keys: ["1a"], from: "+12025550101", to: "SHOP", want: true },
      { keys: ["1a"], from: "0012025550101", to: "Shop", want: true },
      { keys: ["1a"], from: "02025550101", to: "Shop", want: true },
      { keys: ["1a"], from: "5550101", to: "Shop", want: true },
      { keys: ["1a"], from: "0101", to: "Shop", want: false },
      { keys: ["1a"], from: "", to: "Shop", want: false },
      { keys: ["1a"], from: "12025550102", to: "Shop", want: false },
      { keys: ["1a"], from: "447005550101", to: "Shop", want: false },
      { keys: ["1a"], from: "12025550101", to: "Shops", want: false },
      { keys: ["1a"], from: "12025550101", to: "", want: false },
      { keys: ["1b"], from: "12025550101", to: "Shop", want: false },
      { keys: [], from: "12025550101", to: "Shop", want: false },
      { keys: ["1a"], from: "12025550101", to: "Shop", linkId: 2, want: false },
    ])("under $keys from $from to $to, link $linkId: $want", async ({ linkId = 1, want, ...text }) => {
      const store = subject.store();
      await sent(store);
      expect(await store.delivery.hasSent({ linkId, ...text })).toBe(want);
    });

    test("is one also of a message that has a final state", async () => {
      const store = subject.store();
      await sent(store);
      await report(store, "1a", [Expired], noon + 1);
      const text = { linkId: 1, keys: ["1a"], from: "12025550101", to: "Shop" };
      expect(await store.delivery.hasSent(text)).toBe(true);
      expect(await (await subject.reopen()).delivery.hasSent(text)).toBe(true);
    });
  });
}
