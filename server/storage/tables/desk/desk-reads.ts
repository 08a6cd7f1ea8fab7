import {
  type Anchor,
  type FoundMessage,
  type SearchPlace,
  storedWithin,
} from "../../../domain/desk/search.js";
import type { DeskStore } from "../../../ports/messages.js";
import { type GroupBits, hasId, numbersAt, perWeek, transactionGroup } from "../../schema/numbers.js";
import type { Caller } from "../../script/calls.js";
import { integer, optional, text } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { calls, type WritesOf } from "../../script/subject.js";
import { desk } from "./desk.js";
import { found, foundNames } from "./found.js";
import { type GroupReads, messagesInGroups } from "./groups.js";
import { messagesOfNumber } from "./number-search.js";
import { messageOf } from "./timeline.js";

const restOfOne = sql(
  `SELECT ${foundNames} FROM txn t JOIN recipient r ON r.txn = t.seq
   WHERE t.seq = $txn AND r.id < $before ORDER BY r.id DESC LIMIT $limit`,
  found,
);

const isTransaction = hasId("t.id", "$value");

const { sqlite, postgres } = transactionGroup;

/** Transactions of a customer in a group. */
const isOf = <const Group extends string>(group: Group) =>
  `t.customer_id = $value AND t.seq BETWEEN ${group} << ${postgres.bits} AND (${group} + 1 << ${postgres.bits}) - 1` as const;
const isOfOnSqlite = (group: string): string =>
  `(t.seq >> ${sqlite.bits}) = ${group} AND t.customer_id = $value`;

/** Messages of transactions, newest transaction first. In PostgreSQL, the recipients of one are in the partition of its week. */
const ofTransactions = <const Condition extends string>(condition: Condition, onSqlite: string = condition) =>
  sql(
    `SELECT ${foundNames} FROM txn t CROSS JOIN LATERAL (
       SELECT * FROM recipient WHERE recipient.txn = t.seq
         AND recipient.id BETWEEN t.seq / ${perWeek} * ${perWeek} AND (t.seq / ${perWeek} + 1) * ${perWeek} - 1
       ORDER BY recipient.id DESC LIMIT $limit) r
     WHERE ${condition} AND t.seq < $before ORDER BY t.seq DESC, r.id DESC LIMIT $limit`,
    found,
    {
      sqlite: `SELECT ${foundNames} FROM txn t CROSS JOIN recipient r ON r.txn = t.seq
        WHERE ${onSqlite} AND t.seq < $before ORDER BY t.seq DESC, r.id DESC LIMIT +$limit`,
    },
  );
const earlier = { transaction: ofTransactions(isTransaction), time: ofTransactions("true") };

const ofCustomer = ofTransactions(isOf("$group::bigint"), isOfOnSqlite("$group"));
const groupsText = <const In extends string>(isIn: In) =>
  `WITH RECURSIVE g (n) AS (SELECT CAST($top AS bigint) UNION ALL SELECT n - 1 FROM g WHERE n > $lowest)
   SELECT n FROM g WHERE EXISTS (SELECT 1 FROM txn t WHERE ${isIn}) ORDER BY n DESC` as const;
// As that of numbers: with the sign, SQLite uses the index.
const onSqlite = groupsText(isOfOnSqlite("+g.n"));
const groupsOfCustomer = sql(groupsText(isOf("g.n")), { n: integer() }, { sqlite: onSqlite });

const end = { seq: optional(integer()) };
const least = sql("SELECT min(seq) AS seq FROM txn", end);
const below = sql("SELECT max(seq) AS seq FROM txn WHERE seq < $end", end);

/** Messages of a customer in transactions with smaller numbers than `before`, newest first. */
function messagesOfCustomer(
  reads: Reads,
  bits: number,
  id: number,
  before: number,
  limit: number,
): Promise<readonly FoundMessage[]> {
  const groupReads: GroupReads = {
    bits,
    least: async () => (await reads.get(least))?.seq,
    below: async (number) => (await reads.get(below, { end: number }))?.seq,
    groups: (top, lowest) => reads.all(groupsOfCustomer, { top, lowest, value: id }),
    messages: (group, most) => reads.all(ofCustomer, { group, value: id, before, limit: most }),
  };
  return messagesInGroups(groupReads, before, limit);
}

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
  bits: number,
  anchor: TransactionAnchor,
  after: SearchPlace | undefined,
  limit: number,
): Promise<readonly FoundMessage[]> {
  const rest =
    after === undefined ? [] : await reads.all(restOfOne, { txn: after.txn, before: after.id, limit });
  if (rest.length === limit) return rest;
  const until = anchor.kind === "transaction" ? undefined : anchor.until;
  const upTo = after?.txn ?? (await behind(reads, until));
  const most = limit - rest.length;
  if (anchor.kind === "customer")
    return rest.concat(await messagesOfCustomer(reads, bits, anchor.id, upTo, most));
  const value = anchor.kind === "time" ? undefined : anchor.id;
  return rest.concat(await reads.all(earlier[anchor.kind], { value, before: upTo, limit: most }));
}

/** The message desk. */
export function deskStore(
  reads: Reads,
  writer: Caller<WritesOf<typeof desk>>,
  groupBits: GroupBits,
): DeskStore {
  return {
    ...calls(writer, desk),
    candidates: (anchor, after, limit) =>
      anchor.kind === "number"
        ? messagesOfNumber(reads, groupBits.recipients, anchor.number, after?.id ?? last.id, limit)
        : before(reads, groupBits.transactions, anchor, after, limit),
    transactionOf: async (customerId, id) => (await reads.get(ofClient, { customerId, id }))?.transactionId,
    message: (id) => messageOf(reads, id),
  };
}
