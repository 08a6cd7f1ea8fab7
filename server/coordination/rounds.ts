import type { CallLog } from "messenger-gen-runtime";
import { pause } from "./wake-up.js";

export interface RoundsOptions {
  /** `goesOn` is false once long work has to end: the process may not go on with it, or stops. */
  readonly round: (goesOn: () => boolean) => Promise<void>;
  /** Whether the work is up to this process now. */
  readonly mayRun: () => boolean;
  /** Milliseconds between rounds. */
  readonly interval: number;
  readonly log: CallLog;
  /** What the log says when a round fails. */
  readonly event: string;
}

/** Work that a process repeats while it may. A round that fails is logged, and the next one comes at its time. */
export class Rounds {
  readonly #options: RoundsOptions;
  readonly #between = pause();
  readonly #running: Promise<void>;
  #stopped = false;

  constructor(options: RoundsOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** The next round comes at once. */
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
