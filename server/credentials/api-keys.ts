import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import type { KeyPrefix } from "../domain/accounts/program-key.js";

/** A new API key: `key` is returned once to the operator, `hash` is stored. */
export interface MadeApiKey {
  readonly id: string;
  readonly key: string;
  readonly hash: string;
}

/** A key has 256 random bits and cannot be guessed, so it needs no slow hash as passwords do. */
function hashOf(key: string): string {
  return hash("sha256", key, "base64");
}

export function newApiKey(prefix: KeyPrefix = "mk"): MadeApiKey {
  const id = randomBytes(8).toString("hex");
  const key = `${prefix}_${id}_${randomBytes(32).toString("base64url")}`;
  return { id, key, hash: hashOf(key) };
}

/** Returns whether a key is the one that was hashed; takes the same time for any key. */
export function isApiKey(key: string, stored: string | undefined): boolean {
  const given = Buffer.from(hashOf(key));
  const wanted = Buffer.from(stored ?? hashOf(""));
  return given.length === wanted.length && timingSafeEqual(given, wanted) && stored !== undefined;
}
