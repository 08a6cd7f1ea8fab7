import { describe, expect, test } from "@jest/globals";
import type { ListStore } from "#server/ports/campaigns.js";
import type { Store } from "#server/ports/store.js";
import { filterVectors } from "../domain/recipients/filter-vectors.js";
import { allOf, noon, openAccount } from "./fixtures.js";
import type { Subject } from "./suite.js";
import type {
  ListChange,
  ListDefinition,
  ListMember,
  MemberSelection,
  SelectOutcome,
} from "#server/domain/recipients/lists.js";

const hour = 3_600_000;
export const done: ListChange = { ok: true };
export const refused = (reason: string): unknown => ({ ok: false, reason });

export const listId = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

export const definition = (change: Partial<ListDefinition> = {}): ListDefinition => ({
  id: listId(1),
  customerId: 42,
  name: "Clients",
  category: "",
  owner: undefined,
  type: "DistributionList",
  columns: ["phone"],
  replace: false,
  ...change,
});

export const phone = (number: number): string => String(12_025_550_000 + number);

export const member = (number: number, ...attributes: string[]): ListMember => ({
  phone: phone(number),
  attributes,
});

/** Imports a list in one piece. */
export async function importList(
  lists: ListStore,
  wanted: ListDefinition,
  members: readonly ListMember[],
): Promise<ListChange> {
  const begun = await lists.beginImport(wanted, noon);
  if (!begun.ok) return begun;
  await lists.appendMembers(begun.importId, members, noon);
  return lists.finishImport(begun.importId, wanted, noon);
}

const ann = { customerId: 42, userName: "ANN" };

export interface Selected {
  readonly outcome: SelectOutcome;
  readonly phones: readonly string[];
}

export async function select(
  lists: ListStore,
  change: Partial<MemberSelection> = {},
  viewer = ann,
): Promise<Selected> {
  const selection: MemberSelection = {
    ...{ listId: listId(1), type: "DistributionList", filters: [], offset: 0, count: 1_000_000 },
    ...change,
  };
  const phones: string[] = [];
  const outcome = await lists.select(viewer, selection, (slice) => phones.push(...slice));
  return { outcome, phones };
}

async function purge({ lists }: Pick<Store, "lists">, at = noon): Promise<number> {
  let steps = 0;
  while (await lists.purgeLists(at)) steps += 1;
  return steps;
}

