import { Messenger } from "messenger-client/service";
import { beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { MessengerClient } from "messenger-client";
import { inMemoryTransport } from "messenger-gen-runtime/testing";
import { addressTest } from "../credentials/address-test.js";
import { credentials } from "#server/credentials/verify.js";
import { hashPassword } from "#server/credentials/hash.js";
import { contractService } from "#server/faces/contract/contract-service.js";
import { newTransactionId } from "#server/transaction-id.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { claimDue } from "../storage/claims.js";
import { openAccount } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";
import { message, noon, password } from "./desk.js";
import { cheap } from "../credentials/cheap.js";
import { inTime, runsOf } from "../in-time.js";

const minute = 60_000;
const user = { CustomerID: 42, Name: "api", Password: password };
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await hashPassword(password, cheap);
});

/** Deferral in the simplest form there is. */
interface Model {
  /** Minutes that the customer's clocks are ahead of UTC. */
  offset: number;
  readonly messages: { readonly dueAt: number; sent: boolean }[];
}

/** The service on a file, and the clock of both. */
interface Real {
  readonly url: string;
  now: number;
  store: Store;
  client: MessengerClient;
  readonly ids: string[];
}

type Command = fc.AsyncCommand<Model, Real>;

function command(name: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return { check: () => true, run, toString: () => name };
}

let opened: Store;

/** One for all runs, on the clock of the machine: a log-in is hashed once, not with every restart and wait. */
const verifier = credentials({
  cost: cheap,
  addressTest,
  apiKeys: { find: async () => undefined, used: async () => undefined },
  accounts: {
    login: (...of) => opened.accounts.login(...of),
    knowsNetwork: (...of) => opened.accounts.knowsNetwork(...of),
    addNetwork: (...of) => opened.accounts.addNetwork(...of),
    replaceHash: (...of) => opened.accounts.replaceHash(...of),
  },
  now: Date.now,
});

async function open(real: Pick<Real, "url" | "now">): Promise<Pick<Real, "store" | "client">> {
  const store = await openStore(real.url);
  opened = store;
  const now = (): number => real.now;
  const operations = contractService({
    ...{ store, now, newTransactionId, greeting: "Messenger" },
    credentials: verifier,
    deliveryProblem: () => undefined,
    wakeDelivery: () => undefined,
  });
  return {
    store,
    client: new MessengerClient({ transport: inMemoryTransport(Messenger, operations) }),
  };
}

const digits = (time: number): string => new Date(time).toISOString().replace(/\D/g, "").slice(0, 14);

const zones = fc
  .constantFrom(
    { name: "UTC", offset: 0 },
    { name: "Africa/Nairobi", offset: 180 },
    { name: "Asia/Kathmandu", offset: 345 },
    { name: "America/Phoenix", offset: -420 },
  )
  .map(({ name, offset }) =>
    command(`zone ${name}`, async (model, { store }) => {
      await store.accounts.changeCustomer(42, { timeZone: name });
      model.offset = offset;
    }),
  );

const sends = fc.integer({ min: -300, max: 600 }).map((minutes) =>
  command(`send in ${minutes} minutes`, async (model, real) => {
    const time = real.now + minutes * minute;
    const defDate = digits(time + model.offset * minute);
    const sent = await real.client.sendSms({ user, ...message, defDate });
    expect(sent.Result).toBe("OK");
    real.ids.push(sent.TransactionID ?? "");
    model.messages.push({ dueAt: Math.max(time, real.now), sent: false });
  }),
);

const waits = fc.integer({ min: 1, max: 240 }).map((minutes) =>
  command(`wait ${minutes}`, async (_model, real) => {
    real.now += minutes * minute;
  }),
);

const claims = fc.integer({ min: 1, max: 4 }).map((room) =>
  command(`claim ${room}`, async (model, real) => {
    const due = [...model.messages.entries()]
      .filter(([, { dueAt, sent }]) => !sent && dueAt <= real.now)
      .sort(([a, left], [b, right]) => left.dueAt - right.dueAt || a - b)
      .slice(0, room);
    const claimed = await claimDue(real.store, real.now, room);
    expect(claimed.map(({ transactionId }) => real.ids.indexOf(transactionId))).toEqual(
      due.map(([index]) => index),
    );
    for (const [, one] of due) one.sent = true;
  }),
);

const restarts = fc.constant(
  command("restart", async (_model, real) => {
    await real.store.close();
    Object.assign(real, await open(real));
  }),
);

const looks = fc.constant(command("look", compare));

/** Every message has the status that follows from its time. */
async function compare(model: Model, { client, ids, now }: Real): Promise<void> {
  for (const [index, { dueAt, sent }] of model.messages.entries()) {
    const { Statistics } = await client.getSmsStatus({ user, transactionID: ids[index], detailed: false });
    const [status] = /SMSC_DEFERRED|InProcessNow/.exec(JSON.stringify(Statistics)) ?? [];
    expect([index, status]).toEqual([index, !sent && dueAt > now ? "SMSC_DEFERRED" : "InProcessNow"]);
  }
}

test("deferred messages of any zone, over restarts, are sent in the order of their times", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.commands([zones, sends, sends, waits, claims, restarts, looks], { maxCommands: 25, size: "+1" }),
      inTime(async (commands) => {
        const at = { url: await newDatabase(), now: noon };
        const real: Real = Object.assign(at, { ids: [], ...(await open(at)) });
        await openAccount(real.store, { payment: "postpaid", user: "api", passwordHash });
        const model: Model = { offset: 0, messages: [] };
        try {
          await fc.asyncModelRun(() => ({ model, real }), commands);
          await compare(model, real);
        } finally {
          await real.store.close();
        }
      }),
    ),
    { numRuns: runsOf(12) },
  );
});
