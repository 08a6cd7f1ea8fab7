import { userNameKey } from "../../../domain/accounts/accounts.js";
import type { AccountStore, ApiKeyStore } from "../../../ports/accounts.js";
import { inOrder } from "../../rows/ledger-row.js";
import type { Reads } from "../../script/reads.js";
import { balancesOf, loginOfUser, loginRecord, originatorsOf } from "../../tables/accounts/account-store.js";
import { apiKeyOf, keyOfId } from "../../tables/accounts/api-keys.js";
import { keepUntil, type Revised } from "../engine/kept.js";

/** Reads of accounts that calls repeat; `revised`: the revision of accounts. */
export function keptAccountReads(
  reads: Reads,
  revised: Revised,
): Pick<AccountStore, "login" | "originators" | "balances"> {
  const logins = keepUntil(revised, async (key: string) => {
    const space = key.indexOf(" ");
    const found = { customerId: Number(key.slice(0, space)), key: key.slice(space + 1) };
    const row = await reads.get(loginOfUser, found);
    return row && loginRecord(row);
  });
  const values = keepUntil(revised, async (customerId: number) =>
    (await reads.all(originatorsOf, { customerId })).map(({ value }) => value),
  );
  return {
    login: (customerId, userName) => logins(`${customerId} ${userNameKey(userName)}`),
    originators: async (customerId) => (await values(customerId)) ?? [],
    balances: async (customerId) => inOrder(await reads.all(balancesOf, { customerId })),
  };
}

/** As `keptAccountReads`. */
export function keptApiKey(reads: Reads, revised: Revised): ApiKeyStore["find"] {
  return keepUntil(revised, async (id: string) => {
    const row = await reads.get(keyOfId, { id });
    return row && apiKeyOf(row);
  });
}
