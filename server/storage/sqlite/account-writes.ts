import { userNameKey } from "../../domain/user-name.js";
import type { AccessState, Change, CreditKind, Customer } from "../../ports/store.js";
import type { Database } from "./database.js";
import { prepareBook } from "./ledger.js";

/** Changes of accounts, inside the transaction that is open. */
export interface AccountWrites {
  addCustomer(input: { readonly customer: Omit<Customer, "state">; readonly at: number }): Change;
  setCustomerState(input: { readonly customerId: number; readonly state: AccessState }): Change;
  addUser(input: UserKey & { readonly passwordHash: string; readonly at: number }): Change;
  setUserState(input: UserKey & { readonly state: AccessState }): Change;
  setPassword(input: UserKey & { readonly passwordHash: string }): Change;
  addOriginator(input: { readonly customerId: number; readonly value: string; readonly at: number }): Change;
  addCredit(input: {
    readonly customerId: number;
    readonly kind: CreditKind;
    readonly amount: number;
    readonly at: number;
  }): Change;
}

interface UserKey {
  readonly customerId: number;
  readonly name: string;
}

type Refusal = Extract<Change, { ok: false }>["reason"];

function changeOf(changed: boolean, refusal: () => Refusal): Change {
  return changed ? { ok: true } : { ok: false, reason: refusal() };
}

type CustomerExists = (customerId: number) => boolean;

function customerExists(database: Database): CustomerExists {
  const find = database.prepare<object>("SELECT 1 FROM customer WHERE id = ?");
  return (customerId) => find.get(customerId) !== undefined;
}

function customerWrites(database: Database): Pick<AccountWrites, "addCustomer" | "setCustomerState"> {
  const insert = database.prepare(
    `INSERT INTO customer (id, name, state, payment, credit_limit, created_at) VALUES (?, ?, 'active', ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  );
  const setState = database.prepare("UPDATE customer SET state = ?, version = version + 1 WHERE id = ?");
  return {
    addCustomer({ customer: { id, name, payment, limit }, at }) {
      return changeOf(insert.run(id, name, payment, limit ?? null, at).changes > 0, () => "exists");
    },
    setCustomerState({ customerId, state }) {
      return changeOf(setState.run(state, customerId).changes > 0, () => "unknownCustomer");
    },
  };
}

function userWrites(
  database: Database,
  exists: CustomerExists,
): Pick<AccountWrites, "addUser" | "setUserState" | "setPassword"> {
  const insert = database.prepare(
    `INSERT INTO customer_user (customer_id, name, name_key, password_hash, state, created_at)
     SELECT id, ?, ?, ?, 'active', ? FROM customer WHERE id = ? ON CONFLICT DO NOTHING`,
  );
  const update = (column: "state" | "password_hash") =>
    database.prepare(
      `UPDATE customer_user SET ${column} = ?, version = version + 1 WHERE customer_id = ? AND name_key = ?`,
    );
  const setState = update("state");
  const setPassword = update("password_hash");
  const unknown = (customerId: number) => (): Refusal =>
    exists(customerId) ? "unknownUser" : "unknownCustomer";
  return {
    addUser({ customerId, name, passwordHash, at }) {
      const { changes } = insert.run(name, userNameKey(name), passwordHash, at, customerId);
      return changeOf(changes > 0, () => (exists(customerId) ? "exists" : "unknownCustomer"));
    },
    setUserState({ customerId, name, state }) {
      return changeOf(setState.run(state, customerId, userNameKey(name)).changes > 0, unknown(customerId));
    },
    setPassword({ customerId, name, passwordHash }) {
      return changeOf(
        setPassword.run(passwordHash, customerId, userNameKey(name)).changes > 0,
        unknown(customerId),
      );
    },
  };
}

/** Prepares every change of accounts on one connection. */
export function accountWrites(database: Database): AccountWrites {
  const exists = customerExists(database);
  const insertOriginator = database.prepare(
    `INSERT INTO originator (customer_id, value, created_at) SELECT id, ?, ? FROM customer WHERE id = ?
     ON CONFLICT DO NOTHING`,
  );
  const book = prepareBook(database);
  return {
    ...customerWrites(database),
    ...userWrites(database, exists),
    addOriginator({ customerId, value, at }) {
      const { changes } = insertOriginator.run(value, at, customerId);
      return changeOf(changes > 0, () => (exists(customerId) ? "exists" : "unknownCustomer"));
    },
    addCredit({ customerId, kind, amount, at }) {
      const balance = book({
        customerId,
        kind,
        delta: amount,
        reason: "refill",
        transactionId: undefined,
        at,
      });
      return changeOf(balance !== undefined, () => (exists(customerId) ? "insufficient" : "unknownCustomer"));
    },
  };
}
