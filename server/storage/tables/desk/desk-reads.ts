import {
  type Anchor,
  type FoundMessage,
  type SearchPlace,
  storedWithin,
} from "../../../domain/desk/search.js";
import type { DeskStore } from "../../../ports/messages.js";
import { hasId, numbersAt, perWeek } from "../../schema/numbers.js";
import type { Caller } from "../../script/calls.js";
import { text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { calls, type WritesOf } from "../../script/subject.js";
import { desk } from "./desk.js";
import { found, foundNames } from "./found.js";
import { messagesOfNumber } from "./number-search.js";
import { messageOf } from "./timeline.js";

const restOfOne = sql(
  `SELECT ${foundNames} FROM txn t JOIN recipient r ON r.txn = t.seq
   WHERE t.seq = $txn AND r.id < $before ORDER BY r.id DESC LIMIT $limit`,
  found,
);

const isTransaction = hasId("t.id", "$value");

/** Messages of transactions, newest transaction first. In PostgreSQL, the recipients of one are in the partition of its week. */
const ofTransactions = (condition: typeof isTransaction | "t.customer_id = $value" | "true") =>
  sql(
    `SELECT ${foundNames} FROM txn t CROSS JOIN LATERAL (
       SELECT * FROM recipient WHERE recipient.txn = t.seq
         AND recipient.id BETWEEN t.seq / ${perWeek} * ${perWeek} AND (t.seq / ${perWeek} + 1) * ${perWeek} - 1
       ORDER BY recipient.id DESC LIMIT $limit) r
     WHERE ${condition} AND t.seq < $before ORDER BY t.seq DESC, r.id DESC LIMIT $limit`,
    found,
    {
      sqlite: `SELECT ${foundNames} FROM txn t CROSS JOIN recipient r ON r.txn = t.seq
        WHERE ${condition} AND t.seq < $before ORDER BY t.seq DESC, r.id DESC LIMIT +$limit`,
    },
  );
const earlier = {
  transaction: ofTransactions(isTransaction),
  customer: ofTransactions("t.customer_id = $value"),
  time: ofTransactions("true"),
};

const storedAt = sql("SELECT seq, created_at FROM txn WHERE seq >= $seq ORDER BY seq LIMIT 1", {
  seq: integer(),
  createdAt: integer(),
});

const ofClient = sql(
  "SELECT transaction_id FROM client_transaction WHERE customer_id = $customerId AND id = $id",
  { transactionId: text() },
);

/** Behind every message. */
const last: SearchPlace = { txn: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

/** First transaction number that is certainly later than a time: found by halving. */
async function behind(reads: Reads, until: number | undefined): Promise<number> {
  if (until === undefined) return last.txn;
  const week = numbersAt(until);
  let [low, high] = [week.first, week.last + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = await reads.get(storedAt, { seq: middle });
    if (row === undefined || row.createdAt > until + storedWithin) high = middle;
    else low = row.seq + 1;
  }
  return low;
}

type TransactionAnchor = Exclude<Anchor, { readonly kind: "number" }>;

/** The rest of one transaction, then the earlier ones. */
async function before(
  reads: Reads,
  anchor: TransactionAnchor,
  after: SearchPlace | undefined,
  limit: number,
): Promise<readonly FoundMessage[]> {
  const rest =
    after === undefined ? [] : await reads.all(restOfOne, { txn: after.txn, before: after.id, limit });
  if (rest.length === limit) return rest;
  const until = anchor.kind === "transaction" ? undefined : anchor.until;
  const upTo = after?.txn ?? (await behind(reads, until));
  const value = anchor.kind === "time" ? undefined : anchor.id;
  const values = { value, before: upTo, limit: limit - rest.length };
  return rest.concat(await reads.all(earlier[anchor.kind], values));
}

/** The message desk; `groupBits`: those of the numbers in a group of `recipient_phone`. */
export function deskStore(reads: Reads, writer: Caller<WritesOf<typeof desk>>, groupBits: number): DeskStore {
  return {
    ...calls(writer, desk),
    candidates: (anchor, after, limit) =>
      anchor.kind === "number"
        ? messagesOfNumber(reads, groupBits, anchor.number, after?.id ?? last.id, limit)
        : before(reads, anchor, after, limit),
    transactionOf: async (customerId, id) => (await reads.get(ofClient, { customerId, id }))?.transactionId,
    message: (id) => messageOf(reads, id),
  };
}
