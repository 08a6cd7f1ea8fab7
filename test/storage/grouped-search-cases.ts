import { describe, expect, test } from "@jest/globals";
import { idsOf } from "./desk-search-cases.js";
import { noon, openAccount, submission } from "./fixtures.js";
import type { Subject } from "./suite.js";

/** Searches by an index that is sorted within groups of neighbouring numbers. */
export function groupedSearchCases(subject: Subject): void {
  describe("a search in groups", () => {
    test("finds the messages of a customer in every group of numbers", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 1_000_000_000 });
      await openAccount(store, { id: 43, credit: 1_000_000_000 });
      const rare = [1, 2, 1_022, 1_023, 1_024, 2_047, 2_048, 2_049, 2_100];
      const submitted = Array.from({ length: 2_100 }, (_, index) => {
        const customerId = rare.includes(index + 1) ? 43 : 42;
        const change = { customerId, recipients: ["12025550101"], at: noon, dueAt: noon };
        return store.outbox.submit(submission(`t${index}`, change));
      });
      await Promise.all(submitted);
      const all = await idsOf(store, { kind: "time", until: undefined }, 1_000);
      const lowest = Math.min(...all);
      const want = rare.map((place) => lowest + place - 1).reverse();
      for (const limit of [1, 2, 4, 9, 500]) {
        expect(await idsOf(store, { kind: "customer", id: 43, until: undefined }, limit)).toEqual(want);
      }
      const others = all.filter((id) => !want.includes(id));
      expect(await idsOf(store, { kind: "customer", id: 42, until: undefined }, 700)).toEqual(others);
      expect(await idsOf(store, { kind: "customer", id: 44, until: undefined }, 3)).toEqual([]);
    });

    test("finds the messages to numbers with a prefix, newest first, whatever the order of the numbers", async () => {
      const store = subject.store();
      await openAccount(store, { credit: 1_000_000_000 });
      const phones = Array.from(
        { length: 700 },
        (_, index) => `1202555${String((index * 7_919) % 10_000).padStart(4, "0")}`,
      );
      const submitted = phones.map((phone, index) =>
        store.outbox.submit(submission(`p${index}`, { recipients: [phone], at: noon, dueAt: noon })),
      );
      await Promise.all(submitted);
      const all = await idsOf(store, { kind: "time", until: undefined }, 1_000);
      const lowest = Math.min(...all);
      for (const digits of ["1202", "12025550", "12025551", "1202555019", phones[350] ?? "", "1303"]) {
        const want = phones
          .flatMap((phone, index) => (phone.startsWith(digits) ? [lowest + index] : []))
          .reverse();
        for (const limit of [1, 3, 50, 500])
          expect(await idsOf(store, { kind: "number", number: { digits, whole: false } }, limit)).toEqual(
            want,
          );
      }
    });
  });
}
