import { RecipientState } from "../../../domain/recipient-state.js";
import { integer } from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { all, run, type Steps } from "../../script/steps.js";
import { stopCampaigns } from "../campaigns/campaigns.js";
import { isQueued } from "../outbox/conditions.js";
import { recordMoves } from "../primitives.js";

/** Work that restored data does not resume by itself. */
export interface Held {
  /** Messages to one number each that are uncertain now: the operator has them sent again, or gives them up. */
  readonly messages: number;
  readonly links: number;
  readonly campaigns: number;
}

/** Why a message is uncertain: `messenger queue uncertain list` shows it. */
const reason = "restored from a backup: it may have been sent since";

const { Queued: from, Submitting: to } = RecipientState;

const waiting = sql(`SELECT txn, count(*) AS n FROM recipient WHERE ${isQueued} GROUP BY txn`, {
  txn: integer(),
  n: integer(),
});
const hold = sql(
  `UPDATE recipient SET state = ${to}, worker = NULL, uncertain = 1, at = $now, error = '${reason}'
   WHERE ${isQueued} OR (state = ${to} AND worker IS NOT NULL)`,
);
const stopLinks = sql("UPDATE link SET started = false WHERE started = true");
const forgetReports = sql("DELETE FROM link_state");

/**
 * Stops all sending in restored data without blocks of recipients: the service may have sent queued messages after the copy was made.
 * Waiting messages become uncertain, links and campaigns are stopped.
 */
export function* holdAll(now: number): Steps<Held> {
  const queued = yield* all(waiting);
  yield* recordMoves(queued.map(({ txn, n }) => ({ txn, from, to, n })));
  const messages = yield* run(hold, { now });
  const links = yield* run(stopLinks);
  const campaigns = yield* stopCampaigns(now);
  yield* run(forgetReports);
  return { messages, links, campaigns };
}

/** With `--links kept` restored data resumes all work. */
export const nothingHeld: Held = { messages: 0, links: 0, campaigns: 0 };
