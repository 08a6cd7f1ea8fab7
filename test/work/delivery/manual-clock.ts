import type { Clock } from "#server/ports/service.js";

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

const mostCalls = 100_000;

/** A clock that only the test moves. */
export class ManualClock implements Clock {
  #now = Date.UTC(2026, 10, 21);
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const timer = { at: this.#now + milliseconds, callback };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  }

  /** Milliseconds until the next timer; infinity without timers. */
  get dueIn(): number {
    return Math.min(...[...this.#timers].map(({ at }) => at)) - this.#now;
  }

  /** Moves the clock and calls the timers in between at their time. Throws if they are endless. */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (let calls = 0; ; calls++) {
      if (calls > mostCalls) throw new Error("something becomes due again and again");
      const [next] = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
    this.#now = end;
  }
}
