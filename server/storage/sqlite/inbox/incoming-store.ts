import { cleaned } from "../../../domain/inbox/addressing.js";
import type { IncomingStore } from "../../../ports/incoming.js";
import type { Database } from "../engine/database.js";
import type { Writer } from "../protocol.js";
import type { Forward, ForwardMethod } from "../../../domain/inbox/forwards.js";

interface ForwardRow extends Omit<Forward, "complete" | "private" | "subject"> {
  readonly subject: string | null;
  readonly complete: number;
  readonly private: number;
}

/** Messages of one customer that are posted at once. */
const perCustomer = 4;

export function incomingStore(database: Database, writer: Writer): IncomingStore {
  const numbers = database.prepare<{ readonly number: string; readonly customerId: number }>(
    "SELECT number, customer_id AS customerId FROM inbox_number ORDER BY number",
  );
  const forwards = database.prepare<{
    readonly customerId: number;
    readonly url: string;
    readonly method: ForwardMethod;
    readonly private: number;
  }>("SELECT customer_id AS customerId, url, method, private FROM inbox_forward ORDER BY customer_id");
  const due = database.prepare<ForwardRow>(
    `SELECT f.id, f.customer_id AS customerId, i.url, i.method, i.private, f.sender AS "from", f.addressee AS "to", f.subject, f.text,
       f.complete, f.at, f.attempts
     FROM inbox_forward i JOIN forward f ON f.id IN
       (SELECT id FROM forward WHERE customer_id = i.customer_id AND next_at <= ? ORDER BY id LIMIT ${perCustomer})
     ORDER BY f.next_at, f.id LIMIT ?`,
  );
  return {
    receive: (parts) => writer.call("receive", parts.map(cleaned)),
    joinIncomplete: (before, limit) => writer.call("joinIncomplete", { before, limit }),
    forgetStrays: (before, most, limit) => writer.call("forgetStrays", { before, most, limit }),
    numbers: async () => numbers.all().map((row) => ({ ...row })),
    addNumber: (number, at) => writer.call("addNumber", { number, at }),
    removeNumber: (number) => writer.call("removeNumber", number),
    forwards: async () => forwards.all().map((row) => ({ ...row, private: row.private === 1 })),
    setForward: (forward) => writer.call("setForward", forward),
    removeForward: (customerId) => writer.call("removeForward", customerId),
    dueForwards: async (now, limit) =>
      due.all(now, limit).map((row) => ({
        ...row,
        subject: row.subject ?? undefined,
        complete: row.complete === 1,
        private: row.private === 1,
      })),
    endForward: async (id) => {
      await writer.call("endForward", id);
    },
    postponeForward: async (id, nextAt) => {
      await writer.call("postponeForward", { id, nextAt });
    },
  };
}
