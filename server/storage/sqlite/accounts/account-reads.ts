import type { AccountStore, TubeStore } from "../../../ports/accounts.js";
import {
  customerColumns,
  customerOf,
  type CustomerRow,
  loginColumns,
  loginOf,
  type LoginRow,
} from "../../rows/customer-row.js";
import { inOrder } from "../../rows/ledger-row.js";
import type { Database } from "../engine/database.js";
import { type Changes, keepBriefly, keepUntil } from "../engine/kept.js";
import { userNetworkReads } from "./user-networks.js";
import { type User, userNameKey } from "../../../domain/accounts/accounts.js";
import type { Balance } from "../../../domain/credit/balance.js";
import { tubeCalls, type TubeWrites } from "../../protocol/account-writes.js";
import type { Caller } from "../../protocol/calls.js";
import { tubeColumns, type TubeRow, tubeUserOf } from "../../rows/tube-row.js";

type AccountReads = Pick<
  AccountStore,
  | "login"
  | "knowsNetwork"
  | "originators"
  | "balances"
  | "customers"
  | "customer"
  | "users"
  | "allOriginators"
>;

function loginReads(
  database: Database,
  changes: Changes,
): Pick<AccountReads, "login" | "originators" | "balances"> {
  const login = database.prepare<LoginRow>(
    `SELECT ${loginColumns}
     FROM customer_user u JOIN customer c ON c.id = u.customer_id WHERE u.customer_id = ? AND u.name_key = ?`,
  );
  const logins = keepUntil(database, changes, "account_revision", (key: string) => {
    const space = key.indexOf(" ");
    const row = login.get(Number(key.slice(0, space)), key.slice(space + 1));
    return row === undefined ? undefined : loginOf(row);
  });
  const values = database.prepare<{ readonly value: string }>(
    "SELECT value FROM originator WHERE customer_id = ? ORDER BY id",
  );
  const originators = keepUntil(database, changes, "account_revision", (customerId: number) =>
    values.all(customerId).map(({ value }) => value),
  );
  const amounts = database.prepare<Balance>(
    "SELECT kind, balance AS amount FROM account WHERE customer_id = ?",
  );
  const balances = keepBriefly(changes, (customerId: number) => inOrder(amounts.all(customerId)));
  return {
    login: async (customerId, userName) => logins(`${customerId} ${userNameKey(userName)}`),
    originators: async (customerId) => originators(customerId) ?? [],
    balances: async (customerId) => balances(customerId) ?? [],
  };
}

/** Prepares every read of accounts on one connection. */
export function accountReads(database: Database, changes: Changes): AccountReads {
  const customers = database.prepare<CustomerRow>(`SELECT ${customerColumns} FROM customer c ORDER BY c.id`);
  const customer = database.prepare<CustomerRow>(`SELECT ${customerColumns} FROM customer c WHERE c.id = ?`);
  const users = database.prepare<Omit<User, "inboxActive"> & { readonly inboxActive: number }>(
    `SELECT customer_id AS customerId, name, state, inbox_active AS inboxActive FROM customer_user
     WHERE customer_id = ifnull(?, customer_id) ORDER BY customer_id, id`,
  );
  const originators = database.prepare<{ readonly customerId: number; readonly value: string }>(
    `SELECT customer_id AS customerId, value FROM originator
     WHERE customer_id = ifnull(?, customer_id) ORDER BY customer_id, id`,
  );
  return {
    ...loginReads(database, changes),
    ...userNetworkReads(database),
    customers: async () => customers.all().map(customerOf),
    customer: async (customerId) => {
      const row = customer.get(customerId);
      return row === undefined ? undefined : customerOf(row);
    },
    users: async (customerId) =>
      users
        .all(customerId ?? null)
        .map(({ inboxActive, ...user }) => ({ ...user, inboxActive: inboxActive === 1 })),
    allOriginators: async (customerId) =>
      originators.all(customerId ?? null).map((row) => ({ customerId: row.customerId, value: row.value })),
  };
}

export function tubeStore(database: Database, writer: Caller<TubeWrites>): TubeStore {
  const find = database.prepare<TubeRow>(
    `SELECT ${tubeColumns}
     FROM customer_user u JOIN tube_user t ON t.user_id = u.id JOIN customer c ON c.id = u.customer_id
       JOIN tube_customer tc ON tc.customer_id = u.customer_id
     WHERE u.customer_id = ? AND u.name_key = ?`,
  );
  return {
    user: async (customerId, name) => {
      const row = find.get(customerId, userNameKey(name));
      return row === undefined ? undefined : tubeUserOf(row);
    },
    ...tubeCalls(writer),
  };
}
