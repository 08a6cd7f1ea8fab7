import type { AccountStore } from "../../../ports/accounts.js";
import { customerColumns, customerOf, type CustomerRow } from "./customer-row.js";
import type { Database } from "../engine/database.js";
import { keepUntil } from "../engine/kept.js";
import { userNetworkReads } from "./user-networks.js";
import {
  type AccessState,
  type LoginRecord,
  type User,
  userNameKey,
} from "../../../domain/accounts/accounts.js";
import {
  type Balance,
  creditKinds,
  type CreditKind,
  type LedgerEntry,
} from "../../../domain/credit/balance.js";

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
  | "ledger"
>;

interface LoginRow extends CustomerRow {
  readonly user_name: string;
  readonly user_state: AccessState;
  readonly user_inbox: number;
  readonly password_hash: string;
  readonly folded_hash: string | null;
  readonly version: number;
}

function loginOf(row: LoginRow): LoginRecord {
  return {
    customer: customerOf(row),
    user: {
      customerId: row.id,
      name: row.user_name,
      state: row.user_state,
      inboxActive: row.user_inbox === 1,
    },
    passwordHash: row.password_hash,
    foldedHash: row.folded_hash ?? undefined,
    version: row.version,
  };
}

interface LedgerRow {
  readonly id: number;
  readonly customer_id: number;
  readonly kind: CreditKind;
  readonly delta: number;
  readonly balance_after: number;
  readonly reason: LedgerEntry["reason"];
  readonly transaction_id: string | null;
  readonly at: number;
}

function ledgerEntryOf(row: LedgerRow): LedgerEntry {
  const { id, kind, delta, reason, at } = row;
  return {
    ...{ id, customerId: row.customer_id, kind, delta, balanceAfter: row.balance_after, reason },
    ...{ transactionId: row.transaction_id ?? undefined, at },
  };
}

function byKind(left: Balance, right: Balance): number {
  return creditKinds.indexOf(left.kind) - creditKinds.indexOf(right.kind);
}

function loginReads(database: Database): Pick<AccountReads, "login" | "originators" | "balances"> {
  // Both versions only ever grow, so their sum changes whenever one of them does.
  const login = database.prepare<LoginRow>(
    `SELECT ${customerColumns}, u.name AS user_name, u.state AS user_state,
       u.inbox_active AS user_inbox, u.password_hash, u.folded_hash, c.version + u.version AS version
     FROM customer_user u JOIN customer c ON c.id = u.customer_id WHERE u.customer_id = ? AND u.name_key = ?`,
  );
  const logins = keepUntil(database, "account_revision", (key: string) => {
    const space = key.indexOf(" ");
    const row = login.get(Number(key.slice(0, space)), key.slice(space + 1));
    return row === undefined ? undefined : loginOf(row);
  });
  const values = database.prepare<{ readonly value: string }>(
    "SELECT value FROM originator WHERE customer_id = ? ORDER BY id",
  );
  const originators = keepUntil(database, "account_revision", (customerId: number) =>
    values.all(customerId).map(({ value }) => value),
  );
  const balances = database.prepare<Balance>(
    "SELECT kind, balance AS amount FROM account WHERE customer_id = ?",
  );
  return {
    login: async (customerId, userName) => logins(`${customerId} ${userNameKey(userName)}`),
    originators: async (customerId) => originators(customerId) ?? [],
    balances: async (customerId) =>
      balances
        .all(customerId)
        .map(({ kind, amount }) => ({ kind, amount }))
        .sort(byKind),
  };
}

/** Prepares every read of accounts on one connection. */
export function accountReads(database: Database): AccountReads {
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
  const ledger = database.prepare<LedgerRow>(
    `SELECT id, customer_id, kind, delta, balance_after, reason, transaction_id, at FROM ledger
     WHERE customer_id = ifnull(?, customer_id) ORDER BY id`,
  );
  return {
    ...loginReads(database),
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
    ledger: async (customerId) => ledger.all(customerId ?? null).map(ledgerEntryOf),
  };
}
