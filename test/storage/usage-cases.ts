import { describe, expect, test } from "@jest/globals";
import { accepted, everyDay, everyHour } from "#server/domain/campaigns/campaign.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { type UsageDimension, usageDimensions } from "#server/domain/usage/report.js";
import { dayOf } from "#server/domain/usage/usage.js";
import type { UsageQuery } from "#server/ports/accounts.js";
import type { Store } from "#server/ports/store.js";
import { claimDue, owner } from "./claims.js";
import { noon, openAccount, submission } from "./fixtures.js";
import type { Subject } from "./suite.js";

const { Queued, Delivered, Deleted, Expired, Unknown, Failed, InvalidNumber } = RecipientState;

const day = dayOf(noon);
const all: UsageQuery = {
  ...{ from: 0, until: Infinity, customerId: undefined, user: undefined, by: [], limit: 100 },
};

/** Number of messages by state, of customer 42. */
async function byState({ usage }: Pick<Store, "usage">): Promise<ReadonlyMap<RecipientState, number>> {
  const sums = await usage.sums({ ...all, customerId: 42 });
  return new Map(
    sums.filter(({ messages }) => messages !== 0).map(({ state, messages }) => [state, messages]),
  );
}

/** Settles and reports one message after the other. */
async function finish(store: Store, states: readonly (RecipientState | undefined)[]): Promise<void> {
  const claimed = await claimDue(store, noon, states.length);
  for (const [index, state] of states.entries()) {
    const { id = 0, linkId = 0 } = claimed[index] ?? {};
    const at = noon + index;
    const messageId = `m${id}`;
    const failed = { kind: "failed", code: "8" } as const;
    await store.delivery.settle([
      {
        ...{ owner, recipientId: id, linkId, at },
        accepted: state === Failed ? [] : [{ part: 1, messageId }],
        end: state === Failed ? failed : { kind: "submitted" },
      },
    ]);
    if (state !== undefined && state !== Failed && state !== Queued)
      await store.outbox.advance([{ recipientId: id, state, at }]);
  }
}

