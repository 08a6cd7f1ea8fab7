import { networkOf } from "messenger-gen-runtime/network";
import { keyRole, operatorKeyId, type StoredOperatorKey } from "../domain/accounts/operator-keys.js";
import type { OperatorRole } from "../domain/accounts/operators.js";
import type { AttemptStore } from "../ports/accounts.js";
import type { OperatorKeyStore } from "../ports/service.js";
import { isApiKey } from "./api-keys.js";
import { accountKey, guessCount } from "./guesses.js";
import { type AddressTest, allowedFrom, keyUses } from "./key-login.js";

/** A key that was accepted. */
export interface OperatorLogin extends Pick<StoredOperatorKey, "id" | "operator" | "name" | "trusted"> {
  /** At most that of the operator. */
  readonly role: OperatorRole;
  /** The key itself, which is stored nowhere. */
  readonly secret: string;
}

interface OperatorLoginOptions {
  readonly operatorKeys: Pick<OperatorKeyStore, "find" | "used">;
  /** Counts attempts for several processes. */
  readonly attempts: AttemptStore | undefined;
  readonly addressTest: AddressTest;
  readonly now: () => number;
}

/** Checks the header Authorization of a call: the key, or why it is refused. A correct key is never refused for other attempts. */
export function operatorLogins({ operatorKeys, attempts, addressTest, now }: OperatorLoginOptions) {
  const isAllowed = allowedFrom(addressTest);
  const guesses = guessCount(now, attempts);
  const recordUse = keyUses(operatorKeys, now);
  return async (
    header: string | undefined,
    address: string,
  ): Promise<OperatorLogin | "wrong" | "tooMany"> => {
    const given = /^Bearer +(?<key>\S+) *$/iu.exec(header ?? "")?.groups?.["key"] ?? "";
    const id = operatorKeyId(given);
    if (id === undefined) return "wrong";
    const found = await operatorKeys.find(id);
    const isCurrent = found !== undefined && (found.expiresAt === undefined || now() < found.expiresAt);
    if (isApiKey(given, found?.hash) && isCurrent && isAllowed(found.fromAddresses, address)) {
      recordUse(id);
      return { ...found, role: keyRole(found), secret: given };
    }
    const account = accountKey("operatorKey", id);
    const guess = { account, exists: found !== undefined, network: networkOf(address), trusted: false };
    return (await guesses.take(guess)) ? "wrong" : "tooMany";
  };
}
