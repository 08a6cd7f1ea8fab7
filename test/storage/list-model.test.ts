import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Filter } from "#server/domain/recipients/filter.js";
import type { ListCriteria, ListDefinition, ListMember } from "#server/domain/recipients/lists.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { allOf, noon, openAccount } from "./fixtures.js";
import { newDatabase } from "./new-database.js";
import { definition, listId, phone } from "./list-cases.js";
import { ListModel } from "./list-model.js";
import { inTime, runsOf } from "../in-time.js";

interface Real {
  readonly store: Store;
  /** Ids given to lists so far. */
  ids: number;
}

type Command = fc.AsyncCommand<ListModel, Real>;

/** One step: does the same to model and store and compares what comes back. */
function command(name: string, run: (model: ListModel, real: Real) => Promise<void>): Command {
  return { check: () => true, run, toString: () => name };
}

const users = ["Ann", "Bob"] as const;
const names = fc.constantFrom("A", "a", "B", "C");
const categories = fc.constantFrom("", "x", "X", "y");

const members: fc.Arbitrary<ListMember[]> = fc.array(
  fc
    .record({ number: fc.nat(8), age: fc.nat(5) })
    .map(({ number, age }) => ({ phone: phone(number), attributes: [String(age)] })),
  { maxLength: 12 },
);

const definitions: fc.Arbitrary<Partial<ListDefinition>> = fc.record({
  name: names,
  category: categories,
  owner: fc.constantFrom(undefined, undefined, "Ann", "Bob", "Cid"),
  replace: fc.boolean(),
  customerId: fc.constantFrom(42, 42, 42, 43),
});

const imports = fc
  .record({ change: definitions, pieces: fc.array(members, { maxLength: 3 }), finished: fc.boolean() })
  .map(({ change, pieces, finished }) =>
    command(`import ${JSON.stringify({ change, pieces, finished })}`, async (model, real) => {
      const { store } = real;
      real.ids += 1;
      const columns = { type: "SmartList", columns: ["phone", "age"] } as const;
      const wanted = definition({ ...change, ...columns, id: listId(real.ids) });
      const begun = await store.lists.beginImport(wanted, noon);
      const reason = model.refusal(wanted);
      expect(begun).toEqual(
        reason === undefined ? { ok: true, importId: expect.any(Number) } : { ok: false, reason },
      );
      if (!begun.ok) return;
      for (const piece of pieces) await store.lists.appendMembers(begun.importId, piece, noon);
      if (!finished) return store.lists.cancelImport(begun.importId);
      expect(await store.lists.finishImport(begun.importId, wanted, noon)).toEqual({ ok: true });
      model.show(wanted, pieces.flat());
    }),
  );

const removals = names.map((name) =>
  command(`remove ${name}`, async (model, { store }) => {
    const { ok } = await store.lists.removeList(42, name);
    expect(ok).toBe(model.remove(name));
  }),
);

const purges = fc.constant(
  command("purge", async (_model, { store }) => {
    while (await store.lists.purgeLists(noon));
  }),
);

const searches = fc
  .record({
    user: fc.constantFrom(...users),
    name: fc.option(names, { nil: undefined }),
    category: fc.option(categories, { nil: undefined }),
  })
  .map(({ user, ...criteria }) =>
    command(`find ${JSON.stringify({ user, criteria })}`, async (model, { store }) => {
      await compareFound(model, store, user, criteria);
    }),
  );

const selections = fc
  .record({
    user: fc.constantFrom(...users),
    place: fc.nat(3),
    offset: fc.nat(6),
    count: fc.nat(6),
    above: fc.option(fc.nat(5), { nil: undefined }),
  })
  .map((given) =>
    command(`select ${JSON.stringify(given)}`, async (model, { store }) => {
      const { user, place, offset, count, above } = given;
      const { list, members: all = [] } = model.lists[place] ?? {};
      const filters: Filter[] =
        above === undefined ? [] : [{ column: "AGE", operator: "Greater", operands: [String(above)] }];
      const found: string[] = [];
      const outcome = await store.lists.select(
        { customerId: 42, userName: user },
        { listId: list?.id ?? listId(0), type: "SmartList", filters, offset, count },
        (phones) => found.push(...phones),
      );
      const visible = list !== undefined && (list.owner === undefined || list.owner === user);
      expect(outcome).toEqual(visible ? { ok: true } : { ok: false, reason: "unknownList" });
      const want = (visible ? all : [])
        .slice(offset)
        .filter(({ attributes }) => above === undefined || Number(attributes[0]) > above)
        .slice(0, count);
      expect(found).toEqual(want.map((each) => each.phone));
    }),
  );

async function compareFound(
  model: ListModel,
  store: Store,
  user: string,
  criteria: ListCriteria,
): Promise<void> {
  const found = await allOf(store.lists.find({ customerId: 42, userName: user }, criteria));
  const place = expect.any(Number) as unknown;
  expect(found).toEqual(model.find(user, criteria).map(({ list }) => ({ ...list, place })));
}

test("whatever happens, the store has the lists the model has", async () => {
  const steps = [imports, imports, removals, purges, searches, selections];
  await fc.assert(
    fc.asyncProperty(
      fc.commands(steps, { maxCommands: 30, size: "+1" }),
      inTime(async (commands) => {
        const store = await openStore(await newDatabase());
        await openAccount(store);
        await store.accounts.addUser({ customerId: 42, name: "Bob", passwordHash: "hash" }, noon);
        const model = new ListModel(users);
        try {
          await fc.asyncModelRun(() => ({ model, real: { store, ids: 0 } }), commands);
          for (const user of users) await compareFound(model, store, user, {});
        } finally {
          await store.close();
        }
      }),
    ),
    { numRuns: runsOf(40) },
  );
});
