import { type CampaignCompletion, type CampaignStatus, settled } from "../../../domain/campaigns/campaign.js";
import type { Campaign } from "../../../domain/campaigns/campaigns.js";
import { RecipientState } from "../../../domain/recipient-state.js";
import type { CampaignStore } from "../../../ports/campaigns.js";
import type { OutboxStore } from "../../../ports/messages.js";
import type { Caller } from "../../script/calls.js";
import { optional, type RowOf, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { calls, type WritesOf } from "../../script/subject.js";
import { campaigns } from "./campaigns.js";
import { billedRecipients, missing, recipientsIn, startOf } from "./start.js";

const campaign = {
  id: integer(),
  customerId: integer(),
  originator: text(),
  text: text(),
  parts: integer(),
  startAt: optional(integer()),
  endAt: optional(integer()),
  days: integer(),
  hours: integer(),
  timeZone: text(),
  recipientLimit: integer(),
  taken: integer(),
  status: text<CampaignStatus>(),
  completion: text<CampaignCompletion>(),
  completedAt: optional(integer()),
  billed: optional(integer()),
  waiting: integer(),
  handed: integer(),
};
/** `waiting`: recipients that the network has not accepted yet. */
const select = `SELECT c.id, c.customer_id, t.originator, t.text, t.parts, c.start_at, c.end_at, c.days, c.hours, c.time_zone,
     c.recipient_limit, c.taken, c.status, c.completion, c.completed_at, c.billed,
     ${recipientsIn(`state < ${RecipientState.Submitted}`)} AS waiting, ${billedRecipients} AS handed
   FROM campaign c JOIN txn t ON t.seq = c.txn`;

const find = sql(`${select} WHERE c.customer_id = $customerId AND c.id = $id`, campaign);
const list = sql(
  `${select} WHERE $customerId::bigint IS NULL OR c.customer_id = $customerId ORDER BY c.id`,
  campaign,
);
const due = sql(`${select} WHERE c.status <> '${settled}' AND c.look_at <= $now ORDER BY c.id`, campaign);

const unread = sql(
  `SELECT location_id AS location, position AS after FROM campaign_location
   WHERE campaign_id = $id AND (recipient_limit IS NULL OR taken < recipient_limit) ORDER BY number`,
  { location: integer(), after: integer() },
);
const slice = sql(
  "SELECT seq, phone FROM location_audience WHERE location_id = $location AND seq > $after ORDER BY seq LIMIT $limit",
  { seq: integer(), phone: text() },
);

function campaignOf(row: RowOf<typeof campaign>): Campaign {
  const { id, customerId, originator, text: message, parts, recipientLimit, status, completion } = row;
  const { startAt, endAt, days, hours, timeZone, completedAt } = row;
  return {
    id,
    customerId,
    originator,
    text: message,
    parts,
    schedule: { startAt, endAt, days, hours, timeZone },
    position: { status, completion, completedAt },
    rest: { recipients: recipientLimit - row.taken, waiting: row.waiting },
    recipientLimit,
    billable: row.billed ?? row.handed,
  };
}

/** Campaigns; `answered`: that of the outbox. */
export function campaignStore(
  reads: Reads,
  writer: Caller<WritesOf<typeof campaigns>>,
  { answered }: Pick<OutboxStore, "answered">,
): CampaignStore {
  return {
    ...calls(writer, campaigns),
    answered: async (customerId, clientTransaction, at) => {
      const earlier = await answered(customerId, clientTransaction, at);
      if (earlier?.kind !== "repeated") return earlier;
      const started = await reads.get(startOf, { transactionId: earlier.transactionId });
      if (started === undefined) throw missing();
      return { kind: "repeated", ...started };
    },
    find: async (customerId, id) => {
      const row = await reads.get(find, { customerId, id });
      return row && campaignOf(row);
    },
    list: async (customerId) => (await reads.all(list, { customerId })).map(campaignOf),
    due: async (now) => (await reads.all(due, { now })).map(campaignOf),
    audience: async (id, limit) => {
      for (const { location, after } of await reads.all(unread, { id })) {
        const rows = await reads.all(slice, { location, after, limit });
        const upTo = rows.at(-1)?.seq;
        if (upTo !== undefined) return { location, after, upTo, phones: rows.map(({ phone }) => phone) };
      }
      return undefined;
    },
  };
}
