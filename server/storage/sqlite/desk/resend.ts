import type { FoundMessage } from "../../../domain/desk/search.js";
import { resendRefusal } from "../../../domain/desk/resend.js";
import { RecipientState } from "../../../domain/recipient-state.js";
import type { Arrivals } from "../../../domain/delivery/claim-round.js";
import type { UsageSource, UsageTally } from "../../../domain/usage/usage.js";
import type { DeskWrites } from "../../protocol/desk-writes.js";
import type { Database } from "../engine/database.js";
import { recipientInserts } from "../hot/blocks.js";
import { prepareCountMoves } from "../hot/counts.js";

interface ResentRow
  extends Pick<FoundMessage, "state" | "claimed" | "txn" | "phone">, Omit<UsageSource, "at"> {
  readonly hidden: number;
  /** The transaction that this one is a copy of, or its own id. */
  readonly original: string;
}

/** The content of another transaction, due now, without a charge. */
const copyTransaction = `
INSERT INTO txn (id, customer_id, user_name, operation, originator, text, data_coding, parts, flash, blink, hidden, charge_kind,
  charge, created_at, due_at, kind, copy_of)
SELECT ?, customer_id, user_name, operation, originator, text, data_coding, parts, flash, blink, hidden, charge_kind, 0, ?, ?, kind, ifnull(copy_of, id)
FROM txn WHERE seq = ? RETURNING seq`;

const copyBodies = [
  `INSERT INTO binary_body (txn, header, body, esm_class, protocol_id)
   SELECT ?, header, body, esm_class, protocol_id FROM binary_body WHERE txn = ?`,
  `INSERT INTO mms_part (txn, position, content_type, content_id, body)
   SELECT ?, position, content_type, content_id, body FROM mms_part WHERE txn = ?`,
];

/** An expiry that has passed would end the new message at once. */
const copyWishes = `INSERT INTO mms_wishes (txn, expires_at, priority, delivery_report)
SELECT ?, iif(expires_at > ?, expires_at, NULL), priority, delivery_report FROM mms_wishes WHERE txn = ?`;

/** Prepares `DeskWrites.resend` without its entry of the audit log. */
export function prepareResend(
  database: Database,
  arrivals: Arrivals,
  tally: UsageTally,
): (input: Omit<Parameters<DeskWrites["resend"]>[0], "by">) => ReturnType<DeskWrites["resend"]> {
  const find = database.prepare<ResentRow>(
    `SELECT r.txn, r.phone, r.state, (r.worker IS NOT NULL) AS claimed, t.hidden, t.customer_id AS customerId,
       t.user_name AS userName, t.originator, t.parts, ifnull(t.copy_of, t.id) AS original
     FROM recipient r JOIN txn t ON t.seq = r.txn WHERE r.id = ?`,
  );
  const copies = database.prepare<{ readonly state: RecipientState }>(
    "SELECT r.state FROM txn t JOIN recipient r ON r.txn = t.seq WHERE t.copy_of = ? AND r.phone = ?",
  );
  const copy = database.prepare<{ readonly seq: number }>(copyTransaction);
  const bodies = copyBodies.map((sql) => database.prepare(sql));
  const wishes = database.prepare(copyWishes);
  const newest = database.prepare<{ readonly id: number }>("SELECT id FROM recipient WHERE txn = ?");
  const inserts = recipientInserts(database, arrivals);
  const countMoves = prepareCountMoves(database);
  return ({ id, transactionId, at }) => {
    const row = find.get(id);
    if (row === undefined) return { kind: "unknown" };
    const reason = resendRefusal(row, copies.all(row.original, row.phone));
    if (reason !== undefined) return { kind: "refused", reason };
    const txn = copy.get(transactionId, at, at, row.txn)?.seq ?? 0;
    for (const body of bodies) body.run(txn, row.txn);
    wishes.run(txn, at, row.txn);
    const recipients = { recipients: [row.phone], refused: [] };
    inserts.store({ txn, ...recipients, dueAt: at, at });
    tally.arrived({ ...row, at }, recipients);
    countMoves([{ txn, from: undefined, to: RecipientState.Queued, n: 1 }]);
    return { kind: "done", id: newest.get(txn)?.id ?? 0 };
  };
}
