import { describe, expect, test } from "@jest/globals";
import { noon, openAccount, submission } from "./fixtures.js";
import type { Subject } from "./suite.js";
import { claimDue, nextDue, type Outgoing } from "./claims.js";

const recipients = Array.from({ length: 100 }, (_, index) => String(12025550000 + index));

/** Rates of customers: how much a claim gives, and when there is more. */
export function rateCases(subject: Subject<Outgoing>): void {
  describe("a customer's rate", () => {
    const claimed = async (now: number, limit = 500) =>
      (await claimDue(subject.store(), now, limit)).map(({ customerId }) => customerId);

    test("gives a quarter of a second's parts at once, then as much as time has passed", async () => {
      const { accounts, outbox } = subject.store();
      await openAccount(subject.store(), { credit: 900_000 });
      await accounts.changeCustomer(42, { rate: 20 });
      await outbox.submit(submission("t1", { recipients }));
      expect(await claimed(noon)).toHaveLength(6);
      expect(await claimed(noon)).toHaveLength(0);
      expect(await nextDue(subject.store())).toBe(noon + 50);
      expect(await claimed(noon + 49)).toHaveLength(0);
      expect(await claimed(noon + 50)).toHaveLength(1);
      expect(await claimed(noon + 1050)).toHaveLength(6);
      let total = 13;
      for (let now = noon + 1100; now <= noon + 3050; now += 50) total += (await claimed(now)).length;
      expect(total).toBe(13 + 40);
    });

    test("counts parts", async () => {
      const { accounts, outbox } = subject.store();
      await openAccount(subject.store(), { credit: 900_000 });
      await accounts.changeCustomer(42, { rate: 1 });
      await outbox.submit(submission("t1", { recipients, parts: 3 }));
      expect(await claimed(noon)).toHaveLength(1);
      expect(await nextDue(subject.store())).toBe(noon + 2750);
    });

    test("delays no other customer, and continues after a restart", async () => {
      await openAccount(subject.store(), { credit: 900_000 });
      await openAccount(subject.store(), { id: 43, credit: 900_000 });
      await subject.store().accounts.changeCustomer(42, { rate: 4 });
      await subject.store().outbox.submit(submission("t1", { recipients, at: noon - 9, dueAt: noon - 9 }));
      await subject.store().outbox.submit(submission("t2", { recipients, customerId: 43 }));
      const first = await claimed(noon, 60);
      expect(first.filter((id) => id === 42)).toHaveLength(2);
      expect(first.filter((id) => id === 43)).toHaveLength(58);
      await subject.reopen();
      expect((await claimed(noon + 100)).filter((id) => id === 42)).toHaveLength(0);
    });

    test("that is set, changed or taken away counts for what is queued already", async () => {
      const { accounts, outbox } = subject.store();
      await openAccount(subject.store(), { credit: 900_000 });
      await openAccount(subject.store(), { id: 43, credit: 900_000 });
      await outbox.submit(submission("t1", { recipients }));
      await outbox.submit(submission("t2", { customerId: 43 }));
      await accounts.changeCustomer(42, { rate: 4 });
      expect(await claimed(noon, 200)).toEqual([42, 43, 42]);
      expect(await claimed(noon, 20)).toEqual([]);
      await accounts.changeCustomer(42, { rate: 400 });
      // Messages that the old rate allows may leave before the new one is read.
      const first = (await claimed(noon + 5000, 60)).length;
      const second = Math.min(60, 98 - first);
      expect(await claimed(noon + 6000, 60)).toHaveLength(second);
      await accounts.changeCustomer(42, { rate: undefined });
      expect(await claimed(noon + 6000)).toHaveLength(98 - first - second);
      expect(await nextDue(subject.store())).toBeUndefined();
    });
  });
}
