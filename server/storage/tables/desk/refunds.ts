import type { Actor } from "../../../domain/audit.js";
import type { CreditKind } from "../../../domain/credit/balance.js";
import type { Booking } from "../../../domain/credit/booking.js";
import { creditScale, creditsText } from "../../../domain/credit/credit.js";
import { refundOf, refundPeriod, type RefundRefusal, refundRefusal } from "../../../domain/credit/refunds.js";
import type { RecipientState } from "../../../domain/recipient-state.js";
import type { RefundOutcome, RefundRequest } from "../../../ports/messages.js";
import { json, integer, text } from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { all, get, lock, run, type Steps } from "../../script/steps.js";
import { addAudit } from "../audit/audit.js";
import { chargedTransactions } from "../delivery/ended.js";
import { lockRecipients } from "../outbox/recipients.js";
import { book, lockKeys } from "../primitives.js";

const messages = sql(
  `SELECT r.id, r.txn, r.state,
     CASE WHEN EXISTS (SELECT 1 FROM refunded_message f WHERE f.recipient = r.id) THEN 1 ELSE 0 END AS refunded
   FROM recipient r WHERE r.id = ANY ($ids::bigint[]) ORDER BY r.id`,
  { id: integer(), txn: integer(), state: integer<RecipientState>(), refunded: integer() },
);
/** Guard: refunds by final states count a transaction under these locks, or under that of its only recipient. */
const counts = sql(
  "SELECT 1 FROM recipient_count WHERE txn = ANY ($txns::bigint[]) ORDER BY txn, state",
  undefined,
  {
    lock: "FOR UPDATE",
  },
);
/** Transactions to refund. */
export const charged = sql(
  `SELECT txn, id, c."customerId" AS customer_id, kind, charge, refunded, done, recipients, campaign
   FROM (${chargedTransactions} WHERE t.seq = ANY ($txns::bigint[])) AS c ORDER BY txn`,
  {
    txn: integer(),
    id: text(),
    customerId: integer(),
    kind: text<CreditKind>(),
    charge: integer(),
    refunded: integer(),
    done: integer(),
    recipients: integer(),
    campaign: integer<0 | 1>(),
  },
);
const count = sql("UPDATE txn SET refunded = $done WHERE seq = $txn");
const mark = sql("INSERT INTO refunded_message (recipient) SELECT unnest($ids::bigint[])");
const earlier = sql(
  "SELECT facts FROM audit WHERE action = 'message refund' AND who = $who AND at > $since",
  { facts: json<{ readonly after?: { readonly refunded?: string } }>() },
);

const earlierRuns = sql(
  "SELECT coalesce(sum(refunded), 0) AS refunded FROM bulk_run WHERE who = $who AND changed_at > $since",
  { refunded: integer() },
);

/** Thousandths of a credit that an operator has refunded in the last 24 hours. Guard: until the commit, the operator refunds nothing else. */
export function* refundedBy(who: string, at: number): Steps<number> {
  yield* lockKeys("refund", [who]);
  const since = at - refundPeriod;
  const { refunded = 0 } = (yield* get(earlierRuns, { who, since })) ?? {};
  const entries = yield* all(earlier, { who, since });
  return entries.reduce(
    (sum, { facts }) => sum + Math.round(Number(facts.after?.refunded ?? 0) * creditScale),
    refunded,
  );
}

/** Refunds that are due, and the reasons why other messages are not refunded. */
function* planned(ids: readonly number[], reference: string | undefined, at: number) {
  yield* lockRecipients(ids);
  const rows = yield* all(messages, { ids });
  const txns = [...new Set(rows.map(({ txn }) => txn))];
  yield* lock(counts, { txns });
  const refusals: { readonly message: number; readonly reason: RefundRefusal }[] = [];
  const refunded: number[] = [];
  const done: { readonly txn: number; readonly done: number }[] = [];
  const bookings: Booking[] = [];
  const byCustomer: { readonly customerId: number; readonly messages: number }[] = [];
  for (const row of yield* all(charged, { txns })) {
    const own = rows.filter(({ txn }) => txn === row.txn);
    const due = own.filter((message) => {
      const reason = refundRefusal(message, row);
      if (reason !== undefined) refusals.push({ message: message.id, reason });
      return reason === undefined;
    });
    if (due.length === 0) continue;
    const { customerId, kind, id: transactionId, txn } = row;
    const refund = refundOf(
      row,
      due.map(({ state }) => state),
    );
    refunded.push(...due.map(({ id }) => id));
    byCustomer.push({ customerId, messages: due.length });
    done.push({ txn, done: refund.done });
    const words = reference ?? (due.length === 1 ? `message ${due[0]?.id ?? ""}` : `${due.length} messages`);
    const booking = { customerId, kind, transactionId, reference: words, at, reason: "refund" } as const;
    if (refund.amount > 0) bookings.push({ ...booking, delta: refund.amount });
  }
  return { refunded, refusals, done, bookings, byCustomer };
}

/** Refunds messages; undefined, without a change, if their amount may not be refunded. */
export function* makeRefunds(
  { messages: ids, reference }: Pick<RefundRequest, "messages" | "reference">,
  at: number,
  mayRefund: (amount: number) => boolean,
) {
  const { bookings, done, ...made } = yield* planned(ids, reference, at);
  const amount = bookings.reduce((sum, { delta }) => sum + delta, 0);
  const isAllowed = mayRefund(amount);
  if (isAllowed && made.refunded.length > 0) {
    for (const each of done) yield* run(count, each);
    yield* run(mark, { ids: made.refunded });
    yield* book(bookings);
  }
  return { ...made, amount, isAllowed };
}

/** As `DeskStore.refund`. */
export function* refund(request: RefundRequest, actor: Actor, at: number): Steps<RefundOutcome> {
  const { reference, limit } = request;
  const before = limit === undefined ? 0 : yield* refundedBy(actor.name, at);
  const mayRefund = (amount: number): boolean => limit === undefined || before + amount <= limit;
  const { refunded, refusals, amount, byCustomer, isAllowed } = yield* makeRefunds(request, at, mayRefund);
  if (!isAllowed) return { kind: "overLimit", amount, left: Math.max(0, (limit ?? 0) - before) };
  if (refunded.length > 0) {
    const customers = [...new Set(byCustomer.map(({ customerId }) => customerId))];
    yield* addAudit({
      at,
      actor,
      action: "message refund",
      subject: {
        ...(customers.length === 1 ? { customer: customers[0] } : {}),
        messages: refunded,
        ...(reference === undefined ? {} : { reference }),
      },
      after: { refunded: creditsText(amount) },
    });
  }
  return { kind: "done", refunded, amount, refusals };
}
