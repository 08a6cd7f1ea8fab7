import type { RecipientState } from "../domain/recipient-state.js";
import type { UsageDimension, UsageSum } from "../domain/usage/report.js";

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

/** Counters of messages. They are changed along with the messages, in the same commit. */
export interface UsageStore {
  /** Sums per customer, state and the wanted dimensions, in this order: customer, dimensions, state. */
  sums(query: UsageQuery): Promise<readonly UsageSum[]>;
  /** Sums of all customers, from a day on. */
  totals(from: number): Promise<readonly DayTotal[]>;
  /** Sums of the customers with most accepted messages of a day, at most `limit` customers. */
  busiest(day: number, limit: number): Promise<readonly CustomerTotal[]>;
}
