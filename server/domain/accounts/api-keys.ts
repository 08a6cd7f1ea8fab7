import { keyIdsWith, type ProgramKey } from "./program-key.js";

/** Scopes of an API key: the groups of operations that it permits. */
export const keyScopes = ["send", "read", "inbox"] as const;
export type KeyScope = (typeof keyScopes)[number];

/** A key that a user's programs use in place of the password. */
export interface ApiKey extends ProgramKey {
  readonly customerId: number;
  /** As created; a renamed user keeps the keys. */
  readonly userName: string;
  readonly scopes: readonly KeyScope[];
}

export type NewApiKey = Omit<ApiKey, "usedAt">;

export const maxKeyName = 64;

/** Maximum of addresses and ranges in one list. */
export const maxFromAddresses = 100;

/** The id of an API key; undefined for a text that is none. No password may have the form of a key. */
export const apiKeyId = keyIdsWith("mk");
