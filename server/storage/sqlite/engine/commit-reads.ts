/**
 * Reads whose results are kept for the rest of a commit. No other connection can write meanwhile, so they are repeated only after a write of
 * the same commit that may have changed them.
 */
export class CommitReads {
  #expiries = 0;

  /** A transaction begins, or a write may have changed what was read. */
  expire(): void {
    this.#expiries++;
  }

  /** Reads each key once. */
  keep<K extends string | undefined, V>(read: (key: K) => V): (key: K) => V {
    let [expiry, kept] = [-1, new Map<K, V>()];
    return (key) => {
      if (expiry !== this.#expiries) [expiry, kept] = [this.#expiries, new Map()];
      const known = kept.get(key);
      if (known !== undefined) return known;
      const found = read(key);
      kept.set(key, found);
      return found;
    };
  }
}
