/** One invariant of the stored data. */
export interface Invariant {
  readonly name: string;
  /** Query for a few rows that break it; the column `what` names the place, without phone numbers. */
  readonly sql: string;
}

/** Result of one check of `messenger database check`. */
export interface CheckResult {
  readonly check: string;
  readonly ok: boolean;
  /** First problem found; null without one. */
  readonly problem: string | null;
}

/** Size and version of a database, which are read at once however large it is. */
export interface DatabaseSize {
  readonly driver: "sqlite" | "postgres";
  /** Number of applied steps. */
  readonly schema: number;
  readonly bytes: number;
  /** Bytes of the file that deleted rows left for new ones; null where the database does not report them. */
  readonly free: number | null;
}

/** Facts about a database as a whole; its rows are counted. */
export interface DatabaseStats extends DatabaseSize {
  /** Milliseconds since the epoch when the oldest stored message was accepted; null without messages. */
  readonly oldest: number | null;
  readonly tables: readonly { readonly name: string; readonly rows: number }[];
}

/** Sizes of a file before and after it was compacted. */
export interface Compacted {
  readonly before: number;
  readonly after: number;
}

/** Expressions in which the databases differ. */
export interface Dialect {
  /** Rows `txn, state, n` of refused recipients in blocks. */
  readonly refusedInBlocks: string;
  /** Bytes of the column `phones`. */
  readonly phoneBytes: string;
  /** Number of unread messages in a group of `inbox_message`. */
  readonly unread: string;
}

/** The invariants of both databases. All are read in one snapshot. */
export function invariants({ refusedInBlocks, phoneBytes, unread }: Dialect): readonly Invariant[] {
  return [
    {
      name: "balances are the sums of their ledgers",
      sql: `SELECT 'customer ' || a.customer_id || ' ' || a.kind AS what FROM account a
        LEFT JOIN ledger l ON l.customer_id = a.customer_id AND l.kind = a.kind
        LEFT JOIN ledger_carried c ON c.customer_id = a.customer_id AND c.kind = a.kind
        GROUP BY a.customer_id, a.kind, a.balance, c.amount
        HAVING a.balance <> coalesce(c.amount, 0) + coalesce(sum(l.delta), 0)`,
    },
    {
      name: "ledger entries follow each other",
      sql: `SELECT 'ledger entry ' || id AS what FROM (
          SELECT l.id, l.balance_after - l.delta AS expected,
            coalesce(lag(l.balance_after) OVER (PARTITION BY l.customer_id, l.kind ORDER BY l.id), c.amount, 0) AS found
          FROM ledger l LEFT JOIN ledger_carried c ON c.customer_id = l.customer_id AND c.kind = l.kind) e
        WHERE expected <> found`,
    },
    {
      name: "counters of messages match the messages",
      // A transaction without counters is being deleted, or has one recipient that is not counted.
      sql: `WITH found AS (
          SELECT txn, state, sum(n) AS n FROM (
            SELECT txn, state, count(*) AS n FROM recipient GROUP BY txn, state
            UNION ALL SELECT txn, 0, ${phoneBytes} / 8 FROM recipient_block WHERE phones IS NOT NULL
            UNION ALL ${refusedInBlocks}) r
          GROUP BY txn, state)
        SELECT 'transaction ' || t.id AS what FROM (
          SELECT c.txn FROM recipient_count c LEFT JOIN found f ON f.txn = c.txn AND f.state = c.state
            WHERE c.n <> coalesce(f.n, 0)
          UNION SELECT f.txn FROM found f LEFT JOIN recipient_count c ON c.txn = f.txn AND c.state = f.state
            WHERE c.n IS NULL AND EXISTS (SELECT 1 FROM recipient_count o WHERE o.txn = f.txn)) wrong
        JOIN txn t ON t.seq = wrong.txn`,
    },
    {
      name: "counters of inboxes match the messages",
      sql: `SELECT 'inbox of customer ' || c.customer_id AS what FROM inbox_count c LEFT JOIN (
          SELECT customer_id, count(*) AS total, ${unread} AS unread FROM inbox_message GROUP BY customer_id) m
          ON m.customer_id = c.customer_id
        WHERE c.total <> coalesce(m.total, 0) OR c.unread <> coalesce(m.unread, 0)`,
    },
    {
      name: "sizes of lists match their members",
      sql: `SELECT 'list ' || l.id AS what FROM list l JOIN list_content c ON c.id = l.content
        WHERE c.recipients <> (SELECT count(*) FROM list_member m WHERE m.content = c.id)`,
    },
    {
      name: "sizes of audiences match their numbers",
      sql: `SELECT 'location ' || l.id AS what FROM location l
        WHERE l.audience <> (SELECT count(*) FROM location_audience a WHERE a.location_id = l.id)`,
    },
  ];
}

export function resultOf(check: string, problems: readonly { readonly what: string }[]): CheckResult {
  return { check, ok: problems.length === 0, problem: problems[0]?.what ?? null };
}
