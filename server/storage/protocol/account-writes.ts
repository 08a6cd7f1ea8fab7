import type { Change } from "../../domain/accounts/accounts.js";
import type { PriceRule, Scope } from "../../domain/credit/coverage.js";
import type { CoverageStore } from "../../ports/accounts.js";
import type { Caller } from "../script/calls.js";

interface Phones {
  readonly scope: Scope;
  readonly phones: readonly string[];
}

/** Changes of prices and blacklists. */
export interface CoverageWrites {
  setPrices(input: { readonly scope: Scope; readonly rules: readonly PriceRule[] }): Change;
  removePrice(input: { readonly scope: Scope; readonly prefix: string }): Change;
  addToBlacklist(input: Phones & { readonly at: number }): Change;
  removeFromBlacklist(input: Phones): Change;
}

/** The methods of the port, by the calls of a writer. */
export function coverageCalls(writer: Caller<CoverageWrites>) {
  return {
    setPrices: (scope, rules) => writer.call("setPrices", { scope, rules }),
    removePrice: (scope, prefix) => writer.call("removePrice", { scope, prefix }),
    addToBlacklist: (scope, phones, at) => writer.call("addToBlacklist", { scope, phones, at }),
    removeFromBlacklist: (scope, phones) => writer.call("removeFromBlacklist", { scope, phones }),
  } satisfies Partial<CoverageStore>;
}
