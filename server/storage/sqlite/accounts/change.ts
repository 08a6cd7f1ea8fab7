import { type Change, userNameKey } from "../../../domain/accounts/accounts.js";
import type { Database } from "../engine/database.js";

export type ChangeRefusal = Extract<Change, { ok: false }>["reason"];

/** The result of an administrative change; the reason is determined only if nothing changed. */
export function changeOf(changed: boolean, refusal: () => ChangeRefusal): Change {
  return changed ? { ok: true } : { ok: false, reason: refusal() };
}

export type CustomerExists = (customerId: number) => boolean;

export function customerExists(database: Database): CustomerExists {
  const find = database.prepare<object>("SELECT 1 FROM customer WHERE id = ?");
  return (customerId) => find.get(customerId) !== undefined;
}

/** The row of a user, by any spelling of the name. */
export type UserIdOf = (customerId: number, name: string) => number | undefined;

export function prepareUserId(database: Database): UserIdOf {
  const find = database.prepare<{ readonly id: number }>(
    "SELECT id FROM customer_user WHERE customer_id = ? AND name_key = ?",
  );
  return (customerId, name) => find.get(customerId, userNameKey(name))?.id;
}
