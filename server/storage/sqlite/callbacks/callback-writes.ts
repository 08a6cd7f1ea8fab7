import { isOfStoredMessage } from "../../rows/desk-row.js";
import type { CallbackWrites } from "../../tables/callbacks/callbacks.js";
import type { Database } from "../engine/database.js";

/** Prepares the results of posts on one connection. */
export function callbackWrites(database: Database): CallbackWrites {
  const posted = database.prepare(
    `INSERT INTO posted_callback (recipient, part, at, attempts)
     SELECT recipient, ifnull(part, 0), ?, attempts + 1 FROM callback b WHERE id = ? AND ${isOfStoredMessage}
     ON CONFLICT (recipient, part) DO UPDATE SET at = excluded.at, attempts = excluded.attempts`,
  );
  const end = database.prepare("DELETE FROM callback WHERE id = ?");
  const postpone = database.prepare(
    "UPDATE callback SET attempts = attempts + 1, next_at = ?, failure = ?, changed_at = ? WHERE id = ? AND next_at IS NOT NULL",
  );
  return {
    endCallback({ id, at }) {
      posted.run(at, id);
      end.run(id);
      return null;
    },
    postponeCallback: ({ id, at, nextAt, failure }) => postpone.run(nextAt, failure, at, id).changes > 0,
  };
}
