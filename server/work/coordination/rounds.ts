import type { CallLog } from "messenger-gen-runtime";
import { pause } from "./wake-up.js";

export interface RoundsOptions {
  /** One round of the work. Long work ends once `goesOn` returns false: the process stops or has lost the role. */
  readonly round: (goesOn: () => boolean) => Promise<void>;
  /** Whether this process has the role now. */
  readonly mayRun: () => boolean;
  /** Milliseconds between rounds. */
  readonly interval: number;
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
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#between.stop();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { round, mayRun, interval, log, event } = this.#options;
    const goesOn = (): boolean => !this.#stopped && mayRun();
    while (!this.#stopped) {
      try {
        if (mayRun()) await round(goesOn);
      } catch (error) {
        log.error({ err: error }, event);
      }
      await this.#between.wait(0, interval);
    }
  }
}
