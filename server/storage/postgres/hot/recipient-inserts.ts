import { userNameKey } from "../../../domain/accounts/accounts.js";
import {
  queueNumber,
  trafficKindOf,
  type TrafficKind,
} from "../../../domain/delivery/claiming/customer-queue.js";
import { RecipientState } from "../../../domain/recipient-state.js";
import type { HandedOver } from "../../../domain/delivery/submitting/submission.js";
import { type Recipients, storedRecipients } from "../../../domain/delivery/submitting/submission-rows.js";
import { type Block, parseBlock, queuedBlock, refusedBlock } from "../../tables/outbox/blocks.js";
import type { Session } from "../engine/session.js";
import { arraysOf, sql } from "../engine/statement.js";
import type { Decide, Leaving } from "./hand-over.js";
import { bySequence } from "./numbers.js";

/**
 * The number of a recipient is of the week of its transaction. Guard: nobody else adds recipients to the transaction meanwhile, as
 * it is new, or its first block or its campaign is locked: their ids are in the order of the commits.
 */
const insertRowsText = `INSERT INTO recipient (id, txn, phone, state, next_at, at, lane, counted, link, attempts, worker)
   SELECT nextval($10), txn, phone, state, next_at, at, lane, counted, link, CASE WHEN worker IS NULL THEN 0 ELSE 1 END, worker
   FROM (SELECT * FROM unnest($1::bigint[], $2::text[], $3::smallint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::boolean[],
             $8::bigint[], $9::text[])
           WITH ORDINALITY AS n (txn, phone, state, next_at, at, lane, counted, link, worker, place) ORDER BY place) AS ordered`;
const insertRows = sql(insertRowsText);

/** A recipient that was stored as claimed. */
interface Claimed {
  readonly id: number;
  readonly txn: number;
}
const insertClaimed = sql<Claimed>(
  `WITH added AS (${insertRowsText} RETURNING id, txn, at, worker),
     dispatching AS (
       INSERT INTO dispatch (at, recipients) SELECT max(at), array_agg(id) FROM added WHERE worker IS NOT NULL)
   SELECT id, txn FROM added`,
);
const insertBlocks = sql(
  `INSERT INTO recipient_block (txn, lane, rows, phones)
   SELECT txn, lane, rows, phones FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bytea[]) WITH ORDINALITY
     AS n (txn, lane, rows, phones, place) ORDER BY place`,
);
/** Settings of a customer and its user; null without one. */
interface SenderRow {
  readonly place: number;
  readonly priority: number | null;
  /** Parts a second. */
  readonly rate: number | null;
}
const senders = sql<SenderRow>(
  `SELECT n.place, t.priority, c.rate FROM unnest($1::bigint[], $2::text[]) WITH ORDINALITY AS n (customer_id, name_key, place)
     JOIN customer c ON c.id = n.customer_id
     LEFT JOIN customer_user u ON u.customer_id = n.customer_id AND u.name_key = n.name_key
     LEFT JOIN tube_user t ON t.user_id = u.id`,
);

/** A stored transaction, with its recipients. */
export interface Addressees extends Recipients {
  readonly txn: number;
  readonly sender: Sender;
  readonly dueAt: number;
  readonly at: number;
  /** False for one that is alone in its transaction, and has no count. */
  readonly counted: boolean;
  /** Whether the only recipient leaves at once; undefined for others. */
  readonly decide?: Decide | undefined;
}

interface NewRow {
  readonly txn: number;
  readonly phone: string;
  readonly state: RecipientState;
  readonly dueAt: number;
  readonly at: number;
  readonly lane: number;
  readonly counted: boolean;
  readonly leaving?: Leaving | undefined;
}

interface NewBlock extends Block {
  readonly txn: number;
  readonly lane: number;
}

/** Returns those that were stored as claimed, by their transactions. */
async function writeRows(session: Session, all: readonly NewRow[]): Promise<ReadonlyMap<number, HandedOver>> {
  const leaving = new Map(all.flatMap((row) => (row.leaving === undefined ? [] : [[row.txn, row.leaving]])));
  const claimed: Promise<readonly Claimed[]>[] = [];
  for (const [sequence, rows] of bySequence("recipient", all, ({ txn }) => txn)) {
    const values = [
      ...arraysOf(rows, "txn", "phone", "state", "dueAt", "at", "lane", "counted"),
      rows.map((row) => row.leaving?.linkId ?? 0),
      rows.map((row) => row.leaving?.owner ?? null),
      sequence,
    ];
    if (leaving.size === 0) session.post(insertRows, ...values);
    else claimed.push(session.all(insertClaimed, ...values));
  }
  const handedOver = new Map<number, HandedOver>();
  for (const { id, txn } of (await Promise.all(claimed)).flat()) {
    const found = leaving.get(txn);
    if (found !== undefined) handedOver.set(txn, { id, linkId: found.linkId, policy: found.policy });
  }
  return handedOver;
}

