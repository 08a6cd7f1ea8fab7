import type { Clock } from "#server/ports/clock.js";

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

const mostCalls = 100_000;

/** A clock that moves only when it is told to. */
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

  /** Milliseconds until the next thing becomes due; infinity while nothing does. */
  get dueIn(): number {
    return Math.min(...[...this.#timers].map(({ at }) => at)) - this.#now;
  }

  /** Moves on, and calls what becomes due in between at its time. Throws when there is no end of it. */
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
