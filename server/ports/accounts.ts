import type {
  AccessState,
  Customer,
  NewCustomer,
  CustomerChange,
  PasswordHashes,
  User,
  UserChange,
  WeakPassword,
  LoginRecord,
  Change,
} from "../domain/accounts/accounts.js";
import type { InterfaceRight } from "../domain/accounts/interface-rights.js";
import type { ApiKey, NewApiKey } from "../domain/accounts/api-keys.js";
import type { CountrySpent } from "../domain/credit/country-credits.js";
import type { CreditKind, Balance, LedgerEntry, LedgerReason } from "../domain/credit/balance.js";
import type { TubeSettings, TubeUser, UserProvider } from "../domain/accounts/tube-settings.js";
import type { UserChanger } from "../domain/accounts/portal-users.js";
import type {
  BlacklistEntry,
  BlacklistPlace,
  PriceRule,
  PriceTable,
  Scope,
  ScopedPrice,
} from "../domain/credit/coverage.js";
import type { PhoneNumbers } from "../domain/delivery/submitting/submission.js";
import type { Carried } from "../domain/credit/carrying.js";
import type { AccountPeriod, DrainingAccount, LowBalance, SpentAccount } from "../domain/credit/statement.js";
import type { RecipientState } from "../domain/recipient-state.js";
import type { CostSum } from "../domain/usage/costs.js";
import type { DeliverabilityGrouping, DeliverabilitySum } from "../domain/usage/deliverability.js";
import type { UsageDimension, UsageSum } from "../domain/usage/report.js";

/**
 * Changes by this process are visible to the next call. `login`, `originators` and `balances` may be kept in memory: they
 * show a change by another process a moment later.
 */
export interface AccountStore {
  /** The user's name is compared without regard to case. */
  login(customerId: number, userName: string): Promise<LoginRecord | undefined>;
  /** True if the user has logged in from this network before, as far as stored. */
  knowsNetwork(customerId: number, userName: string, network: string): Promise<boolean>;
  /** Records a log-in from a network. The least recently used networks are deleted. */
  addNetwork(customerId: number, userName: string, network: string, at: number): Promise<void>;
  /** In the order in which they were added. */
  originators(customerId: number): Promise<readonly string[]>;
  /** Every kind that has an account, in the order of `CreditKind`. */
  balances(customerId: number): Promise<readonly Balance[]>;
  addCustomer(customer: NewCustomer, at: number): Promise<Change>;
  /** `insufficient` if a balance is below the limit of the new `credit`. */
  changeCustomer(customerId: number, change: CustomerChange): Promise<Change>;
  /** Blocking closes the sessions of all users in the portal. */
  setCustomerState(customerId: number, state: AccessState): Promise<Change>;
  /** Ends that new sends of a customer are held back; `unknownEntry` when they are not. */
  releaseCustomer(customerId: number): Promise<Change>;
  customers(): Promise<readonly Customer[]>;
  customer(customerId: number): Promise<Customer | undefined>;
  addUser(
    user: { readonly customerId: number; readonly name: string } & PasswordHashes,
    at: number,
  ): Promise<Change>;
  /** `exists` when another user of the customer has the new name. */
  changeUser(customerId: number, name: string, change: UserChange): Promise<Change>;
  /** Blocking closes the sessions in the portal. */
  /** An owner cannot block the last owner (`lastOwner`). By an operator, if nobody is named. */
  setUserState(customerId: number, name: string, state: AccessState, by?: UserChanger): Promise<Change>;
  /** Of the user's programs; if it is the one in the portal too, its sessions end, and a pending invitation is void. */
  setPassword(customerId: number, name: string, hashes: PasswordHashes): Promise<Change>;
  /** The user's programs have API keys alone from now on; the password in the portal stays. `unknownEntry` if there is none. */
  removePassword(customerId: number, name: string): Promise<Change>;
  /** Replaces `hash` by another hash of the same password; changes nothing if the user has a different hash by now. */
  replaceHash(customerId: number, name: string, hash: string, replacement: string): Promise<void>;
  users(customerId?: number): Promise<readonly User[]>;
  /** Active users with a weak password that was allowed, of active customers. */
  weakPasswords(limit: number): Promise<readonly WeakPassword[]>;
  addOriginator(customerId: number, value: string, at: number): Promise<Change>;
  /** `unknownEntry` when the customer does not have it. */
  removeOriginator(customerId: number, value: string): Promise<Change>;
  allOriginators(
    customerId?: number,
  ): Promise<readonly { readonly customerId: number; readonly value: string }[]>;
  /**
   * Adds credit, or deducts it if `amount` is negative. A prepaid balance never goes below zero, a postpaid one never
   * below the limit. `amount` is a whole number other than zero; `reference` of the payment, if any.
   */
  addCredit(
    customerId: number,
    kind: CreditKind,
    amount: number,
    at: number,
    reference?: string,
  ): Promise<Change>;
}

