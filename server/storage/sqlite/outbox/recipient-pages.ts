import type { RecipientStatus } from "../../../domain/outbox/status.js";
import { parseBlock, type Block } from "./blocks.js";
import type { Database } from "../engine/database.js";

/** Recipients that are read without a pause: about two milliseconds. */
const pageSize = 1000;

/** The transaction whose recipients are read. */
export interface ReadTransaction {
  readonly seq: number;
  readonly created_at: number;
}

interface StatusRow extends RecipientStatus {
  readonly id: number;
}

interface StoredBlock extends Block {
  readonly id: number;
}

/** How far a reader has come. */
interface Place {
  /** The last row that was read, or passed over. */
  row: number;
  block: number;
  /** Recipients read from blocks whose rows are not passed yet: blocks become rows meanwhile, in their order. */
  ahead: number;
}

interface PageReads {
  rows(txn: number, after: number): readonly StatusRow[];
  /** How many of at most `count` rows are there, and the last of them. */
  passed(txn: number, after: number, count: number): { readonly n: number; readonly last: number | null };
  /** The next block. */
  block(txn: number, after: number): StoredBlock | undefined;
}

function prepareReads(database: Database): PageReads {
  const rows = database.prepare<StatusRow>(
    "SELECT id, phone, state, at FROM recipient WHERE txn = ? AND id > ? ORDER BY id LIMIT ?",
  );
  const passed = database.prepare<{ readonly n: number; readonly last: number | null }>(
    `SELECT count(*) AS n, max(id) AS last
     FROM (SELECT id FROM recipient WHERE txn = ? AND id > ? ORDER BY id LIMIT ?)`,
  );
  const block = database.prepare<StoredBlock>(
    "SELECT id, rows, phones FROM recipient_block WHERE txn = ? AND id > ? ORDER BY id LIMIT 1",
  );
  return {
    rows: (txn, after) => rows.all(txn, after, pageSize),
    passed: (txn, after, count) => passed.get(txn, after, count) ?? { n: 0, last: null },
    block: (txn, after) => block.get(txn, after),
  };
}

/** Recipients in place of a transaction where the reader is; none at the end. Moves the place. */
function nextPage(reads: PageReads, txn: ReadTransaction, place: Place): readonly RecipientStatus[] {
  if (place.ahead > 0) {
    const { n, last } = reads.passed(txn.seq, place.row, place.ahead);
    place.ahead -= n;
    place.row = last ?? place.row;
  }
  const rows = place.ahead > 0 ? [] : reads.rows(txn.seq, place.row);
  if (rows.length > 0) {
    place.row = rows.at(-1)?.id ?? place.row;
    return rows.map(({ phone, state, at }) => ({ phone, state, at }));
  }
  const block = reads.block(txn.seq, place.block);
  if (block === undefined) return [];
  const found = parseBlock(block).map(([phone, state]) => ({ phone, state, at: txn.created_at }));
  place.block = block.id;
  place.ahead += found.length;
  return found;
}

/**
 * Reads the recipients of transactions page by page, each of its own moment: rows, then what still waits in blocks, every
 * recipient once.
 *
 * @param database shows one moment to the statements of one callback: `withSharedSnapshots`
 */
export function prepareRecipientPages(
  database: Database,
): (txn: ReadTransaction) => AsyncGenerator<readonly RecipientStatus[], void> {
  const reads = prepareReads(database);
  return async function* (txn) {
    const place: Place = { row: 0, block: 0, ahead: 0 };
    for (let page = nextPage(reads, txn, place); page.length > 0; page = nextPage(reads, txn, place))
      yield page;
  };
}
