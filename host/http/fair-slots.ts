import { FairLines } from "./fair-lines.js";

/** Limits concurrent tasks; the others wait, and their owners take turns. */
export class FairSlots {
  readonly #lines: FairLines<() => Promise<void>>;
  #free: number;

  /**
   * @param parallel maximum of concurrent tasks
   * @param share credit of one turn, in the unit of the costs
   */
  constructor(parallel: number, share: number) {
    this.#free = parallel;
    this.#lines = new FairLines(share);
  }

  /** Tasks that wait. */
  get waiting(): number {
    return this.#lines.size;
  }

  /** @param task never rejects */
  run(owner: string, cost: number, task: () => Promise<void>): void {
    this.#lines.add(owner, cost, task);
    this.#fill();
  }

  /** As `run`, for a task with a result. */
  resultOf<T>(owner: string, cost: number, task: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.run(owner, cost, () => task().then(resolve, reject));
    });
  }

  #fill(): void {
    while (this.#free > 0) {
      const task = this.#lines.next();
      if (task === undefined) return;
      this.#free--;
      void task().finally(() => {
        this.#free++;
        this.#fill();
      });
    }
  }
}
