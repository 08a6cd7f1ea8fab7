import type { Arrivals } from "../../../domain/delivery/claiming/round.js";
import {
  queueNumber,
  trafficKindOf,
  type TrafficKind,
} from "../../../domain/delivery/claiming/customer-queue.js";
import { RecipientState } from "../../../domain/recipient-state.js";
import { userNameKey } from "../../../domain/accounts/accounts.js";
import {
  type Block,
  blockNumbers,
  parseBlock,
  queuedBlock,
  refusedBlock,
} from "../../tables/outbox/blocks.js";
import { numbersBeside, type NumberRange } from "../../schema/numbers.js";
import type { Database, SqlValue } from "../engine/database.js";
import { prepareNextNumber } from "./numbers.js";
import {
  type RecipientRow,
  type Recipients,
  storedRecipients,
} from "../../../domain/delivery/submitting/submission-rows.js";

/** Recipients of a transaction, stored at one time. */
export interface NewRecipients extends Recipients {
  readonly txn: number;
  readonly dueAt: number;
  readonly at: number;
  /** Of a small call, unless it is given. */
  readonly kind?: TrafficKind | undefined;
}

export interface RecipientInserts {
  /** Stores recipients: as rows, or as blocks when there are many. */
  store(recipients: NewRecipients): void;
  /** Converts the oldest block into rows; false if there is none. */
  expand(): boolean;
}

interface StoredBlock extends Block {
  readonly id: number;
  readonly txn: number;
  readonly created_at: number;
  readonly due_at: number;
}

/** Prepares the number of the queue in which the messages of a transaction wait. */
export function prepareQueueOf(database: Database): (txn: number, kind: TrafficKind) => number {
  const sender = database.prepare<{ readonly customer_id: number; readonly user_name: string }>(
    "SELECT customer_id, user_name FROM txn WHERE seq = ?",
  );
  const priority = database.prepare<{ readonly priority: number }>(
    `SELECT t.priority FROM customer_user u JOIN tube_user t ON t.user_id = u.id
     WHERE u.customer_id = ? AND u.name_key = ?`,
  );
  return (txn, kind) => {
    const { customer_id: customerId = 0, user_name: user = "" } = sender.get(txn) ?? {};
    const userPriority = priority.get(customerId, userNameKey(user))?.priority ?? 0;
    return queueNumber({ customerId, userPriority, kind });
  };
}

/** Recipients that become rows: queued numbers, or rows of any state. */
type NewRows = Float64Array | readonly RecipientRow[];

/** The queued ones, as a JSON array. SQLite stores numbers in the column of phones as text. */
function queuedPhones(rows: NewRows): string {
  if (rows instanceof Float64Array) return `[${rows.join()}]`;
  return JSON.stringify(rows.flatMap(([phone, state]) => (state === RecipientState.Queued ? phone : [])));
}

function endedRows(rows: NewRows): readonly RecipientRow[] {
  return rows instanceof Float64Array ? [] : rows.filter(([, state]) => state !== RecipientState.Queued);
}

/**
 * Prepares the insert of queued recipients with the next numbers of a week; the other parameters are transaction, due time, time, queue, and
 * the phone numbers as a JSON array. One statement for all: the calls of the driver would take more than half of the time.
 */
function prepareInsert(database: Database): (week: NumberRange, ...values: SqlValue[]) => void {
  const insert = database.prepare(
    `INSERT INTO recipient (id, txn, phone, state, next_at, at, lane)
     SELECT ? + key, ?, value, ${RecipientState.Queued}, ?, ?, ? FROM json_each(?)`,
  );
  // SQLite looks for each number that is given, and not for those that it gives, which follow the largest one.
  const append = database.prepare(
    `INSERT INTO recipient (txn, phone, state, next_at, at, lane)
     SELECT ?, value, ${RecipientState.Queued}, ?, ?, ? FROM json_each(?)`,
  );
  const next = prepareNextNumber(database, "recipient");
  const largest = database.prepare<{ readonly id: number | null }>("SELECT max(id) AS id FROM recipient");
  return (week, ...values) => {
    const first = next(week);
    if (largest.get()?.id === first - 1) append.run(...values);
    else insert.run(first, ...values);
  };
}

/**
 * Long lists are stored in one go and become rows block by block, so that one large list never delays the others.
 * `arrivals` is notified of every queue that gets messages.
 */
export function recipientInserts(database: Database, arrivals: Arrivals): RecipientInserts {
  const insert = prepareInsert(database);
  // Triggers queue callbacks for changes of a state.
  const end = database.prepare("UPDATE recipient SET state = ? WHERE id = last_insert_rowid()");
  const queueOf = prepareQueueOf(database);
  const insertRows = (
    { txn, dueAt, at }: Pick<NewRecipients, "txn" | "dueAt" | "at">,
    rows: NewRows,
    kind: TrafficKind,
  ): void => {
    const queue = queueOf(txn, kind);
    const week = numbersBeside(txn);
    const insertAll = (phones: string): void => {
      insert(week, txn, dueAt, at, queue, phones);
    };
    insertAll(queuedPhones(rows));
    for (const [phone, state] of endedRows(rows)) {
      insertAll(JSON.stringify([phone]));
      end.run(state);
    }
    arrivals.arrived(queue, dueAt);
  };
  const insertBlock = database.prepare("INSERT INTO recipient_block (txn, rows, phones) VALUES (?, ?, ?)");
  const keep = (txn: number, { rows, phones }: Block): void => void insertBlock.run(txn, rows, phones);
  const oldest = database.prepare<StoredBlock>(
    `SELECT b.id, b.txn, b.rows, b.phones, t.created_at, t.due_at
     FROM recipient_block b JOIN txn t ON t.seq = b.txn ORDER BY b.id LIMIT 1`,
  );
  const remove = database.prepare("DELETE FROM recipient_block WHERE id = ?");
  return {
    store(recipients) {
      const { txn, kind = trafficKindOf(recipients.recipients.length) } = recipients;
      const stored = storedRecipients(recipients);
      if (stored.kind === "rows") {
        insertRows(recipients, stored.rows, kind);
        return;
      }
      for (const numbers of stored.queued) keep(txn, queuedBlock(numbers));
      for (const rows of stored.refused) keep(txn, refusedBlock(rows));
    },
    expand() {
      const block = oldest.get();
      if (block === undefined) return false;
      const { txn, due_at: dueAt, created_at: at } = block;
      insertRows({ txn, dueAt, at }, blockNumbers(block) ?? parseBlock(block), "bulk");
      remove.run(block.id);
      return true;
    },
  };
}
