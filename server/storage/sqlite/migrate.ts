import type { Database } from "./engine/database.js";
import { incoming, forwardMethod, strayComplete, inbox, inboxSubject } from "./migrations/incoming.js";
import { apiKeys } from "./migrations/api-keys.js";
import {
  alertPace,
  balanceAlerts,
  callbacks,
  postedCallbacks,
  readyCallbacks,
} from "./migrations/callbacks.js";
import { billing, carriedLedger, carriedTime, refunded } from "./migrations/billing.js";
import { campaigns } from "./migrations/campaigns.js";
import { delivery, lockedOwner } from "./migrations/delivery.js";
import {
  blacklistRevision,
  coverage,
  customerSettings,
  userInbox,
  userNetworks,
  accountRevision,
  tube,
} from "./migrations/accounts.js";
import { auditAction, desk, failedAttempts, once } from "./migrations/desk.js";
import { interimStates } from "./migrations/interim-states.js";
import { initial } from "./migrations/initial.js";
import { lanes, compactBlocks, retried, deferrals, fairShare, uncounted } from "./migrations/queues.js";
import { lists } from "./migrations/lists.js";
import { messageBodies, mmsWishes } from "./migrations/message-bodies.js";
import { operators, operatorTotp } from "./migrations/operators.js";
import { processClock, processes } from "./migrations/processes.js";
import { traffic, usage } from "./migrations/usage.js";
import { type AppliedStep, checksum, pendingSteps, type SchemaStep, type SchemaUse } from "../schema.js";
import { beginWriting } from "./engine/write-lock.js";

/** Every step, oldest first; the version of a schema is the number of applied steps. */
export const migrations: readonly SchemaStep[] = [
  { name: "initial", sql: initial },
  { name: "inbox", sql: inbox },
  { name: "lists", sql: lists },
  { name: "message-bodies", sql: messageBodies },
  { name: "customer-settings", sql: customerSettings },
  { name: "coverage", sql: coverage },
  { name: "compact-blocks", sql: compactBlocks },
  { name: "tube", sql: tube },
  { name: "campaigns", sql: campaigns },
  { name: "lanes", sql: lanes },
  { name: "mms-wishes", sql: mmsWishes },
  { name: "user-inbox", sql: userInbox },
  { name: "delivery", sql: delivery },
  { name: "inbox-subject", sql: inboxSubject },
  { name: "incoming", sql: incoming },
  { name: "account-revision", sql: accountRevision },
  { name: "retried", sql: retried },
  { name: "locked-owner", sql: lockedOwner },
  { name: "forward-method", sql: forwardMethod },
  { name: "fair-share", sql: fairShare },
  { name: "deferrals", sql: deferrals },
  { name: "user-networks", sql: userNetworks },
  { name: "interim-states", sql: interimStates },
  { name: "stray-complete", sql: strayComplete },
  { name: "desk", sql: desk },
  { name: "uncounted", sql: uncounted },
  { name: "processes", sql: processes },
  { name: "usage", sql: usage },
  { name: "operators", sql: operators },
  { name: "callbacks", sql: callbacks },
  { name: "billing", sql: billing },
  { name: "api-keys", sql: apiKeys },
  { name: "once", sql: once },
  { name: "refunded", sql: refunded },
  { name: "ready-callbacks", sql: readyCallbacks },
  { name: "traffic", sql: traffic },
  { name: "posted-callbacks", sql: postedCallbacks },
  { name: "audit-action", sql: auditAction },
  { name: "balance-alerts", sql: balanceAlerts },
  { name: "carried-ledger", sql: carriedLedger },
  { name: "operator-totp", sql: operatorTotp },
  { name: "alert-pace", sql: alertPace },
  { name: "carried-time", sql: carriedTime },
  { name: "failed-attempts", sql: failedAttempts },
  { name: "blacklist-revision", sql: blacklistRevision },
  { name: "process-clock", sql: processClock },
];

const versionTable = `CREATE TABLE IF NOT EXISTS schema_version (
  version INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  checksum TEXT NOT NULL,
  applied_at INTEGER NOT NULL
) STRICT`;

/** The steps applied to a schema; none in a file without tables. */
export function appliedTo(database: Database): readonly AppliedStep[] {
  const table = database.prepare<object>("SELECT 1 FROM sqlite_schema WHERE name = 'schema_version'").get();
  if (table === undefined) return [];
  return database
    .prepare<AppliedStep>("SELECT version, name, checksum FROM schema_version ORDER BY version")
    .all();
}

/** Another process may have added steps before the write lock was free, so they are compared again. */
function apply(database: Database, use: SchemaUse, steps: readonly SchemaStep[]): void {
  database.exec(versionTable);
  const applied = appliedTo(database);
  const record = database.prepare("INSERT INTO schema_version VALUES (?, ?, ?, ?)");
  for (const [index, step] of pendingSteps(applied, steps, use).entries()) {
    database.exec(step.sql);
    record.run(applied.length + index + 1, step.name, checksum(step), Date.now());
  }
}

/**
 * Prepares the schema for use, all steps or none. Processes that start at once wait for each other. A current schema is only
 * read, without waiting for the write lock.
 * @throws StoreError `missing`, `olderSchema`, `newerSchema` or `changedSchema`
 */
export function prepareSchema(
  database: Database,
  use: SchemaUse,
  steps: readonly SchemaStep[] = migrations,
): void {
  if (pendingSteps(appliedTo(database), steps, use).length === 0) return;
  beginWriting(database);
  try {
    apply(database, use, steps);
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}
