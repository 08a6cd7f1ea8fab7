/** Scopes of an API key: the groups of operations that it permits. */
export const keyScopes = ["send", "read", "inbox"] as const;
export type KeyScope = (typeof keyScopes)[number];

/** A key that a user's programs use in place of the password. */
export interface ApiKey {
  /** Part of the key that is not secret: 16 hexadecimal digits. */
  readonly id: string;
  readonly customerId: number;
  /** As created; a renamed user keeps the keys. */
  readonly userName: string;
  /** Unique among the keys of the user. */
  readonly name: string;
  /** SHA-256 of the whole key, base64. */
  readonly hash: string;
  readonly scopes: readonly KeyScope[];
  /** Addresses and CIDR ranges from which it is accepted; empty for any. */
  readonly fromAddresses: readonly string[];
  /** Milliseconds since the epoch; undefined without an expiry. */
  readonly expiresAt: number | undefined;
  readonly createdAt: number;
  /** The last use, exact to a minute; undefined before the first. */
  readonly usedAt: number | undefined;
}

export type NewApiKey = Omit<ApiKey, "usedAt">;

export const maxKeyName = 64;

/** Maximum of addresses and ranges in one list. */
export const maxFromAddresses = 100;

/** `mk_`, the id, and 256 random bits. No password may have this form. */
const form = /^mk_(?<id>[0-9a-f]{16})_[A-Za-z0-9_-]{43}$/u;

/** The id of an API key; undefined for a text that is none, such as a password. */
export function apiKeyId(text: string): string | undefined {
  return form.exec(text)?.groups?.["id"];
}
