import type { PriceRule } from "./coverage.js";

/** A customer's list, or everybody's: undefined. */
export type Scope = number | undefined;

/** A price as the operator sees it. */
export interface ScopedPrice extends PriceRule {
  readonly scope: Scope;
}

export interface BlacklistEntry {
  readonly scope: Scope;
  readonly phone: string;
}