function importCases(subject: Subject<"accounts" | "lists">): void {
  test("a list is found with everything it was made with, and is still there after reopening", async () => {
    await openAccount(subject.store());
    const wanted = definition({
      ...{ name: "Kunden", category: "Élan", owner: "aNN", type: "SmartList" },
      columns: ["Téléphone", "City", "Age"],
    });
    expect(await importList(subject.store().lists, wanted, [member(1, "Cairo", "31")])).toEqual(done);
    const { lists } = await subject.reopen();
    const { id, customerId, name, category, type, columns } = wanted;
    const made = { id, customerId, name, category, type, columns };
    const found = { ...made, owner: "Ann", version: 1, recipients: 1 };
    expect(await allOf(lists.find(ann, {}))).toEqual([{ ...found, place: expect.any(Number) as unknown }]);
    expect(await lists.all()).toEqual([found]);
    expect(await lists.named(42, "KUNDEN")).toEqual(found);
    expect(await lists.named(43, "Kunden")).toBeUndefined();
  });

  test("members keep their order over several pieces; a phone counts once", async () => {
    await openAccount(subject.store());
    const { lists } = subject.store();
    const begun = await lists.beginImport(definition(), noon);
    const importId = begun.ok ? begun.importId : 0;
    expect(await lists.appendMembers(importId, [member(2), member(1), member(2)], noon)).toBe(2);
    expect(await lists.appendMembers(importId, [member(1), member(3)], noon)).toBe(1);
    expect(await lists.appendMembers(importId, [], noon)).toBe(0);
    expect(await allOf(lists.find(ann, {}))).toEqual([]);
    expect(await select(lists)).toEqual({ outcome: refused("unknownList"), phones: [] });
    expect(await lists.finishImport(importId, definition(), noon)).toEqual(done);
    expect(await select(lists)).toEqual({ outcome: done, phones: [phone(2), phone(1), phone(3)] });
    expect(await allOf(lists.find(ann, {}))).toMatchObject([{ version: 1, recipients: 3 }]);
  });

  test("an import that is over takes nothing more", async () => {
    await openAccount(subject.store());
    const { lists } = subject.store();
    const ends = [
      async (id: number) => lists.finishImport(id, definition(), noon),
      async (id: number) => lists.cancelImport(id),
    ];
    for (const end of ends) {
      const begun = await lists.beginImport(definition({ replace: true }), noon);
      const importId = begun.ok ? begun.importId : 0;
      await end(importId);
      expect(await lists.appendMembers(importId, [member(1)], noon)).toBeUndefined();
      expect(await lists.finishImport(importId, definition({ replace: true }), noon)).toEqual(
        refused("unknownImport"),
      );
    }
    expect(await allOf(lists.find(ann, {}))).toMatchObject([{ version: 1, recipients: 0 }]);
  });

  test.each([
    { change: { customerId: 43 }, reason: "unknownCustomer" },
    { change: { owner: "Bob" }, reason: "unknownUser" },
    { change: { name: "CLIENTS" }, reason: "exists" },
  ])("$reason: neither begun nor finished", async ({ change, reason }) => {
    await openAccount(subject.store());
    const { lists } = subject.store();
    await importList(lists, definition(), [member(1)]);
    expect(await lists.beginImport(definition({ id: listId(2), ...change }), noon)).toEqual(refused(reason));
    const other = definition({ id: listId(2), name: "Other" });
    const begun = await lists.beginImport(other, noon);
    const importId = begun.ok ? begun.importId : 0;
    expect(await lists.finishImport(importId, { ...other, ...change }, noon)).toEqual(refused(reason));
    expect(await lists.finishImport(importId, other, noon)).toEqual(done);
  });
}

function replaceCases(subject: Subject<"accounts" | "lists">): void {
  test("replacing keeps the id, counts the version up, and shows the old content until it is finished", async () => {
    await openAccount(subject.store());
    const { lists } = subject.store();
    await importList(lists, definition(), [member(1), member(2)]);
    const next = definition({ id: listId(2), name: "CLIENTS", category: "New", replace: true });
    const begun = await lists.beginImport(next, noon);
    const importId = begun.ok ? begun.importId : 0;
    await lists.appendMembers(importId, [member(2), member(3), member(4)], noon);
    expect((await select(lists)).phones).toEqual([phone(1), phone(2)]);
    expect(await lists.finishImport(importId, next, noon)).toEqual(done);
    expect((await select(lists)).phones).toEqual([phone(2), phone(3), phone(4)]);
    expect(await allOf(lists.find(ann, {}))).toMatchObject([
      { id: listId(1), name: "CLIENTS", category: "New", version: 2, recipients: 3 },
    ]);
    expect(await select(lists, { listId: listId(2) })).toMatchObject({ outcome: refused("unknownList") });
  });

  test("unused content is deleted in steps; content that is visible or being imported stays", async () => {
    await openAccount(subject.store());
    const { lists } = subject.store();
    expect(await purge(subject.store())).toBe(0);
    await importList(
      lists,
      definition(),
      Array.from({ length: 2000 }, (_, index) => member(index)),
    );
    await importList(lists, definition({ replace: true }), [member(1)]);
    await importList(lists, definition({ id: listId(2), name: "Gone" }), [member(1)]);
    expect(await lists.changeList(42, "GONE", { name: "clients" })).toEqual(refused("exists"));
    expect(await lists.changeList(42, "Lost", { category: "" })).toEqual(refused("unknownList"));
    expect(await lists.changeList(42, "Gone", { owner: "Nobody" })).toEqual(refused("unknownUser"));
    const update = { name: "GONE", category: "Old", owner: "ANN" };
    const before = await lists.named(42, "Gone");
    expect(await lists.changeList(42, "gone", update)).toEqual(done);
    expect(await lists.named(42, "Gone")).toEqual({ ...before, ...update, owner: "Ann" });
    expect(await lists.changeList(42, "gone", { owner: null })).toEqual(done);
    expect(await lists.named(42, "Gone")).toEqual({ ...before, ...update, owner: undefined });
    expect(await lists.removeList(42, "GONE")).toEqual(done);
    expect(await lists.removeList(42, "Gone")).toEqual(refused("unknownList"));
    expect(await lists.removeList(43, "Clients")).toEqual(refused("unknownList"));
    const other = definition({ id: listId(3), name: "Other" });
    const begun = await lists.beginImport(other, noon);
    const importId = begun.ok ? begun.importId : 0;
    expect(await purge(subject.store(), noon + hour)).toBeGreaterThan(0);
    expect(await lists.appendMembers(importId, [member(5)], noon + hour)).toBe(1);
    expect(await purge(subject.store(), noon + 2 * hour)).toBe(0);
    expect(await purge(subject.store(), noon + 2 * hour + 1)).toBeGreaterThan(0);
    expect(await lists.finishImport(importId, other, noon)).toEqual(refused("unknownImport"));
    expect((await select(lists)).phones).toEqual([phone(1)]);
    expect((await lists.all()).map(({ name }) => name)).toEqual(["Clients"]);
  });
}

