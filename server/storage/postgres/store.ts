import { isLong } from "../../domain/delivery/submission-rows.js";
import type { Store } from "../../ports/store.js";
import { type OnCommit, telling } from "../script/calls.js";
import { deliveryCalls } from "../protocol/link-writes.js";
import { outboxCalls } from "../protocol/outbox-writes.js";
import { recordedChanges } from "../tables/recorded.js";
import { loginAttempts } from "./accounts/login-attempts.js";
import { keptAccountReads, keptApiKey } from "./accounts/kept-reads.js";
import { keptCoverage } from "./accounts/kept-coverage.js";
import { waitingReads } from "./hot/candidates.js";
import { ownSearches } from "./desk/searches.js";
import { connect } from "./engine/connection.js";
import type { Database } from "./engine/database.js";
import { Revised } from "./engine/kept.js";
import { signals } from "./engine/signals.js";
import { postgresSettings } from "./engine/settings.js";
import { WriteQueue } from "./engine/write-queue.js";
import { LinkTable, ownLinkReads } from "./hot/link-reads.js";
import { listReads } from "./lists/list-reads.js";
import { prepareSchema } from "./migrate.js";
import { partitionCalls } from "./hot/partitions.js";
import { Expander } from "./hot/expander.js";
import { outboxReads } from "./hot/outbox-reads.js";
import { calls } from "../script/subject.js";
import { unmatched } from "../tables/forgetting.js";
import { retention } from "../tables/retention/retention.js";
import { scriptStores } from "../tables/subjects.js";
import { readsOn } from "./engine/scripts.js";
import { allWrites, type Writes } from "./writes.js";
import { usageTotals } from "../tables/usage/usage.js";
import { once, shared } from "messenger-gen-host/tasks";

/** Wakes the expander for recipients that are stored in blocks. */
function expandingCalls(
  writer: WriteQueue<Writes>,
  expander: Expander,
): Pick<Store["outbox"], "submit" | "advance"> {
  const { submit, advance } = outboxCalls(writer);
  return {
    submit: async (submission, limit) => {
      const outcome = await submit(submission, limit);
      if (isLong(submission)) expander.wake();
      return outcome;
    },
    advance,
  };
}

function storeOf(database: Database, writer: WriteQueue<Writes>): Store {
  const accounts = new Revised(database, "account_revision");
  const prices = new Revised(database, "price_revision");
  const reads = readsOn(database);
  // For all writes that may change a revision.
  const revising = telling<Writes>(writer, () => {
    accounts.changed();
    prices.changed();
  });
  const expander = new Expander(database);
  const outbox = outboxReads(database);
  return {
    ...scriptStores(reads, writer, revising, {
      accounts: keptAccountReads(reads, accounts),
      apiKey: keptApiKey(reads, accounts),
      coverage: keptCoverage(database, prices),
      desk: ownSearches(reads),
      links: ownLinkReads(database),
      outbox,
      lists: listReads(database),
      usage: usageTotals(reads),
    }),
    attempts: loginAttempts(database),
    delivery: { ...waitingReads(database), ...deliveryCalls(writer), ...calls(writer, unmatched) },
    outbox: { ...outbox, ...expandingCalls(writer, expander), handsOver: false },
    retention: { ...calls(writer, retention), ...partitionCalls(writer) },
    signals: signals(database),
    recording: recordedChanges(revising),
    check: shared(() => writer.call("ping", null).then(() => undefined)),
    close: once(async () => {
      await writer.close();
      await expander.close();
      await database.close();
    }),
  };
}

/** Opens a PostgreSQL database; any number of processes may have it open. Rejects with a `StoreError`. */
export async function openPostgresStore(
  url: string,
  onCommit?: OnCommit,
  schema: "use" | "create" = "create",
): Promise<Store> {
  const settings = postgresSettings(url);
  const database = await connect(settings);
  try {
    await prepareSchema(database, schema);
  } catch (error) {
    await database.close();
    throw error;
  }
  const writing = Math.ceil(settings.connections / 2);
  return storeOf(database, new WriteQueue(database, allWrites(new LinkTable()), writing, onCommit));
}
