import { sql } from "../../script/statement.js";
import { run, type Steps } from "../../script/steps.js";

/** What ends when the password, the role or the state of a user changes. */

const closeOfUser = sql("DELETE FROM portal_session WHERE user_id = $id");
const closeOfCustomer = sql(
  "DELETE FROM portal_session WHERE user_id IN (SELECT id FROM customer_user WHERE customer_id = $customerId)",
);
const dropOfUser = sql("DELETE FROM portal_invitation WHERE user_id = $id");

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
