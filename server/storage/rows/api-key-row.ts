import { type ApiKey, keyScopes, type NewApiKey } from "../../domain/accounts/api-keys.js";

/** Columns `apiKeyColumns` of a key `k` and its user `u`. */
export interface ApiKeyRow extends Pick<
  ApiKey,
  "id" | "customerId" | "userName" | "name" | "hash" | "createdAt"
> {
  /** Separated by spaces, as `addresses`. */
  readonly scopes: string;
  readonly addresses: string;
  readonly expiresAt: number | null;
  readonly usedAt: number | null;
}

export const apiKeyColumns = `k.id, u.customer_id AS "customerId", u.name AS "userName", k.name, k.hash, k.scopes, k.addresses,
  k.expires_at AS "expiresAt", k.created_at AS "createdAt", k.used_at AS "usedAt"`;

/** Texts separated by spaces, in one column. */
export function wordsOf(text: string): readonly string[] {
  return text === "" ? [] : text.split(" ");
}

export function apiKeyOf({ scopes, addresses, expiresAt, usedAt, ...row }: ApiKeyRow): ApiKey {
  const words = wordsOf(scopes);
  return {
    ...row,
    scopes: keyScopes.filter((scope) => words.includes(scope)),
    fromAddresses: wordsOf(addresses),
    expiresAt: expiresAt ?? undefined,
    usedAt: usedAt ?? undefined,
  };
}

/** Values of a new key, for `id`, `name`, `hash`, `scopes`, `addresses`, `expires_at` and `created_at`. */
export function apiKeyValues(key: NewApiKey): readonly (string | number | null)[] {
  const { id, name, hash, scopes, fromAddresses, expiresAt = null, createdAt } = key;
  return [id, name, hash, scopes.join(" "), fromAddresses.join(" "), expiresAt, createdAt];
}
