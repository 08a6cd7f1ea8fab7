/** What a customer that was idle may send at once, in microseconds of its rate; longer than the pause of the worker. */
const burst = 250_000;

/** When customers with a rate may send their next part; times are microseconds since the epoch. */
export class RateBudgets {
  readonly #budgets = new Map<number, { readonly rate: number; freeAt: number }>();
  readonly #changed = new Set<number>();

  /** Sets what is stored of a customer; a `rate` of null has no limit. What was spent since `takeChanges` is not stored yet. */
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
    budget.freeAt = Math.max(budget.freeAt, now - burst) + Math.ceil((parts * 1_000_000) / budget.rate);
    this.#changed.add(customerId);
  }

  /** The customers that have spent something since the last call, with the time of their next part. */
  takeChanges(): readonly { readonly customerId: number; readonly freeAt: number }[] {
    const changes = [...this.#changed].map((customerId) => ({
      customerId,
      freeAt: this.#budgets.get(customerId)?.freeAt ?? 0,
    }));
    this.#changed.clear();
    return changes;
  }
}
