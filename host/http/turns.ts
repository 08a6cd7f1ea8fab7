import { FairLines } from "./fair-lines.js";

/** Credit of one turn in bytes: a smaller message never waits for a larger one of another caller. */
const share = 65_536;

/** Milliseconds of work after which the event loop looks for input again. */
const slice = 5;

/**
 * Divides the event loop between callers. Work runs at once while there is little of it; otherwise it waits for its
 * turn, weighted by its bytes, and between turns the event loop reads input. A piece of work is never interrupted;
 * large work has several pieces.
 */
export class Turns {
  readonly #lines = new FairLines<() => void>(share);
  /** Milliseconds of work since the event loop looked for input. */
  #spent = 0;
  #scheduled = false;

  /** Pieces of work that wait. */
  get waiting(): number {
    return this.#lines.size;
  }

  /**
   * @param bytes bytes of the work, as a measure of its cost
   * @param connection waiting work is dropped if it has closed by then
   */
  run(owner: string, bytes: number, work: () => void, connection?: { readonly destroyed: boolean }): void {
    if (!this.#scheduled && this.#spent < slice) {
      this.#time(work);
      return;
    }
    this.#wait(owner, bytes, work, connection, false);
  }

  /**
   * Like `run`, for the next piece of started work. It never runs at once, and precedes other work of its owner, so
   * that an owner has only one unfinished message in memory.
   */
  continue(
    owner: string,
    bytes: number,
    work: () => void,
    connection?: { readonly destroyed: boolean },
  ): void {
    this.#wait(owner, bytes, work, connection, true);
  }

  #wait(
    owner: string,
    bytes: number,
    work: () => void,
    connection: { readonly destroyed: boolean } | undefined,
    first: boolean,
  ): void {
    const unlessGone = (): void => {
      if (connection?.destroyed !== true) work();
    };
    this.#lines.add(owner, bytes, unlessGone, first);
    this.#schedule();
  }

  readonly #continue = (): void => {
    this.#scheduled = false;
    this.#spent = 0;
    try {
      while (this.#spent < slice) {
        const work = this.#lines.next();
        if (work === undefined) return;
        this.#time(work);
      }
    } finally {
      if (this.#lines.size > 0) this.#schedule();
    }
  };

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(this.#continue);
  }

  #time(work: () => void): void {
    const begun = performance.now();
    try {
      work();
    } finally {
      this.#spent += performance.now() - begun;
    }
  }
}