function writeBlocks(session: Session, blocks: readonly NewBlock[]): void {
  if (blocks.length === 0) return;
  session.post(insertBlocks, ...arraysOf(blocks, "txn", "lane", "rows", "phones"));
}

/** Where the messages of a transaction wait, and whether its customer has a rate. */
export interface Sender {
  readonly queue: number;
  readonly hasRate: boolean;
}

/** What the sender of a transaction depends on. */
interface Sent {
  readonly customerId: number;
  readonly userName: string;
  readonly recipients: { readonly length: number };
  /** Where it does not follow from their number. */
  readonly kind?: TrafficKind | undefined;
}

/** Reads the settings of senders. */
export async function sendersOf<S extends Sent>(
  session: Session,
  all: readonly S[],
): Promise<(sent: S) => Sender> {
  const found = await session.all(
    senders,
    all.map(({ customerId }) => customerId),
    all.map(({ userName }) => userNameKey(userName)),
  );
  const rows = new Map(found.map((row) => [all[row.place - 1], row]));
  return (sent) => {
    const { customerId, recipients, kind = trafficKindOf(recipients.length) } = sent;
    const { priority = null, rate = null } = rows.get(sent) ?? {};
    return {
      queue: queueNumber({ customerId, userPriority: priority ?? 0, kind }),
      hasRate: rate !== null,
    };
  };
}

/**
 * Stores the recipients of transactions: as rows, or as blocks when there are many. Returns those that were stored as claimed, by their
 * transactions. All statements are sent with the next one.
 */
export function insertRecipients(
  session: Session,
  all: readonly Addressees[],
): Promise<ReadonlyMap<number, HandedOver>> {
  const rows: NewRow[] = [];
  const blocks: NewBlock[] = [];
  for (const addressees of all) {
    const { txn, sender, dueAt, at, counted, decide } = addressees;
    const { queue: lane, hasRate } = sender;
    const stored = storedRecipients(addressees);
    if (stored.kind === "rows") {
      const leaving = decide?.(lane, hasRate);
      for (const [phone, state] of stored.rows) {
        const first = leaving === undefined ? state : RecipientState.Submitting;
        rows.push({ txn, phone, state: first, dueAt, at, lane, counted, leaving });
      }
    } else {
      for (const numbers of stored.queued) blocks.push({ txn, lane, ...queuedBlock(numbers) });
      for (const refused of stored.refused) blocks.push({ txn, lane, ...refusedBlock(refused) });
    }
  }
  writeBlocks(session, blocks);
  return writeRows(session, rows);
}

/** Blocks that become rows in one commit. */
const expandedAtOnce = 4;

interface StoredBlock extends Block {
  readonly id: number;
  readonly txn: number;
  readonly lane: number;
  readonly created_at: number;
  readonly due_at: number;
}

/** Guard: the first block of a transaction stands for all: two processes expand two transactions, each in its order. */
const oldest = sql<StoredBlock>(
  `SELECT b.id, b.txn, b.lane, b.rows, b.phones, t.created_at, t.due_at
   FROM recipient_block b JOIN txn t ON t.seq = b.txn
   WHERE b.id IN (SELECT min(id) FROM recipient_block GROUP BY txn)
   ORDER BY b.id LIMIT ${expandedAtOnce} FOR UPDATE OF b SKIP LOCKED`,
);
const remove = sql("DELETE FROM recipient_block WHERE id = ANY ($1::bigint[])");

/** Turns a few of the oldest blocks into rows; false when there is none that nobody else expands. */
export async function expand(session: Session): Promise<boolean> {
  const blocks = await session.all(oldest);
  if (blocks.length === 0) return false;
  const rows = blocks.flatMap((block) =>
    parseBlock(block).map(([phone, state]): NewRow => {
      const { txn, lane, due_at: dueAt, created_at: at } = block;
      return { txn, phone, state, dueAt, at, lane, counted: true };
    }),
  );
  await writeRows(session, rows);
  await session.run(
    remove,
    blocks.map(({ id }) => id),
  );
  return true;
}
