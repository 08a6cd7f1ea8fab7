import { userNameKey } from "../../../domain/accounts/accounts.js";
import type { ApiKeyStore } from "../../../ports/api-keys.js";
import type { apiKeyCalls, ApiKeyWrites } from "../../protocol/api-key-writes.js";
import { apiKeyColumns, apiKeyOf, type ApiKeyRow, apiKeyValues } from "../../rows/api-key-row.js";
import { type Batches, oneByOne } from "../engine/batch.js";
import type { Queries, Session } from "../engine/database.js";
import { keepUntil, type Revised } from "../engine/kept.js";
import { sql } from "../engine/statement.js";
import { changeOf, type ChangeRefusal, customerExists } from "./change.js";

const from = "FROM api_key k JOIN customer_user u ON u.id = k.user_id";
const byId = sql<ApiKeyRow>(`SELECT ${apiKeyColumns} ${from} WHERE k.id = $1`);
const all = sql<ApiKeyRow>(
  `SELECT ${apiKeyColumns} ${from} WHERE $1::bigint IS NULL OR u.customer_id = $1
   ORDER BY u.customer_id, u.id, k.created_at, k.id`,
);

/** Reads of API keys; `revised`: the revision of accounts. */
export function apiKeyReads(
  queries: Queries,
  revised: Revised,
): Omit<ApiKeyStore, keyof ReturnType<typeof apiKeyCalls>> {
  return {
    find: keepUntil(revised, async (id: string) => {
      const row = await queries.get(byId, id);
      return row && apiKeyOf(row);
    }),
    list: async (customerId) => (await queries.all(all, customerId ?? null)).map(apiKeyOf),
  };
}

const findUser = sql<{ readonly id: number }>(
  "SELECT id FROM customer_user WHERE customer_id = $1 AND name_key = $2",
);
const insert = sql(
  `INSERT INTO api_key (id, name, hash, scopes, addresses, expires_at, created_at, user_id)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
);
const remove = sql("DELETE FROM api_key WHERE user_id = $1 AND name = $2");
const use = sql("UPDATE api_key SET used_at = greatest(used_at, $2) WHERE id = $1");

async function unknown(session: Session, customerId: number): Promise<ChangeRefusal> {
  return (await customerExists(session, customerId)) ? "unknownUser" : "unknownCustomer";
}

/** Every change of API keys. */
export const apiKeyWrites: Batches<ApiKeyWrites> = {
  addApiKey: oneByOne(async (session, key) => {
    const user = await session.get(findUser, key.customerId, userNameKey(key.userName));
    if (user === undefined) return { ok: false, reason: await unknown(session, key.customerId) };
    return changeOf((await session.run(insert, ...apiKeyValues(key), user.id)) > 0, () => "exists");
  }),
  removeApiKey: oneByOne(async (session, { customerId, userName, name }) => {
    const user = await session.get(findUser, customerId, userNameKey(userName));
    if (user === undefined) return { ok: false, reason: await unknown(session, customerId) };
    return changeOf((await session.run(remove, user.id, name)) > 0, () => "unknownEntry");
  }),
  useApiKey: oneByOne(async (session, { id, at }) => {
    await session.run(use, id, at);
    return null;
  }),
};
