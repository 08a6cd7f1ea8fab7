import type {
  AccessState,
  Customer,
  NewCustomer,
  CustomerChange,
  PasswordHashes,
  User,
  UserChange,
  LoginRecord,
  Change,
} from "../domain/accounts/accounts.js";
import type { CreditKind, Balance, LedgerEntry } from "../domain/credit/balance.js";
import type { TubeSettings, TubeUser } from "../domain/accounts/tube-settings.js";
import type { PriceRule, PriceTable, Scope, ScopedPrice, BlacklistEntry } from "../domain/credit/coverage.js";
import type { PhoneNumbers } from "../domain/outbox/submission.js";

export interface AccountStore {
  /** The user's name is compared without regard to case. */
  login(customerId: number, userName: string): Promise<LoginRecord | undefined>;
  /** True when the user has logged in from this network before, as far as that is kept. */
  knowsNetwork(customerId: number, userName: string, network: string): Promise<boolean>;
  /** The user has logged in from this network. The networks that were not used for longest are forgotten. */
  addNetwork(customerId: number, userName: string, network: string, at: number): Promise<void>;
  /** In the order in which they were added. */
  originators(customerId: number): Promise<readonly string[]>;
  /** Every kind that has an account, in the order of `CreditKind`. */
  balances(customerId: number): Promise<readonly Balance[]>;
  addCustomer(customer: NewCustomer, at: number): Promise<Change>;
  /** `insufficient` when a balance lies below what the new `credit` allows. */
  changeCustomer(customerId: number, change: CustomerChange): Promise<Change>;
  setCustomerState(customerId: number, state: AccessState): Promise<Change>;
  customers(): Promise<readonly Customer[]>;
  customer(customerId: number): Promise<Customer | undefined>;
  addUser(
    user: { readonly customerId: number; readonly name: string } & PasswordHashes,
    at: number,
  ): Promise<Change>;
  /** `exists` when another user of the customer has the new name. */
  changeUser(customerId: number, name: string, change: UserChange): Promise<Change>;
  setUserState(customerId: number, name: string, state: AccessState): Promise<Change>;
  setPassword(customerId: number, name: string, hashes: PasswordHashes): Promise<Change>;
  /** Puts another hash of the same password in the place of `hash`; nothing changes when the user has that hash no more. */
  replaceHash(customerId: number, name: string, hash: string, replacement: string): Promise<void>;
  users(customerId?: number): Promise<readonly User[]>;
  addOriginator(customerId: number, value: string, at: number): Promise<Change>;
  /** `unknownEntry` when the customer does not have it. */
  removeOriginator(customerId: number, value: string): Promise<Change>;
  allOriginators(
    customerId?: number,
  ): Promise<readonly { readonly customerId: number; readonly value: string }[]>;
  /**
   * Adds or, when `amount` is negative, takes credit. A prepaid balance never goes below zero, a postpaid one never
   * below the limit. `amount` is a whole number other than zero.
   */
  addCredit(customerId: number, kind: CreditKind, amount: number, at: number): Promise<Change>;
  ledger(customerId?: number): Promise<readonly LedgerEntry[]>;
}

/** Users as the SMPP front end ("tube") sees them. Names are compared without regard to case. */
export interface TubeStore {
  user(customerId: number, name: string): Promise<TubeUser | undefined>;
  /** Sets what is given; false when there is no such user. */
  change(customerId: number, name: string, change: Partial<TubeSettings>): Promise<boolean>;
}

/** Where messages can be sent to, what one part costs there, and who wants none. */
export interface CoverageStore {
  /** The lists are the same objects until one of their prices changes. */
  prices(customerId: number): Promise<PriceTable>;
  /** Those of the numbers that are on everybody's blacklist or on the customer's. */
  blacklisted(customerId: number, numbers: PhoneNumbers): Promise<ReadonlySet<string>>;
  /** Adds prices or replaces them, all or none. */
  setPrices(scope: Scope, rules: readonly PriceRule[]): Promise<Change>;
  /** `unknownEntry` when there is no such price. */
  removePrice(scope: Scope, prefix: string): Promise<Change>;
  /** Of one customer, of everybody (undefined), or all of them; by customer and prefix. */
  allPrices(scope: Scope | "all"): Promise<readonly ScopedPrice[]>;
  /** Numbers that are there already stay. */
  addToBlacklist(scope: Scope, phones: readonly string[], at: number): Promise<Change>;
  /** `unknownEntry`, and nothing is removed, when one of them is not there. */
  removeFromBlacklist(scope: Scope, phones: readonly string[]): Promise<Change>;
  /** In the order of customer and number. */
  blacklist(scope: Scope | "all"): Promise<readonly BlacklistEntry[]>;
}

/** What became of a log-in. A blocked state is told only to who knows the password. */
export type Verification =
  | { readonly kind: "verified"; readonly customer: Customer; readonly user: User }
  /** Unknown customer, unknown user or wrong password, alike in answer and time. */
  | { readonly kind: "unknownUser" }
  | { readonly kind: "userBlocked" }
  | { readonly kind: "customerBlocked" }
  | { readonly kind: "interfaceClosed" }
  /** Too many failures of this log-in lately. */
  | { readonly kind: "tooManyLogins" };

/** Checks who calls. */
export interface Credentials {
  /** @param address where the call comes from: strangers elsewhere do not use up the attempts of a caller */
  verify(customerId: number, userName: string, password: string, address?: string): Promise<Verification>;
}
