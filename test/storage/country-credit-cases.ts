import { describe, expect, test } from "@jest/globals";
import type { CountryShare } from "#server/domain/credit/country-credits.js";
import type { Submission } from "#server/domain/delivery/submitting/submission.js";
import { ledgerOf, openAccount, submission } from "./fixtures.js";
import type { Subject } from "./suite.js";

const day = 21_930;

/** A message that spends on countries, with a limit of 5,000 for each. */
function spends(id: string, amounts: Readonly<Record<string, number>>, change: Partial<Submission> = {}) {
  const shares = Object.entries(amounts).map(([country, amount]): CountryShare => {
    return { country, amount, limit: 5_000 };
  });
  const amount = shares.reduce((sum, share) => sum + share.amount, 0);
  const spending = { day, shares };
  return submission(id, { charge: { kind: "SMS", amount }, spending, ...change });
}

/** Limits of credits a day by country: counted with the charge, exactly. */
export function countryCreditCases(subject: Subject<"accounts" | "ledger" | "outbox">): void {
  const spent = async (customerId = 42, ofDay = day) =>
    Object.fromEntries(
      (await subject.store().ledger.spentByCountry(customerId, ofDay, 9)).map((row) => [
        row.country,
        [row.amount, row.refused],
      ]),
    );
  const open = (credit = 1_000_000) => openAccount(subject.store(), { credit });

  describe("credits a day by country", () => {
    test("are counted up to the limit; a refused message charges nothing and is counted", async () => {
      await open();
      const { outbox, ledger } = subject.store();
      expect(await outbox.submit(spends("a", { 44: 3_000 }))).toMatchObject({ kind: "accepted" });
      expect(await outbox.submit(spends("b", { 44: 2_001 }))).toEqual({
        kind: "countryLimit",
        country: "44",
      });
      expect(await outbox.submit(spends("c", { 44: 2_000 }))).toMatchObject({ kind: "accepted" });
      expect(await outbox.submit(spends("d", { 44: 1 }))).toEqual({ kind: "countryLimit", country: "44" });
      expect(await outbox.statistics(42, "b")).toBeUndefined();
      expect(await spent()).toEqual({ 44: [5_000, 2] });
      expect((await ledgerOf(subject.store(), 42)).map(({ delta }) => delta)).toEqual([
        1_000_000, -3_000, -2_000,
      ]);
      const reached = { customerId: 42, country: "44", day, amount: 5_000, refused: 2 };
      expect(await ledger.limitsReached(day, 9)).toEqual([reached]);
      await subject.reopen();
      expect(await subject.store().ledger.limitsReached(day, 9)).toEqual([reached]);
    });

    test("are of each customer, country and day alone", async () => {
      await open();
      await openAccount(subject.store(), { id: 43, credit: 9_000 });
      const { outbox } = subject.store();
      const all = [
        spends("a", { 44: 5_000 }),
        spends("b", { 1: 5_000 }),
        spends("c", { "": 5_000 }),
        spends("d", { 44: 5_000 }, { customerId: 43 }),
        { ...spends("e", { 44: 5_000 }), spending: { day: day + 1, shares: [] } },
        spends(
          "f",
          { 44: 4_000 },
          { spending: { day: day + 1, shares: [{ country: "44", amount: 4_000, limit: 4_000 }] } },
        ),
      ];
      for (const each of all) expect(await outbox.submit(each)).toMatchObject({ kind: "accepted" });
      expect(await spent()).toEqual({ "": [5_000, 0], 1: [5_000, 0], 44: [5_000, 0] });
      expect(await spent(43)).toEqual({ 44: [5_000, 0] });
      expect(await spent(42, day + 1)).toEqual({ 44: [4_000, 0] });
    });

    test("a message to several countries is accepted as a whole or not at all", async () => {
      await open();
      const { outbox } = subject.store();
      await outbox.submit(spends("a", { 44: 4_500 }));
      expect(await outbox.submit(spends("b", { 1: 1_000, 44: 501 }))).toEqual({
        kind: "countryLimit",
        country: "44",
      });
      expect(await spent()).toEqual({ 44: [4_500, 1] });
      expect(await outbox.submit(spends("c", { 1: 1_000, 44: 500 }))).toMatchObject({ kind: "accepted" });
      expect(await spent()).toEqual({ 1: [1_000, 0], 44: [5_000, 1] });
    });

    test("without credit, and for a repeated call, nothing is counted", async () => {
      await open(2_000);
      const { outbox } = subject.store();
      expect(await outbox.submit(spends("a", { 44: 2_001 }))).toEqual({ kind: "insufficientCredit" });
      const clientTransaction = { id: "c", contentHash: "h", keepFor: 1_000 };
      await outbox.submit(spends("b", { 44: 1_000 }, { clientTransaction }));
      expect(await outbox.submit(spends("c", { 44: 1_000 }, { clientTransaction }))).toMatchObject({
        kind: "repeated",
        transactionId: "b",
      });
      expect(Object.values(await spent()).map(([amount]) => amount)).toEqual([1_000]);
    });

    test("of concurrent messages as many are accepted as the limit has room for", async () => {
      await open();
      const { outbox } = subject.store();
      const outcomes = await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          outbox.submit(spends(`t${index}`, index % 2 === 0 ? { 44: 100 } : { 44: 100, 1: 300 })),
        ),
      );
      const accepted = outcomes.filter(({ kind }) => kind === "accepted").length;
      const counts = await spent();
      const refused = outcomes.filter(({ kind }) => kind === "countryLimit").length;
      expect([accepted + refused, counts["44"]?.[0]]).toEqual([200, 100 * accepted]);
      expect((counts["44"]?.[1] ?? 0) + (counts["1"]?.[1] ?? 0)).toBe(refused);
      expect([counts["44"]?.[0], counts["1"]?.[0]]).toEqual([5_000, 4_800]);
    });

    test("at the end of the credit, concurrent messages lose no room of the limit", async () => {
      await open(4_999);
      const { outbox } = subject.store();
      const outcomes = await Promise.all(
        [4_000, 1_000, 999].map((amount, index) => outbox.submit(spends(`t${index}`, { 44: amount }))),
      );
      expect(outcomes.map(({ kind }) => kind)).toEqual(["accepted", "insufficientCredit", "accepted"]);
      expect(await spent()).toEqual({ 44: [4_999, 0] });
    });

    test("earlier days are forgotten after a week", async () => {
      await open();
      const { outbox } = subject.store();
      const on = (id: string, ofDay: number) =>
        outbox.submit({
          ...spends(id, { 44: 1 }),
          spending: { day: ofDay, shares: [{ country: "44", amount: 1, limit: 9 }] },
        });
      for (const back of [9, 8, 7, 1]) await on(`t${back}`, day - back);
      await on("t0", day);
      expect(
        await Promise.all(
          [9, 8, 7, 1, 0].map(async (back) => Object.keys(await spent(42, day - back)).length),
        ),
      ).toEqual([0, 0, 1, 1, 1]);
    });
  });
}
