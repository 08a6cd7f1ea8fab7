import type { ApiKey } from "../domain/accounts/api-keys.js";
import type { ApiKeyStore } from "../ports/accounts.js";
import { isApiKey } from "./api-keys.js";
import { userNameKey, type LoginRecord } from "../domain/accounts/accounts.js";

/** Returns whether an address is in a list of addresses and CIDR ranges. */
export type AddressTest = (ranges: readonly string[]) => (address: string) => boolean;

/** Tests addresses; compiled tests are cached by list, because a cached record keeps the same list object. */
export function allowedFrom(
  addressTest: AddressTest,
): (ranges: readonly string[], address: string) => boolean {
  const tests = new WeakMap<readonly string[], (address: string) => boolean>();
  return (ranges, address) => {
    if (ranges.length === 0) return true;
    const test = tests.get(ranges) ?? addressTest(ranges);
    tests.set(ranges, test);
    return test(address);
  };
}

/** Milliseconds for which a use of a key is not recorded again. */
const recordedFor = 60_000;

/** Maximum keys whose last recorded use is kept in memory. */
const maxRecorded = 10_000;

/** Records uses of keys, at most one a minute for each. Log-ins do not wait for it; a use that cannot be written is lost. */
export function keyUses(keys: Pick<ApiKeyStore, "used">, now: () => number): (id: string) => void {
  const recorded = new Map<string, number>();
  return (id) => {
    const at = now();
    if (at < (recorded.get(id) ?? -Infinity) + recordedFor) return;
    if (recorded.size >= maxRecorded) recorded.clear();
    recorded.set(id, at);
    keys.used(id, at).catch(() => undefined);
  };
}

/** Returns whether a key belongs to a log-in and has not expired. The address is checked separately. */
export function isKeyOf(
  key: ApiKey | undefined,
  { user: { customerId, name } }: LoginRecord,
  given: string,
  now: number,
): key is ApiKey {
  const matches = isApiKey(given, key?.hash);
  if (key === undefined || !matches) return false;
  if (key.customerId !== customerId || userNameKey(key.userName) !== userNameKey(name)) return false;
  return key.expiresAt === undefined || now < key.expiresAt;
}
