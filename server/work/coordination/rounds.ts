import type { CallLog } from "messenger-gen-runtime";
import { pause } from "./wake-up.js";

export interface RoundsOptions {
  /**
   * One round of the work; may return the milliseconds until the next one. Long work ends once `goesOn` returns false: the process stops
   * or has lost the role.
   */
  readonly round: (goesOn: () => boolean) => Promise<void> | Promise<number>;
  /** Whether this process has the role now. Default: always. */
  readonly mayRun?: (() => boolean) | undefined;
  /** Milliseconds between rounds, unless a round returns others. */
  readonly interval: number;
  /** Milliseconds until the first round. Default: 0. */
  readonly first?: number;
  readonly log: CallLog;
  /** Log event for a round that fails. */
  readonly event: string;
}

/** Work that a process repeats while it has the role. A round that fails is logged; the next one starts at its usual time. */
export class Rounds {
  readonly #options: RoundsOptions;
  readonly #between = pause();
  readonly #running: Promise<void>;
  #stopped = false;

  constructor(options: RoundsOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** Starts the next round at once. */
  wake(): void {
    this.#between.wake();
  }

  /** Resolves when the round in progress has ended. */
  async close(): Promise<void> {
    this.#stopped = true;
    this.#between.stop();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { round, mayRun = () => true, interval, first = 0, log, event } = this.#options;
    const goesOn = (): boolean => !this.#stopped && mayRun();
    if (first > 0) await this.#between.wait(first, first);
    while (!this.#stopped) {
      let rest = interval;
      try {
        if (mayRun()) rest = (await round(goesOn)) ?? interval;
      } catch (error) {
        log.error({ err: error }, event);
      }
      await this.#between.wait(0, rest);
    }
  }
}
