import { afterEach, beforeAll, expect, test } from "@jest/globals";
import { readLinkUrl } from "#server/work/delivery/link-settings.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import { asStoreError } from "#server/storage/postgres/engine/failure.js";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import { eventually } from "../eventually.js";
import { addCustomer, login } from "../interop/service.js";
import { StormSmsc } from "../networks/smpp/storm-smsc.js";
import { detailsOf } from "../storage/fixtures.js";
import { execute, type LocalServer, localServer } from "../storage/local-server.js";
import { testsOn } from "../storage/postgres-server.js";
import { Caller } from "./caller.js";
import { type Forwarder, startForwarder } from "./forwarder.js";
import { killAll, startProcess } from "./server-processes.js";

const callers = 16;
const { Delivered, Submitting } = RecipientState;

let closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  killAll();
  for (const close of closing) await close();
  closing = [];
});

/** Until calls have been refused. */
type Refused = () => Promise<void>;

/** Ways in which the database becomes unavailable and returns. */
interface Outage {
  readonly title: string;
  /** Messages of calls that fail. */
  readonly failures: RegExp;
  /** Prepares it; the returned function takes the database away and brings it back. */
  /** Milliseconds for which callers wait; a busy machine responds late. */
  readonly patience: number;
  prepare(
    server: LocalServer,
    forwarder: Forwarder,
  ): Promise<(refused: Refused, url: string) => Promise<void>>;
}

/** Unavailable: the same call may be made again; OutcomeUnknown: with its client transaction, as these all are. */
const faults = /The call was not carried out. Try again later|may have been carried out/;

const outages: readonly Outage[] = [
  {
    title: "killed under load and restarted",
    failures: faults,
    patience: 30_000,
    prepare: async (server) => async (refused) => {
      await server.kill();
      await refused();
      await server.start();
    },
  },
  {
    title: "suspended under load for longer than leases last",
    failures: new RegExp(`${faults.source}|No complete response within`),
    patience: 5_000,
    prepare: async (server) => async (refused) => {
      const resume = server.suspend();
      await refused().finally(resume);
    },
  },
  {
    title: "killed under load and replaced by its standby",
    failures: faults,
    patience: 30_000,
    prepare: async (server, forwarder) => {
      const standby = await server.standby();
      return async (refused, url) => {
        await server.kill();
        await refused();
        forwarder.pointTo(standby.port);
        // It reads, and does not write yet.
        await refused();
        const error = { name: "StoreError", code: "standby", retry: true };
        await expect(openPostgresStore(url)).rejects.toMatchObject(error);
        // A table that is not logged has another error of its own.
        const unlogged = execute(url, "SELECT count(*) FROM login_attempt").catch(
          (failure: unknown) => failure,
        );
        expect(asStoreError(await unlogged)).toMatchObject(error);
        await standby.promote();
      };
    },
  },
];

testsOn(await localServer(), (server) => {
  beforeAll(async () => {
    server.configure(["fsync = on"]);
    await server.kill();
    await server.start();
  });

  test.each(outages)(
    "the database is $title: calls are refused meanwhile, nothing acknowledged is lost, and delivery resumes",
    async (outage) => {
      const forwarder = await startForwarder(server.port);
      const direct = await server.createDatabase();
      const database = direct.replace(`:${server.port}/`, `:${forwarder.port}/`);
      const goAndComeBack = await outage.prepare(server, forwarder);
      let store = await openPostgresStore(database);
      await addCustomer(store, 1_000_000);
      const smsc = await StormSmsc.listen({ seed: 1, lifetime: 600_000, receipts: "afterAnswer" });
      let isOver = false;
      closing = [
        async () => {
          isOver = true;
          await store.close();
          await smsc.close();
          await forwarder.close();
        },
      ];
      const address = readLinkUrl(`smpp://messenger:secret@127.0.0.1:${smsc.port}`);
      const settings = { binds: "4", window: "5" };
      await store.links.add({ ...address, name: "a", settings, ofFile: false }, 0);
      await store.close();
      const apis = await Promise.all([1, 2].map(async () => startProcess(database, ["api"])));
      const startWorkers = () =>
        Promise.all([1, 2].map(async () => startProcess(database, ["delivery", "maintenance"])));
      let workers = await startWorkers();
      const urls = apis.map(({ url }) => url);
      const all = Array.from({ length: callers }, (_, index) => new Caller(index, outage.patience));
      const calling = all.map(async (caller) => {
        while (!isOver) await caller.send(() => urls);
        caller.close();
      });
      closing.push(async () => {
        for (const caller of all) caller.close();
        await Promise.allSettled(calling);
      });
      const answered = () => all.reduce((sum, { answers }) => sum + answers.length, 0);
      const failed = () => all.reduce((sum, { failures }) => sum + failures.length, 0);
      await eventually(() => answered() > 100 && smsc.accepted.length > 50);
      await goAndComeBack(async () => {
        const before = failed();
        await eventually(() => failed() > before + 2 * callers);
      }, database);
      const after = answered();
      const delivered = smsc.accepted.length;
      await eventually(() => answered() > after + 100 && smsc.accepted.length > delivered + 100);
      isOver = true;
      await Promise.all(calling);

      const texts = all.flatMap(({ failures }) => failures.map((error) => String(error)));
      expect(texts.filter((text) => !outage.failures.test(text))).toEqual([]);
      // The SMSC sends receipts that were refused, while the database was gone, again with the next bind.
      for (const worker of workers) expect(await worker.stop()).toBe(0);
      workers = await startWorkers();
      store = await openPostgresStore(database);
      await eventually(async () => {
        const queues = await store.links.queues();
        return queues.every(
          ({ waiting, underWay, withoutReceipt }) => waiting + underWay + withoutReceipt === 0,
        );
      });
      const states = new Set<number | undefined>();
      for (const { transaction } of all.flatMap(({ answers }) => answers))
        states.add((await detailsOf(store.outbox, login.customerID, transaction))[0]?.state);
      expect([Delivered, Submitting]).toEqual(expect.arrayContaining([...states]));
      const sent = smsc.accepted.map(({ phone }) => phone);
      expect(new Set(sent).size).toBe(sent.length);
      for (const process of [...apis, ...workers]) expect(await process.stop()).toBe(0);
    },
    600_000,
  );
});
