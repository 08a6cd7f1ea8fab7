import { type Change, userNameKey } from "../../../domain/accounts/accounts.js";
import { type ApiKey, keyScopes, type NewApiKey } from "../../../domain/accounts/api-keys.js";
import type { ApiKeyStore } from "../../../ports/accounts.js";
import type { Caller } from "../../script/calls.js";
import { mapped, optional, type RowOf, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { run, type Steps } from "../../script/steps.js";
import { calls, subject, type WritesOf } from "../../script/subject.js";
import { keep, type Versions } from "../kept.js";
import { changeOf, userId, wordsOf } from "./known.js";

const apiKey = {
  id: text(),
  customerId: integer(),
  userName: text(),
  name: text(),
  hash: text(),
  scopes: mapped(text(), (stored) => keyScopes.filter((scope) => wordsOf(stored).includes(scope))),
  addresses: mapped(text(), wordsOf),
  expiresAt: optional(integer()),
  createdAt: integer(),
  usedAt: optional(integer()),
};
const select = `SELECT k.id, u.customer_id, u.name AS user_name, k.name, k.hash, k.scopes, k.addresses, k.expires_at,
  k.created_at, k.used_at FROM api_key k JOIN customer_user u ON u.id = k.user_id`;

const keyOfId = sql(`${select} WHERE k.id = $id`, apiKey);
const all = sql(
  `${select} WHERE $customerId::bigint IS NULL OR u.customer_id = $customerId
   ORDER BY u.customer_id, u.id, k.created_at, k.id`,
  apiKey,
);
const insert = sql(
  `INSERT INTO api_key (id, name, hash, scopes, addresses, expires_at, created_at, user_id)
   VALUES ($id, $name, $hash, $scopes, $addresses, $expiresAt, $createdAt, $user) ON CONFLICT DO NOTHING`,
);
const remove = sql("DELETE FROM api_key WHERE user_id = $user AND name = $name");
const use = sql("UPDATE api_key SET used_at = greatest(coalesce(used_at, 0), $at::bigint) WHERE id = $id");

function apiKeyOf({ addresses: fromAddresses, ...row }: RowOf<typeof apiKey>): ApiKey {
  return { ...row, fromAddresses };
}

/** Changes of API keys. */
export const apiKeys = subject(
  "apiKeys",
  {
    *add(key: NewApiKey): Steps<Change> {
      const { customerId, id, name, hash, expiresAt, createdAt } = key;
      const user = yield* userId(customerId, key.userName);
      if (user === undefined) return yield* changeOf(false, customerId, "unknownUser");
      const scopes = key.scopes.join(" ");
      const addresses = key.fromAddresses.join(" ");
      const row = { id, name, hash, scopes, addresses, expiresAt, createdAt, user };
      return (yield* run(insert, row)) > 0 ? { ok: true } : { ok: false, reason: "exists" };
    },
    *remove(customerId: number, userName: string, name: string): Steps<Change> {
      const user = yield* userId(customerId, userNameKey(userName));
      if (user === undefined) return yield* changeOf(false, customerId, "unknownUser");
      return (yield* run(remove, { user, name })) > 0 ? { ok: true } : { ok: false, reason: "unknownEntry" };
    },
    *used(id: string, at: number): Steps<void> {
      yield* run(use, { id, at });
    },
  },
  ["add", "remove", "used"],
);

export function apiKeyStore(
  reads: Reads,
  writer: Caller<WritesOf<typeof apiKeys>>,
  versions: Versions,
): ApiKeyStore {
  const keys = keep(versions.accounts, async (id: string) => {
    const row = await reads.get(keyOfId, { id });
    return row && apiKeyOf(row);
  });
  return {
    ...calls(writer, apiKeys),
    find: async (id) => keys(id),
    list: async (customerId) => (await reads.all(all, { customerId })).map(apiKeyOf),
  };
}
