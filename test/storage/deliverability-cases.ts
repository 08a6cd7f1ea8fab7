import { describe, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { LinkReceipt } from "#server/domain/delivery/claiming/claim.js";
import type { PartState } from "#server/domain/delivery/states/receipt-state.js";
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
  for (const { phone, customerId = 42, parts = 1 } of sent)
    await store.outbox.submit(submission(`t${phone}`, { customerId, recipients: [phone], parts }));
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

/** Sums as texts: `key messages` with places of delays, and those of failures with state and code. */
async function sumsBy(
  { retention, usage }: Pick<Store, "retention" | "usage">,
  by: DeliverabilityGrouping,
  more: Partial<Parameters<Store["usage"]["deliverability"]>[0]> = {},
): Promise<readonly string[]> {
  expect(await retention.gatherDeliverability(100)).toBe(false);
  const sums = await usage.deliverability({ ...query, ...more, by });
  return sums
    .filter(({ messages, delays }) => messages !== 0 || delays.some((count) => count !== 0))
    .map(({ isEarlier, key, reason, messages, delays }) => {
      const places = delays.flatMap((count, place) => (count === 0 ? [] : [`${count}@${place}`]));
      const why = reason === undefined ? "" : `: ${reason.state} ${reason.code}`;
      return `${isEarlier ? "before " : ""}${key} ${messages} ${places.join()}${why}`;
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
          `1 1 : ${Undeliverable} 001`,
          "1 3 1@1,1@7",
          `49 1 : ${Failed} RINVDSTADR (0x0b)`,
          "49 2 1@6",
        ].sort(),
      );
      expect(await sumsBy(stored, "prefix", { callingCode: "1" })).toEqual([
        ...["1202 2 1@1,1@7", "1415 1 ", `1415 1 : ${Undeliverable} 001`],
      ]);
      expect(await sumsBy(stored, "prefix", { callingCode: "49" })).toEqual([
        ...["49151 1 ", `49151 1 : ${Failed} RINVDSTADR (0x0b)`, "49171 1 1@6"],
      ]);
      expect(await sumsBy(stored, "customer", { callingCode: "1" })).toEqual([
        ...[`42 1 : ${Undeliverable} 001`, "42 2 1@1", "43 1 1@7"],
      ]);
      const linkId = (await stored.links.links())[0]?.id ?? 0;
      expect(await sumsBy(stored, "link", { customerId: 43 })).toEqual([`${linkId} 1 1@7`]);
      expect(await sumsBy(stored, "country", { linkId: linkId + 1 })).toEqual([]);
      expect(await sumsBy(stored, "hour", { callingCode: "1", customerId: 42 })).toEqual([
        ...[`${hour} 1 : ${Undeliverable} 001`, `${hour} 2 1@1`],
      ]);
      expect(await sumsBy(stored, "hour", { longerPrefix: "1415" })).toEqual([
        ...[`${hour} 1 `, `${hour} 1 : ${Undeliverable} 001`],
      ]);
      const [row] = await stored.usage.deliverability({
        ...query,
        by: "prefixAndLink",
        callingCode: "49",
        limit: 1,
      });
      expect(row?.linkId).toBe(linkId);
      expect(await sumsBy(stored, "country", { middle: hour + 1, callingCode: "49" })).toEqual([
        "before 49 2 1@6",
      ]);
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
        ...[`${hour + 1} 1 `, `${hour + 1} 1 : ${Undeliverable} 001`, `${hour + 2} 1 1@9`],
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
      expect(await sumsBy(store, "hour")).toEqual([
        ...[`${hour + 1} 1 `, `${hour + 1} 1 : ${Expired} not sent in time`],
      ]);
    });

    test("are read by hour, day and five days, also while more is counted, until they are forgotten", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 90_000 });
      const send3 = async (digit: string): Promise<void> =>
        send(store, [
          { phone: `1202555010${digit}`, receipts: [[Delivered, 1]] },
          { phone: `1415555010${digit}`, receipts: [[Delivered, 3_600]] },
          { phone: `4915112345${digit}00`, receipts: [[Undeliverable, 3_600, "001"]] },
        ]);
      const { retention } = store;
      const fold = (now: number) => retention.foldDeliverability(now);
      const midnight = hour - 12;
      const month = { from: midnight - 30 * 24, middle: midnight - 6 * 24, until: midnight + 24 };
      const lengths = { country: month, hour: month, link: query } as const;
      const all = async () =>
        Promise.all(
          Object.entries(lengths).map(([by, of]) => sumsBy(store, by as DeliverabilityGrouping, of)),
        );
      await send3("1");
      const linkId = (await store.links.links())[0]?.id ?? 0;
      const sums = (times: number) =>
        [
          [`1 ${2 * times} ${times}@0,${times}@8`, `49 ${times} `, `49 ${times} : ${Undeliverable} 001`],
          [`${midnight} ${3 * times} ${times}@0,${times}@8`, `${midnight} ${times} : ${Undeliverable} 001`],
          [`${linkId} ${3 * times} ${times}@0,${times}@8`, `${linkId} ${times} : ${Undeliverable} 001`],
        ].map((each) => each.sort());
      await all();
      expect([await fold(hour), await fold(hour + 1), await fold(hour + 1)]).toEqual([false, true, false]);
      expect((await all())[2]).toEqual(sums(1)[2]);
      expect([await fold(hour + 2), await fold(hour + 2)]).toEqual([true, false]);
      expect(await all()).toEqual(sums(1));
      await send3("2");
      expect((await all())[0]).toEqual(sums(2)[0]);
      expect([await fold(hour + 2), await fold(hour + 2), await fold(hour + 2)]).toEqual([true, true, false]);
      expect(await all()).toEqual(sums(2));
      await fold(hour + 79);
      expect(await all()).toEqual([...sums(2).slice(0, 2), []]);
      await fold(midnight + 92 * 24 + 1);
      expect((await all())[1]).toEqual([]);
      await fold(midnight + 98 * 24);
      expect(await all()).toEqual([[], [], []]);
    });
  });
}
