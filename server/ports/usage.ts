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

/** Counters of messages. They are changed along with the messages, in the same commit. */
export interface UsageStore {
  /** Sums per customer, state and the wanted dimensions, in this order: customer, dimensions, state. */
  sums(query: UsageQuery): Promise<readonly UsageSum[]>;
}
