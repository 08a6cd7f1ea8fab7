import { defaultSettings } from "../../../domain/accounts/customer-settings.js";
import { changedCustomer, type CustomerChanges } from "../../../domain/accounts/accounts.js";
import { changeOf } from "./change.js";
import type { CustomerWrites } from "../../protocol/account-writes.js";
import { customerColumns, customerOf, type CustomerRow, settingsColumns } from "../../rows/customer-row.js";
import { type Database, sqlValue } from "../engine/database.js";

const settingNames = Object.keys(settingsColumns(defaultSettings));

function prepareStore(database: Database): (changes: CustomerChanges) => void {
  const update = database.prepare(
    `UPDATE customer SET name = ?, payment = ?, credit_limit = ?, ${settingNames.map((name) => `${name} = ?`).join(", ")},
       version = version + 1 WHERE id = ?`,
  );
  const setFloor = database.prepare("UPDATE account SET floor = ? WHERE customer_id = ?");
  const forgetFolded = database.prepare("UPDATE customer_user SET folded_hash = NULL WHERE customer_id = ?");
  return ({ customer, floor, keepsFoldedHashes }) => {
    const { id, name, payment, limit } = customer;
    update.run(name, payment, limit ?? null, ...Object.values(settingsColumns(customer)).map(sqlValue), id);
    setFloor.run(floor, id);
    if (!keepsFoldedHashes) forgetFolded.run(id);
  };
}

function prepareChange(database: Database): CustomerWrites["changeCustomer"] {
  const find = database.prepare<CustomerRow>(`SELECT ${customerColumns} FROM customer c WHERE c.id = ?`);
  const below = database.prepare<object>(
    "SELECT 1 FROM account WHERE customer_id = ? AND balance < ? LIMIT 1",
  );
  const store = prepareStore(database);
  return ({ customerId, change }) => {
    const row = find.get(customerId);
    if (row === undefined) return { ok: false, reason: "unknownCustomer" };
    const changes = changedCustomer(customerOf(row), change);
    if (below.get(customerId, changes.floor) !== undefined) return { ok: false, reason: "insufficient" };
    store(changes);
    return { ok: true };
  };
}

/** Prepares every change of customers on one connection. */
export function customerWrites(database: Database): CustomerWrites {
  const insert = database.prepare(
    `INSERT INTO customer (id, name, state, payment, credit_limit, created_at) VALUES (?, ?, 'active', ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  );
  const setState = database.prepare("UPDATE customer SET state = ?, version = version + 1 WHERE id = ?");
  return {
    addCustomer({ customer: { id, name, payment, limit }, at }) {
      return changeOf(insert.run(id, name, payment, limit ?? null, at).changes > 0, () => "exists");
    },
    changeCustomer: prepareChange(database),
    setCustomerState({ customerId, state }) {
      return changeOf(setState.run(state, customerId).changes > 0, () => "unknownCustomer");
    },
  };
}
