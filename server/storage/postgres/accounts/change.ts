import { type Change, userNameKey } from "../../../domain/accounts/accounts.js";
import type { Queries } from "../engine/database.js";
import { sql } from "../engine/statement.js";

export type ChangeRefusal = Extract<Change, { ok: false }>["reason"];

/** The result of an administrative change; the reason is looked for only when nothing changed. */
export async function changeOf(
  changed: boolean,
  refusal: () => Promise<ChangeRefusal> | ChangeRefusal,
): Promise<Change> {
  return changed ? { ok: true } : { ok: false, reason: await refusal() };
}

const customer = sql("SELECT 1 FROM customer WHERE id = $1");

export async function customerExists(queries: Queries, customerId: number): Promise<boolean> {
  return (await queries.get(customer, customerId)) !== undefined;
}

/** `known` where the customer is known. */
export async function orUnknownCustomer(
  queries: Queries,
  customerId: number,
  known: ChangeRefusal,
): Promise<ChangeRefusal> {
  return (await customerExists(queries, customerId)) ? known : "unknownCustomer";
}

const user = sql<{ readonly id: number }>(
  "SELECT id FROM customer_user WHERE customer_id = $1 AND name_key = $2",
);

/** The row of a user, by any spelling of the name. */
export async function userId(
  queries: Queries,
  customerId: number,
  name: string,
): Promise<number | undefined> {
  return (await queries.get(user, customerId, userNameKey(name)))?.id;
}
