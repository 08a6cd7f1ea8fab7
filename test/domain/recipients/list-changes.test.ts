import { expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  type DefinitionRow,
  givenUpBefore,
  placed,
  updated,
  type UpdateRow,
} from "#server/domain/recipients/list-changes.js";
import type { ListDefinition, ListUpdate } from "#server/domain/recipients/lists.js";

const definition: ListDefinition = {
  ...{ id: "a", customerId: 42, name: "Friends", category: "", owner: undefined },
  ...{ type: "DistributionList", columns: ["phone"], replace: false },
};
const shown = { seq: 3, content: 9 };
const row: DefinitionRow = { isCustomer: true, owner: undefined, shown: undefined };

test.each<{ title: string; given: Partial<ListDefinition>; found: Partial<DefinitionRow>; want: unknown }>([
  { title: "a new list", given: {}, found: {}, want: { ok: true, owner: null, replaced: undefined } },
  {
    title: "a list with an owner",
    ...{ given: { owner: "Ann" }, found: { owner: 7 }, want: { ok: true, owner: 7, replaced: undefined } },
  },
  {
    title: "new content",
    ...{ given: { replace: true }, found: { shown }, want: { ok: true, owner: null, replaced: shown } },
  },
  { title: "a name that is taken", given: {}, found: { shown }, want: { ok: false, reason: "exists" } },
  {
    title: "an unknown owner of a name that is taken",
    ...{ given: { owner: "Ann" }, found: { shown }, want: { ok: false, reason: "unknownUser" } },
  },
  {
    title: "an unknown customer",
    ...{
      given: { owner: "Ann" },
      found: { isCustomer: false },
      want: { ok: false, reason: "unknownCustomer" },
    },
  },
])("the place of $title", ({ given, found, want }) => {
  expect(placed({ ...definition, ...given }, { ...row, ...found })).toEqual(want);
});

const none = { name: undefined, category: undefined, owner: undefined };

test.each<{ title: string; given: ListUpdate; found: UpdateRow; want: unknown }>([
  { title: "nothing", given: {}, found: { list: 3, owner: undefined }, want: { ok: true, list: 3, ...none } },
  {
    title: "name and category",
    ...{ given: { name: "Team", category: "" }, found: { list: 3, owner: undefined } },
    want: { ok: true, list: 3, ...none, name: "Team", category: "" },
  },
  {
    title: "another owner",
    ...{
      given: { owner: "Ann" },
      found: { list: 3, owner: 7 },
      want: { ok: true, list: 3, ...none, owner: 7 },
    },
  },
  {
    title: "no owner any more",
    ...{ given: { owner: null }, found: { list: 3, owner: undefined } },
    want: { ok: true, list: 3, ...none, owner: null },
  },
  {
    title: "an unknown owner",
    ...{ given: { owner: "Ann", name: "Team" }, found: { list: 3, owner: undefined } },
    want: { ok: false, reason: "unknownUser" },
  },
  {
    title: "an unknown list",
    ...{ given: { owner: "Ann" }, found: { list: undefined, owner: undefined } },
    want: { ok: false, reason: "unknownList" },
  },
])("an update of $title", ({ given, found, want }) => {
  expect(updated(given, found)).toEqual(want);
});

test("an import begins only where it could end: what is placed has a known owner or none, and replaces on demand", () => {
  const row = fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined });
  const given = fc.record({
    isCustomer: fc.boolean(),
    user: row,
    content: row,
    named: fc.boolean(),
    replace: fc.boolean(),
  });
  fc.assert(
    fc.property(given, ({ isCustomer, user, content, named, replace }) => {
      const place = placed(
        { ...definition, replace, owner: named ? "Ann" : undefined },
        {
          isCustomer,
          owner: named ? user : undefined,
          shown: content === undefined ? undefined : { seq: content, content },
        },
      );
      const isRefused = !isCustomer || (named && user === undefined) || (content !== undefined && !replace);
      expect(place.ok).toBe(!isRefused);
      if (place.ok) expect([place.owner, place.replaced?.seq]).toEqual([named ? user : null, content]);
    }),
  );
});

test("an update writes what it names and nothing else, of a list and an owner that exist", () => {
  const row = fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined });
  const update = fc.record(
    { name: fc.string(), category: fc.string(), owner: fc.constantFrom("Ann", null) },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(update, row, row, (given, list, user) => {
      const found = { list, owner: given.owner === "Ann" ? user : undefined };
      const changes = updated(given, found);
      expect(changes.ok).toBe(list !== undefined && (given.owner !== "Ann" || user !== undefined));
      if (!changes.ok) return;
      const owner = given.owner === "Ann" ? user : given.owner;
      expect(changes).toEqual({ ok: true, list, name: given.name, category: given.category, owner });
    }),
  );
});

test("an import is given up an hour after its last member", () => {
  expect(givenUpBefore(3_600_001)).toBe(1);
});
