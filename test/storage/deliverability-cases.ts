import { describe, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { LinkReceipt } from "#server/domain/delivery/claims.js";
import type { PartState } from "#server/domain/delivery/receipt-state.js";
import type { DeliverabilityGrouping } from "#server/domain/usage/deliverability.js";
import { hourOf } from "#server/domain/usage/usage.js";
import type { Store } from "#server/ports/store.js";
import { claimDue, owner } from "./claims.js";
import { noon, openAccount, submission } from "./fixtures.js";
import type { Subject } from "./suite.js";

const { Delivered, Undeliverable, Expired, Unknown, Failed } = RecipientState;
const second = 1_000;
const hour = hourOf(noon);

/** A message, the response of its network at noon, and its receipt after some seconds. */
interface Sent {
  readonly phone: string;
  readonly customerId?: number;
  readonly parts?: number;
  readonly refused?: string;
  readonly receipts?: readonly (readonly [state: PartState, after: number, code?: string])[];
}

async function send(store: Store, sent: readonly Sent[]): Promise<void> {
  for (const [index, { phone, customerId = 42, parts = 1 }] of sent.entries())
    await store.outbox.submit(submission(`t${index}`, { customerId, recipients: [phone], parts }));
  const claimed = await claimDue(store, noon, 100);
  const linkId = claimed[0]?.linkId ?? 0;
  const of = ({ phone }: Sent): number => claimed.find((message) => message.phone === phone)?.id ?? 0;
  await store.delivery.settle(
    sent.map((each) => ({
      ...{ owner, recipientId: of(each), linkId, at: noon },
      accepted:
        each.refused === undefined
          ? Array.from({ length: each.parts ?? 1 }, (_, part) => ({
              part: part + 1,
              messageId: `${each.phone}-${part + 1}`,
            }))
          : [],
      end: each.refused === undefined ? { kind: "submitted" } : { kind: "failed", code: each.refused },
    })),
  );
  const receipts = sent.flatMap(({ phone, receipts: all = [] }) =>
    all.map(([state, after, code], index): LinkReceipt => {
      const messageId = `${phone}-${Math.min(index + 1, 2)}`;
      const keys = [messageId, `${phone}-1`];
      return { linkId, messageId, phone, state, at: noon + after * second, code, keys };
    }),
  );
  for (const receipt of receipts) await store.delivery.receipts([receipt]);
}

const query = { from: hour - 24, middle: hour, until: hour + 24, limit: 100 } as const;

/** Sums as texts: `key state code messages`, and the places of delays. */
async function sumsBy(
  { retention, usage }: Pick<Store, "retention" | "usage">,
  by: DeliverabilityGrouping,
  more: Partial<Parameters<Store["usage"]["deliverability"]>[0]> = {},
): Promise<readonly string[]> {
  expect(await retention.gatherDeliverability(100)).toBe(false);
  const sums = await usage.deliverability({ ...query, ...more, by });
  return sums
    .filter(({ messages, delays }) => messages !== 0 || delays.some((count) => count !== 0))
    .map(({ isEarlier, key, state, code, messages, delays }) => {
      const places = delays.flatMap((count, place) => (count === 0 ? [] : [`${count}@${place}`]));
      return `${isEarlier ? "before " : ""}${key} ${state} ${code} ${messages} ${places.join()}`.trim();
    })
    .sort();
}

/** Counters of final states, with link, prefix, code and delay. */
export function deliverabilityCases(subject: Subject): void {
  describe("deliverability", () => {
    test("is counted by hour, customer, link, prefix, state, code and delay", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 90_000 });
      await openAccount(store, { id: 43, credit: 90_000 });
      await send(store, [
        { phone: "12025550101", receipts: [[Delivered, 1.5]] },
        { phone: "12025550102", customerId: 43, receipts: [[Delivered, 90, "000"]] },
        { phone: "14155550103", receipts: [[Undeliverable, 5, "001"]] },
        { phone: "4915112345678", refused: "RINVDSTADR (0x0b)" },
        { phone: "4915112345679" },
        {
          phone: "4917112345670",
          parts: 2,
          receipts: [
            [Delivered, 1],
            [Delivered, 40],
          ],
        },
      ]);
      const stored = await subject.reopen();
      expect(await sumsBy(stored, "country")).toEqual(
        [
          `1 ${Delivered}  2 1@1,1@7`,
          `1 ${Undeliverable} 001 1`,
          `49 ${Failed} RINVDSTADR (0x0b) 1`,
          `49 ${Delivered}  1 1@6`,
        ].sort(),
      );
      expect(await sumsBy(stored, "prefix", { callingCode: "1" })).toEqual([
        `1202 ${Delivered}  2 1@1,1@7`,
        `1415 ${Undeliverable} 001 1`,
      ]);
      expect(await sumsBy(stored, "prefix", { callingCode: "49" })).toEqual([
        `49151 ${Failed} RINVDSTADR (0x0b) 1`,
        `49171 ${Delivered}  1 1@6`,
      ]);
      expect(await sumsBy(stored, "customer", { callingCode: "1" })).toEqual([
        `42 ${Delivered}  1 1@1`,
        `42 ${Undeliverable} 001 1`,
        `43 ${Delivered}  1 1@7`,
      ]);
      const linkId = (await stored.links.links())[0]?.id ?? 0;
      expect(await sumsBy(stored, "link", { customerId: 43 })).toEqual([`${linkId} ${Delivered}  1 1@7`]);
      expect(await sumsBy(stored, "country", { linkId: linkId + 1 })).toEqual([]);
      expect(await sumsBy(stored, "hour", { callingCode: "1", customerId: 42 })).toEqual([
        `${hour} ${Delivered}  1 1@1`,
        `${hour} ${Undeliverable} 001 1`,
      ]);
      const [row] = await stored.usage.deliverability({
        ...query,
        by: "prefixAndLink",
        callingCode: "49",
        limit: 1,
      });
      expect(row?.linkId).toBe(linkId);
      expect(await sumsBy(stored, "country", { middle: hour + 1, callingCode: "49" })).toEqual(
        [`before 49 ${Failed} RINVDSTADR (0x0b) 1`, `before 49 ${Delivered}  1 1@6`].sort(),
      );
    });

    test("a message leaves the counter of a final state that another one replaces", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 90_000 });
      await send(store, [
        {
          phone: "12025550101",
          receipts: [
            [Expired, 3, "006"],
            [Delivered, 7_200],
          ],
        },
        {
          phone: "12025550102",
          receipts: [
            [Unknown, 4],
            [Undeliverable, 3_700, "001"],
          ],
        },
      ]);
      expect(await sumsBy(store, "hour")).toEqual([
        `${hour + 1} ${Undeliverable} 001 1`,
        `${hour + 2} ${Delivered}  1 1@9`,
      ]);
    });

    test("counts what the service ends itself, except what was cancelled before it was sent", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 90_000 });
      await store.outbox.submit(submission("late"));
      await store.outbox.submit(submission("cancelled"));
      const by = { name: "ann", source: "test" };
      await store.desk.cancel({ kind: "transaction", id: "cancelled" }, 9, by, noon);
      await store.delivery.expire(noon + 3_600_000, 1, 9);
      expect(await sumsBy(store, "hour")).toEqual([`${hour + 1} ${Expired} not sent in time 1`]);
    });

    test("hours become days, and days are forgotten", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 90_000 });
      await send(store, [
        { phone: "12025550101", receipts: [[Delivered, 1]] },
        { phone: "12025550102", receipts: [[Delivered, 3_600]] },
        { phone: "12025550103", receipts: [[Undeliverable, 3_600, "001"]] },
      ]);
      const sums = [
        `before ${hour - 12} ${Delivered}  2 1@0,1@8`,
        `before ${hour - 12} ${Undeliverable} 001 1`,
      ];
      const { retention } = store;
      await retention.gatherDeliverability(100);
      for (const want of [true, true, false])
        expect(await retention.foldDeliverability(0, hour + 24)).toBe(want);
      expect(await sumsBy(store, "hour")).toEqual(sums);
      expect(await retention.foldDeliverability(hour - 12, hour + 24)).toBe(false);
      expect(await sumsBy(store, "hour")).toEqual(sums);
      await retention.foldDeliverability(hour - 11, hour + 24);
      expect(await sumsBy(store, "hour")).toEqual([]);
    });
  });
}
