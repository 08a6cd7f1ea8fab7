import type { Change } from "../../domain/accounts/accounts.js";
import type { PriceRule, Scope } from "../../domain/credit/coverage.js";
import type { CreditKind } from "../../domain/credit/balance.js";
import type { AccountStore, CoverageStore } from "../../ports/accounts.js";
import type { Caller } from "../script/calls.js";

/** Bookings by operators, which each driver makes in its own way. */
export interface CreditWrites {
  addCredit(input: {
    readonly customerId: number;
    readonly kind: CreditKind;
    readonly amount: number;
    readonly at: number;
    readonly reference: string | undefined;
  }): Change;
}

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

/** The method of the port, by the calls of a writer. */
export function creditCalls(writer: Caller<CreditWrites>) {
  return {
    addCredit: (customerId, kind, amount, at, reference) =>
      writer.call("addCredit", { customerId, kind, amount, at, reference }),
  } satisfies Partial<AccountStore>;
}

/** As `creditCalls`. */
export function coverageCalls(writer: Caller<CoverageWrites>) {
  return {
    setPrices: (scope, rules) => writer.call("setPrices", { scope, rules }),
    removePrice: (scope, prefix) => writer.call("removePrice", { scope, prefix }),
    addToBlacklist: (scope, phones, at) => writer.call("addToBlacklist", { scope, phones, at }),
    removeFromBlacklist: (scope, phones) => writer.call("removeFromBlacklist", { scope, phones }),
  } satisfies Partial<CoverageStore>;
}
