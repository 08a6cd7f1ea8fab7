import type { ReadLimit } from "../ports/reading.js";
import { StoreError } from "./errors.js";

/** Failure of a read that lasted as long as its limit allows, in milliseconds. */
export const stoppedAfter = (limit: number): StoreError =>
  new StoreError("stopped", `after ${Math.round(limit / 100) / 10} s`);

/** The limit of what is read from now on. */
export class Deadline {
  readonly #limit: ReadLimit;
  readonly #end: number;

  constructor(limit: ReadLimit) {
    this.#limit = limit;
    this.#end = performance.now() + (limit.whole ?? Infinity);
  }

  /** Milliseconds for the next statement. @throws StoreError `stopped` */
  next(): number {
    const left = Math.min(this.#end - performance.now(), this.#limit.statement);
    if (left <= 0) throw this.stopped();
    return Math.ceil(left);
  }

  stopped(): StoreError {
    return stoppedAfter(this.#limit.whole ?? this.#limit.statement);
  }
}
