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
    let kept = new Map<K, V>();
    let expiry = -1;
    return (key) => {
      if (expiry !== this.#expiries) {
        kept = new Map();
        expiry = this.#expiries;
      }
      const known = kept.get(key);
      if (known !== undefined) return known;
      const found = read(key);
      kept.set(key, found);
      return found;
    };
  }
}
