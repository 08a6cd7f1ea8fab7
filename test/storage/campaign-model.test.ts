import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { runCampaign } from "#server/work/maintenance/campaigns.js";
import { everyDay, everyHour } from "#server/domain/campaigns/campaign.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { claimDue } from "./claims.js";
import { noon, openAccount, submission, ledgerOf } from "./fixtures.js";
import { newDatabase } from "./new-database.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { inTime, runsOf } from "../in-time.js";

const minute = 60_000;
const parts = 2;
const phone = (number: number): string => String(12_025_550_000 + number);
/** The network refuses every third number. */
const isRefused = (number: number): boolean => number % 3 === 0;

interface ModelLocation {
  readonly location: number;
  readonly limit: number | undefined;
  /** Place in the audience up to which numbers have been looked at. */
  position: number;
  taken: number;
}

interface ModelCampaign {
  readonly locations: readonly ModelLocation[];
  readonly limit: number;
  readonly endAt: number;
  status: "open" | "ended" | "billed";
  readonly waiting: Set<number>;
  readonly reached: Set<number>;
  handed: number;
  /** Recipients whose credits came back before the campaign was billed. */
  returned: number;
}

/** Campaigns in the simplest form there is. */
class Model {
  balance = 0;
  readonly audiences: readonly number[][] = [[], []];
  readonly blacklist = new Set<number>();
  readonly campaigns: ModelCampaign[] = [];

  start(
    locations: readonly Pick<ModelLocation, "location" | "limit">[],
    limit: number,
    endAt: number,
  ): boolean {
    const charge = parts * limit * 1000;
    if (charge > this.balance) return false;
    this.balance -= charge;
    this.campaigns.push({
      locations: locations.map((one) => ({ ...one, position: 0, taken: 0 })),
      ...{ limit, endAt, status: "open", waiting: new Set(), reached: new Set(), handed: 0, returned: 0 },
    });
    return true;
  }

  /** Everything that can happen at `now` without the network. */
  run(now: number): void {
    for (const campaign of this.campaigns) {
      if (campaign.status === "open" && campaign.endAt > now) this.#take(campaign);
      const over = campaign.endAt <= now || campaign.reached.size === campaign.limit;
      if (campaign.status === "open" && over) campaign.status = "ended";
      if (campaign.status === "ended" && campaign.waiting.size === 0) this.#bill(campaign);
    }
  }

  #take(campaign: ModelCampaign): void {
    for (const place of campaign.locations) {
      const audience = this.audiences[place.location - 1] ?? [];
      for (; place.position < audience.length; place.position++) {
        if (place.taken === place.limit || campaign.reached.size === campaign.limit) break;
        const number = audience[place.position] ?? 0;
        if (this.blacklist.has(number) || campaign.reached.has(number)) continue;
        campaign.reached.add(number);
        campaign.waiting.add(number);
        place.taken += 1;
      }
    }
  }

  #bill(campaign: ModelCampaign): void {
    campaign.status = "billed";
    this.balance += parts * 1000 * (campaign.limit - campaign.handed - campaign.returned);
  }

  /** A number that has been blacklisted meanwhile gets nothing, and its credits come back at once. */
  deliver(): void {
    for (const campaign of this.campaigns) {
      const left = [...campaign.waiting].filter((number) => !this.blacklist.has(number));
      const blocked = campaign.waiting.size - left.length;
      campaign.returned += blocked;
      this.balance += parts * 1000 * blocked;
      campaign.handed += left.filter((number) => !isRefused(number)).length;
      campaign.waiting.clear();
    }
  }
}

interface Real {
  readonly store: Store;
  now: number;
}

type Command = fc.AsyncCommand<Model, Real>;

function command(name: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return { check: () => true, run, toString: () => name };
}

const numbers = fc.array(fc.nat(30), { minLength: 1, maxLength: 8 });

const imports = fc.record({ location: fc.constantFrom(1, 2), added: numbers }).map(({ location, added }) =>
  command(`import ${location} ${added.join()}`, async (model, { store }) => {
    const audience = model.audiences[location - 1] ?? [];
    for (const number of added) if (!audience.includes(number)) audience.push(number);
    await store.locations.addAudience(location, added.map(phone));
  }),
);

const blacklists = numbers.map((added) =>
  command(`blacklist ${added.join()}`, async (model, { store }) => {
    for (const number of added) model.blacklist.add(number);
    await store.coverage.addToBlacklist(undefined, added.map(phone), noon);
  }),
);

const credits = fc.integer({ min: 1, max: 30 }).map((credit) =>
  command(`credit ${credit}`, async (model, { store }) => {
    model.balance += credit * 1000;
    await store.accounts.addCredit(42, "SMS", credit * 1000, noon);
  }),
);

