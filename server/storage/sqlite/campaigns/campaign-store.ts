import { settled } from "../../../domain/campaigns/campaign.js";
import type { AudienceSlice } from "../../../domain/campaigns/campaigns.js";
import type { CampaignStore } from "../../../ports/campaigns.js";
import { campaignCalls } from "../../protocol/campaign-writes.js";
import { campaignColumns, campaignOf, type CampaignRow } from "../../rows/campaign-row.js";
import type { Database } from "../engine/database.js";
import { prepareAnswered } from "../outbox/client-transactions.js";
import type { Writer } from "../protocol.js";
import { prepareStarted } from "./campaign-writes.js";

type CampaignReads = Omit<CampaignStore, keyof ReturnType<typeof campaignCalls>>;

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
    "SELECT seq, phone FROM location_audience WHERE location_id = ? AND seq > ? ORDER BY seq LIMIT +?",
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
    database.prepare<CampaignRow>(`${campaignColumns} WHERE ${condition} ORDER BY c.id`);
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
  return { ...campaignReads(database), ...campaignCalls(writer) };
}
