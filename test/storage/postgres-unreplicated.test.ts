import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Store } from "#server/ports/store.js";
import { openPostgresStore } from "#server/storage/postgres/store.js";
import { eventually } from "../eventually.js";
import { isInstalled, testWithPeer } from "../peers.js";
import { claimDue } from "./claims.js";
import { noon, openAccount, submission } from "./fixtures.js";
import { execute, localServer } from "./local-server.js";
import { type Pooler, startPgbouncer } from "./pgbouncer.js";
import { testsOn } from "./postgres-server.js";

/** What a commit waits for: a replica that is not there. */
const waitFor = (replicas: string): readonly string[] => [
  `ALTER SYSTEM SET synchronous_standby_names = '${replicas}'`,
  "SELECT pg_reload_conf()",
];

const waiting =
  "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND datname = current_database()";
const toEach = (call: string): string => waiting.replace("pid", `${call}(pid)`);

/** A failure shows the whole error. */
const unknown = { code: "outcomeUnknown", text: expect.any(String) as unknown };

const many = Array.from({ length: 20 }, (_, index) => String(12_025_550_200 + index));
const customer = { id: 43, name: "Customer 43", payment: "prepaid", limit: undefined } as const;
const address = { kind: "loopback", url: "loopback:", password: "", network: "test" } as const;
const link = { ...address, name: "other", settings: {}, ofFile: false };
const user = { customerId: 42, name: "Bob", passwordHash: "hash" };
const entry = { at: 1, actor: { name: "ann", source: "test" }, action: "customer add", subject: {} } as const;

type Write = (store: Store) => Promise<unknown>;

/** Hot writes, and scripts. */
const writes: readonly (readonly [title: string, write: Write])[] = [
  ["a message", (store) => store.outbox.submit(submission("t2"))],
  ["messages to many", (store) => store.outbox.submit(submission("t3", { recipients: many }))],
  ["a claim", (store) => claimDue(store, noon, 1)],
  ["a link", (store) => store.links.add(link, 0)],
  ["credit", (store) => store.accounts.addCredit(42, "SMS", 1_000, noon)],
  ["a customer", (store) => store.accounts.addCustomer(customer, noon)],
  ["a user", (store) => store.accounts.addUser(user, noon)],
  ["an entry of the audit log", (store) => store.audit.add(entry)],
];

/** Ends of the wait, each with a setting of the role. A time-out of statements ends none: it does not count for a commit. */
const ends: readonly (readonly [title: string, setting: string, call: string])[] = [
  ["is canceled", "", "pg_cancel_backend"],
  ["is canceled, and the role hides warnings", "client_min_messages = error", "pg_cancel_backend"],
  ["ends with its connection", "", "pg_terminate_backend"],
];

/** A write whose end can be asked for. */
function watched(written: Promise<unknown>): {
  readonly outcome: Promise<unknown>;
  readonly isOver: () => boolean;
} {
  let isOver = false;
  const outcome = written.catch((error: unknown) => error).finally(() => (isOver = true));
  return { outcome, isOver: () => isOver };
}

/** Whether the server has read its settings. */
async function doCommitsWait(url: string): Promise<boolean> {
  const { outcome, isOver } = watched(execute(url, "COMMENT ON DATABASE postgres IS 'of a test'"));
  await eventually(async () => isOver() || (await execute(url, waiting)).length > 0);
  const waits = !isOver();
  await execute(url, toEach("pg_cancel_backend"));
  await outcome;
  return waits;
}

testsOn(await localServer(), (server) => {
  const url = (): string => `postgres://messenger@127.0.0.1:${server.port}/postgres`;
  let template: string;
  let at: string;
  let store: Store;
  let pooler: Pooler | undefined;

  beforeAll(async () => {
    if (isInstalled("pgbouncer")) pooler = await startPgbouncer(server, "transaction");
    template = await server.createDatabase();
    const prepared = await openPostgresStore(template);
    await openAccount(prepared, { credit: 90_000 });
    await prepared.outbox.submit(submission("t1"));
    await claimDue(prepared, noon, 0);
    await prepared.close();
  });
  afterAll(() => pooler?.stop());
  beforeEach(async () => {
    at = await server.createDatabase(new URL(template).pathname.slice(1));
  });
  afterEach(async () => {
    await execute(url(), ...waitFor(""), "ALTER ROLE messenger RESET ALL");
    await store.close();
  });

  async function open(setting: string, through = at): Promise<void> {
    if (setting !== "") await execute(url(), `ALTER ROLE messenger SET ${setting}`);
    store = await openPostgresStore(through);
    await execute(url(), ...waitFor("nobody"));
    await eventually(() => doCommitsWait(url()));
  }

  /** The error of a write whose wait is ended. */
  async function outcomeOf(write: Write, call: string): Promise<Readonly<Record<"code" | "text", unknown>>> {
    const { outcome, isOver } = watched(write(store));
    const waits = async (): Promise<boolean> => !isOver() && (await execute(at, waiting)).length > 0;
    await eventually(async () => {
      if (await waits()) {
        await execute(at, toEach(call));
        // A second signal could reach the next statement of the connection, which PgBouncer may have given to another write.
        await eventually(async () => !(await waits()));
      }
      return isOver();
    });
    const error = await outcome;
    return { code: (error as { readonly code?: unknown }).code, text: String(error) };
  }

  describe.each(ends)("a commit whose wait for a replica %s", (_title, setting, call) => {
    test.each(writes)("leaves the outcome of the write of %s unknown", async (_what, write) => {
      await open(setting);
      expect(await outcomeOf(write, call)).toEqual(unknown);
      await execute(url(), ...waitFor(""));
      await store.check();
    });
  });

  testWithPeer("pgbouncer", "behind PgBouncer too, the outcome is unknown", async () => {
    await open("", pooler?.through(at));
    for (const [, write] of writes.slice(0, 4))
      expect(await outcomeOf(write, "pg_cancel_backend")).toEqual(unknown);
  });

  test("a commit that a replica confirms later is no failure", async () => {
    await open("");
    const outcome = store.outbox.submit(submission("t2"));
    await eventually(async () => (await execute(at, waiting)).length > 0);
    await execute(url(), ...waitFor(""));
    expect(await outcome).toMatchObject({ kind: "accepted" });
  });
});
