import type { Scope } from "../../../domain/credit/coverage.js";
import type { CoverageWrites } from "../../protocol/account-writes.js";
import { scopeId } from "../../rows/price-row.js";
import { changeOf, customerExists } from "./change.js";
import type { Database } from "../engine/database.js";

/** Prepares every change of prices and blacklists on one connection. */
export function coverageWrites(database: Database): CoverageWrites {
  const exists = customerExists(database);
  const upsert = database.prepare(
    "INSERT INTO price (customer_id, prefix, price) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET price = excluded.price",
  );
  const remove = database.prepare("DELETE FROM price WHERE customer_id = ? AND prefix = ?");
  const insertPhone = database.prepare("INSERT INTO blacklist VALUES (?, ?, ?) ON CONFLICT DO NOTHING");
  const findPhone = database.prepare<object>("SELECT 1 FROM blacklist WHERE customer_id = ? AND phone = ?");
  const removePhone = database.prepare("DELETE FROM blacklist WHERE customer_id = ? AND phone = ?");
  const isKnown = (scope: Scope): boolean => scope === undefined || exists(scope);
  const unknown = (scope: Scope) => (isKnown(scope) ? "unknownEntry" : "unknownCustomer");
  return {
    setPrices({ scope, rules }) {
      if (!isKnown(scope)) return { ok: false, reason: "unknownCustomer" };
      for (const { prefix, price } of rules) upsert.run(scopeId(scope), prefix, price ?? null);
      return { ok: true };
    },
    removePrice({ scope, prefix }) {
      return changeOf(remove.run(scopeId(scope), prefix).changes > 0, () => unknown(scope));
    },
    addToBlacklist({ scope, phones, at }) {
      if (!isKnown(scope)) return { ok: false, reason: "unknownCustomer" };
      for (const phone of phones) insertPhone.run(scopeId(scope), Number(phone), at);
      return { ok: true };
    },
    removeFromBlacklist({ scope, phones }) {
      const missing = phones.some((phone) => findPhone.get(scopeId(scope), Number(phone)) === undefined);
      if (missing) return { ok: false, reason: unknown(scope) };
      for (const phone of phones) removePhone.run(scopeId(scope), Number(phone));
      return { ok: true };
    },
  };
}
