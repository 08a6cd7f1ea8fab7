/** What every key has with which a program logs in. */
export interface ProgramKey {
  /** Part of the key that is not secret: 16 hexadecimal digits. */
  readonly id: string;
  /** Unique among the keys of its owner. */
  readonly name: string;
  /** SHA-256 of the whole key, base64. */
  readonly hash: string;
  /** Addresses and CIDR ranges from which it is accepted; empty for any. */
  readonly fromAddresses: readonly string[];
  /** Milliseconds since the epoch; undefined without an end. */
  readonly expiresAt: number | undefined;
  readonly createdAt: number;
  /** The last use, exact to a minute; undefined before the first. */
  readonly usedAt: number | undefined;
}

/** `mk` for a key of a user, `mo` for one of an operator. */
export type KeyPrefix = "mk" | "mo";

/** A function that finds the id of a key: the prefix, the id, and 256 random bits; undefined for another text, such as a password. */
export function keyIdsWith(prefix: KeyPrefix): (text: string) => string | undefined {
  const form = new RegExp(`^${prefix}_(?<id>[0-9a-f]{16})_[A-Za-z0-9_-]{43}$`, "u");
  return (text) => form.exec(text)?.groups?.["id"];
}
