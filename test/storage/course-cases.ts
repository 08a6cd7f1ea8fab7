import { expect, test } from "@jest/globals";
import { noon, openAccount, submission } from "./fixtures.js";
import type { Subject } from "./suite.js";

const day = 86_400_000;

/** The course of a balance. */
export function courseCases(subject: Subject): void {
  test("gives the course of a balance step by step, and of one account only", async () => {
    const store = subject.store();
    await openAccount(store, { credit: 10_000 });
    await openAccount(store, { id: 43, payment: "postpaid", limit: 5_000 });
    const send = async (id: string, customerId: number, amount: number, at: number): Promise<unknown> =>
      store.outbox.submit(submission(id, { customerId, charge: { kind: "SMS", amount }, at }));
    await send("a", 42, 1_000, noon);
    await send("b", 42, 2_000, noon + 1);
    await store.accounts.addCredit(42, "MMS", 9_000, noon + day);
    await send("c", 43, 700, noon + day);
    await store.accounts.addCredit(42, "SMS", 600, noon + 3 * day);
    await send("d", 42, 1_500, noon + 3 * day + 5);
    await store.accounts.addCredit(42, "SMS", -50, noon + 4 * day);
    const course = (customerId: number, from: number, until: number, step = day) =>
      store.ledger.course({ customerId, kind: "SMS", from, until, step });
    const refills = [
      { at: noon, delta: 10_000 },
      { at: noon + 3 * day, delta: 600 },
      { at: noon + 4 * day, delta: -50 },
    ];
    expect(await course(42, noon, noon + 5 * day)).toEqual({
      ...{ left: 6_050, balances: [0, 7_000, 7_000, 7_000, 6_100, 6_050], refills },
    });
    expect((await course(42, noon + 3 * day, noon + 3 * day + 10, 5))?.balances).toEqual([
      7_000, 7_600, 6_100,
    ]);
    expect((await course(42, noon - 2 * day, noon + 4 * day, 3 * day))?.balances).toEqual([0, 7_000, 6_100]);
    expect((await course(42, noon + 1, noon + 1))?.balances).toEqual([9_000]);
    expect((await course(42, noon + 9 * day, noon + 10 * day))?.balances).toEqual([6_050, 6_050]);
    expect(await course(42, noon - day, noon)).toEqual({ left: 6_050, balances: [0, 0], refills: [] });
    expect(await course(43, noon, noon + 2 * day)).toEqual({
      ...{ left: 4_300, balances: [0, 0, -700], refills: [] },
    });
    expect(await store.ledger.course({ customerId: 43, kind: "MMS", from: 0, until: 1, step: 1 })).toBe(
      undefined,
    );
  });
}
