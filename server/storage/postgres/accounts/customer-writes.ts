import { defaultSettings } from "../../../domain/accounts/customer-settings.js";
import { changedCustomer, type CustomerChanges } from "../../../domain/accounts/accounts.js";
import type { CustomerWrites } from "../../protocol/account-writes.js";
import { customerColumns, customerOf, type CustomerRow, settingsColumns } from "../../rows/customer-row.js";
import { type Batches, oneByOne } from "../engine/batch.js";
import type { Session } from "../engine/database.js";
import { sql } from "../engine/statement.js";
import { changeOf } from "./change.js";

const insert = sql(
  `INSERT INTO customer (id, name, state, payment, credit_limit, created_at) VALUES ($1, $2, 'active', $3, $4, $5)
   ON CONFLICT DO NOTHING`,
);

const setState = sql("UPDATE customer SET state = $2, version = version + 1 WHERE id = $1");

/** Guard: two changes of a customer come one after the other. */
const find = sql<CustomerRow>(`SELECT ${customerColumns} FROM customer c WHERE c.id = $1 FOR UPDATE`);

/** Guard: nothing is booked between the comparison with the new floor and its change. */
const balances = sql<{ readonly balance: number }>(
  "SELECT balance FROM account WHERE customer_id = $1 ORDER BY kind FOR UPDATE",
);

/** Settings follow the parameters before them. */
const settingNames = Object.keys(settingsColumns(defaultSettings));
const update = sql(
  `UPDATE customer SET name = $2, payment = $3, credit_limit = $4,
     ${settingNames.map((name, index) => `${name} = $${index + 5}`).join(", ")}, version = version + 1 WHERE id = $1`,
);
const setFloor = sql("UPDATE account SET floor = $2 WHERE customer_id = $1");
const forgetFolded = sql("UPDATE customer_user SET folded_hash = NULL WHERE customer_id = $1");

async function store(session: Session, changes: CustomerChanges): Promise<void> {
  const { customer, floor, keepsFoldedHashes } = changes;
  const { id, name, payment, limit } = customer;
  await session.run(update, id, name, payment, limit ?? null, ...Object.values(settingsColumns(customer)));
  await session.run(setFloor, id, floor);
  if (!keepsFoldedHashes) await session.run(forgetFolded, id);
}

/** Every change of customers. */
export const customerWrites: Batches<CustomerWrites> = {
  addCustomer: oneByOne(async (session, { customer: { id, name, payment, limit }, at }) =>
    changeOf((await session.run(insert, id, name, payment, limit ?? null, at)) > 0, () => "exists"),
  ),
  changeCustomer: oneByOne(async (session, { customerId, change }) => {
    const row = await session.get(find, customerId);
    if (row === undefined) return { ok: false, reason: "unknownCustomer" };
    const changes = changedCustomer(customerOf(row), change);
    const { floor } = changes;
    const accounts = await session.all(balances, customerId);
    if (floor !== null && accounts.some(({ balance }) => balance < floor))
      return { ok: false, reason: "insufficient" };
    await store(session, changes);
    return { ok: true };
  }),
  setCustomerState: oneByOne(async (session, { customerId, state }) =>
    changeOf((await session.run(setState, customerId, state)) > 0, () => "unknownCustomer"),
  ),
};
