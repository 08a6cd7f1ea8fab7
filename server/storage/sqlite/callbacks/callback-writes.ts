import type { CallbackWrites } from "../../protocol/callback-writes.js";
import { retryOfCustomerText, retryOneText, retryText } from "../../rows/alert-row.js";
import { isOfStoredMessage } from "../../rows/desk-row.js";
import type { Database } from "../engine/database.js";
import { prepareNumbered } from "../engine/numbered.js";

const again = "attempts = 0, next_at = ?, until = ?, failure = NULL, changed_at = NULL";

function prepareRetry(database: Database): CallbackWrites["retryCallbacks"] {
  const one = database.prepare(`UPDATE callback SET ${again} WHERE id = ?`);
  const some = database.prepare(
    `UPDATE callback SET ${again} WHERE id IN (SELECT id FROM callback WHERE next_at IS NULL ORDER BY id LIMIT +?)`,
  );
  const someOfCustomer = database.prepare(
    `UPDATE callback SET ${again} WHERE id IN
       (SELECT id FROM callback WHERE customer_id = ? AND next_at IS NULL ORDER BY id LIMIT +?)`,
  );
  const oneAlert = prepareNumbered(database, retryOneText);
  const alerts = prepareNumbered(database, retryText);
  const alertsOfCustomer = prepareNumbered(database, retryOfCustomerText);
  return ({ which, now, until }) => {
    if ("ids" in which) {
      const ids = which.ids.toSorted((a, b) => a - b);
      return ids.reduce((sum, id) => sum + one.run(now, until, id).changes, 0);
    }
    if ("alerts" in which)
      return which.alerts.reduce((sum, id) => sum + oneAlert.run(now, until, id).changes, 0);
    const { customerId, limit } = which;
    if (customerId === undefined) {
      const { changes } = some.run(now, until, limit);
      return changes + alerts.run(now, until, limit - changes).changes;
    }
    const { changes } = someOfCustomer.run(now, until, customerId, limit);
    return changes + (changes < limit ? alertsOfCustomer.run(now, until, customerId).changes : 0);
  };
}

/** Prepares every change of callbacks on one connection. */
export function callbackWrites(database: Database): CallbackWrites {
  const set = database.prepare(
    `INSERT INTO customer_callback (customer_id, url, secret, parts, private) SELECT id, ?, ?, ?, ? FROM customer WHERE id = ?
     ON CONFLICT (customer_id) DO UPDATE
     SET url = excluded.url, secret = excluded.secret, parts = excluded.parts, private = excluded.private`,
  );
  const alerts = prepareNumbered(database, retryOfCustomerText);
  const remove = database.prepare("DELETE FROM customer_callback WHERE customer_id = ?");
  const posted = database.prepare(
    `INSERT INTO posted_callback (recipient, part, at, attempts)
     SELECT recipient, ifnull(part, 0), ?, attempts + 1 FROM callback b WHERE id = ? AND ${isOfStoredMessage}
     ON CONFLICT (recipient, part) DO UPDATE SET at = excluded.at, attempts = excluded.attempts`,
  );
  const end = database.prepare("DELETE FROM callback WHERE id = ?");
  const postpone = database.prepare(
    "UPDATE callback SET attempts = attempts + 1, next_at = ?, failure = ?, changed_at = ? WHERE id = ? AND next_at IS NOT NULL",
  );
  const expire = database.prepare<{ readonly customerId: number }>(
    `UPDATE callback SET next_at = NULL, changed_at = ? WHERE id IN
       (SELECT id FROM callback WHERE next_at IS NOT NULL AND until <= ? ORDER BY until LIMIT +?)
     RETURNING customer_id AS customerId`,
  );
  return {
    setCallbackTarget({ target, now, until }) {
      const { customerId, url, secret, parts, private: isPrivate } = target;
      alerts.run(now, until, customerId);
      return set.run(url, secret, Number(parts), Number(isPrivate), customerId).changes > 0;
    },
    removeCallbackTarget: (customerId) => remove.run(customerId).changes > 0,
    endCallback({ id, at }) {
      posted.run(at, id);
      end.run(id);
      return null;
    },
    postponeCallback: ({ id, at, nextAt, failure }) => postpone.run(nextAt, failure, at, id).changes > 0,
    expireCallbacks: ({ now, limit }) => expire.all(now, now, limit).map(({ customerId }) => customerId),
    retryCallbacks: prepareRetry(database),
  };
}
