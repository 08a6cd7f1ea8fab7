import { userNameKey } from "../../../domain/accounts/accounts.js";
import { creditsText } from "../../../domain/credit/credit.js";
import type { AccountWrites } from "../../protocol/account-writes.js";
import {
  changeOf,
  type ChangeRefusal,
  customerExists,
  type CustomerExists,
  prepareUserId,
} from "./change.js";
import { customerWrites } from "./customer-writes.js";
import type { Database } from "../engine/database.js";
import { prepareBook } from "./ledger.js";
import { userNetworkWrites } from "./user-networks.js";

type UserWrites = Pick<
  AccountWrites,
  "addUser" | "changeUser" | "setUserState" | "setPassword" | "replaceHash"
>;

function prepareChangeUser(database: Database, exists: CustomerExists): UserWrites["changeUser"] {
  const idOf = prepareUserId(database);
  const update = database.prepare(
    `UPDATE OR IGNORE customer_user SET name = ifnull(?, name), name_key = ifnull(?, name_key),
       inbox_active = ifnull(?, inbox_active), version = version + 1 WHERE id = ?`,
  );
  return ({ customerId, name, change }) => {
    const id = idOf(customerId, name);
    if (id === undefined)
      return changeOf(false, () => (exists(customerId) ? "unknownUser" : "unknownCustomer"));
    const key = change.name === undefined ? null : userNameKey(change.name);
    const inbox = change.inboxActive === undefined ? null : Number(change.inboxActive);
    return changeOf(update.run(change.name ?? null, key, inbox, id).changes > 0, () => "exists");
  };
}

function userWrites(database: Database, exists: CustomerExists): UserWrites {
  const insert = database.prepare(
    `INSERT INTO customer_user (customer_id, name, name_key, password_hash, folded_hash, state, created_at)
     SELECT id, ?, ?, ?, ?, 'active', ? FROM customer WHERE id = ? ON CONFLICT DO NOTHING`,
  );
  const update = (assignments: string) =>
    database.prepare(
      `UPDATE customer_user SET ${assignments}, version = version + 1 WHERE customer_id = ? AND name_key = ?`,
    );
  const setState = update("state = ?");
  const setPassword = update("password_hash = ?, folded_hash = ?");
  // The password is the same: verifications of this version stay valid.
  const replaceHash = database.prepare(
    `UPDATE customer_user SET password_hash = iif(password_hash = ?, ?, password_hash),
       folded_hash = iif(folded_hash = ?, ?, folded_hash)
     WHERE customer_id = ? AND name_key = ? AND ? IN (password_hash, folded_hash)`,
  );
  const unknown = (customerId: number) => (): ChangeRefusal =>
    exists(customerId) ? "unknownUser" : "unknownCustomer";
  return {
    addUser({ customerId, name, passwordHash, foldedHash = null, at }) {
      const { changes } = insert.run(name, userNameKey(name), passwordHash, foldedHash, at, customerId);
      return changeOf(changes > 0, () => (exists(customerId) ? "exists" : "unknownCustomer"));
    },
    changeUser: prepareChangeUser(database, exists),
    setUserState({ customerId, name, state }) {
      return changeOf(setState.run(state, customerId, userNameKey(name)).changes > 0, unknown(customerId));
    },
    replaceHash({ customerId, name, hash, replacement }) {
      const both = [hash, replacement, hash, replacement];
      replaceHash.run(...both, customerId, userNameKey(name), hash);
      return null;
    },
    setPassword({ customerId, name, passwordHash, foldedHash = null }) {
      return changeOf(
        setPassword.run(passwordHash, foldedHash, customerId, userNameKey(name)).changes > 0,
        unknown(customerId),
      );
    },
  };
}

type OriginatorWrites = Pick<AccountWrites, "addOriginator" | "removeOriginator">;

function originatorWrites(database: Database, exists: CustomerExists): OriginatorWrites {
  const insert = database.prepare(
    `INSERT INTO originator (customer_id, value, created_at) SELECT id, ?, ? FROM customer WHERE id = ?
     ON CONFLICT DO NOTHING`,
  );
  const remove = database.prepare("DELETE FROM originator WHERE customer_id = ? AND value = ?");
  return {
    addOriginator({ customerId, value, at }) {
      const { changes } = insert.run(value, at, customerId);
      return changeOf(changes > 0, () => (exists(customerId) ? "exists" : "unknownCustomer"));
    },
    removeOriginator({ customerId, value }) {
      return changeOf(remove.run(customerId, value).changes > 0, () =>
        exists(customerId) ? "unknownEntry" : "unknownCustomer",
      );
    },
  };
}

/** Prepares every change of accounts on one connection. */
export function accountWrites(database: Database): AccountWrites {
  const exists = customerExists(database);
  const book = prepareBook(database);
  return {
    ...customerWrites(database),
    ...userWrites(database, exists),
    ...originatorWrites(database, exists),
    ...userNetworkWrites(database),
    addCredit({ customerId, kind, amount, at, reference }) {
      const balance = book({
        ...{ customerId, kind, delta: amount, reason: "refill", transactionId: undefined, reference, at },
      });
      return balance === undefined
        ? { ok: false, reason: exists(customerId) ? "insufficient" : "unknownCustomer" }
        : { ok: true, after: { balance: creditsText(balance) } };
    },
  };
}
