import { refund } from "../../../domain/campaigns/billing.js";
import {
  type CampaignCompletion,
  type CampaignPosition,
  type CampaignStatus,
  ended,
  openStatuses,
  settled,
} from "../../../domain/campaigns/campaign.js";
import { type AudienceSlice, taken } from "../../../domain/campaigns/campaigns.js";
import type { CreditKind } from "../../../domain/credit/balance.js";
import { optional, type RowOf, text, integer } from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { all, get, has, lock, run, type Steps } from "../../script/steps.js";
import { subject } from "../../script/subject.js";
import { addRecipients, book } from "../primitives.js";
import { billedRecipients, optedOutRecipients, startCampaign, statusIn } from "./start.js";

/** Guard: of two slices, a stop and a settlement of a campaign each sees what the one before wrote; recipients come in order. */
const changes = sql("SELECT 1 FROM campaign WHERE id = $id", undefined, { lock: "FOR NO KEY UPDATE" });

const taking = {
  txn: integer(),
  customerId: integer(),
  userName: text(),
  originator: text(),
  parts: integer(),
  startedAt: integer(),
  recipientLimit: integer(),
  taken: integer(),
  locationLimit: optional(integer()),
  locationTaken: integer(),
};
/** After the lock, in a statement of its own: this one sees what was committed before the lock was taken. */
const running = sql(
  `SELECT c.txn, t.customer_id, t.user_name, t.originator, t.parts, t.created_at AS started_at, c.recipient_limit, c.taken,
     l.recipient_limit AS location_limit, l.taken AS location_taken
   FROM campaign c JOIN txn t ON t.seq = c.txn JOIN campaign_location l ON l.campaign_id = c.id
   WHERE c.id = $id AND c.${statusIn(["Running"])} AND l.location_id = $location AND l.position = $after`,
  taking,
);
const known = sql(
  "SELECT phone FROM campaign_recipient WHERE campaign_id = $id AND phone = ANY ($phones::text[])",
  { phone: text() },
);
const insertPhones = sql(
  "INSERT INTO campaign_recipient (campaign_id, phone) SELECT $id, phone FROM unnest($phones::text[]) AS n (phone)",
);
const count = sql("UPDATE campaign SET taken = taken + $count WHERE id = $id");
const advance = sql(
  `UPDATE campaign_location SET taken = taken + $count, position = $upTo
   WHERE campaign_id = $id AND location_id = $location`,
);

/** As for `running`: a snapshot from before the lock would count recipients from before it. */
const completed = sql(
  `SELECT c.customer_id, t.id AS transaction_id, t.charge_kind AS kind, t.charge, c.recipient_limit, ${billedRecipients} AS billed,
     ${optedOutRecipients} AS opted_out
   FROM campaign c JOIN txn t ON t.seq = c.txn WHERE c.id = $id AND c.${statusIn(["Completed"])}`,
  {
    customerId: integer(),
    transactionId: text(),
    kind: text<CreditKind>(),
    charge: integer(),
    recipientLimit: integer(),
    billed: integer(),
    optedOut: integer(),
  },
);
const close = sql(`UPDATE campaign SET status = '${settled}', billed = $billed WHERE id = $id`);

/** A change of position carries its condition itself. */
const changePosition =
  "UPDATE campaign SET status = $status, completion = $completion, completed_at = $completedAt, look_at = $lookAt";
const isOpen = statusIn(openStatuses);
const stopAll = sql(`${changePosition} WHERE ${isOpen}`);
const stop = sql(`${changePosition} WHERE id = $id AND ${isOpen}`);
const move = sql(`${changePosition} WHERE id = $id AND status = $from`);
const ofCustomer = sql(
  "SELECT 1 FROM campaign WHERE id = $id AND ($customerId::bigint IS NULL OR customer_id = $customerId)",
);

/** Stops every open campaign; returns their number. */
export function* stopCampaigns(at: number): Steps<number> {
  return yield* run(stopAll, { ...ended("StoppedByAdmin", at), lookAt: at });
}

function* storeTaken(
  id: number,
  { txn, startedAt, ...source }: RowOf<typeof taking>,
  recipients: readonly string[],
  at: number,
): Steps<void> {
  yield* run(insertPhones, { id, phones: recipients });
  yield* addRecipients({ txn, source: { ...source, at: startedAt }, recipients, at, kind: "bulk" });
  yield* run(count, { id, count: recipients.length });
}

/** Changes of campaigns. A start, a slice and a settlement are a transaction each: their locks are in the same order everywhere. */
export const campaigns = subject(
  "campaigns",
  {
    start: startCampaign,
    *stop(
      id: number,
      customerId: number | undefined,
      completion: CampaignCompletion,
      at: number,
    ): Steps<boolean> {
      if (!(yield* has(ofCustomer, { id, customerId }))) return false;
      yield* run(stop, { id, ...ended(completion, at), lookAt: at });
      return true;
    },
    *take(id: number, slice: AudienceSlice, at: number): Steps<number> {
      const { location, after, upTo, phones } = slice;
      yield* lock(changes, { id });
      const campaign = yield* get(running, { id, location, after });
      if (campaign === undefined) return 0;
      const before = yield* all(known, { id, phones });
      const recipients = taken(campaign, phones, new Set(before.map(({ phone }) => phone)));
      if (recipients.length > 0) yield* storeTaken(id, campaign, recipients, at);
      yield* run(advance, { id, location, count: recipients.length, upTo });
      return recipients.length;
    },
    *move(id: number, from: CampaignStatus, to: CampaignPosition, lookAt: number): Steps<boolean> {
      return (yield* run(move, { id, from, ...to, lookAt })) > 0;
    },
    *settle(id: number, at: number): Steps<boolean> {
      yield* lock(changes, { id });
      const campaign = yield* get(completed, { id });
      if (campaign === undefined) return false;
      yield* run(close, { id, billed: campaign.billed });
      const booking = refund(campaign, at);
      if (booking !== undefined) yield* book([booking]);
      return true;
    },
  },
  ["stop"],
);
