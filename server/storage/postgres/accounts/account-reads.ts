import { type User, userNameKey } from "../../../domain/accounts/accounts.js";
import type { Balance } from "../../../domain/credit/balance.js";
import type { AccountStore } from "../../../ports/accounts.js";
import type { accountCalls } from "../../protocol/account-writes.js";
import {
  customerColumns,
  customerOf,
  type CustomerRow,
  loginColumns,
  loginOf,
  type LoginRow,
} from "../../rows/customer-row.js";
import { inOrder } from "../../rows/ledger-row.js";
import type { Queries } from "../engine/database.js";
import { keepUntil, type Revised } from "../engine/kept.js";
import { sql } from "../engine/statement.js";

type AccountReads = Omit<AccountStore, keyof ReturnType<typeof accountCalls>>;

const login = sql<LoginRow>(
  `SELECT ${loginColumns}
   FROM customer_user u JOIN customer c ON c.id = u.customer_id WHERE u.customer_id = $1 AND u.name_key = $2`,
);
const originators = sql<{ readonly value: string }>(
  "SELECT value FROM originator WHERE customer_id = $1 ORDER BY id",
);
const network = sql(
  `SELECT 1 FROM user_network n JOIN customer_user u ON u.id = n.user_id
   WHERE u.customer_id = $1 AND u.name_key = $2 AND n.network = $3`,
);
const balances = sql<Balance>("SELECT kind, balance AS amount FROM account WHERE customer_id = $1");
const customers = sql<CustomerRow>(`SELECT ${customerColumns} FROM customer c ORDER BY c.id`);
const customer = sql<CustomerRow>(`SELECT ${customerColumns} FROM customer c WHERE c.id = $1`);
const users = sql<User>(
  `SELECT customer_id AS "customerId", name, state, inbox_active AS "inboxActive" FROM customer_user
   WHERE $1::bigint IS NULL OR customer_id = $1 ORDER BY customer_id, id`,
);
const allOriginators = sql<{ readonly customerId: number; readonly value: string }>(
  `SELECT customer_id AS "customerId", value FROM originator
   WHERE $1::bigint IS NULL OR customer_id = $1 ORDER BY customer_id, id`,
);

function loginReads(queries: Queries, revised: Revised): Pick<AccountReads, "login" | "originators"> {
  const logins = keepUntil(revised, async (key: string) => {
    const space = key.indexOf(" ");
    const row = await queries.get(login, Number(key.slice(0, space)), key.slice(space + 1));
    return row === undefined ? undefined : loginOf(row);
  });
  const values = keepUntil(revised, async (customerId: number) =>
    (await queries.all(originators, customerId)).map(({ value }) => value),
  );
  return {
    login: (customerId, userName) => logins(`${customerId} ${userNameKey(userName)}`),
    originators: async (customerId) => (await values(customerId)) ?? [],
  };
}

/** Every read of accounts; `revised`: the revision of accounts. */
export function accountReads(queries: Queries, revised: Revised): AccountReads {
  return {
    ...loginReads(queries, revised),
    knowsNetwork: async (customerId, userName, from) =>
      (await queries.get(network, customerId, userNameKey(userName), from)) !== undefined,
    balances: async (customerId) => inOrder(await queries.all(balances, customerId)),
    customers: async () => (await queries.all(customers)).map(customerOf),
    customer: async (customerId) => {
      const row = await queries.get(customer, customerId);
      return row === undefined ? undefined : customerOf(row);
    },
    users: (customerId) => queries.all(users, customerId ?? null),
    allOriginators: (customerId) => queries.all(allOriginators, customerId ?? null),
  };
}
