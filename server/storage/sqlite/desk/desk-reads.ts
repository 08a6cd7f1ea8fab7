import {
  type Anchor,
  type FoundMessage,
  type NumberCondition,
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
import { deskCallbacksText, deskCopiesText, foundColumns, ofCampaign } from "../../rows/desk-row.js";
import type { Database, Statement } from "../engine/database.js";
import { prepareNumbered } from "../engine/numbered.js";

const select = `SELECT ${foundColumns}, (r.worker IS NOT NULL) AS claimed`;

/** Recipients of one group of the index `recipient_phone`: 2^13. */
export const groupBits = 13;
const recipientGroup = `r.id >> ${groupBits}`;

type ReadAfter = (after: SearchPlace | undefined, limit: number) => readonly FoundMessage[];

/** Behind every message. */
const last: SearchPlace = { txn: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

/** Groups that one statement looks into. */
const groupsAtOnce = 512;

/** Messages of a number, newest first: group by group, only those that have one. */
function prepareOfNumber(database: Database): (number: NumberCondition) => ReadAfter {
  const bounds = database.prepare<{ readonly least: number | null; readonly most: number | null }>(
    "SELECT (SELECT min(id) FROM recipient) AS least, (SELECT max(id) FROM recipient) AS most",
  );
  const readsOf = (
    condition: string,
  ): readonly [Statement<{ readonly n: number }>, Statement<FoundMessage>] => [
    database.prepare<{ readonly n: number }>(
      `WITH RECURSIVE g (n) AS (SELECT ? UNION ALL SELECT n - 1 FROM g WHERE n > ?)
       SELECT n FROM g WHERE EXISTS (SELECT 1 FROM recipient r WHERE ${recipientGroup} = g.n AND ${condition})
       ORDER BY n DESC`,
    ),
    database.prepare<FoundMessage>(
      `${select} FROM recipient r JOIN txn t ON t.seq = r.txn
       WHERE ${recipientGroup} = ? AND ${condition} AND r.id < ? ORDER BY r.id DESC LIMIT +?`,
    ),
  ];
  const whole = readsOf("r.phone = ?");
  // Digits sort before the colon.
  const prefix = readsOf("r.phone >= ? AND r.phone < ? || ':'");
  const groupOf = (id: number): number => Math.floor(id / 2 ** groupBits);
  return ({ digits, whole: isWhole }) => {
    const [groups, messages] = isWhole ? whole : prefix;
    const values = isWhole ? [digits] : [digits, digits];
    return (after, limit) => {
      const { least, most } = bounds.get() ?? { least: null, most: null };
      const found: FoundMessage[] = [];
      if (least === null || most === null) return found;
      const before = after?.id ?? last.id;
      const lowest = groupOf(least);
      for (let top = groupOf(Math.min(most, before)); top >= lowest; top -= groupsAtOnce) {
        for (const { n } of groups.all(top, Math.max(lowest, top - groupsAtOnce + 1), ...values)) {
          found.push(...messages.all(n, ...values, before, limit - found.length));
          if (found.length === limit) return found;
        }
      }
      return found;
    };
  };
}

/** First transaction number that is certainly later than a time: found by halving. */
function prepareBehind(database: Database): (until: number | undefined) => number {
  const at = database.prepare<{ readonly seq: number; readonly at: number }>(
    "SELECT seq, created_at AS at FROM txn WHERE seq >= ? ORDER BY seq LIMIT 1",
  );
  const most = database.prepare<{ readonly seq: number | null }>("SELECT max(seq) AS seq FROM txn");
  return (until) => {
    if (until === undefined) return last.txn;
    let [low, high] = [0, (most.get()?.seq ?? 0) + 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const row = at.get(middle);
      if (row === undefined || row.at > until + storedWithin) high = middle;
      else low = row.seq + 1;
    }
    return low;
  };
}

/** Messages of transactions, newest transaction first: the rest of one transaction, then the earlier ones. */
function prepareOfTransactions(
  database: Database,
): (
  from: "transaction" | "customer" | "time",
  value: string | number,
  until: number | undefined,
) => ReadAfter {
  const inOne = database.prepare<FoundMessage>(
    `${select} FROM txn t JOIN recipient r ON r.txn = t.seq
     WHERE t.seq = ? AND r.id < ? ORDER BY r.id DESC LIMIT +?`,
  );
  const before = (condition: string): Statement<FoundMessage> =>
    database.prepare<FoundMessage>(
      `${select} FROM txn t CROSS JOIN recipient r ON r.txn = t.seq
       WHERE ${condition} AND t.seq < ? ORDER BY t.seq DESC, r.id DESC LIMIT +?`,
    );
  const statements = {
    transaction: before("t.id = ?"),
    customer: before("t.customer_id = ?"),
    time: before("? > 0"),
  };
  const behind = prepareBehind(database);
  return (from, value, until) => (after, limit) => {
    const rest = after === undefined ? [] : inOne.all(after.txn, after.id, limit);
    if (rest.length === limit) return rest;
    const upTo = after?.txn ?? behind(until);
    return [...rest, ...statements[from].all(value, upTo, limit - rest.length)];
  };
}

function prepareMessage(database: Database): (id: number) => DeskMessage | undefined {
  type Row = Omit<DeskMessage, DeskLists>;
  const find = database.prepare<Row>(
    `${select}, t.hidden, t.text, t.kind, t.parts, t.charge_kind AS chargeKind, t.charge, r.next_at AS "nextAt", ${ofCampaign}
     FROM recipient r JOIN txn t ON t.seq = r.txn WHERE r.id = ?`,
  );
  const parts = database.prepare<DeskPart>(
    `SELECT p.part, n.name AS network, p.key AS messageId, p.state, p.at, p.error
     FROM sent_part p LEFT JOIN network n ON n.id = p.network WHERE p.recipient = ? ORDER BY p.part`,
  );
  const attempts = database.prepare<DeskAttempt>(
    "SELECT number, at, link, outcome, code FROM failed_attempt WHERE recipient = ? ORDER BY number",
  );
  const contradictions = database.prepare<DeskContradiction>(
    "SELECT part, state, at, code FROM contradiction WHERE recipient = ? ORDER BY id",
  );
  const callbacks = prepareNumbered<DeskCallback>(database, deskCallbacksText);
  const copies = prepareNumbered<DeskCopy>(database, deskCopiesText);
  const refunds = database.prepare<{ readonly at: number; readonly amount: number }>(
    "SELECT at, delta AS amount FROM ledger WHERE transaction_id = ? AND reason = 'refund' ORDER BY id",
  );
  return (id) => {
    const row = find.get(id);
    if (row === undefined) return undefined;
    return {
      ...row,
      failedAttempts: attempts.all(id),
      sentParts: parts.all(id),
      contradictions: contradictions.all(id),
      callbacks: callbacks.all(id),
      copies: copies.all(id),
      refunds: refunds.all(row.transactionId),
    };
  };
}

/** Prepares every read of the message desk. */
export function deskReads(database: Database): Pick<DeskStore, "candidates" | "transactionOf" | "message"> {
  const ofNumber = prepareOfNumber(database);
  const ofTransactions = prepareOfTransactions(database);
  const message = prepareMessage(database);
  const ofClient = database.prepare<{ readonly id: string }>(
    "SELECT transaction_id AS id FROM client_transaction WHERE customer_id = ? AND id = ?",
  );
  const reading = (anchor: Anchor): ReadAfter => {
    if (anchor.kind === "number") return ofNumber(anchor.number);
    if (anchor.kind === "transaction") return ofTransactions("transaction", anchor.id, undefined);
    if (anchor.kind === "customer") return ofTransactions("customer", anchor.id, anchor.until);
    return ofTransactions("time", last.txn, anchor.until);
  };
  return {
    candidates: async (anchor, after, limit) => reading(anchor)(after, limit),
    transactionOf: async (customerId, id) => ofClient.get(customerId, id)?.id,
    message: async (id) => message(id),
  };
}
