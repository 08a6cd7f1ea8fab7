/** When a balance ends at the present rate. */

const hour = 3_600_000;
const day = 24 * hour;

/** Milliseconds over which rates are counted: the present one, and the mean one. */
export const countedFor = { hour, week: 7 * day } as const;

/** What an account has spent, in thousandths of a credit: charges less refunds. */
export interface Spending {
  /** Until messages are refused; undefined without a limit. */
  readonly left: number | undefined;
  /** In the last hour, and in the last seven days. */
  readonly hour: number;
  readonly week: number;
}

export interface BalanceEnd {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Thousandths of a credit in an hour. */
  readonly perHour: number;
  /** Whose rate it is. */
  readonly of: keyof typeof countedFor;
}

/**
 * The end of a balance: at the rate of the last hour if that ends it within a day, which has no nights; otherwise at the mean rate of the last
 * seven days, or at that of the hour if nothing is older. Undefined if there is no limit, no credit, or nothing was spent.
 */
export function balanceEnd({ left, ...spent }: Spending, now: number): BalanceEnd | undefined {
  if (left === undefined || left <= 0) return undefined;
  const endOf = (of: BalanceEnd["of"]): BalanceEnd | undefined => {
    if (spent[of] <= 0) return undefined;
    const perHour = (spent[of] * hour) / countedFor[of];
    return { at: now + Math.round((left / perHour) * hour), perHour, of };
  };
  const [soon, usual] = [endOf("hour"), endOf("week")];
  return soon !== undefined && soon.at - now <= day ? soon : (usual ?? soon);
}