const schedule = { startAt: undefined, days: everyDay, hours: everyHour, timeZone: "UTC" };

const starts = fc
  .record({
    order: fc.constantFrom([1], [2], [1, 2], [2, 1]),
    limit: fc.integer({ min: 1, max: 6 }),
    shared: fc.boolean(),
    lasts: fc.integer({ min: 1, max: 30 }),
  })
  .map(({ order, limit, shared, lasts }) =>
    command(`start ${order.join()} limit ${limit} shared ${shared} for ${lasts}`, async (model, real) => {
      const locations = order.map((location) => ({ location, limit: shared ? undefined : limit }));
      const total = shared ? limit : limit * order.length;
      const endAt = real.now + lasts * minute;
      const message = submission(`c${real.now}-${Math.random()}`, {
        ...{ recipients: [], parts, at: real.now, dueAt: real.now },
        charge: { kind: "SMS", amount: parts * total * 1000 },
      });
      const start = {
        submission: message,
        schedule: { ...schedule, endAt },
        locations,
        recipientLimit: total,
      };
      const outcome = await real.store.campaigns.start(start);
      expect(outcome.kind === "accepted").toBe(model.start(locations, total, endAt));
    }),
  );

const stops = fc.nat(4).map((index) =>
  command(`stop ${index + 1}`, async (model, { store, now }) => {
    const campaign = model.campaigns[index];
    expect(await store.campaigns.stop(index + 1, 42, "StoppedByUser", now)).toBe(campaign !== undefined);
    if (campaign?.status === "open") campaign.status = "ended";
  }),
);

async function runAll({ store, now }: Real): Promise<void> {
  for (let more = true; more;) {
    more = false;
    for (const campaign of await store.campaigns.due(now)) {
      if (await runCampaign({ store, wakeDelivery: () => undefined }, campaign, now)) more = true;
    }
  }
}

const runs = fc.constant(
  command("run", async (model, real) => {
    model.run(real.now);
    await runAll(real);
    await compare(model, real);
  }),
);

const delivers = fc.constant(
  command("deliver", async (model, { store, now }) => {
    model.deliver();
    for (;;) {
      const claimed = await claimDue(store, now, 1000);
      if (claimed.length === 0) return;
      const { Failed, Delivered } = RecipientState;
      await store.outbox.advance(
        claimed.map(({ id, phone: to }) => {
          const state = isRefused(Number(to) - Number(phone(0))) ? Failed : Delivered;
          return { recipientId: id, state, at: now };
        }),
      );
    }
  }),
);

const waits = fc.integer({ min: 1, max: 20 }).map((minutes) =>
  command(`wait ${minutes}`, async (_model, real) => {
    real.now += minutes * minute;
  }),
);

const statusOf = (status: string): ModelCampaign["status"] => {
  if (status === "CompletedAndBilled") return "billed";
  return status === "Finalizing" || status === "Completed" ? "ended" : "open";
};

async function compare(model: Model, { store }: Real): Promise<void> {
  const found = await store.campaigns.list(42);
  const shown = found.map(({ position, recipientLimit, rest, billable }) => ({
    ...{ status: statusOf(position.status), taken: recipientLimit - rest.recipients },
    ...{ waiting: rest.waiting, billable },
  }));
  expect(shown).toEqual(
    model.campaigns.map(({ status, reached, waiting, handed }) => ({
      ...{ status, taken: reached.size, waiting: waiting.size, billable: handed },
    })),
  );
  const ledger = await ledgerOf(store, 42);
  expect((await store.accounts.balances(42))[0]?.amount ?? 0).toBe(model.balance);
  expect(ledger.reduce((sum, { delta }) => sum + delta, 0)).toBe(model.balance);
}

test("whatever happens, campaigns do what the model does, and cost what it costs", async () => {
  const kinds = [imports, imports, blacklists, credits, starts, starts, stops, runs, runs, delivers, waits];
  await fc.assert(
    fc.asyncProperty(
      fc.commands(kinds, { maxCommands: 40, size: "+1" }),
      inTime(async (commands) => {
        const store = await openStore(await newDatabase());
        await openAccount(store);
        await store.locations.add({ name: "Station", description: "" }, noon);
        await store.locations.add({ name: "Airport", description: "" }, noon);
        const real: Real = { store, now: noon };
        const model = new Model();
        try {
          await fc.asyncModelRun(() => ({ model, real }), commands);
          model.run(real.now);
          await runAll(real);
          await compare(model, real);
        } finally {
          await store.close();
        }
      }),
    ),
    { numRuns: runsOf(25) },
  );
});