function findCases(subject: Subject<"accounts" | "lists">): void {
  test("lists are found by id, name and category, capitals apart, by those who may see them", async () => {
    await openAccount(subject.store());
    await openAccount(subject.store(), { id: 43 });
    await subject.store().accounts.addUser({ customerId: 42, name: "Bob", passwordHash: "hash" }, noon);
    const { lists } = subject.store();
    const made: readonly Partial<ListDefinition>[] = [
      { name: "Clients", category: "Sales" },
      { name: "Staff", category: "" },
      { name: "Mine", category: "sales", owner: "Ann" },
      { name: "Bob's", category: "Sales", owner: "Bob" },
      { name: "Clients", category: "Sales", customerId: 43 },
    ];
    for (const [index, change] of made.entries()) {
      await importList(lists, definition({ id: listId(index + 1), ...change }), []);
    }
    const table = [
      { criteria: {}, want: [1, 2, 3] },
      { criteria: { id: listId(2) }, want: [2] },
      { criteria: { id: listId(5) }, want: [] },
      { criteria: { id: listId(4) }, want: [] },
      { criteria: { name: "cLIENTS" }, want: [1] },
      { criteria: { name: "Client" }, want: [] },
      { criteria: { name: "%" }, want: [] },
      { criteria: { category: "SALES" }, want: [1, 3] },
      { criteria: { category: "" }, want: [2] },
      { criteria: { name: "clients", category: "sales", id: listId(1) }, want: [1] },
      { criteria: { name: "clients", category: "none" }, want: [] },
    ];
    for (const { criteria, want } of table) {
      expect((await allOf(lists.find(ann, criteria))).map(({ id }) => id)).toEqual(want.map(listId));
    }
    expect((await lists.all(42)).map(({ id }) => id)).toEqual([1, 2, 3, 4].map(listId));
    const foreign = await select(lists, { listId: listId(4) });
    expect(foreign).toEqual({ outcome: refused("unknownList"), phones: [] });
    const other = await select(lists, {}, { customerId: 43, userName: "Ann" });
    expect(other.outcome).toEqual(refused("unknownList"));
  });
}

