import { ClaimMemory } from "../../domain/delivery/claim-round.js";
import { RecipientState } from "../../domain/recipient-state.js";
import { type Held, heldReason } from "../restore.js";
import { stopCampaigns } from "../tables/campaigns/campaigns.js";
import { ScriptRunner } from "./engine/scripts.js";
import { recipientInserts } from "./hot/blocks.js";
import type { Move } from "../../domain/delivery/counts.js";
import { prepareCountMoves } from "./hot/counts.js";
import type { Database } from "./engine/database.js";
import { beginWriting } from "./engine/write-lock.js";

/**
 * Stops all sending in a copy of a database, in one transaction: the service may have sent queued messages after the
 * copy was made. Waiting messages become uncertain, links and campaigns are stopped.
 */
export function holdAll(database: Database, now: number): Held {
  beginWriting(database);
  const held = {
    messages: holdMessages(database, now),
    links: database.prepare("UPDATE link SET started = 0 WHERE started = 1").run().changes,
    campaigns: new ScriptRunner(database).run(stopCampaigns(now)),
  };
  database.exec("DELETE FROM delivery_owner; DELETE FROM link_state; COMMIT");
  return held;
}

function holdMessages(database: Database, now: number): number {
  const blocks = recipientInserts(database, new ClaimMemory());
  while (blocks.expand());
  const { Queued, Submitting } = RecipientState;
  const waiting = database
    .prepare<{ txn: number; n: number }>(
      `SELECT txn, count(*) AS n FROM recipient WHERE state = ${RecipientState.Queued} GROUP BY txn`,
    )
    .all();
  prepareCountMoves(database)(waiting.map(({ txn, n }): Move => ({ txn, from: Queued, to: Submitting, n })));
  return database
    .prepare(
      `UPDATE recipient SET state = ${RecipientState.Submitting}, worker = NULL, uncertain = 1, at = ?, error = ?
       WHERE state = ${RecipientState.Queued} OR (state = ${RecipientState.Submitting} AND worker IS NOT NULL)`,
    )
    .run(now, heldReason).changes;
}
