import {
  type Anchor,
  type FoundMessage,
  type SearchPlace,
  storedWithin,
} from "../../../domain/desk/search.js";
import type {
  DeskAttempt,
  DeskCallback,
  DeskContradiction,
  DeskCopy,
  DeskMessage,
  DeskLists,
  DeskPart,
} from "../../../domain/desk/timeline.js";
import type { DeskStore } from "../../../ports/messages.js";
import type { deskCalls } from "../../protocol/desk-writes.js";
import { deskCallbacksText, deskCopiesText, foundColumns, ofCampaign } from "../../rows/desk-row.js";
import type { Queries } from "../engine/database.js";
import { sql, type SqlValue, type Statement } from "../engine/statement.js";
import { perDay } from "../../schema/dated-numbers.js";
import { numbersOfDay } from "../hot/numbers.js";

const select = `SELECT ${foundColumns}, (r.worker IS NOT NULL)::int AS claimed`;

/** Messages of a number, newest first. */
const ofNumber = (condition: string) =>
  sql<FoundMessage>(
    `${select} FROM recipient r JOIN txn t ON t.seq = r.txn
     WHERE ${condition} AND r.id < $2 ORDER BY r.id DESC LIMIT $3`,
  );
const ofWholeNumber = ofNumber("r.phone = $1");
/** Digits sort before the colon. */
const ofPrefix = ofNumber("r.phone >= $1 AND r.phone < $1 || ':'");

const restOfOne = sql<FoundMessage>(
  `${select} FROM txn t JOIN recipient r ON r.txn = t.seq WHERE t.seq = $1 AND r.id < $2 ORDER BY r.id DESC LIMIT $3`,
);

/** Messages of transactions, newest transaction first; the recipients of one are in the partition of its day. */
const ofTransactions = (condition: string) =>
  sql<FoundMessage>(
    `${select} FROM txn t CROSS JOIN LATERAL (
       SELECT * FROM recipient WHERE recipient.txn = t.seq
         AND recipient.id BETWEEN t.seq / ${perDay} * ${perDay} AND (t.seq / ${perDay} + 1) * ${perDay} - 1
       ORDER BY recipient.id DESC LIMIT $3) r
     WHERE ${condition} AND t.seq < $2 ORDER BY t.seq DESC, r.id DESC LIMIT $3`,
  );
const ofTransaction = ofTransactions("t.id = $1");
const ofCustomer = ofTransactions("t.customer_id = $1");
const ofAll = ofTransactions("$1::boolean");

const storedAt = sql<{ readonly seq: number; readonly at: number }>(
  "SELECT seq, created_at AS at FROM txn WHERE seq >= $1 ORDER BY seq LIMIT 1",
);

/** Behind every message. */
const last: SearchPlace = { txn: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

/** First transaction number that is certainly later than a time: in the numbers of its day, found by halving. */
async function behind(queries: Queries, until: number | undefined): Promise<number> {
  if (until === undefined) return last.txn;
  const day = numbersOfDay(until);
  let [low, high] = [day.first, day.last + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = await queries.get(storedAt, middle);
    if (row === undefined || row.at > until + storedWithin) high = middle;
    else low = row.seq + 1;
  }
  return low;
}

async function before(
  queries: Queries,
  statement: Statement<FoundMessage>,
  value: SqlValue,
  { after, until, limit }: { after: SearchPlace | undefined; until: number | undefined; limit: number },
): Promise<readonly FoundMessage[]> {
  const rest = after === undefined ? [] : await queries.all(restOfOne, after.txn, after.id, limit);
  if (rest.length === limit) return rest;
  const upTo = after?.txn ?? (await behind(queries, until));
  return [...rest, ...(await queries.all(statement, value, upTo, limit - rest.length))];
}

function candidates(
  queries: Queries,
  anchor: Anchor,
  after: SearchPlace | undefined,
  limit: number,
): Promise<readonly FoundMessage[]> {
  const place = { after, limit };
  switch (anchor.kind) {
    case "number": {
      const { digits, whole } = anchor.number;
      return queries.all(whole ? ofWholeNumber : ofPrefix, digits, after?.id ?? last.id, limit);
    }
    case "transaction":
      return before(queries, ofTransaction, anchor.id, { ...place, until: undefined });
    case "customer":
      return before(queries, ofCustomer, anchor.id, { ...place, until: anchor.until });
    case "time":
      return before(queries, ofAll, true, { ...place, until: anchor.until });
  }
}

const find = sql<Omit<DeskMessage, DeskLists>>(
  `${select}, t.hidden::int AS hidden, t.text, t.kind, t.parts, t.charge_kind AS "chargeKind", t.charge, r.next_at AS "nextAt", ${ofCampaign}
   FROM recipient r JOIN txn t ON t.seq = r.txn WHERE r.id = $1`,
);
const parts = sql<DeskPart>(
  `SELECT p.part, n.name AS network, p.key AS "messageId", p.state, p.at, p.error
   FROM sent_part p LEFT JOIN network n ON n.id = p.network WHERE p.recipient = $1 ORDER BY p.part`,
);
const attempts = sql<DeskAttempt>(
  "SELECT number, at, link, outcome, code FROM failed_attempt WHERE recipient = $1 ORDER BY number",
);
const contradictions = sql<DeskContradiction>(
  "SELECT part, state, at, code FROM contradiction WHERE recipient = $1 ORDER BY id",
);
const callbacks = sql<DeskCallback>(deskCallbacksText);
const copies = sql<DeskCopy>(deskCopiesText);
const refunds = sql<{ readonly at: number; readonly amount: number }>(
  "SELECT at, delta AS amount FROM ledger WHERE transaction_id = $1 AND reason = 'refund' ORDER BY id",
);

async function message(queries: Queries, id: number): Promise<DeskMessage | undefined> {
  const row = await queries.get(find, id);
  if (row === undefined) return undefined;
  return {
    ...row,
    failedAttempts: await queries.all(attempts, id),
    sentParts: await queries.all(parts, id),
    contradictions: await queries.all(contradictions, id),
    callbacks: await queries.all(callbacks, id),
    copies: await queries.all(copies, id),
    refunds: await queries.all(refunds, row.transactionId),
  };
}

const ofClient = sql<{ readonly id: string }>(
  "SELECT transaction_id AS id FROM client_transaction WHERE customer_id = $1 AND id = $2",
);

/** Every read of the message desk. */
export function deskReads(queries: Queries): Omit<DeskStore, keyof ReturnType<typeof deskCalls>> {
  return {
    candidates: (anchor, after, limit) => candidates(queries, anchor, after, limit),
    transactionOf: async (customerId, id) => (await queries.get(ofClient, customerId, id))?.id,
    message: (id) => message(queries, id),
  };
}
