import { integer } from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { all, run, type Steps } from "../../script/steps.js";

/** What a change of the password, the role or the state of a user depends on, and what it ends. */

const closeOfUser = sql("DELETE FROM portal_session WHERE user_id = $id");
const closeOfCustomer = sql(
  "DELETE FROM portal_session WHERE user_id IN (SELECT id FROM customer_user WHERE customer_id = $customerId)",
);
const dropOfUser = sql("DELETE FROM portal_invitation WHERE user_id = $id");

/** Guard: owners who block each other, or take each other's role, at the same time do it one after the other. */
const owners = sql(
  `SELECT id FROM customer_user WHERE customer_id = $customerId AND portal_role = 'owner' AND state = 'active' ORDER BY id`,
  { id: integer() },
  { lock: "FOR UPDATE" },
);

/** Whether a customer has this owner alone; owners who are blocked do not count. */
export function* isLastOwner(customerId: number, id: number): Steps<boolean> {
  const found = yield* all(owners, { customerId });
  return found.length === 1 && found[0]?.id === id;
}

/** Closes the sessions of a user in the portal. */
export function* closeSessions(id: number): Steps<void> {
  yield* run(closeOfUser, { id });
}

/** Closes the sessions of all users of a customer in the portal. */
export function* closeCustomerSessions(customerId: number): Steps<void> {
  yield* run(closeOfCustomer, { customerId });
}

/** Voids the pending invitation of a user. */
export function* dropInvitation(id: number): Steps<void> {
  yield* run(dropOfUser, { id });
}
