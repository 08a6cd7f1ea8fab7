import type {
  AccessState,
  Change,
  CustomerChange,
  NewCustomer,
  PasswordHashes,
  UserChange,
} from "../../domain/accounts/accounts.js";
import type { TubeSettings } from "../../domain/accounts/tube-settings.js";
import type { PriceRule, Scope } from "../../domain/credit/coverage.js";
import type { CreditKind } from "../../domain/credit/balance.js";
import type { AccountStore, CoverageStore, TubeStore } from "../../ports/accounts.js";
import type { Caller } from "./calls.js";

/** Changes of customers. */
export interface CustomerWrites {
  addCustomer(input: { readonly customer: NewCustomer; readonly at: number }): Change;
  changeCustomer(input: { readonly customerId: number; readonly change: CustomerChange }): Change;
  setCustomerState(input: { readonly customerId: number; readonly state: AccessState }): Change;
}

interface UserKey {
  readonly customerId: number;
  readonly name: string;
}

/** Changes of accounts. */
export interface AccountWrites extends CustomerWrites {
  addUser(input: UserKey & PasswordHashes & { readonly at: number }): Change;
  changeUser(input: UserKey & { readonly change: UserChange }): Change;
  setUserState(input: UserKey & { readonly state: AccessState }): Change;
  setPassword(input: UserKey & PasswordHashes): Change;
  replaceHash(input: UserKey & { readonly hash: string; readonly replacement: string }): null;
  addUserNetwork(input: UserKey & { readonly network: string; readonly at: number }): null;
  addOriginator(input: { readonly customerId: number; readonly value: string; readonly at: number }): Change;
  removeOriginator(input: { readonly customerId: number; readonly value: string }): Change;
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

/** Changes of settings for the SMPP front end. */
export interface TubeWrites {
  /** False when there is no such user. */
  changeTube(input: UserKey & { readonly change: Partial<TubeSettings> }): boolean;
}

/** The writing half of the port, by the calls of a writer. */
export function accountCalls(writer: Caller<AccountWrites>) {
  return {
    addCustomer: (customer, at) => writer.call("addCustomer", { customer, at }),
    changeCustomer: (customerId, change) => writer.call("changeCustomer", { customerId, change }),
    setCustomerState: (customerId, state) => writer.call("setCustomerState", { customerId, state }),
    addUser: (user, at) => writer.call("addUser", { ...user, at }),
    changeUser: (customerId, name, change) => writer.call("changeUser", { customerId, name, change }),
    setUserState: (customerId, name, state) => writer.call("setUserState", { customerId, name, state }),
    setPassword: (customerId, name, hashes) => writer.call("setPassword", { customerId, name, ...hashes }),
    addNetwork: async (customerId, name, network, at) => {
      await writer.call("addUserNetwork", { customerId, name, network, at });
    },
    replaceHash: async (customerId, name, hash, replacement) => {
      await writer.call("replaceHash", { customerId, name, hash, replacement });
    },
    addOriginator: (customerId, value, at) => writer.call("addOriginator", { customerId, value, at }),
    removeOriginator: (customerId, value) => writer.call("removeOriginator", { customerId, value }),
    addCredit: (customerId, kind, amount, at, reference) =>
      writer.call("addCredit", { customerId, kind, amount, at, reference }),
  } satisfies Partial<AccountStore>;
}

/** As `accountCalls`. */
export function coverageCalls(writer: Caller<CoverageWrites>) {
  return {
    setPrices: (scope, rules) => writer.call("setPrices", { scope, rules }),
    removePrice: (scope, prefix) => writer.call("removePrice", { scope, prefix }),
    addToBlacklist: (scope, phones, at) => writer.call("addToBlacklist", { scope, phones, at }),
    removeFromBlacklist: (scope, phones) => writer.call("removeFromBlacklist", { scope, phones }),
  } satisfies Partial<CoverageStore>;
}

/** As `accountCalls`. */
export function tubeCalls(writer: Caller<TubeWrites>) {
  return {
    change: (customerId, name, change) => writer.call("changeTube", { customerId, name, change }),
  } satisfies Partial<TubeStore>;
}