/** Counters of usage. */
export function usageCases(subject: Subject): void {
  describe("usage", () => {
    test("is counted by customer, user, day, calling code, originator and final state", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 90_000 });
      await openAccount(store, { id: 43, credit: 90_000 });
      const refused = [{ phone: "x", state: InvalidNumber }];
      const recipients = ["12025550101", "12025550102", "4915112345678"];
      await store.outbox.submit(submission("a", { recipients, refused, parts: 2 }));
      const later = noon + 86_400_000;
      await store.outbox.submit(submission("b", { userName: "Bea", at: later, dueAt: later }));
      await store.outbox.submit(submission("c", { customerId: 43, originator: "Kiosk" }));
      await store.outbox.submit(submission("d", { customerId: 43, charge: { kind: "SMS", amount: 1e9 } }));
      const { usage } = await subject.reopen();
      expect(await usage.sums({ ...all, by: usageDimensions })).toEqual([
        ...[
          {
            customerId: 42,
            day,
            user: "Ann",
            prefix: "",
            originator: "Shop",
            state: InvalidNumber,
            messages: 1,
          },
          { customerId: 42, day, user: "Ann", prefix: "1", originator: "Shop", state: Queued, messages: 2 },
          { customerId: 42, day, user: "Ann", prefix: "49", originator: "Shop", state: Queued, messages: 1 },
        ].map((sum) => ({ ...sum, parts: 2 * sum.messages })),
        {
          customerId: 42,
          day: day + 1,
          user: "Bea",
          prefix: "1",
          originator: "Shop",
          state: Queued,
          messages: 1,
          parts: 1,
        },
        {
          customerId: 43,
          day,
          user: "Ann",
          prefix: "1",
          originator: "Kiosk",
          state: Queued,
          messages: 1,
          parts: 1,
        },
      ]);
      const cases: readonly [Partial<UsageQuery>, readonly object[]][] = [
        [{ customerId: 44 }, []],
        [{ from: day + 2 }, []],
        [{ until: day }, []],
        [{ from: day + 1, until: day + 2 }, [{ customerId: 42, state: Queued, messages: 1, parts: 1 }]],
        [{ customerId: 42, user: "Bea" }, [{ customerId: 42, state: Queued, messages: 1, parts: 1 }]],
        [
          { customerId: 42, by: ["prefix"] satisfies UsageDimension[], limit: 2 },
          [
            { customerId: 42, prefix: "", state: InvalidNumber, messages: 1, parts: 2 },
            { customerId: 42, prefix: "1", state: Queued, messages: 3, parts: 5 },
          ],
        ],
      ];
      for (const [query, want] of cases)
        expect([query, await usage.sums({ ...all, ...query })]).toEqual([query, want]);
    });

    test("each message is in the counter of its final state, also when that changes", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 90_000 });
      const states = [Delivered, Failed, Expired, Unknown, undefined];
      for (const index of states.keys()) await store.outbox.submit(submission(`t${index}`));
      await finish(store, states);
      const want = { accepted: [Queued, 5], others: [Delivered, Failed, Expired] } as const;
      const counts = [want.accepted, ...want.others.map((state) => [state, 1] as const)];
      expect(await byState(store)).toEqual(new Map([...counts, [Unknown, 1]]));
      const linkId = (await store.links.links())[0]?.id ?? 0;
      const report = async (id: number) =>
        store.delivery.receipts([
          {
            linkId,
            messageId: `m${id}`,
            phone: undefined,
            state: Delivered,
            at: noon + 9,
            code: undefined,
            keys: [`m${id}`],
          },
        ]);
      const found = await store.desk.candidates({ kind: "transaction", id: "t3" }, undefined, 1);
      for (let time = 0; time < 2; time++) await report(found[0]?.id ?? 0);
      expect(await byState(store)).toEqual(new Map([...counts, [Delivered, 2]]));
      await store.delivery.giveUp(noon + 90_000, noon + 90_000, 9);
      expect(await byState(store)).toEqual(new Map([...counts, [Delivered, 2], [Unknown, 1]]));
    });

    test("counts messages that are cancelled, sent again, expired in the queue, or of a campaign", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 90_000 });
      const by = { name: "ann", source: "test" };
      await store.outbox.submit(submission("t", { recipients: ["12025550101", "12025550102"] }));
      await store.desk.cancel({ kind: "transaction", id: "t" }, 9, by, noon);
      expect(await byState(store)).toEqual(
        new Map([
          [Queued, 2],
          [Deleted, 2],
        ]),
      );
      const [message] = await store.desk.candidates({ kind: "transaction", id: "t" }, undefined, 1);
      await store.desk.resend(message?.id ?? 0, "again", by, noon + 86_400_000);
      expect(await byState(store)).toEqual(
        new Map([
          [Queued, 3],
          [Deleted, 2],
        ]),
      );
      await store.delivery.expire(noon + 10 * 86_400_000, 1000, 9);
      expect(await byState(store)).toEqual(
        new Map([
          [Queued, 3],
          [Deleted, 2],
          [Expired, 1],
        ]),
      );
      await store.locations.add({ name: "Station", description: "" }, noon);
      await store.locations.addAudience(1, ["12025550103", "12025550104"]);
      await store.campaigns.start({
        submission: submission("c", { recipients: [] }),
        schedule: { startAt: noon, endAt: undefined, days: everyDay, hours: everyHour, timeZone: "UTC" },
        locations: [{ location: 1, limit: undefined }],
        recipientLimit: 2,
      });
      await store.campaigns.move(1, accepted.status, { ...accepted, status: "Running" }, noon);
      const slice = await store.campaigns.audience(1, 9);
      // The day of a message is that of its transaction, not that on which the campaign reached the recipient.
      if (slice !== undefined) await store.campaigns.take(1, slice, noon + 86_400_000);
      expect(await byState(store)).toEqual(
        new Map([
          [Queued, 5],
          [Deleted, 2],
          [Expired, 1],
        ]),
      );
      expect(await store.usage.sums({ ...all, until: day + 1 })).toContainEqual({
        ...{ customerId: 42, state: Queued, messages: 4, parts: 4 },
      });
    });
  });
}
