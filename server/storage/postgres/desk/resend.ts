import { resendRefusal } from "../../../domain/desk/resend.js";
import type { FoundMessage } from "../../../domain/desk/search.js";
import { RecipientState } from "../../../domain/recipient-state.js";
import type { ResendOutcome } from "../../../ports/messages.js";
import type { DeskWrites } from "../../protocol/desk-writes.js";
import type { Session } from "../engine/database.js";
import { lockKeys } from "../engine/key-locks.js";
import { sql } from "../engine/statement.js";
import { type UsageSource, UsageTally } from "../../../domain/usage/usage.js";
import { countMoves } from "../hot/counts.js";
import { recipientsOf } from "../hot/numbers.js";
import { insertRecipients } from "../hot/recipient-inserts.js";
import { addUsage } from "../usage/usage.js";
import { addPartitions } from "../hot/partitions.js";

interface ResentRow
  extends Pick<FoundMessage, "state" | "claimed" | "txn" | "phone">, Omit<UsageSource, "at"> {
  readonly hidden: number;
  /** The transaction that this one is a copy of, or its own id. */
  readonly original: string;
}

/** Guard: the transaction is not deleted before its content is copied. */
const find = sql<ResentRow>(
  `SELECT r.txn, r.phone, r.state, (r.worker IS NOT NULL)::int AS claimed, t.hidden::int AS hidden,
     t.customer_id AS "customerId", t.user_name AS "userName", t.originator, t.parts, coalesce(t.copy_of, t.id) AS original
   FROM recipient r JOIN txn t ON t.seq = r.txn WHERE r.id = $1 FOR SHARE OF t`,
);

/** Guard: in a statement after the lock, which sees the copies that others have made. */
const copies = sql<{ readonly state: RecipientState }>(
  "SELECT r.state FROM txn t JOIN recipient r ON r.txn = t.seq WHERE t.copy_of = $1 AND r.phone = $2",
);

/** The content of another transaction, due now, without a charge. */
const copy = sql<{ readonly seq: number }>(
  `INSERT INTO txn (seq, id, customer_id, user_name, operation, originator, text, data_coding, parts, flash, blink, hidden,
     charge_kind, charge, created_at, due_at, kind, copy_of)
   SELECT dated($3, 'txn_number'), $2, customer_id, user_name, operation, originator, text, data_coding, parts, flash, blink,
     hidden, charge_kind, 0, $3, $3, kind, coalesce(copy_of, id)
   FROM txn WHERE seq = $1 RETURNING seq`,
);
const copyBodies = [
  `INSERT INTO binary_body (txn, header, body, esm_class, protocol_id)
   SELECT $1, header, body, esm_class, protocol_id FROM binary_body WHERE txn = $2`,
  `INSERT INTO mms_part (txn, position, content_type, content_id, body)
   SELECT $1, position, content_type, content_id, body FROM mms_part WHERE txn = $2`,
].map((text) => sql(text));

/** An expiry that has passed would end the new message at once. */
const copyWishes = sql(
  `INSERT INTO mms_wishes (txn, expires_at, priority, delivery_report)
   SELECT $1, CASE WHEN expires_at > $3 THEN expires_at END, priority, delivery_report FROM mms_wishes WHERE txn = $2`,
);
const newest = sql<{ readonly id: number }>(
  "SELECT id FROM recipient WHERE txn = $1 AND id BETWEEN $2 AND $3",
);

/** `DeskWrites.resend` without its entry of the audit log. */
export async function resend(
  session: Session,
  { id, transactionId, at }: Omit<Parameters<DeskWrites["resend"]>[0], "by">,
): Promise<ResendOutcome> {
  const row = await session.get(find, id);
  if (row === undefined) return { kind: "unknown" };
  await lockKeys(session, "copy", [`${row.original} ${row.phone}`]);
  const reason = resendRefusal(row, await session.all(copies, row.original, row.phone));
  if (reason !== undefined) return { kind: "refused", reason };
  await addPartitions(session, [at]);
  const txn = (await session.get(copy, row.txn, transactionId, at))?.seq ?? 0;
  for (const body of copyBodies) await session.run(body, txn, row.txn);
  await session.run(copyWishes, txn, row.txn, at);
  const { customerId, userName, phone } = row;
  await insertRecipients(session, [
    { txn, customerId, userName, recipients: [phone], refused: [], dueAt: at, at },
  ]);
  await countMoves(session, [{ txn, from: undefined, to: RecipientState.Queued, n: 1 }]);
  const tally = new UsageTally();
  tally.arrived({ ...row, at }, { recipients: [phone], refused: [] });
  await addUsage(session, tally);
  const { first, last } = recipientsOf(txn);
  return { kind: "done", id: (await session.get(newest, txn, first, last))?.id ?? 0 };
}
