import type { CampaignCompletion, CampaignStatus } from "../../domain/campaign.js";
import { RecipientState } from "../../domain/recipient-state.js";
import type { AudienceSlice, Campaign, CampaignStore } from "../../ports/campaigns.js";
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
export const waiting = counted(`state < ${RecipientState.Submitted}`);

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

type CampaignReads = Pick<CampaignStore, "find" | "list" | "due" | "audience">;

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
    start: (start) => writer.call("startCampaign", start),
    stop: (id, customerId, completion, at) => writer.call("stopCampaign", { id, customerId, completion, at }),
    take: (id, slice, at) => writer.call("takeAudience", { id, slice, at }),
    move: (id, from, to, lookAt) => writer.call("moveCampaign", { id, from, to, lookAt }),
    settle: (id, at) => writer.call("settleCampaign", { id, at }),
  };
}
