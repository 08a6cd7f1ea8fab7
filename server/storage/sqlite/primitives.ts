import type { ClaimMemory } from "../../domain/delivery/claiming/round.js";
import { unrouted } from "../../domain/delivery/routing/route-table.js";
import { RecipientState } from "../../domain/recipient-state.js";
import type { Tally } from "../../domain/usage/tally.js";
import type { SubmissionWrites } from "../tables/delivery/writes.js";
import type { Primitives } from "../tables/primitives.js";
import { numbersAt } from "../schema/numbers.js";
import { prepareBook } from "./hot/ledger.js";
import type { Database } from "./engine/database.js";
import { recipientInserts } from "./hot/blocks.js";
import { prepareCountMoves } from "./hot/counts.js";
import { prepareNextNumber } from "./hot/numbers.js";
import { transitionWrites } from "./hot/transitions.js";

/** Prepares additions of incoming messages on one connection. */
function inboxInserts(database: Database): Pick<Primitives, "addToInboxes" | "keepStrays"> {
  const insert = database.prepare<{ readonly id: number }>(
    `INSERT INTO inbox_message (customer_id, sender, addressee, text, size, at, subject)
     SELECT id, ?, ?, ?, ?, ?, ? FROM customer WHERE id = ? RETURNING id`,
  );
  const keep = database.prepare(
    "INSERT INTO stray_message (sender, addressee, subject, text, complete, at) VALUES (?, ?, ?, ?, ?, ?)",
  );
  return {
    addToInboxes: (messages) =>
      messages.map(({ customerId, from, to, text, at, subject = null }) => {
        const row = insert.get(from, to, text, Buffer.byteLength(text), at, subject, customerId);
        return row?.id ?? null;
      }),
    keepStrays(messages) {
      for (const { from, to, subject = null, text, complete, at } of messages)
        keep.run(from, to, subject, text, Number(complete), at);
    },
  };
}

/** What is told of stored messages. */
interface Notified {
  readonly memory: ClaimMemory;
  readonly tally: Tally;
}

/** Prepares the parts of scripts on one connection; it has the only transaction that writes. */
export function primitivesOn(
  database: Database,
  { memory, tally }: Notified,
  { submit }: Pick<SubmissionWrites, "submit">,
): Readonly<Primitives> {
  const book = prepareBook(database);
  const { record, write } = transitionWrites(database, tally);
  const inserts = recipientInserts(database, memory);
  const countMoves = prepareCountMoves(database);
  const next = prepareNextNumber(database, "txn");
  return {
    alone: () => true,
    lockKeys: () => false,
    overwriting: (isOn) => {
      database.exec(`PRAGMA secure_delete = ${isOn ? "ON" : "FAST"}`);
    },
    book: (bookings) => bookings.map(book),
    transitions: write,
    // An index holds all messages that wait for a receipt.
    findLate: () => undefined,
    ...inboxInserts(database),
    addRecipients: ({ txn, source, recipients, at, kind }) => {
      const arrived = { recipients, refused: [] };
      inserts.store({ txn, ...arrived, dueAt: at, at, kind });
      tally.usage.arrived(source, arrived);
      countMoves([{ txn, from: undefined, to: RecipientState.Queued, n: recipients.length }]);
    },
    transactionNumber: (at) => next(numbersAt(at)),
    recordMoves: record,
    returned: (moves) => {
      record(moves);
      memory.returned(unrouted, -Infinity);
    },
    submit,
  };
}
