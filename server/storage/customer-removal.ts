import { RecipientState } from "../domain/recipient-state.js";
import type { ErasureSession } from "./erasure.js";
import { StoreError } from "./errors.js";

/** Rows that were deleted with a customer. */
export interface RemovedCustomer {
  readonly users: number;
  readonly originators: number;
  readonly lists: number;
  /** Messages in the inbox, and posts that wait. */
  readonly inbox: number;
  /** Callbacks and their URLs. */
  readonly callbacks: number;
  /** Numbers, prices, blacklisted numbers and routes of the customer. */
  readonly settings: number;
}

const waiting = `SELECT 1 AS n FROM recipient r JOIN txn t ON t.seq = r.txn
    WHERE t.customer_id = $1 AND r.state <= ${RecipientState.Accepted}
  UNION ALL SELECT 1 AS n FROM recipient_block b JOIN txn t ON t.seq = b.txn WHERE t.customer_id = $1
  UNION ALL SELECT 1 AS n FROM campaign WHERE customer_id = $1 AND status <> 'CompletedAndBilled' LIMIT 1`;

/** Names of users and originators are replaced in the counters of usage, which stay. */
const named = "customer_id = $1 AND (user_name <> $2 OR originator <> $2)";
const anonymous = `INSERT INTO usage (day, customer_id, state, prefix, user_name, originator, messages, parts)
  SELECT day, customer_id, state, prefix, CAST($2 AS text), CAST($2 AS text), CAST(sum(messages) AS bigint), CAST(sum(parts) AS bigint)
  FROM usage WHERE ${named} GROUP BY day, customer_id, state, prefix
  ON CONFLICT (day, customer_id, state, prefix, user_name, originator)
  DO UPDATE SET messages = usage.messages + excluded.messages, parts = usage.parts + excluded.parts`;

const ofUsers = "WHERE user_id IN (SELECT id FROM customer_user WHERE customer_id = $1)";
const drop = `UPDATE list_content SET state = 'dropped'
  WHERE id IN (SELECT content FROM list WHERE customer_id = $1)`;

/**
 * Deletes the data of a customer, inside an open transaction. The data for accounting stays: the customer with its id,
 * blocked and without a name, the balances, the ledger and usage. Messages stay until their retention ends. Undefined for an unknown
 * customer. @throws StoreError `inUse` while the customer has unfinished messages or campaigns
 */
export async function removeCustomer(
  session: ErasureSession,
  id: number,
): Promise<RemovedCustomer | undefined> {
  const remaining = `UPDATE customer SET state = 'blocked', name = 'removed', refunds = '', low_balance = NULL, note = NULL, from_addresses = '',
       version = version + 1 WHERE id = $1`;
  if ((await session.run(remaining, id)) === 0) return undefined;
  if ((await session.all(waiting, id)).length > 0)
    throw new StoreError(
      "inUse",
      `customer ${id} has messages or campaigns that are not over; cancel or stop them`,
    );
  const remove = (place: string): Promise<number> => session.run(`DELETE FROM ${place}`, id);
  const ofCustomer = (table: string): Promise<number> => remove(`${table} WHERE customer_id = $1`);
  await session.run(drop, id);
  await session.run(anonymous, id, "***");
  await session.run(`DELETE FROM usage WHERE ${named}`, id, "***");
  const lists = await ofCustomer("list");
  await remove(`user_network ${ofUsers}`);
  await remove(`tube_user ${ofUsers}`);
  await remove(`api_key ${ofUsers}`);
  await ofCustomer("client_transaction");
  await ofCustomer("inbox_forward");
  return {
    lists,
    users: await ofCustomer("customer_user"),
    originators: await ofCustomer("originator"),
    inbox: (await ofCustomer("inbox_message")) + (await ofCustomer("forward")),
    callbacks: (await ofCustomer("callback")) + (await ofCustomer("customer_callback")),
    settings:
      (await ofCustomer("inbox_number")) +
      (await ofCustomer("price")) +
      (await ofCustomer("blacklist")) +
      (await ofCustomer("route")),
  };
}
