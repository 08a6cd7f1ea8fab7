import { settled } from "../../../domain/campaigns/campaign.js";
import type { CampaignStore } from "../../../ports/campaigns.js";
import type { campaignCalls } from "../../protocol/campaign-writes.js";
import { campaignColumns, campaignOf, type CampaignRow } from "../../rows/campaign-row.js";
import type { Database } from "../engine/database.js";
import { sql } from "../engine/statement.js";
import { answered } from "../outbox/client-transactions.js";
import { startedBy } from "./start.js";

type CampaignReads = Omit<CampaignStore, keyof ReturnType<typeof campaignCalls>>;

const select = (condition: string) => sql<CampaignRow>(`${campaignColumns} WHERE ${condition} ORDER BY c.id`);
const find = select("c.customer_id = $1 AND c.id = $2");
const list = select("$1::bigint IS NULL OR c.customer_id = $1");
const due = select(`c.status <> '${settled}' AND c.look_at <= $1`);

const locations = sql<{ readonly location: number; readonly after: number }>(
  `SELECT location_id AS location, position AS after FROM campaign_location
   WHERE campaign_id = $1 AND (recipient_limit IS NULL OR taken < recipient_limit) ORDER BY number`,
);
const slice = sql<{ readonly seq: number; readonly phone: string }>(
  "SELECT seq, phone FROM location_audience WHERE location_id = $1 AND seq > $2 ORDER BY seq LIMIT $3",
);

/** Every read of campaigns. */
export function campaignReads(database: Database): CampaignReads {
  return {
    answered: async (customerId, clientTransaction, at) => {
      const earlier = await answered(database, customerId, clientTransaction, at);
      if (earlier?.kind !== "repeated") return earlier;
      return { kind: "repeated", ...(await startedBy(database, earlier.transactionId)) };
    },
    find: async (customerId, id) => {
      const row = await database.get(find, customerId, id);
      return row === undefined ? undefined : campaignOf(row);
    },
    list: async (customerId) => (await database.all(list, customerId ?? null)).map(campaignOf),
    due: async (now) => (await database.all(due, now)).map(campaignOf),
    audience: async (id, limit) => {
      for (const { location, after } of await database.all(locations, id)) {
        const rows = await database.all(slice, location, after, limit);
        const upTo = rows.at(-1)?.seq;
        if (upTo !== undefined) return { location, after, upTo, phones: rows.map(({ phone }) => phone) };
      }
      return undefined;
    },
  };
}
