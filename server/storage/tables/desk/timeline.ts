import type { AttemptOutcome } from "../../../domain/delivery/settling/failed-attempt.js";
import type { CallbackTry } from "../../../domain/callbacks/callbacks.js";
import type { CreditKind } from "../../../domain/credit/balance.js";
import type { DeskCallback, DeskMessage } from "../../../domain/desk/timeline.js";
import type { RecipientState } from "../../../domain/recipient-state.js";
import { mapped, namesOf, optional, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { ledgerByTime } from "../accounts/ledger-course.js";
import { partState } from "../delivery/parts.js";
import { isOfStoredMessage } from "../callbacks/callbacks.js";
import { ofCampaign } from "../outbox/conditions.js";
import { plainColumns } from "../outbox/transaction-columns.js";
import { found, foundNames, nullable } from "./found.js";
import { charged } from "./refunds.js";

const find = sql(
  `SELECT ${foundNames}, ${namesOf(plainColumns, "t")}, t.text, t.kind, t.parts, t.charge_kind, t.charge, r.next_at, ${ofCampaign},
     CASE WHEN EXISTS (SELECT 1 FROM refunded_message f WHERE f.recipient = r.id) THEN 1 ELSE 0 END AS refunded
   FROM recipient r JOIN txn t ON t.seq = r.txn WHERE r.id = $id`,
  {
    ...found,
    ...plainColumns,
    text: text(),
    kind: text<DeskMessage["kind"]>(),
    parts: integer(),
    chargeKind: text<CreditKind>(),
    charge: integer(),
    nextAt: integer(),
    campaign: integer<0 | 1>(),
    refunded: integer<0 | 1>(),
  },
);
const parts = sql(
  `SELECT p.part, n.name AS network, p.key AS message_id, ${partState}
   FROM sent_part p JOIN recipient r ON r.id = p.recipient LEFT JOIN network n ON n.id = p.network
   WHERE p.recipient = $id ORDER BY p.part`,
  {
    part: integer(),
    network: nullable,
    messageId: text(),
    state: integer<RecipientState>(),
    at: integer(),
    error: nullable,
  },
);
const attempts = sql(
  "SELECT number, at, link, outcome, code FROM failed_attempt WHERE recipient = $id ORDER BY number",
  { number: integer(), at: integer(), link: integer(), outcome: text<AttemptOutcome>(), code: nullable },
);
const contradictions = sql(
  "SELECT part, state, at, code FROM contradiction WHERE recipient = $id ORDER BY id",
  { part: integer(), state: integer<RecipientState>(), at: integer(), code: nullable },
);

/** Each condition by an index of its own. */
const callbacks = sql(
  `SELECT part, at, attempts, 'accepted' AS outcome, CAST(NULL AS text) AS failure, CAST(NULL AS bigint) AS next_at, tried
   FROM posted_callback WHERE recipient = $id
   UNION ALL SELECT coalesce(part, 0), coalesce(changed_at, at), attempts, 'given up', failure, next_at, tried
   FROM callback b WHERE recipient = $id AND next_at IS NULL AND ${isOfStoredMessage}
   UNION ALL SELECT coalesce(part, 0), coalesce(changed_at, at), attempts, 'waiting', failure, next_at, tried
   FROM callback b WHERE recipient = $id AND next_at IS NOT NULL AND ${isOfStoredMessage} ORDER BY at, part`,
  {
    part: integer(),
    at: integer(),
    attempts: integer(),
    outcome: text<DeskCallback["outcome"]>(),
    failure: nullable,
    nextAt: mapped(optional(integer()), (at) => at ?? null),
    tried: optional(text()),
  },
);
/** Copies of a message and of its original, which may be the message itself, oldest first. */
const copies = sql(
  `SELECT r.id, r.state FROM recipient o JOIN txn s ON s.seq = o.txn
   JOIN txn t ON t.copy_of = coalesce(s.copy_of, s.id) JOIN recipient r ON r.txn = t.seq AND r.phone = o.phone
   WHERE o.id = $id AND o.phone <> '' ORDER BY r.id`,
  { id: integer(), state: integer<RecipientState>() },
);
const booking = { id: integer(), at: integer(), amount: integer(), balance: integer() };
const refunds = sql(
  "SELECT id, at, delta AS amount, balance_after AS balance FROM ledger WHERE transaction_id = $id AND reason = 'refund' ORDER BY id",
  booking,
);
/** A charge is booked at the time of its transaction. */
const charges = sql(
  `SELECT id, at, 0 - delta AS amount, balance_after AS balance FROM ${ledgerByTime}
   WHERE customer_id = $customerId::bigint AND at = $createdAt AND transaction_id = $id AND reason = 'charge' ORDER BY id`,
  booking,
);

/** Attempts as they are stored, with commas between. */
const triesOf = (tried: string | undefined): readonly CallbackTry[] =>
  JSON.parse(`[${tried ?? ""}]`) as CallbackTry[];

/** Reads everything that is stored of a message. */
export async function messageOf(reads: Reads, id: number): Promise<DeskMessage | undefined> {
  const row = await reads.get(find, { id });
  if (row === undefined) return undefined;
  const { txn, customerId, createdAt } = row;
  const [transaction] = await reads.all(charged, { txns: [txn] });
  return {
    ...row,
    chargedMessages: transaction?.recipients ?? 0,
    failedAttempts: await reads.all(attempts, { id }),
    sentParts: await reads.all(parts, { id }),
    contradictions: await reads.all(contradictions, { id }),
    callbacks: (await reads.all(callbacks, { id })).map(({ tried, ...callback }) => ({
      ...callback,
      tries: triesOf(tried),
    })),
    copies: await reads.all(copies, { id }),
    charges: await reads.all(charges, { id: row.transactionId, customerId, createdAt }),
    refunds: await reads.all(refunds, { id: row.transactionId }),
  };
}
