import { userNameKey } from "../../../domain/accounts/accounts.js";
import type { AccountStore, ApiKeyStore } from "../../../ports/accounts.js";
import { inOrder } from "../../rows/ledger-row.js";
import { balancesOf, loginOfUser, loginRecord, originatorsOf } from "../../tables/accounts/account-store.js";
import { apiKeyOf, keyOfId } from "../../tables/accounts/api-keys.js";
import type { Database } from "../engine/database.js";
import { type Changes, keepBriefly, keepUntil } from "../engine/kept.js";
import { ScriptRunner } from "../engine/scripts.js";

/** Reads of accounts that calls repeat, kept until a revision changes. */
export function keptAccountReads(
  database: Database,
  changes: Changes,
): Pick<AccountStore, "login" | "originators" | "balances"> {
  const runner = new ScriptRunner(database);
  const logins = keepUntil(database, changes, "account_revision", (key: string) => {
    const space = key.indexOf(" ");
    const found = { customerId: Number(key.slice(0, space)), key: key.slice(space + 1) };
    const row = runner.get(loginOfUser, found);
    return row && loginRecord(row);
  });
  const originators = keepUntil(database, changes, "account_revision", (customerId: number) =>
    runner.all(originatorsOf, { customerId }).map(({ value }) => value),
  );
  const balances = keepBriefly(changes, (customerId: number) =>
    inOrder(runner.all(balancesOf, { customerId })),
  );
  return {
    login: async (customerId, userName) => logins(`${customerId} ${userNameKey(userName)}`),
    originators: async (customerId) => originators(customerId) ?? [],
    balances: async (customerId) => balances(customerId) ?? [],
  };
}

/** As `keptAccountReads`. */
export function keptApiKey(database: Database, changes: Changes): ApiKeyStore["find"] {
  const runner = new ScriptRunner(database);
  const find = keepUntil(database, changes, "account_revision", (id: string) => {
    const row = runner.get(keyOfId, { id });
    return row && apiKeyOf(row);
  });
  return async (id) => find(id);
}
