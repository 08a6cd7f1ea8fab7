import {
  accepted,
  type CampaignCompletion,
  type CampaignPosition,
  type CampaignStatus,
  ended,
  openStatuses,
} from "../../../domain/campaigns/campaign.js";
import { RecipientState } from "../../../domain/outbox/recipient-state.js";
import type { AudienceSlice, CampaignStart, StartOutcome } from "../../../domain/campaigns/campaigns.js";
import type { SubmitOutcome, Submission } from "../../../domain/outbox/submission.js";
import { recipientInserts } from "../outbox/blocks.js";
import { handed, prepareStarted } from "./campaign-reads.js";
import { prepareCountMoves } from "../outbox/counts.js";
import type { Database } from "../engine/database.js";
import { prepareBook } from "../accounts/ledger.js";

/** Changes of campaigns, inside the transaction that is open. */
export interface CampaignWrites {
  startCampaign(start: CampaignStart): StartOutcome;
  stopCampaign(input: {
    readonly id: number;
    readonly customerId: number | undefined;
    readonly completion: CampaignCompletion;
    readonly at: number;
  }): boolean;
  takeAudience(input: { readonly id: number; readonly slice: AudienceSlice; readonly at: number }): number;
  moveCampaign(input: {
    readonly id: number;
    readonly from: CampaignStatus;
    readonly to: CampaignPosition;
    readonly lookAt: number;
  }): boolean;
  settleCampaign(input: { readonly id: number; readonly at: number }): boolean;
}

function prepareStart(
  database: Database,
  submit: (submission: Submission) => SubmitOutcome,
): CampaignWrites["startCampaign"] {
  const insert = database.prepare<{ readonly id: number }>(
    `INSERT INTO campaign (txn, customer_id, start_at, end_at, days, hours, time_zone, recipient_limit, status,
       completion, look_at)
     SELECT seq, customer_id, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM txn WHERE id = ? RETURNING id`,
  );
  const insertLocation = database.prepare(
    "INSERT INTO campaign_location (campaign_id, number, location_id, recipient_limit) VALUES (?, ?, ?, ?)",
  );
  const started = prepareStarted(database);
  return ({ submission, schedule, locations, recipientLimit }) => {
    const outcome = submit(submission);
    if (outcome.kind === "insufficientCredit" || outcome.kind === "conflict") return outcome;
    const { transactionId } = outcome;
    if (outcome.kind === "accepted") {
      const { startAt = null, endAt = null, days, hours, timeZone } = schedule;
      const { status, completion } = accepted;
      const fixed = [startAt, endAt, days, hours, timeZone, recipientLimit, status, completion];
      const id = insert.get(...fixed, submission.at, transactionId)?.id ?? 0;
      for (const [number, { location, limit }] of locations.entries())
        insertLocation.run(id, number, location, limit ?? null);
    }
    return { kind: outcome.kind, ...started(transactionId) };
  };
}

interface RunningRow {
  readonly txn: number;
  readonly room: number;
}

function prepareTake(database: Database, arrived: Set<number>): CampaignWrites["takeAudience"] {
  const running = database.prepare<RunningRow>(
    `SELECT c.txn, min(c.recipient_limit - c.taken, ifnull(l.recipient_limit - l.taken, c.recipient_limit)) AS room
     FROM campaign c JOIN campaign_location l ON l.campaign_id = c.id
     WHERE c.id = ? AND c.status = 'Running' AND l.location_id = ? AND l.position = ?`,
  );
  const insert = database.prepare(
    "INSERT INTO campaign_recipient (campaign_id, phone) VALUES (?, ?) ON CONFLICT DO NOTHING",
  );
  const count = database.prepare("UPDATE campaign SET taken = taken + ? WHERE id = ?");
  const advance = database.prepare(
    "UPDATE campaign_location SET taken = taken + ?, position = ? WHERE campaign_id = ? AND location_id = ?",
  );
  const recipients = recipientInserts(database, arrived);
  const countMoves = prepareCountMoves(database);
  return ({ id, slice: { location, after, upTo, phones }, at }) => {
    const campaign = running.get(id, location, after);
    if (campaign === undefined) return 0;
    const taken: string[] = [];
    for (const phone of phones) {
      if (taken.length === campaign.room) break;
      if (insert.run(id, phone).changes > 0) taken.push(phone);
    }
    recipients.store(campaign.txn, { recipients: taken, refused: [] }, at, at, "bulk");
    countMoves([{ txn: campaign.txn, from: undefined, to: RecipientState.Queued, n: taken.length }]);
    count.run(taken.length, id);
    advance.run(taken.length, upTo, id, location);
    return taken.length;
  };
}

interface SettleRow {
  readonly customer_id: number;
  readonly transaction_id: string;
  readonly charge_kind: Submission["charge"]["kind"];
  readonly charge: number;
  readonly recipient_limit: number;
  readonly handed: number;
}

function prepareSettle(database: Database): CampaignWrites["settleCampaign"] {
  const find = database.prepare<SettleRow>(
    `SELECT c.customer_id, t.id AS transaction_id, t.charge_kind, t.charge, c.recipient_limit, ${handed} AS handed
     FROM campaign c JOIN txn t ON t.seq = c.txn WHERE c.id = ? AND c.status = 'Completed'`,
  );
  const close = database.prepare(
    "UPDATE campaign SET status = 'CompletedAndBilled', billed = ? WHERE id = ?",
  );
  const book = prepareBook(database);
  return ({ id, at }) => {
    const row = find.get(id);
    if (row === undefined) return false;
    const { customer_id: customerId, transaction_id: transactionId, charge_kind: kind } = row;
    const delta = (row.charge / row.recipient_limit) * (row.recipient_limit - row.handed);
    if (delta > 0) book({ customerId, kind, delta, reason: "refund", transactionId, at });
    close.run(row.handed, id);
    return true;
  };
}

/** Prepares every change of campaigns on one connection; `submit` stores the message of a new one. */
export function campaignWrites(
  database: Database,
  submit: (submission: Submission) => SubmitOutcome,
  arrived: Set<number>,
): CampaignWrites {
  const open = openStatuses.map((status) => `'${status}'`).join();
  const exists = database.prepare<object>(
    "SELECT 1 FROM campaign WHERE id = ? AND customer_id = ifnull(?, customer_id)",
  );
  const update = (condition: string) =>
    database.prepare(
      `UPDATE campaign SET status = ?, completion = ?, completed_at = ?, look_at = ? WHERE id = ? AND ${condition}`,
    );
  const stop = update(`status IN (${open})`);
  const move = update("status = ?");
  return {
    startCampaign: prepareStart(database, submit),
    takeAudience: prepareTake(database, arrived),
    settleCampaign: prepareSettle(database),
    stopCampaign({ id, customerId, completion, at }) {
      if (exists.get(id, customerId ?? null) === undefined) return false;
      const { status, completedAt = null } = ended(completion, at);
      stop.run(status, completion, completedAt, at, id);
      return true;
    },
    moveCampaign({ id, from, to: { status, completion, completedAt = null }, lookAt }) {
      return move.run(status, completion, completedAt, lookAt, id, from).changes > 0;
    },
  };
}
