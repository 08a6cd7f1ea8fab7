import type { CampaignCompletion, CampaignStatus } from "../../domain/campaign.js";
import { RecipientState } from "../../domain/recipient-state.js";
import type { AudienceSlice, Campaign, CampaignStore, StartOutcome } from "../../ports/campaigns.js";
import { StoreError } from "../errors.js";
import { prepareAnswered } from "./client-transactions.js";
import type { Database } from "./database.js";
import type { WriterClient } from "./writer-client.js";

interface CampaignRow {
  readonly id: number;
  readonly customer_id: number;
  readonly originator: string;
  readonly text: string;
  readonly parts: number;
  readonly start_at: number | null;
  readonly end_at: number | null;
  readonly days: number;
  readonly hours: number;
  readonly time_zone: string;
  readonly recipient_limit: number;
  readonly taken: number;
  readonly status: CampaignStatus;
  readonly completion: CampaignCompletion;
  readonly completed_at: number | null;
  readonly billed: number | null;
  readonly waiting: number;
  readonly handed: number;
}

/** Recipients of a campaign in some states, in SQL. */
function counted(states: string): string {
  return `(SELECT ifnull(sum(n), 0) FROM recipient_count WHERE recipient_count.txn = c.txn AND ${states})`;
}

/** Recipients that are not handed to the network yet. */
const waiting = counted(`state < ${RecipientState.Submitted}`);

/** Recipients that the network has taken over: these are charged. */
export const handed = counted(`state BETWEEN ${RecipientState.Submitted} AND ${RecipientState.Rejected}`);

function campaignOf(row: CampaignRow): Campaign {
  const { id, originator, text, parts, days, hours, status, completion } = row;
  return {
    ...{ id, customerId: row.customer_id, originator, text, parts },
    schedule: {
      startAt: row.start_at ?? undefined,
      endAt: row.end_at ?? undefined,
      ...{ days, hours, timeZone: row.time_zone },
    },
    position: { status, completion, completedAt: row.completed_at ?? undefined },
    rest: { recipients: row.recipient_limit - row.taken, waiting: row.waiting },
    recipientLimit: row.recipient_limit,
    billable: row.billed ?? row.handed,
  };
}

type CampaignReads = Pick<CampaignStore, "answered" | "find" | "list" | "due" | "audience">;

/** What the caller of a campaign was told, by the transaction of its message. */
export function prepareStarted(
  database: Database,
): (transactionId: string) => Omit<Extract<StartOutcome, { readonly kind: "accepted" }>, "kind"> {
  const find = database.prepare<{
    readonly campaignId: number;
    readonly charge: number;
    readonly parts: number;
    readonly recipientLimit: number;
  }>(
    `SELECT c.id AS campaignId, t.charge, t.parts, c.recipient_limit AS recipientLimit
     FROM campaign c JOIN txn t ON t.seq = c.txn WHERE t.id = ?`,
  );
  return (transactionId) => {
    const row = find.get(transactionId);
    if (row === undefined) throw new StoreError("failed", "a campaign is missing");
    return row;
  };
}

function prepareEarlierStart(database: Database): CampaignReads["answered"] {
  const answered = prepareAnswered(database);
  const started = prepareStarted(database);
  return async (customerId, clientTransaction, at) => {
    const earlier = answered(customerId, clientTransaction, at);
    if (earlier?.kind !== "repeated") return earlier;
    return { kind: "repeated", ...started(earlier.transactionId) };
  };
}

function audienceReads(database: Database): CampaignReads["audience"] {
  const locations = database.prepare<{ readonly location_id: number; readonly position: number }>(
    `SELECT location_id, position FROM campaign_location
     WHERE campaign_id = ? AND (recipient_limit IS NULL OR taken < recipient_limit) ORDER BY number`,
  );
  const slice = database.prepare<{ readonly seq: number; readonly phone: string }>(
    "SELECT seq, phone FROM location_audience WHERE location_id = ? AND seq > ? ORDER BY seq LIMIT ?",
  );
  return async (id, limit): Promise<AudienceSlice | undefined> => {
    for (const { location_id: location, position: after } of locations.all(id)) {
      const rows = slice.all(location, after, limit);
      const upTo = rows.at(-1)?.seq;
      if (upTo !== undefined) return { location, after, upTo, phones: rows.map(({ phone }) => phone) };
    }
    return undefined;
  };
}

function campaignReads(database: Database): CampaignReads {
  const select = (condition: string) =>
    database.prepare<CampaignRow>(
      `SELECT c.*, t.originator, t.text, t.parts, ${waiting} AS waiting, ${handed} AS handed
       FROM campaign c JOIN txn t ON t.seq = c.txn WHERE ${condition} ORDER BY c.id`,
    );
  const find = select("c.customer_id = ? AND c.id = ?");
  const list = select("c.customer_id = ifnull(?, c.customer_id)");
  const due = select("c.status <> 'CompletedAndBilled' AND c.look_at <= ?");
  return {
    answered: prepareEarlierStart(database),
    find: async (customerId, id) => {
      const row = find.get(customerId, id);
      return row === undefined ? undefined : campaignOf(row);
    },
    list: async (customerId) => list.all(customerId ?? null).map(campaignOf),
    due: async (now) => due.all(now).map(campaignOf),
    audience: audienceReads(database),
  };
}

export function campaignStore(database: Database, writer: WriterClient): CampaignStore {
  return {
    ...campaignReads(database),
    start: (start, limit) => writer.call("startCampaign", start, limit),
    stop: (id, customerId, completion, at, limit) =>
      writer.call("stopCampaign", { id, customerId, completion, at }, limit),
    take: (id, slice, at) => writer.call("takeAudience", { id, slice, at }),
    move: (id, from, to, lookAt) => writer.call("moveCampaign", { id, from, to, lookAt }),
    settle: (id, at) => writer.call("settleCampaign", { id, at }),
  };
}
