import { describe, expect, test } from "@jest/globals";
import { noon, openAccount } from "./fixtures.js";
import { definition, done, importList, member, phone, refused, select } from "./list-cases.js";
import type { Subject } from "./suite.js";

/** Members of lists: added and removed. */
export function listMemberCases(subject: Subject<"accounts" | "lists">): void {
  describe("members of lists", () => {
    const five = [1, 2, 3, 4, 5];
    test.each<{ name: string; add?: readonly number[]; remove?: readonly number[]; want: readonly number[] }>(
      [
        { name: "one behind the others", add: [6], want: [...five, 6] },
        { name: "some of which the list has one", add: [6, 2, 7], want: [...five, 6, 7] },
        { name: "one twice", add: [6, 6], want: [...five, 6] },
        { name: "none that is new", add: [1, 5], want: five },
        { name: "no number", add: [], want: five },
        { name: "the last one is removed", remove: [5], want: [1, 2, 3, 4] },
        { name: "the first one is removed: the last takes its place", remove: [1], want: [5, 2, 3, 4] },
        { name: "several of both ends", remove: [1, 5, 2], want: [3, 4] },
        { name: "one that the list does not have", remove: [9], want: five },
        { name: "one given twice", remove: [3, 3], want: [1, 2, 5, 4] },
        { name: "all", remove: five, want: [] },
        { name: "all, and then others", remove: five, add: [7, 8], want: [7, 8] },
      ],
    )("members change: $name", async ({ add, remove, want }) => {
      await openAccount(subject.store());
      const { lists } = subject.store();
      await importList(
        lists,
        definition(),
        five.map((number) => member(number)),
      );
      const before = (await lists.named(42, "Clients"))?.recipients ?? 0;
      let [has, changes] = [before, 0];
      const expectDone = (what: "added" | "removed", changed: number, outcome: unknown): void => {
        has += what === "added" ? changed : 0 - changed;
        changes += changed === 0 ? 0 : 1;
        expect(outcome).toEqual({ ok: true, changed, recipients: has, after: { [what]: changed } });
      };
      if (remove !== undefined) {
        const gone = new Set(remove.filter((number) => five.includes(number))).size;
        expectDone("removed", gone, await lists.removeMembers(42, "CLIENTS", remove.map(phone), noon));
      }
      if (add !== undefined) {
        const fresh = new Set(add.filter((number) => !five.includes(number))).size;
        expectDone("added", fresh, await lists.addMembers(42, "clients", add.map(phone), noon));
      }
      expect(await select(lists)).toEqual({ outcome: done, phones: want.map(phone) });
      expect(await lists.named(42, "Clients")).toMatchObject({
        version: 1 + changes,
        recipients: want.length,
      });
      const half = await select(lists, { offset: 1, count: 2 });
      expect(half.phones).toEqual(want.slice(1, 3).map(phone));
    });

    test("added members have empty columns, and a moved one keeps its own", async () => {
      await openAccount(subject.store());
      const { lists } = subject.store();
      const wanted = definition({ type: "SmartList", columns: ["phone", "city"] });
      await importList(lists, wanted, [member(1, "Cairo"), member(2, "Oslo"), member(3, "Lima")]);
      await lists.removeMembers(42, "Clients", [phone(1)], noon);
      await lists.addMembers(42, "Clients", [phone(4)], noon);
      const of = async (city: string) => {
        const filters = [{ column: "city", operator: "Equal", operands: [city] }] as const;
        return (await select(lists, { type: "SmartList", filters })).phones;
      };
      expect([await of("Lima"), await of("Oslo"), await of("Cairo")]).toEqual([[phone(3)], [phone(2)], []]);
    });

    test("two changes at once lose nothing", async () => {
      await openAccount(subject.store());
      const { lists } = subject.store();
      await importList(
        lists,
        definition(),
        five.map((number) => member(number)),
      );
      const numbers = Array.from({ length: 20 }, (_, index) => phone(100 + index));
      await Promise.all([
        ...numbers.map((number) => lists.addMembers(42, "Clients", [number], noon)),
        ...five.map((number) => lists.removeMembers(42, "Clients", [phone(number)], noon)),
      ]);
      const { phones } = await select(lists);
      expect(phones.toSorted()).toEqual(numbers.toSorted());
      expect(await lists.named(42, "Clients")).toMatchObject({ recipients: 20, version: 26 });
    });

    test("a list that does not exist, or that of another customer, has no members to change", async () => {
      await openAccount(subject.store());
      const { lists } = subject.store();
      await importList(lists, definition(), [member(1)]);
      for (const [customer, name] of [
        [42, "None"],
        [43, "Clients"],
      ] as const) {
        expect(await lists.addMembers(customer, name, [phone(2)], noon)).toEqual(refused("unknownList"));
        expect(await lists.removeMembers(customer, name, [phone(1)], noon)).toEqual(refused("unknownList"));
      }
    });
  });
}
