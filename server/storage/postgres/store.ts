import { setImmediate } from "node:timers/promises";
import { isLong } from "../../domain/delivery/submitting/submission-rows.js";
import type { DeliveryStore } from "../../ports/delivery.js";
import type { ReadLimit } from "../../ports/reading.js";
import type { Store } from "../../ports/store.js";
import type { Replica } from "../place.js";
import { phoneGroup, transactionGroup } from "../schema/numbers.js";
import { type OnCommit, notifying } from "../script/calls.js";
import type { ApartReads, Snapshots } from "../script/reads.js";
import { revisions } from "../tables/kept.js";
import { commonStores, storeApart } from "../tables/subjects.js";
import { usageTotals } from "../tables/usage/usage.js";
import { apartReads } from "./apart.js";
import { loginAttempts } from "./hot/login-attempts.js";
import { connect } from "./engine/connection.js";
import type { Database } from "./engine/database.js";
import { Revised } from "./engine/kept.js";
import { readsOn } from "./engine/scripts.js";
import { signals } from "./engine/signals.js";
import { postgresSettings } from "./engine/settings.js";
import { WriteQueue } from "./engine/write-queue.js";
import { queues } from "./hot/link-queues.js";
import { prepareSchema } from "./schema/migrate.js";
import { partitionCalls } from "./hot/partitions.js";
import { Claims } from "./hot/claim.js";
import { Expander } from "./hot/expander.js";
import { allWrites, type Writes } from "./writes.js";
import { once, shared } from "messenger-gen-host/tasks";

/** Connections of what is read apart from calls, besides those of the URL. */
const apartConnections = 2;

function snapshotsOf(database: Database): Snapshots {
  const snapshot: Snapshots["brief"] = (read) => database.snapshot((queries) => read(readsOn(queries)));
  return { brief: snapshot, long: snapshot, slice: 5_000, pause: () => Promise.resolve() };
}

/**
 * Receipts are applied after the settlements that were posted before: nearly always, their messages are among these. The settlement of a response
 * that came just before is posted by the end of the turn of the event loop.
 */
function inOrder({
  settle,
  receipts,
}: Pick<DeliveryStore, "settle" | "receipts">): Pick<DeliveryStore, "settle" | "receipts"> {
  let settled: Promise<unknown> = Promise.resolve();
  let ended: Promise<void> | undefined;
  const turn = async (): Promise<void> => {
    await setImmediate();
    await setImmediate();
    ended = undefined;
  };
  return {
    settle: async (settlements) => {
      const settling = settle(settlements);
      settled = settling.catch(() => undefined);
      return settling;
    },
    receipts: async (reported) => {
      await (ended ??= turn());
      await settled;
      return receipts(reported);
    },
  };
}

function storeOf(database: Database, apart: ApartReads, claims: Claims, writer: WriteQueue<Writes>): Store {
  const reads = readsOn(database);
  const accounts = new Revised(async () => (await reads.get(revisions.accounts))?.n ?? 0);
  const prices = new Revised(async () => (await reads.get(revisions.prices))?.n ?? 0);
  // For all writes that may change a revision.
  const revising = notifying<Writes>(writer, () => {
    accounts.changed();
    prices.changed();
  });
  const expander = new Expander(database);
  const own = {
    reads,
    snapshots: snapshotsOf(database),
    versions: { accounts: () => accounts.current(), prices: () => prices.current(), commits: undefined },
    groupBits: { recipients: phoneGroup.postgres.bits, transactions: transactionGroup.postgres.bits },
    queues: queues(database),
    usage: usageTotals(reads),
  };
  const { delivery, outbox, retention, ...stores } = commonStores(own, writer, revising);
  const store: Store = {
    ...stores,
    apart: (limit) => {
      const within = (each: ReadLimit): Store =>
        storeApart(store, { ...own, ...apart.within(each) }, writer, revising);
      const { onReplica, ...ofLeader } = limit;
      // What an operator has just done is in the audit log.
      return onReplica === undefined ? within(limit) : { ...within(limit), audit: within(ofLeader).audit };
    },
    attempts: loginAttempts(database),
    delivery: {
      ...delivery,
      ...inOrder(delivery),
      claim: async (claim) => (claims.state(claim) ? delivery.claim(claim) : []),
    },
    outbox: {
      ...outbox,
      submit: async (submission, limit) => {
        const outcome = await outbox.submit(submission, limit);
        if (isLong(submission)) expander.wake();
        return outcome;
      },
      handsOver: true,
    },
    retention: { ...retention, ...partitionCalls(writer) },
    signals: signals(database),
    check: shared(() => writer.call("ping", null).then(() => undefined)),
    close: once(async () => {
      await writer.close();
      await expander.close();
      await apart.close();
      await database.close();
    }),
  };
  return store;
}

/** Opens a PostgreSQL database; any number of processes may have it open. Rejects with a `StoreError`. */
export async function openPostgresStore(
  url: string,
  onCommit?: OnCommit,
  schema: "use" | "create" = "create",
  replica?: Replica,
): Promise<Store> {
  const settings = postgresSettings(url);
  const database = await connect(settings, undefined, "serve");
  try {
    await prepareSchema(database, schema);
  } catch (error) {
    await database.close();
    throw error;
  }
  const writing = Math.ceil(settings.connections / 2);
  const claims = new Claims();
  const few = { connections: apartConnections };
  const apart = apartReads({
    connect: () => connect({ ...settings, ...few }, undefined, "serve"),
    replica: replica && {
      longestLag: replica.longestLag,
      connect: () => connect({ ...postgresSettings(replica.url), ...few }, undefined, "serveReads"),
    },
  });
  return storeOf(database, apart, claims, new WriteQueue(database, allWrites(claims), writing, onCommit));
}
