/** Milliseconds for which a look at the database counts. */
const lookCounts = 5;

/**
 * Tells whether the database can have changed since a look at it: this process has changed it, or enough time has passed for another process
 * to have done so.
 */
export class Changes {
  readonly #counts = { commits: 0, revisions: 0 };

  /** The writer of this process has committed. */
  readonly committed = (): void => {
    this.#counts.commits++;
  };

  /** This process may have changed a revision. */
  readonly revised = (): void => {
    this.#counts.revisions++;
  };

  /** Returns what `look` has returned last; it looks again if there may have been a change. */
  version(what: "commits" | "revisions", look: () => number): () => number {
    const counts = this.#counts;
    let [count, until, found] = [-1, 0, 0];
    return () => {
      const now = performance.now();
      if (count === counts[what] && now < until) return found;
      [count, until] = [counts[what], now + lookCounts];
      return (found = look());
    };
  }
}