/** Settings of users for the SMPP front end ("tube"). Names are compared without regard to case. */
export interface TubeStore {
  user(customerId: number, name: string): Promise<TubeUser | undefined>;
  /** Users with a provider, in the order in which they were added: of a customer, or of all. */
  providers(choice: {
    readonly customerId: number | undefined;
    readonly limit: number;
  }): Promise<readonly UserProvider[]>;
  /** Changes the given settings; false if there is no such user. */
  change(customerId: number, name: string, change: Partial<TubeSettings>): Promise<boolean>;
}

/** Coverage: prices by prefix, and blacklists. */
export interface CoverageStore {
  /** The prices that apply at a time. The lists are the same objects until one of their prices changes. */
  prices(customerId: number, at: number): Promise<PriceTable>;
  /** The given numbers that are on the general blacklist or on the customer's. */
  blacklisted(customerId: number, numbers: PhoneNumbers): Promise<ReadonlySet<string>>;
  /** Adds prices or replaces them at a time, all or none. `firstDay`: a later UTC day, from which on they apply; those that apply now stay until then. */
  setPrices(scope: Scope, rules: readonly PriceRule[], at: number, firstDay?: number): Promise<Change>;
  /** Removes the price that applies now, or the one of a later first day; `unknownEntry` when there is no such price. */
  removePrice(scope: Scope, prefix: string, at: number, firstDay?: number): Promise<Change>;
  /** Prices of one customer, the general ones (undefined), or all; ordered by customer, prefix and first day. */
  allPrices(scope: Scope | "all"): Promise<readonly ScopedPrice[]>;
  /** Adds numbers; existing ones stay. `changed`: those that were added. */
  addToBlacklist(scope: Scope, phones: readonly string[], at: number): Promise<Change>;
  /** `unknownEntry`, and nothing is removed, if one of them is missing. */
  removeFromBlacklist(scope: Scope, phones: readonly string[]): Promise<Change>;
  /** One page: numbers in national form, with 0 before them, then the others, both in the order of customer and number. */
  blacklist(scope: Scope | "all", from: BlacklistPlace, limit: number): Promise<readonly BlacklistEntry[]>;
  /** The first customers with opt-outs by numbers in national form, and how many each has, at most `most`. */
  nationalOptOuts(
    limit: number,
    most: number,
  ): Promise<readonly { readonly customerId: number; readonly count: number }[]>;
}

/** Result of a log-in. A blocked state is returned only for the right password. */
export type Verification =
  | {
      readonly kind: "verified";
      readonly customer: Customer;
      readonly user: User;
      /** Of the role of the user, and of the API key if the call has one. */
      readonly rights: readonly InterfaceRight[];
    }
  /** Unknown customer, unknown user, wrong password or key, or an address that is not allowed, with the same response and time. */
  | { readonly kind: "unknownUser" }
  | { readonly kind: "userBlocked" }
  | { readonly kind: "customerBlocked" }
  | { readonly kind: "interfaceClosed" }
  /** Too many failures of this log-in lately. */
  | { readonly kind: "tooManyLogins" };

