import { describe, expect, test } from "@jest/globals";
import type { Traffic } from "#server/domain/usage/traffic.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { dayOf } from "#server/domain/usage/usage.js";
import { noon, openAccount, submission } from "./fixtures.js";
import type { Subject } from "./suite.js";

const minute = 60_000;

const traffic = (at: number, link: string, accepted: number): Traffic => ({
  ...{ at, link, accepted, delivered: 2 * accepted, failed: 1, waiting: 10 * accepted, oldest: accepted },
});

/** Traffic by minute, and sums over all customers. */
export function trafficCases(subject: Subject): void {
  describe("traffic", () => {
    test("is stored once per minute and link, read by step, and removed when it is old", async () => {
      const store = subject.store();
      const rows = Array.from({ length: 5 }, (_, index) => traffic(noon + index * minute, "", index));
      await store.traffic.add([...rows, traffic(noon, "east", 7)], 0);
      await store.traffic.add([traffic(noon, "", 99)], 0);
      const query = { link: "", from: noon, until: noon + 60 * minute, step: minute };
      const { traffic: stored } = await subject.reopen();
      expect(await stored.read(query)).toEqual(rows);
      expect(await stored.read({ ...query, link: "east" })).toEqual([traffic(noon, "east", 7)]);
      expect(await stored.read({ ...query, from: noon + minute, until: noon + 2 * minute })).toEqual([
        rows[1],
      ]);
      const sums = { delivered: 2, failed: 2, waiting: 10, oldest: 1 };
      expect((await stored.read({ ...query, step: 2 * minute })).slice(0, 2)).toEqual([
        { at: noon, link: "", accepted: 1, ...sums },
        { at: noon + 2 * minute, link: "", accepted: 5, delivered: 10, failed: 2, waiting: 30, oldest: 3 },
      ]);
      await stored.add([], noon + 4 * minute);
      expect(await stored.read(query)).toEqual([rows[4]]);
      expect(await stored.read({ ...query, link: "east" })).toEqual([]);
    });

    test("keeps the largest peak of a customer and an hour", async () => {
      const store = subject.store();
      const peak = (customerId: number, hour: number, peak: number) => ({ customerId, hour, peak });
      await store.traffic.addPeaks([peak(43, 7, 5), peak(42, 7, 300)], 0);
      await store.traffic.addPeaks([peak(42, 7, 900), peak(43, 7, 4)], 0);
      await store.traffic.addPeaks([peak(42, 7, 950), peak(42, 8, 800), peak(44, 8, 850)], 0);
      const { traffic: stored } = await subject.reopen();
      expect(await stored.peaks(42, 0)).toEqual([
        { hour: 7, peak: 950 },
        { hour: 8, peak: 800 },
      ]);
      expect(await stored.peaks(42, 8)).toEqual([{ hour: 8, peak: 800 }]);
      expect(await stored.peaks(43, 0)).toEqual([{ hour: 7, peak: 5 }]);
      await stored.addPeaks([], 8);
      expect(await stored.peaks(42, 0)).toEqual([{ hour: 8, peak: 800 }]);
    });

    test("adds refused calls of customers that exist, and removes old ones", async () => {
      const store = subject.store();
      await openAccount(store);
      const refused = (customerId: number, day: number, code: string, calls: number) => ({
        ...{ customerId, day, code, calls },
      });
      await store.traffic.addRefused(
        [refused(42, 7, "404.2", 5), refused(42, 7, "403.4", 1), refused(44, 7, "404.2", 9)],
        0,
      );
      await store.traffic.addRefused([refused(42, 8, "404.2", 1), refused(42, 7, "404.2", 2)], 0);
      const { traffic: stored } = await subject.reopen();
      const rows = [refused(42, 7, "403.4", 1), refused(42, 7, "404.2", 7), refused(42, 8, "404.2", 1)];
      expect([await stored.refused(42, 0), await stored.refused(42, 8), await stored.refused(44, 0)]).toEqual(
        [...[rows, rows.slice(2), []]],
      );
      await stored.addRefused([], 8);
      expect(await stored.refused(42, 0)).toEqual(rows.slice(2));
    });

    test("sums of all customers, and those of the busiest customers of a day", async () => {
      const store = subject.store();
      const recipients = ["12025550101", "4915112345678"];
      for (const [index, count] of [1, 3, 2].entries()) {
        const customerId = 42 + index;
        await openAccount(store, { id: customerId, credit: 90_000 });
        for (let n = 0; n < count; n++)
          await store.outbox.submit(submission(`${customerId} ${n}`, { customerId, recipients }));
      }
      await store.outbox.submit(submission("late", { at: noon + 86_400_000, dueAt: noon + 86_400_000 }));
      const refused = [{ phone: "x", state: RecipientState.InvalidNumber }];
      await store.outbox.submit(submission("refused", { customerId: 43, refused }));
      const day = dayOf(noon);
      const [Queued, InvalidNumber] = [RecipientState.Queued, RecipientState.InvalidNumber];
      const total = { day, state: Queued, messages: 13 };
      const totals = (await store.usage.totals(day)).toSorted((a, b) => b.messages - a.messages);
      expect(totals).toEqual(
        expect.arrayContaining([
          total,
          { day: day + 1, state: Queued, messages: 1 },
          { day, state: InvalidNumber, messages: 1 },
        ]),
      );
      expect(totals).toHaveLength(3);
      expect(await store.usage.totals(day + 2)).toEqual([]);
      expect(await store.usage.busiest(day, 2)).toEqual([
        { customerId: 43, state: Queued, messages: 7 },
        { customerId: 43, state: InvalidNumber, messages: 1 },
        { customerId: 44, state: Queued, messages: 4 },
      ]);
      expect(await store.usage.busiest(day + 9, 2)).toEqual([]);
    });
  });
}