function selectCases(subject: Subject<"accounts" | "lists">): void {
  test("offset and count are a window in list order, whatever the size of the list", async () => {
    await openAccount(subject.store());
    const { lists } = subject.store();
    await importList(
      lists,
      definition(),
      Array.from({ length: 2500 }, (_, index) => member(index)),
    );
    const windows = [
      { offset: 0, count: 2 },
      { offset: 998, count: 4 },
      { offset: 10, count: 2400 },
      { offset: 2499, count: 1 },
      { offset: 2499, count: 100 },
      { offset: 2500, count: 1 },
      { offset: 2_147_483_647, count: 2_147_483_647 },
      { offset: 0, count: 0 },
    ];
    for (const { offset, count } of windows) {
      const want = Array.from({ length: 2500 }, (_, index) => phone(index)).slice(offset, offset + count);
      expect(await select(lists, { offset, count })).toEqual({ outcome: done, phones: want });
    }
    const { outcome } = await select(lists, { type: "SmartList" });
    expect(outcome).toEqual(refused("unknownList"));
  });

  test("filters select; the count limits what they select", async () => {
    await openAccount(subject.store());
    const { lists } = subject.store();
    const smart = definition({ type: "SmartList", columns: ["Phone", "Age"] });
    await importList(
      lists,
      smart,
      Array.from({ length: 2500 }, (_, index) => member(index, String(index))),
    );
    const old = { column: "AGE", operator: "GreaterOrEqual", operands: ["1998"] } as const;
    const even = { column: "phone", operator: "Contains", operands: ["555"] } as const;
    const want = Array.from({ length: 502 }, (_, index) => phone(1998 + index));
    const wanted = { type: "SmartList", filters: [old, even] } as const;
    expect((await select(lists, wanted)).phones.filter((each) => each.includes("555"))).toEqual(want);
    expect((await select(lists, { ...wanted, count: 3 })).phones).toEqual(want.slice(0, 3));
    const unknown = { column: "Town", operator: "Equal", operands: ["x"] } as const;
    const wrong = { column: "Age", operator: "Between", operands: ["1"] } as const;
    expect(await select(lists, { ...wanted, filters: [unknown] })).toEqual({
      outcome: refused("unknownColumn"),
      phones: [],
    });
    expect(await select(lists, { ...wanted, filters: [wrong] })).toMatchObject({
      outcome: refused("badOperands"),
    });
  });

  test("every filter vector holds", async () => {
    await openAccount(subject.store());
    const { lists } = subject.store();
    const values = [...new Set(filterVectors.map(({ value }) => value))];
    const smart = definition({ type: "SmartList", columns: ["Phone", "Empty", "Value"] });
    await importList(
      lists,
      smart,
      values.map((value, index) => member(index, "", value)),
    );
    for (const { value, operator, operands, holds } of filterVectors) {
      const filters = [{ column: "value", operator, operands }];
      const { phones } = await select(lists, { type: "SmartList", filters });
      const place = phones.includes(phone(values.indexOf(value)));
      expect({ value, operator, operands, holds: place }).toEqual({ value, operator, operands, holds });
    }
  });
}

function manyCases(subject: Subject<"accounts" | "lists">): void {
  test("more lists than one slice are found, in the order in which they were made", async () => {
    await openAccount(subject.store());
    const { lists } = subject.store();
    const numbers = Array.from({ length: 2001 }, (_, index) => index);
    await Promise.all(
      numbers.map((number) =>
        importList(lists, definition({ id: listId(number), name: `List ${number}` }), []),
      ),
    );
    const made = await lists.all();
    expect(new Set(made.map(({ id }) => id))).toEqual(new Set(numbers.map(listId)));
    const found = await allOf(lists.find(ann, {}));
    expect(found).toMatchObject(made);
    const { place } = found[1_999] ?? {};
    expect(await allOf(lists.find(ann, {}, place))).toEqual([found[2_000]]);
    expect(await lists.all(42)).toEqual(made);
  });
}

/** Lists: import, replacement, finding, windows and filters. */
export function listCases(subject: Subject<"accounts" | "lists">): void {
  describe("lists", () => {
    importCases(subject);
    replaceCases(subject);
    findCases(subject);
    selectCases(subject);
    manyCases(subject);
  });
}
