/** Milliseconds for which a change by another process may go unseen. */
const staleness = 500;

/** A revision of the database, read at most twice a second however often it is asked for. */
export class Revised {
  readonly #read: () => Promise<number>;
  #asked: Promise<number> | undefined;
  #askedAt = -Infinity;

  constructor(read: () => Promise<number>) {
    this.#read = read;
  }

  /** The revision as it is, or was a moment ago. */
  async current(): Promise<number> {
    const now = performance.now();
    if (this.#asked === undefined || now - this.#askedAt > staleness) {
      this.#askedAt = now;
      const asked = this.#read();
      this.#asked = asked;
      // A failure is that of its callers; the next one asks again.
      asked.catch(() => {
        if (this.#asked === asked) this.#asked = undefined;
      });
    }
    return this.#asked;
  }

  /** To call after a change by this process: the next call sees it. */
  changed(): void {
    this.#asked = undefined;
  }
}