/** Verifies credentials. */
export interface Credentials {
  /** @param address IP address of the caller: attempts from other networks do not use up its own */
  verify(
    customerId: number,
    userName: string,
    password: string,
    address?: string,
    signal?: AbortSignal,
  ): Promise<Verification>;
}

/** API keys of users. Names of users are compared without regard to case. */
export interface ApiKeyStore {
  /** May be kept in memory, as a log-in: a change by another process counts a moment later. */
  find(id: string): Promise<ApiKey | undefined>;
  /** In the order of customers and users, the oldest first. */
  list(customerId?: number): Promise<readonly ApiKey[]>;
  /** `exists` when the user has a key of that name. */
  add(key: NewApiKey): Promise<Change>;
  /** `unknownEntry` when the user has no key of that name. */
  remove(customerId: number, userName: string, name: string): Promise<Change>;
  /** Records a use. */
  used(id: string, at: number): Promise<void>;
}

/** Size of a bucket of attempts, and milliseconds in which it gains one. */
export interface AttemptBucket {
  readonly burst: number;
  readonly interval: number;
}

/** Attempts to log in, counted for all processes of one database. */
export interface AttemptStore {
  /** Counts an attempt; false when the bucket of this name has none left for now. */
  take(name: string, bucket: AttemptBucket): Promise<boolean>;
  /** Takes an attempt back. */
  giveBack(name: string): Promise<void>;
}

/** Selects entries of the ledger by time, in milliseconds since the epoch. */
export interface LedgerQuery {
  /** Undefined for all customers, one after the other. */
  readonly customerId?: number | undefined;
  readonly from?: number;
  /** Exclusive. */
  readonly until?: number;
}

/** A place in the ledger: before all entries of a customer, or behind one of them. */
export interface LedgerCursor {
  readonly customerId: number;
  readonly behind?: Pick<LedgerEntry, "at" | "id"> | undefined;
}

export interface LedgerPart {
  readonly entries: readonly LedgerEntry[];
  /** Undefined at the end; there may be no entry behind it. */
  readonly next: LedgerCursor | undefined;
}

/** Selects entries of the ledger of a customer, newest first. */
export interface LatestEntries {
  readonly customerId: number;
  /** Milliseconds since the epoch: the first, and the one after the last. */
  readonly from: number;
  readonly until: number;
  /** Undefined for all. */
  readonly reason: LedgerReason | undefined;
  /** Behind this entry; undefined for the newest ones. */
  readonly before: Pick<LedgerEntry, "at" | "id"> | undefined;
  readonly limit: number;
}

/** Selects the course of a balance. */
export interface CourseQuery {
  readonly customerId: number;
  readonly kind: CreditKind;
  /** Milliseconds since the epoch: the first step, and the last one or the time behind it. */
  readonly from: number;
  readonly until: number;
  /** Milliseconds. */
  readonly step: number;
}

/** The course of an account, in thousandths of a credit. */
export interface AccountCourse {
  /** Until messages are refused; undefined without a limit. */
  readonly left: number | undefined;
  /** At each step, before what is booked at that time; the last one is the present balance if the period ends now. */
  readonly balances: readonly number[];
  /** Added and deducted by the operator in the period, the oldest first. */
  readonly refills: readonly { readonly at: number; readonly delta: number }[];
}

