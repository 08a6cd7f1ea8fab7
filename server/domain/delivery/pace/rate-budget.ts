/** Burst of an idle customer, in microseconds of its rate; longer than the poll interval of the worker. */
const burst = 250_000;

/** Used share of the rate of a customer, in microseconds. */
export interface RateChange {
  readonly customerId: number;
  readonly spent: number;
  /** When it may send its next part, unless other processes have spent something of its rate as well. */
  readonly freeAt: number;
}

/** When customers with a rate may send their next part; times are microseconds since the epoch. */
export class RateBudgets {
  readonly #budgets = new Map<number, { readonly rate: number; freeAt: number }>();
  /** Spent since `takeChanges`, in microseconds. */
  readonly #changed = new Map<number, number>();

  /**
   * Loads the stored state of a customer; a `rate` of null is unlimited. Tokens spent since `takeChanges` stay
   * deducted.
   */
  know(customerId: number, rate: number | null, freeAt: number | null): void {
    const unstored = this.#changed.has(customerId) ? this.#budgets.get(customerId)?.freeAt : undefined;
    if (rate === null) this.#budgets.delete(customerId);
    else this.#budgets.set(customerId, { rate, freeAt: unstored ?? freeAt ?? 0 });
  }

  allows(customerId: number, now: number): boolean {
    return (this.#budgets.get(customerId)?.freeAt ?? 0) <= now;
  }

  spend(customerId: number, parts: number, now: number): void {
    const budget = this.#budgets.get(customerId);
    if (budget === undefined) return;
    const spent = Math.ceil((parts * 1_000_000) / budget.rate);
    budget.freeAt = Math.max(budget.freeAt, now - burst) + spent;
    this.#changed.set(customerId, (this.#changed.get(customerId) ?? 0) + spent);
  }

  /** The customers that have spent something since the last call. */
  takeChanges(): readonly RateChange[] {
    const changes = [...this.#changed].map(([customerId, spent]) => ({
      customerId,
      spent,
      freeAt: this.#budgets.get(customerId)?.freeAt ?? 0,
    }));
    this.#changed.clear();
    return changes;
  }
}
