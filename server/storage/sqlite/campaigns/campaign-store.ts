import { type CampaignCompletion, type CampaignStatus, settled } from "../../../domain/campaigns/campaign.js";
import { RecipientState } from "../../../domain/outbox/recipient-state.js";
import type { CampaignStore } from "../../../ports/campaigns.js";
import { prepareAnswered } from "../outbox/client-transactions.js";
import type { Database } from "../engine/database.js";
import type { Writer } from "../protocol.js";
import type { AudienceSlice, Campaign } from "../../../domain/campaigns/campaigns.js";
import { counted, handed, prepareStarted } from "./campaign-reads.js";

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

/** Recipients that the network has not accepted yet. */
const waiting = counted(`state < ${RecipientState.Submitted}`);

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
  const due = select(`c.status <> '${settled}' AND c.look_at <= ?`);
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

export function campaignStore(database: Database, writer: Writer): CampaignStore {
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