/** Reads of the ledger. Entries are written along with the change that they record. */
export interface LedgerStore {
  /**
   * At most `limit` entries behind a place: by customer, first the sums of removed entries, of which there is one for each account, then the
   * oldest first. The sums of a customer are not parted. A part looks at some customers: it may have no entry, and a place behind it.
   */
  part(query: LedgerQuery, limit: number, after?: LedgerCursor): Promise<LedgerPart>;
  /** At most `limit` entries, newest first; the sums of removed entries follow the oldest one, unless a reason is given. */
  latest(query: LatestEntries): Promise<readonly LedgerEntry[]>;
  /** Sums of removed entries of a customer, one for each account that has any. */
  carried(customerId: number): Promise<readonly Carried[]>;
  /** Credit that was added or deducted by the operator, the oldest first. */
  refills(customerId: number, from: number, until: number): Promise<readonly LedgerEntry[]>;
  /** The changes of each account of a customer, all of one moment; in the order of `CreditKind`. */
  periods(customerId: number, from: number, until: number): Promise<readonly AccountPeriod[]>;
  /**
   * Accounts of active customers with less credit than the customer's threshold, by customer. `usual`: the threshold of SMS accounts whose
   * customer has none, if they have changed since a time.
   */
  lowBalances(
    limit: number,
    usual?: { readonly threshold: number; readonly movedSince: number },
  ): Promise<readonly LowBalance[]>;
  /** Accounts of active customers who have sent lately, with the credit that is left and what was spent since a time. */
  draining(since: number, now: number, limit: number): Promise<readonly DrainingAccount[]>;
  /** What a customer has spent in a day on countries with a limit, the most first. */
  spentByCountry(customerId: number, day: number, limit: number): Promise<readonly CountrySpent[]>;
  /** Limits by country because of which calls were refused in a day, the most first. */
  limitsReached(day: number, limit: number): Promise<readonly CountrySpent[]>;
  /** The SMS account of each customer, with what was spent since a time, by customer. */
  spent(since: number, now: number, limit: number): Promise<readonly SpentAccount[]>;
  /** The balance of an account at each step of a period; undefined without the account. Entries between two steps are not read. */
  course(query: CourseQuery): Promise<AccountCourse | undefined>;
}

/** Selects counters of accepted messages. */
export interface UsageQuery {
  /** UTC days since the epoch: the first one, and the one after the last. */
  readonly from: number;
  readonly until: number;
  readonly customerId: number | undefined;
  /** As stored; undefined for all users. */
  readonly user: string | undefined;
  readonly by: readonly UsageDimension[];
  /** Maximum rows. */
  readonly limit: number;
}

/** Messages of one state that were accepted on one day. */
export interface DayTotal {
  /** In UTC days since the epoch. */
  readonly day: number;
  readonly state: RecipientState;
  readonly messages: number;
}

/** Messages of one state of a customer on one day. */
export interface CustomerTotal extends Omit<DayTotal, "day"> {
  readonly customerId: number;
}

/** Selects counters of final states of two periods, one after the other. */
export interface DeliverabilityQuery {
  readonly by: DeliverabilityGrouping;
  /** Of `hour`: each hour has a row, in place of whole days. */
  readonly everyHour?: boolean | undefined;
  /**
   * Hours since the epoch: the first of the earlier period, the first of the later one, and the one after the last. Each is one of the last
   * nine days, or the first of a day.
   */
  readonly from: number;
  readonly middle: number;
  readonly until: number;
  /** Not of groupings by prefix. */
  readonly customerId?: number | undefined;
  readonly linkId?: number | undefined;
  readonly callingCode?: string | undefined;
  /** Not of one customer. */
  readonly longerPrefix?: string | undefined;
  /** Maximum rows. */
  readonly limit: number;
}

/** Counters of messages. They are changed along with the messages, in the same commit. */
export interface UsageStore {
  /** Sums per customer, state and the wanted dimensions, in this order: customer, dimensions, state. */
  sums(query: UsageQuery): Promise<readonly UsageSum[]>;
  /** Sums of all customers, from a day on. */
  totals(from: number): Promise<readonly DayTotal[]>;
  /** Sums of the customers with most accepted messages of a day, at most `limit` customers. */
  busiest(day: number, limit: number): Promise<readonly CustomerTotal[]>;
  /** What the parts of days cost, by customer, link and calling code; of one customer, or of all. */
  costs(from: number, until: number, customerId: number | undefined): Promise<readonly CostSum[]>;
  /** Sums of final states by period and key, and of failures of the later period by key and reason, in any order. */
  deliverability(query: DeliverabilityQuery): Promise<readonly DeliverabilitySum[]>;
}
