import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { InboxAge } from "#server/domain/inbox/inbox.js";
import type { InboxMessage, InboxSelection } from "#server/domain/inbox/messages.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { allOf, noon, openAccount } from "./fixtures.js";
import { newDatabase } from "./new-database.js";
import { inTime, runsOf } from "../in-time.js";

const customers = [42, 43];

type Stored = InboxMessage & { readonly customerId: number };

/** The inboxes in the simplest form there is. */
class Model {
  lastId = 0;
  messages: Stored[] = [];

  select(customerId: number, selection: InboxSelection): readonly Stored[] {
    return this.messages.filter((message) => {
      if (message.customerId !== customerId) return false;
      if (typeof selection !== "string") return selection.includes(message.id);
      return selection === "all" || message.unread === (selection === "new");
    });
  }

  add(customerId: number, text: string): number {
    this.lastId += 1;
    const size = new TextEncoder().encode(text).length;
    const fixed = { id: this.lastId, from: "12025550101", to: "Shop", at: noon, unread: true };
    this.messages.push({ ...fixed, customerId, text, size });
    return this.lastId;
  }

  fetch(customerId: number, selection: InboxSelection): readonly InboxMessage[] {
    const found = this.select(customerId, selection);
    const read = new Set(found.map(({ id }) => id));
    this.messages = this.messages.map((message) =>
      read.has(message.id) ? { ...message, unread: false } : message,
    );
    return found.map(withoutCustomer);
  }

  kill(customerId: number, selection: InboxSelection): number {
    const gone = new Set(this.select(customerId, selection));
    this.messages = this.messages.filter((message) => !gone.has(message));
    return gone.size;
  }
}

function withoutCustomer({ id, from, to, at, size, unread, text }: Stored): InboxMessage {
  return { id, from, to, at, size, unread, text };
}

type Command = fc.AsyncCommand<Model, Store>;

function command(name: string, run: (model: Model, store: Store) => Promise<void>): Command {
  return { check: () => true, run, toString: () => name };
}

const customer = fc.constantFrom(...customers);
const ages = fc.constantFrom<InboxAge>("all", "new", "old");
const selections = fc.oneof<[fc.Arbitrary<InboxSelection>, fc.Arbitrary<InboxSelection>]>(
  ages,
  fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { maxLength: 4 }),
);

const adds = fc.record({ customerId: customer, text: fc.string({ unit: "grapheme" }) }).map((given) =>
  command(`add ${JSON.stringify(given)}`, async (model, { inbox }) => {
    const id = await inbox.add({ ...given, from: "12025550101", to: "Shop", at: noon });
    expect(id).toBe(model.add(given.customerId, given.text));
  }),
);

const reads = fc.record({ customerId: customer, age: ages }).map(({ customerId, age }) =>
  command(`list ${customerId} ${age}`, async (model, { inbox }) => {
    const own = model.select(customerId, "all");
    expect(await inbox.counts(customerId)).toEqual({
      total: own.length,
      unread: own.filter(({ unread }) => unread).length,
    });
    const wanted = model.select(customerId, age).map(withoutCustomer);
    const entries = wanted.map(({ id, from, to, at, size, unread }) => ({ id, from, to, at, size, unread }));
    expect(await allOf(inbox.list(customerId, age))).toEqual(entries);
  }),
);

const changes = fc
  .record({ customerId: customer, selection: selections, action: fc.constantFrom("fetch", "kill") })
  .map(({ customerId, selection, action }) =>
    command(`${action} ${customerId} ${String(selection)}`, async (model, { inbox }) => {
      if (action === "fetch")
        expect(await allOf(inbox.fetch(customerId, selection))).toEqual(model.fetch(customerId, selection));
      else expect(await inbox.kill(customerId, selection)).toBe(model.kill(customerId, selection));
    }),
  );

test("whatever happens, the inboxes do what the model does", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.commands([adds, adds, reads, changes], { maxCommands: 40, size: "+1" }),
      inTime(async (commands) => {
        const store = await openStore(await newDatabase());
        try {
          for (const id of customers) await openAccount(store, { id });
          await fc.asyncModelRun(() => ({ model: new Model(), real: store }), commands);
        } finally {
          await store.close();
        }
      }),
    ),
    { numRuns: runsOf(40) },
  );
});
