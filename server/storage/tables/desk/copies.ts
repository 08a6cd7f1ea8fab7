import { integer } from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { get, run, type Steps } from "../../script/steps.js";
import { ofTransaction } from "../outbox/conditions.js";
import { columnsBut } from "../outbox/transaction-columns.js";
import { addRecipients, transactionNumber } from "../primitives.js";

/** The content of another transaction, due now, without a charge, the API key, which did not send it, and an end of delivery, which may have passed. */
const copied = columnsBut("id", "charge", "created_at", "due_at", "valid_until", "api_key");
const copy = sql(
  `INSERT INTO txn (seq, id, charge, created_at, due_at, copy_of, ${copied})
   SELECT $txn, $transactionId, 0, $at, $at, coalesce(copy_of, id), ${copied} FROM txn WHERE seq = $from`,
);
const copyBodies = [
  sql(
    `INSERT INTO binary_body (txn, header, body, esm_class, protocol_id, parameters, parts_hash)
     SELECT $txn, header, body, esm_class, protocol_id, parameters, parts_hash FROM binary_body WHERE txn = $from`,
  ),
  sql(
    `INSERT INTO mms_part (txn, position, content_type, content_id, body)
     SELECT $txn, position, content_type, content_id, body FROM mms_part WHERE txn = $from`,
  ),
];
/** An expiry that has passed would end the new message at once. */
const copyWishes = sql(
  `INSERT INTO mms_wishes (txn, expires_at, priority, delivery_report)
   SELECT $txn, CASE WHEN expires_at > $at THEN expires_at END, priority, delivery_report FROM mms_wishes WHERE txn = $from`,
);
const only = sql(`SELECT id FROM recipient WHERE ${ofTransaction("$txn")}`, { id: integer() });

function* copyTransaction(from: number, transactionId: string, at: number): Steps<number> {
  const txn = yield* transactionNumber(at);
  yield* run(copy, { txn, from, transactionId, at });
  for (const body of copyBodies) yield* run(body, { txn, from });
  yield* run(copyWishes, { txn, from, at });
  return txn;
}

/** A message to send again. */
export interface Resent {
  readonly txn: number;
  readonly phone: string;
  readonly customerId: number;
  readonly userName: string;
  readonly originator: string;
  readonly parts: number;
}

/** Sends a message again as a transaction of this id; returns the id of the new message. */
export function* sendAgain(message: Resent, transaction: string, at: number): Steps<number> {
  const txn = yield* copyTransaction(message.txn, transaction, at);
  yield* addRecipients({ txn, source: { ...message, at }, recipients: [message.phone], at });
  return (yield* get(only, { txn }))?.id ?? 0;
}
