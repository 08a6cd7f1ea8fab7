import { RecipientState } from "../../domain/recipient-state.js";
import { StoreError } from "../errors.js";
import { text } from "../script/columns.js";
import type { Reads } from "../script/reads.js";
import { sql, type Statement } from "../script/statement.js";

/** Result of one check of `messenger database check`. */
export interface CheckResult {
  readonly check: string;
  readonly ok: boolean;
  /** First problem found; null without one. */
  readonly problem: string | null;
}

/** One invariant of the stored data. */
export interface Invariant {
  readonly name: string;
  /** Reads a row that breaks it; the column `what` names the place, without phone numbers. */
  readonly broken: Statement<never, { readonly what: string }>;
}

const what = { what: text() };
const balances = `SELECT 'customer ' || a.customer_id || ' ' || a.kind AS what FROM account a
  LEFT JOIN ledger l ON l.customer_id = a.customer_id AND l.kind = a.kind
  LEFT JOIN ledger_carried c ON c.customer_id = a.customer_id AND c.kind = a.kind
  GROUP BY a.customer_id, a.kind, a.balance, c.amount
  HAVING a.balance <> coalesce(c.amount, 0) + coalesce(sum(l.delta), 0) LIMIT 1`;
const entries = `SELECT 'ledger entry ' || id AS what FROM (
    SELECT l.id, l.balance_after - l.delta AS expected,
      coalesce(lag(l.balance_after) OVER (PARTITION BY l.customer_id, l.kind ORDER BY l.id), c.amount, 0) AS found
    FROM ledger l LEFT JOIN ledger_carried c ON c.customer_id = l.customer_id AND c.kind = l.kind) e
  WHERE expected <> found LIMIT 1`;
/** A transaction without counters is being deleted, or has one recipient that is not counted. */
const counters = (bytesOfPhones: string, refusedInBlocks: string) => `WITH found AS (
    SELECT txn, state, sum(n) AS n FROM (
      SELECT txn, state, count(*) AS n FROM recipient GROUP BY txn, state
      UNION ALL SELECT txn, 0, ${bytesOfPhones} / 8 FROM recipient_block WHERE phones IS NOT NULL
      UNION ALL ${refusedInBlocks} WHERE phones IS NULL) r
    GROUP BY txn, state)
  SELECT 'transaction ' || t.id AS what FROM (
    SELECT c.txn FROM recipient_count c LEFT JOIN found f ON f.txn = c.txn AND f.state = c.state
      WHERE c.n <> coalesce(f.n, 0)
    UNION SELECT f.txn FROM found f LEFT JOIN recipient_count c ON c.txn = f.txn AND c.state = f.state
      WHERE c.n IS NULL AND EXISTS (SELECT 1 FROM recipient_count o WHERE o.txn = f.txn)) wrong
  JOIN txn t ON t.seq = wrong.txn LIMIT 1`;
const inboxes = `SELECT 'inbox of customer ' || c.customer_id AS what FROM inbox_count c LEFT JOIN (
    SELECT customer_id, count(*) AS total, sum(CASE WHEN unread = true THEN 1 ELSE 0 END) AS unread
    FROM inbox_message GROUP BY customer_id) m ON m.customer_id = c.customer_id
  WHERE c.total <> coalesce(m.total, 0) OR c.unread <> coalesce(m.unread, 0) LIMIT 1`;
const lists = `SELECT 'list ' || l.id AS what FROM list l JOIN list_content c ON c.id = l.content
  WHERE c.recipients <> (SELECT count(*) FROM list_member m WHERE m.content = c.id) LIMIT 1`;
const audiences = `SELECT 'location ' || l.id AS what FROM location l
  WHERE l.audience <> (SELECT count(*) FROM location_audience a WHERE a.location_id = l.id) LIMIT 1`;

/** A part without a state has that of its message: a network has the message, and it has no other part. */
const parts = `SELECT 'message ' || p.recipient AS what FROM sent_part p JOIN recipient r ON r.id = p.recipient
  WHERE p.state IS NULL AND (r.state < ${RecipientState.Submitted} OR EXISTS (SELECT 1 FROM sent_part o WHERE o.recipient = p.recipient AND o.part <> p.part))
  LIMIT 1`;

const ids = "SELECT 'transaction ' || id AS what FROM txn GROUP BY id HAVING count(*) > 1 LIMIT 1";

const invariants: readonly Invariant[] = [
  { name: "balances are the sums of their ledgers", broken: sql(balances, what) },
  { name: "ledger entries follow each other", broken: sql(entries, what) },
  {
    name: "counters of messages match the messages",
    broken: sql(
      counters(
        "octet_length(phones)",
        "SELECT txn, (value ->> 1)::smallint, 1 FROM recipient_block, jsonb_array_elements(rows::jsonb) AS value",
      ),
      what,
      {
        sqlite: counters(
          "length(phones)",
          "SELECT txn, json_extract(value, '$[1]'), 1 FROM recipient_block, json_each(rows)",
        ),
      },
    ),
  },
  { name: "ids of transactions differ", broken: sql(ids, what) },
  { name: "parts have a state, or their message has one", broken: sql(parts, what) },
  { name: "counters of inboxes match the messages", broken: sql(inboxes, what) },
  { name: "sizes of lists match their members", broken: sql(lists, what) },
  { name: "sizes of audiences match their numbers", broken: sql(audiences, what) },
];

/** The first problem; a damaged page is one. */
async function problemIn(reads: Reads, { broken }: Invariant): Promise<string | null> {
  try {
    return (await reads.get(broken))?.what ?? null;
  } catch (error) {
    if (error instanceof StoreError && error.code === "damaged") return error.detail;
    throw error;
  }
}

/** Checks the data, of which `reads` show one moment; `more`: invariants of one database, which are checked first. */
export async function checksOf(
  reads: Reads,
  more: readonly Invariant[] = [],
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  for (const each of [...more, ...invariants]) {
    const problem = await problemIn(reads, each);
    results.push({ check: each.name, ok: problem === null, problem });
  }
  return results;
}
