import { type AudienceRow, taken } from "../../../domain/campaigns/campaigns.js";
import { type BilledRow, refund } from "../../../domain/campaigns/billing.js";
import {
  accepted,
  type CampaignPosition,
  ended,
  openStatuses,
  settled,
} from "../../../domain/campaigns/campaign.js";
import { RecipientState } from "../../../domain/outbox/recipient-state.js";
import type { Arrivals } from "../../../domain/outbox/claim-round.js";
import type { SubmitOutcome, Submission } from "../../../domain/outbox/submission.js";
import { StoreError } from "../../errors.js";
import type { UsageSource, UsageTally } from "../../../domain/usage/usage.js";
import type { CampaignWrites } from "../../protocol/campaign-writes.js";
import {
  audienceColumns,
  billedColumns,
  startedColumns,
  type StartedRow,
  statusIn,
} from "../../rows/campaign-row.js";
import { recipientInserts } from "../outbox/blocks.js";
import { prepareCountMoves } from "../outbox/counts.js";
import type { Database, SqlValue } from "../engine/database.js";
import { prepareBook } from "../accounts/ledger.js";

/** Response to the start of a campaign, by the transaction of its message. */
export function prepareStarted(database: Database): (transactionId: string) => StartedRow {
  const find = database.prepare<StartedRow>(`${startedColumns} WHERE t.id = ?`);
  return (transactionId) => {
    const row = find.get(transactionId);
    if (row === undefined) throw new StoreError("failed", "a campaign is missing");
    return row;
  };
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

interface TakingRow extends AudienceRow, Omit<UsageSource, "at"> {
  readonly txn: number;
  readonly startedAt: number;
}

/** Receivers of stored messages. */
interface Notified {
  readonly memory: Arrivals;
  readonly tally: UsageTally;
}

function prepareTake(database: Database, { memory, tally }: Notified): CampaignWrites["takeAudience"] {
  const running = database.prepare<TakingRow>(
    `SELECT c.txn, t.customer_id AS customerId, t.user_name AS userName, t.originator, t.parts,
       t.created_at AS startedAt, ${audienceColumns}
     FROM campaign c JOIN txn t ON t.seq = c.txn JOIN campaign_location l ON l.campaign_id = c.id
     WHERE c.id = ? AND c.${statusIn(["Running"])} AND l.location_id = ? AND l.position = ?`,
  );
  const known = database.prepare<{ readonly phone: string }>(
    `SELECT phone FROM campaign_recipient
     WHERE campaign_id = ? AND phone IN (SELECT value FROM json_each(?))`,
  );
  const insert = database.prepare("INSERT INTO campaign_recipient (campaign_id, phone) VALUES (?, ?)");
  const count = database.prepare("UPDATE campaign SET taken = taken + ? WHERE id = ?");
  const advance = database.prepare(
    "UPDATE campaign_location SET taken = taken + ?, position = ? WHERE campaign_id = ? AND location_id = ?",
  );
  const inserts = recipientInserts(database, memory);
  const countMoves = prepareCountMoves(database);
  return ({ id, slice: { location, after, upTo, phones }, at }) => {
    const campaign = running.get(id, location, after);
    if (campaign === undefined) return 0;
    const before = known.all(id, JSON.stringify(phones)).map(({ phone }) => phone);
    const recipients = taken(campaign, phones, new Set(before));
    for (const phone of recipients) insert.run(id, phone);
    inserts.store({ txn: campaign.txn, recipients, refused: [], dueAt: at, at, kind: "bulk" });
    tally.arrived({ ...campaign, at: campaign.startedAt }, { recipients, refused: [] });
    countMoves([{ txn: campaign.txn, from: undefined, to: RecipientState.Queued, n: recipients.length }]);
    count.run(recipients.length, id);
    advance.run(recipients.length, upTo, id, location);
    return recipients.length;
  };
}

function prepareSettle(database: Database): CampaignWrites["settleCampaign"] {
  const find = database.prepare<BilledRow>(`${billedColumns} WHERE c.id = ?`);
  const close = database.prepare(
    `UPDATE campaign SET status = ?, billed = ? WHERE id = ? AND ${statusIn(["Completed"])}`,
  );
  const book = prepareBook(database);
  return ({ id, at }) => {
    const row = find.get(id);
    const isClosed = row !== undefined && close.run(settled, row.billed, id).changes > 0;
    if (!isClosed) return false;
    const booking = refund(row, at);
    if (booking !== undefined) book(booking);
    return true;
  };
}

function prepareMove(database: Database, condition: string) {
  const update = database.prepare(
    `UPDATE campaign SET status = ?, completion = ?, completed_at = ?, look_at = ? WHERE ${condition}`,
  );
  return (
    { status, completion, completedAt }: CampaignPosition,
    lookAt: number,
    ...values: SqlValue[]
  ): number => update.run(status, completion, completedAt ?? null, lookAt, ...values).changes;
}

/** Stops every open campaign; returns their number. */
export function stopCampaigns(database: Database, at: number): number {
  return prepareMove(database, statusIn(openStatuses))(ended("StoppedByAdmin", at), at);
}

/** Prepares every change of campaigns on one connection; `submit` stores the message of a new one. */
export function campaignWrites(
  database: Database,
  submit: (submission: Submission) => SubmitOutcome,
  notified: Notified,
): CampaignWrites {
  const exists = database.prepare<object>(
    "SELECT 1 FROM campaign WHERE id = ? AND customer_id = ifnull(?, customer_id)",
  );
  const stop = prepareMove(database, `id = ? AND ${statusIn(openStatuses)}`);
  const move = prepareMove(database, "id = ? AND status = ?");
  return {
    startCampaign: prepareStart(database, submit),
    takeAudience: prepareTake(database, notified),
    settleCampaign: prepareSettle(database),
    stopCampaign({ id, customerId, completion, at }) {
      if (exists.get(id, customerId ?? null) === undefined) return false;
      stop(ended(completion, at), at, id);
      return true;
    },
    moveCampaign: ({ id, from, to, lookAt }) => move(to, lookAt, id, from) > 0,
  };
}
