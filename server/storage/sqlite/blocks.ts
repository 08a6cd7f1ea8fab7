import { RecipientState } from "../../ports/store.js";
import type { Database } from "./database.js";

/** A recipient that has no row of its own yet. */
export type BlockRow = readonly [phone: string, state: RecipientState];

/** Recipients that one commit may write; a longer list waits in blocks of this size. */
export const blockSize = 2000;

function isState(value: unknown): value is RecipientState {
  return typeof value === "number" && value >= RecipientState.Queued && value <= RecipientState.Blacklisted;
}

function isBlockRow(value: unknown): value is BlockRow {
  return Array.isArray(value) && typeof value[0] === "string" && isState(value[1]);
}

/** Reads the recipients of a stored block. */
export function parseBlock(rows: string): readonly BlockRow[] {
  const parsed: unknown = JSON.parse(rows);
  return Array.isArray(parsed) ? parsed.filter(isBlockRow) : [];
}

export interface RecipientInserts {
  /** Stores the recipients of a transaction: as rows, or as blocks when there are many. */
  store(txn: number, rows: readonly BlockRow[], dueAt: number, at: number): void;
  /** Turns the oldest block into rows; false when there is none. */
  expand(): boolean;
}

interface StoredBlock {
  readonly id: number;
  readonly txn: number;
  readonly rows: string;
  readonly created_at: number;
  readonly due_at: number;
}

/** Long lists are stored in one go and become rows block by block, so that one big list never holds up the others. */
export function recipientInserts(database: Database): RecipientInserts {
  const insert = database.prepare(
    "INSERT INTO recipient (txn, phone, state, next_at, at) VALUES (?, ?, ?, ?, ?)",
  );
  const insertBlock = database.prepare("INSERT INTO recipient_block (txn, rows) VALUES (?, ?)");
  const oldest = database.prepare<StoredBlock>(
    `SELECT b.id, b.txn, b.rows, t.created_at, t.due_at FROM recipient_block b JOIN txn t ON t.seq = b.txn
     ORDER BY b.id LIMIT 1`,
  );
  const remove = database.prepare("DELETE FROM recipient_block WHERE id = ?");
  const insertRows = (txn: number, rows: readonly BlockRow[], dueAt: number, at: number): void => {
    for (const [phone, state] of rows) insert.run(txn, phone, state, dueAt, at);
  };
  return {
    store(txn, rows, dueAt, at) {
      if (rows.length <= blockSize) {
        insertRows(txn, rows, dueAt, at);
        return;
      }
      for (let start = 0; start < rows.length; start += blockSize) {
        insertBlock.run(txn, JSON.stringify(rows.slice(start, start + blockSize)));
      }
    },
    expand() {
      const block = oldest.get();
      if (block === undefined) return false;
      insertRows(block.txn, parseBlock(block.rows), block.due_at, block.created_at);
      remove.run(block.id);
      return true;
    },
  };
}
