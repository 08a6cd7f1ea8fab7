import { customerOfQueue } from "../../../domain/delivery/claiming/customer-queue.js";
import type { NewAuditEntry } from "../../../domain/audit.js";
import { RecipientState } from "../../../domain/recipient-state.js";
import type { RemovedCustomer } from "../../../ports/erasing.js";
import { StoreError } from "../../errors.js";
import { sql } from "../../script/statement.js";
import { has, run, type Steps } from "../../script/steps.js";
import { removeCustomerNote } from "../shift/notes.js";
import { addAudit } from "../audit/audit.js";
import { gatherDeliverability } from "../usage/deliverability-counters.js";

const anonymize = sql(
  `UPDATE customer SET state = 'blocked', name = 'removed', refunds = '', low_balance = NULL, note = NULL,
     from_addresses = '', held_since = NULL, version = version + 1 WHERE id = $id`,
);
const waitingText = <const Recipients extends string>(recipients: Recipients) =>
  `${recipients}
   UNION ALL SELECT 1 FROM recipient_block b WHERE (SELECT customer_id FROM txn WHERE seq = b.txn) = $id
   UNION ALL SELECT 1 FROM campaign WHERE customer_id = $id AND status <> 'CompletedAndBilled' LIMIT 1` as const;
const ofQueues = `${customerOfQueue("lane")} = $id`;
const waiting = sql(
  waitingText(`SELECT 1 FROM recipient r JOIN txn t ON t.seq = r.txn
     WHERE t.customer_id = $id AND r.state <= ${RecipientState.Accepted}`),
  undefined,
  {
    // SQLite has no index by customer alone, but one of each kind of open recipients.
    sqlite: waitingText(
      ["state = 0", "state = 2", "state BETWEEN 3 AND 5"]
        .map((state) => `SELECT 1 FROM recipient WHERE ${state} AND ${ofQueues}`)
        .join("\n   UNION ALL "),
    ),
  },
);
const dropContents = sql(
  `UPDATE list_content SET state = 'dropped' WHERE id IN (SELECT content FROM list WHERE customer_id = $id)`,
);

/** Names of users and originators are replaced in the counters of usage, which stay. */
const isNamed = "customer_id = $id AND (user_name <> '***' OR originator <> '***')" as const;
const addUnnamed = sql(
  `INSERT INTO usage (day, customer_id, state, prefix, user_name, originator, messages, parts)
   SELECT day, customer_id, state, prefix, '***', '***', sum(messages)::bigint, sum(parts)::bigint
   FROM usage WHERE ${isNamed} GROUP BY day, customer_id, state, prefix
   ON CONFLICT (day, customer_id, state, prefix, user_name, originator)
   DO UPDATE SET messages = usage.messages + excluded.messages, parts = usage.parts + excluded.parts`,
);
const removeNamed = sql(`DELETE FROM usage WHERE ${isNamed}`);

const ofCustomer = (table: string) => sql(`DELETE FROM ${table} WHERE customer_id = $id`);
const ofUsers = (table: string) =>
  sql(`DELETE FROM ${table} WHERE user_id IN (SELECT id FROM customer_user WHERE customer_id = $id)`);

/** Rows that are deleted, by the number that reports them. */
const deletions = {
  lists: ["list"].map(ofCustomer),
  unreported: ["user_network", "tube_user", "api_key", "smpp_account", "portal_session", "portal_invitation"]
    .map(ofUsers)
    .concat(
      ["client_transaction", "inbox_forward", "opt_out_reply", "opt_out_response", "smpp_rate", "upload"].map(
        ofCustomer,
      ),
      ["customer_traffic", "refused_call", "unusual_traffic", "country_spending"].map(ofCustomer),
      ["deliverability", "deliverability_failure"].map(ofCustomer),
    ),
  users: ["customer_user"].map(ofCustomer),
  originators: ["originator"].map(ofCustomer),
  inbox: ["inbox_message", "forward"].map(ofCustomer),
  callbacks: ["callback", "customer_callback"].map(ofCustomer),
  settings: [
    "inbox_number",
    "opt_out_rule",
    "price",
    "coming_price",
    "blacklist",
    "national_opt_out",
    "route",
  ].map(ofCustomer),
};

function* remove(what: keyof typeof deletions, id: number): Steps<number> {
  let removed = 0;
  for (const deletion of deletions[what]) removed += yield* run(deletion, { id });
  return removed;
}

/** `Erasing.customer`. @throws StoreError `inUse` */
export function* removeCustomer(id: number, entry: NewAuditEntry): Steps<RemovedCustomer | undefined> {
  if ((yield* run(anonymize, { id })) === 0) return undefined;
  if (yield* has(waiting, { id }))
    throw new StoreError(
      "inUse",
      `customer ${id} has messages or campaigns that are not over; cancel or stop them`,
    );
  yield* run(dropContents, { id });
  yield* run(addUnnamed, { id });
  yield* run(removeNamed, { id });
  // What is counted later would be counted again for the customer.
  let isMore = true;
  while (isMore) isMore = yield* gatherDeliverability(500);
  const lists = yield* remove("lists", id);
  yield* remove("unreported", id);
  const removed: RemovedCustomer = {
    lists,
    users: yield* remove("users", id),
    originators: yield* remove("originators", id),
    inbox: yield* remove("inbox", id),
    callbacks: yield* remove("callbacks", id),
    settings: yield* remove("settings", id),
  };
  yield* removeCustomerNote(id);
  yield* addAudit({ ...entry, after: { ...removed } });
  return removed;
}
