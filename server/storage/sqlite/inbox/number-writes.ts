import type { ReceivedMessage } from "../../../domain/inbox/received-part.js";
import type { IncomingWrites } from "../../protocol/inbox-writes.js";
import { customerExists } from "../../tables/accounts/known.js";
import { ScriptRunner } from "../engine/scripts.js";
import type { Database } from "../engine/database.js";
import { prepareForget } from "../engine/forget.js";
import type { PutIntoInbox } from "./forward-writes.js";

type NumberWrites = Pick<IncomingWrites, "addNumber" | "removeNumber" | "forgetStrays">;

interface StrayRow extends Omit<ReceivedMessage, "subject" | "complete"> {
  readonly id: number;
  readonly subject: string | null;
  readonly complete: 0 | 1;
}

export function numberWrites(database: Database, put: PutIntoInbox): NumberWrites {
  const insert = database.prepare(
    "INSERT INTO inbox_number (number, customer_id, created_at) SELECT ?, id, ? FROM customer WHERE id = ? ON CONFLICT DO NOTHING",
  );
  const runner = new ScriptRunner(database);
  const remove = database.prepare("DELETE FROM inbox_number WHERE number = ?");
  const strays = database.prepare<StrayRow>(
    `SELECT id, sender AS "from", addressee AS "to", subject, text, complete, at FROM stray_message
     WHERE addressee = ? ORDER BY id`,
  );
  const removeStray = database.prepare("DELETE FROM stray_message WHERE id = ?");
  const forget = prepareForget(database, "stray_message");
  return {
    addNumber({ number: { number, customerId }, at }) {
      if (insert.run(number, at, customerId).changes === 0)
        return { ok: false, reason: runner.run(customerExists(customerId)) ? "exists" : "unknownCustomer" };
      const found = strays.all(number);
      for (const { id, subject, complete, ...message } of found) {
        put(customerId, { ...message, subject: subject ?? undefined, complete: complete === 1 });
        removeStray.run(id);
      }
      return { ok: true, strays: found.length };
    },
    removeNumber: (number) => remove.run(number).changes > 0,
    forgetStrays: forget,
  };
}
