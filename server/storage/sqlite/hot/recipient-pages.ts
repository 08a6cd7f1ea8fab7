import {
  firstPage,
  nextPage,
  pagesFrom,
  type PageRead,
  type PageRows,
  type StatusRow,
} from "../../../domain/delivery/recipient-paging.js";
import type { RecipientStatus } from "../../../domain/status.js";
import { type Block, parseBlock } from "../../rows/block-row.js";
import type { Database } from "../engine/database.js";

/** Recipients that are read without a pause: about two milliseconds. */
const pageSize = 1000;

/** The transaction whose recipients are read. */
export interface ReadTransaction {
  readonly seq: number;
  readonly created_at: number;
}

interface StoredBlock extends Block {
  readonly id: number;
}

function prepareReads(database: Database): (txn: number, read: PageRead) => PageRows {
  const rows = database.prepare<StatusRow>(
    "SELECT id, phone, state, at FROM recipient WHERE txn = ? AND id > ? ORDER BY id LIMIT +?",
  );
  const passed = database.prepare<{ readonly n: number; readonly last: number | null }>(
    `SELECT count(*) AS n, max(id) AS last
     FROM (SELECT id FROM recipient WHERE txn = ? AND id > ? ORDER BY id LIMIT +?)`,
  );
  const block = database.prepare<StoredBlock>(
    "SELECT id, rows, phones FROM recipient_block WHERE txn = ? AND id > ? ORDER BY id LIMIT 1",
  );
  return (txn, read) => {
    const { kind, after } = read;
    if (kind === "rows") return { kind, rows: rows.all(txn, after, pageSize) };
    if (kind === "passed") return { kind, ...(passed.get(txn, after, read.count) ?? { n: 0, last: null }) };
    const found = block.get(txn, after);
    return { kind, block: found && { id: found.id, rows: parseBlock(found) } };
  };
}

/**
 * Reads the recipients of transactions page by page, the first one now, each later one of its own moment: rows, then recipients in
 * blocks, each recipient once.
 *
 * @param database shows one moment to the statements of one callback: `withSharedSnapshots`
 */
export function prepareRecipientPages(
  database: Database,
): (txn: ReadTransaction) => AsyncGenerator<readonly RecipientStatus[], void> {
  const read = prepareReads(database);
  return ({ seq, created_at: createdAt }) => {
    const place = firstPage();
    const page = (): readonly RecipientStatus[] => {
      const steps = nextPage(place, createdAt);
      let step = steps.next();
      while (step.done !== true) step = steps.next(read(seq, step.value));
      return step.value;
    };
    return pagesFrom(page(), async () => page());
  };
}
