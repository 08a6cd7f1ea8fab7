import { userNameKey } from "../../../domain/accounts/accounts.js";
import type { ApiKeyStore } from "../../../ports/api-keys.js";
import { apiKeyCalls, type ApiKeyWrites } from "../../protocol/api-key-writes.js";
import type { Caller } from "../../protocol/calls.js";
import { apiKeyColumns, apiKeyOf, type ApiKeyRow, apiKeyValues } from "../../rows/api-key-row.js";
import type { Database } from "../engine/database.js";
import { type Changes, keepUntil } from "../engine/kept.js";
import { changeOf, customerExists, prepareUserId } from "./change.js";

const from = "FROM api_key k JOIN customer_user u ON u.id = k.user_id";

export function apiKeyStore(database: Database, changes: Changes, writer: Caller<ApiKeyWrites>): ApiKeyStore {
  const byId = database.prepare<ApiKeyRow>(`SELECT ${apiKeyColumns} ${from} WHERE k.id = ?`);
  const all = database.prepare<ApiKeyRow>(
    `SELECT ${apiKeyColumns} ${from} WHERE u.customer_id = ifnull(?, u.customer_id)
     ORDER BY u.customer_id, u.id, k.created_at, k.id`,
  );
  const find = keepUntil(database, changes, "account_revision", (id: string) => {
    const row = byId.get(id);
    return row && apiKeyOf(row);
  });
  return {
    find: async (id) => find(id),
    list: async (customerId) => all.all(customerId ?? null).map(apiKeyOf),
    ...apiKeyCalls(writer),
  };
}

/** Prepares every change of API keys on one connection. */
export function apiKeyWrites(database: Database): ApiKeyWrites {
  const exists = customerExists(database);
  const idOf = prepareUserId(database);
  const insert = database.prepare(
    `INSERT INTO api_key (id, name, hash, scopes, addresses, expires_at, created_at, user_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const remove = database.prepare("DELETE FROM api_key WHERE user_id = ? AND name = ?");
  const use = database.prepare("UPDATE api_key SET used_at = max(ifnull(used_at, 0), ?) WHERE id = ?");
  return {
    addApiKey(key) {
      const user = idOf(key.customerId, key.userName);
      if (user === undefined)
        return { ok: false, reason: exists(key.customerId) ? "unknownUser" : "unknownCustomer" };
      return changeOf(insert.run(...apiKeyValues(key), user).changes > 0, () => "exists");
    },
    removeApiKey({ customerId, userName, name }) {
      const user = idOf(customerId, userNameKey(userName));
      if (user === undefined)
        return { ok: false, reason: exists(customerId) ? "unknownUser" : "unknownCustomer" };
      return changeOf(remove.run(user, name).changes > 0, () => "unknownEntry");
    },
    useApiKey({ id, at }) {
      use.run(at, id);
      return null;
    },
  };
}
