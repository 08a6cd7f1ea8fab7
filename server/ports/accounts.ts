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
