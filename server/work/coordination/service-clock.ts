/** Share of the elapsed time by which the clock runs slower while it is ahead of its reference. */
const slowdown = 0.1;

/**
 * Time of the service in one process, in milliseconds since the epoch. It runs with the monotonic clock of the system, never goes back,
 * and follows a reference: the time of the database. A reference that is ahead is taken over at once. While the reference is behind,
 * for example because a wrong clock was corrected, the clock runs a tenth slower until both are equal: due times do not move away.
 */
export class ServiceClock {
  readonly #steady: () => number;
  #base: number;
  /** Monotonic time of `#base`. */
  #mark: number;
  /** Milliseconds by which the reference was behind then. */
  #lead = 0;

  constructor(reference: number, steady: () => number = () => performance.now()) {
    this.#steady = steady;
    this.#base = reference;
    this.#mark = steady();
  }

  readonly now = (): number => Math.floor(this.#exact());

  /** Takes a reading of the reference. */
  follow(reference: number): void {
    const now = this.#exact();
    this.#mark = this.#steady();
    this.#base = Math.max(now, reference);
    this.#lead = this.#base - reference;
  }

  #exact(): number {
    const elapsed = this.#steady() - this.#mark;
    return this.#base + elapsed - Math.min(this.#lead, elapsed * slowdown);
  }
}
