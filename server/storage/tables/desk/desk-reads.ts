import {
  type Anchor,
  lookThrough,
  type SearchIn,
  type SearchPlace,
  type SearchSpan,
  storedWithin,
} from "../../../domain/desk/search.js";
import type { DeskStore } from "../../../ports/messages.js";
import { type GroupBits, hasId, numbersAt, perWeek, transactionGroup } from "../../schema/numbers.js";
import type { Caller } from "../../script/calls.js";
import { integer, optional, text } from "../../script/columns.js";
import { either } from "../../script/dialect.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { calls, type WritesOf } from "../../script/subject.js";
import { desk } from "./desk.js";
import { Examination, examining } from "./examined.js";
import { foundNames } from "./found.js";
import { examineGroups, type GroupReads } from "./groups.js";
import { examineNumber } from "./number-search.js";
import { messageOf } from "./timeline.js";

const restOfOne = examining(
  `SELECT ${foundNames} FROM txn t JOIN recipient r ON r.txn = t.seq
   WHERE t.seq = $txn AND r.id < $before ORDER BY t.seq DESC, r.id DESC LIMIT $examine`,
  "m.txn DESC, m.id DESC",
);

const isTransaction = hasId("t.id", "$value");

const { sqlite, postgres } = transactionGroup;

/** Transactions of a customer in a group. */
const isOf = <const Group extends string>(group: Group) =>
  `t.customer_id = $value AND t.seq BETWEEN ${group} << ${postgres.bits} AND (${group} + 1 << ${postgres.bits}) - 1` as const;
const isOfOnSqlite = (group: string): string =>
  `(t.seq >> ${sqlite.bits}) = ${group} AND t.customer_id = $value`;

/** Recipients of a transaction, which are in the partition of its week. */
const recipientsOfOne = `CROSS JOIN LATERAL (
     SELECT * FROM recipient WHERE recipient.txn = t.seq
       AND recipient.id BETWEEN t.seq / ${perWeek} * ${perWeek} AND (t.seq / ${perWeek} + 1) * ${perWeek} - 1
     ORDER BY recipient.id DESC LIMIT $examine) r`;

/** Messages of transactions, newest transaction first. */
const ofTransactions = <const Condition extends string>(condition: Condition) =>
  examining(
    `SELECT ${foundNames} FROM txn t ${either(recipientsOfOne, "CROSS JOIN recipient r ON r.txn = t.seq")}
     WHERE ${condition} AND t.seq < $end ORDER BY t.seq DESC, r.id DESC LIMIT $examine`,
    "m.txn DESC, m.id DESC",
  );
const earlier = { transaction: ofTransactions(isTransaction), time: ofTransactions("true") };

const ofCustomer = ofTransactions(either(isOf("$group::bigint"), isOfOnSqlite("$group")));
const groupsText = <const In extends string>(isIn: In) =>
  `WITH RECURSIVE g (n) AS (SELECT CAST($top AS bigint) UNION ALL SELECT n - 1 FROM g WHERE n > $lowest)
   SELECT n FROM g WHERE EXISTS (SELECT 1 FROM txn t WHERE ${isIn}) ORDER BY n DESC` as const;
// As that of numbers: with the sign, SQLite uses the index.
const onSqlite = groupsText(isOfOnSqlite("+g.n"));
const groupsOfCustomer = sql(groupsText(isOf("g.n")), { n: integer() }, { sqlite: onSqlite });

const end = { seq: optional(integer()) };
const least = sql("SELECT min(seq) AS seq FROM txn", end);
const below = sql("SELECT max(seq) AS seq FROM txn WHERE seq < $end", end);

/** Examines messages of a customer in transactions with smaller numbers than `upTo`, newest first. */
function examineCustomer(
  reads: Reads,
  bits: number,
  id: number,
  upTo: number,
  examination: Examination,
): Promise<void> {
  const groupReads: GroupReads = {
    bits,
    least: async () => (await reads.get(least))?.seq,
    below: async (number) => (await reads.get(below, { end: number }))?.seq,
    groups: (top, lowest) => reads.all(groupsOfCustomer, { top, lowest, value: id }),
    goesOnBehind: async (group) => {
      const values = { group, value: id, end: upTo, ...examination.values };
      return examination.goesOnBehind(await reads.all(ofCustomer, values));
    },
  };
  return examineGroups(groupReads, upTo);
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

/** Examines the rest of one transaction, then the earlier ones. */
async function examineTransactions(
  reads: Reads,
  bits: number,
  anchor: TransactionAnchor,
  after: SearchPlace | undefined,
  examination: Examination,
): Promise<void> {
  if (after !== undefined) {
    const values = { txn: after.txn, before: after.id, ...examination.values };
    if (!examination.goesOnBehind(await reads.all(restOfOne, values))) return;
  }
  const until = anchor.kind === "transaction" ? undefined : anchor.until;
  const end = after?.txn ?? (await behind(reads, until));
  if (anchor.kind === "customer") return examineCustomer(reads, bits, anchor.id, end, examination);
  const value = anchor.kind === "time" ? undefined : anchor.id;
  examination.goesOnBehind(await reads.all(earlier[anchor.kind], { value, end, ...examination.values }));
}

/** Examines the next messages of the order of a search. */
async function examine(
  reads: Reads,
  groupBits: GroupBits,
  { anchor, ...wanted }: SearchIn,
  after: SearchPlace | undefined,
  span: SearchSpan,
): Promise<Examination> {
  const examination = new Examination(wanted, span);
  const { recipients, transactions } = groupBits;
  await (anchor.kind === "number"
    ? examineNumber(reads, recipients, anchor.number, after?.id ?? last.id, examination)
    : examineTransactions(reads, transactions, anchor, after, examination));
  return examination;
}

/** The message desk. */
export function deskStore(
  reads: Reads,
  writer: Caller<WritesOf<typeof desk>>,
  groupBits: GroupBits,
): DeskStore {
  return {
    ...calls(writer, desk),
    candidates: async (anchor, after, limit) => {
      const all = { anchor, filter: {}, now: 0 };
      return (await examine(reads, groupBits, all, after, { examine: limit, most: limit })).rows;
    },
    search: async (wanted, after, span) =>
      lookThrough(await examine(reads, groupBits, wanted, after, span), { ...wanted, most: span.most }),
    transactionOf: async (customerId, id) => (await reads.get(ofClient, { customerId, id }))?.transactionId,
    message: (id) => messageOf(reads, id),
  };
}
