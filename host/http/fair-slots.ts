import { FairLines } from "./fair-lines.js";

/** Runs at most a few tasks at once; the others wait, in turns of their owners. */
export class FairSlots {
  readonly #lines: FairLines<() => Promise<void>>;
  #free: number;

  /**
   * @param parallel tasks that run at once
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
