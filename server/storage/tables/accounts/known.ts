import { type Change, type ChangeRefusal, userNameKey } from "../../../domain/accounts/accounts.js";
import { integer } from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { get, has, type Steps } from "../../script/steps.js";

const customer = sql("SELECT 1 FROM customer WHERE id = $customerId");
const user = sql("SELECT id FROM customer_user WHERE customer_id = $customerId AND name_key = $key", {
  id: integer(),
});

export function* customerExists(customerId: number): Steps<boolean> {
  return yield* has(customer, { customerId });
}

/** The row of a user, by any spelling of the name. */
export function* userId(customerId: number, name: string): Steps<number | undefined> {
  return (yield* get(user, { customerId, key: userNameKey(name) }))?.id;
}

/** The result of a change of what a customer has; `refusal`: the reason if nothing changed, and the customer is known. */
export function* changeOf(changed: boolean, customerId: number, refusal: ChangeRefusal): Steps<Change> {
  if (changed) return { ok: true };
  return { ok: false, reason: (yield* customerExists(customerId)) ? refusal : "unknownCustomer" };
}

/** Texts separated by spaces, in one column. */
export function wordsOf(stored: string): readonly string[] {
  return stored === "" ? [] : stored.split(" ");
}
