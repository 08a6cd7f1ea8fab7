/** Seconds of its rate that a bucket holds: how much may leave at once. */
const burst = 0.1;

/** Milliseconds without messages after the SMSC asked to slow down: the first time, and at most. */
const firstPause = 1_000;
const longestPause = 60_000;

/** By how much the limit grows in a second after that: a tenth, and at least one message a second. */
const recovery = 0.1;

/** A limit that has recovered this far is none. */
const unlimited = 10_000;

/** Messages of the last second, counted in tenths of it. */
class Meter {
  readonly #tenths = new Uint32Array(10);
  #tenth = 0;

  count(now: number): void {
    this.#forward(now);
    const at = this.#tenth % 10;
    this.#tenths[at] = (this.#tenths[at] ?? 0) + 1;
  }

  perSecond(now: number): number {
    this.#forward(now);
    return this.#tenths.reduce((sum, count) => sum + count, 0);
  }

  #forward(now: number): void {
    const tenth = Math.floor(now / 100);
    if (tenth - this.#tenth >= 10) this.#tenths.fill(0);
    else while (this.#tenth < tenth) this.#tenths[++this.#tenth % 10] = 0;
    this.#tenth = tenth;
  }
}

/**
 * How fast messages may leave: a token bucket, which the SMSC can slow down. It pauses then, goes on at half the rate
 * that the SMSC took, and recovers slowly. Times are milliseconds.
 */
export class Pace {
  /** Messages a second that were configured; undefined without a limit. */
  readonly #configured: number | undefined;
  readonly #sent = new Meter();
  readonly #accepted = new Meter();
  #limit: number | undefined;
  #tokens = 1;
  #filledAt = 0;
  #pausedUntil = 0;
  #pause = firstPause;
  #slowedAt = Number.NEGATIVE_INFINITY;

  constructor(configured: number | undefined) {
    this.#configured = configured;
    this.#limit = configured;
  }

  /** Messages a second allowed now; undefined without a limit. */
  limit(now: number): number | undefined {
    this.#refill(now);
    return this.#limit;
  }

  /** Messages of the last second. */
  sentPerSecond(now: number): number {
    return this.#sent.perSecond(now);
  }

  /** How many may leave now; infinity without a limit. */
  free(now: number): number {
    if (now < this.#pausedUntil) return 0;
    this.#refill(now);
    return this.#limit === undefined ? Number.POSITIVE_INFINITY : Math.floor(this.#tokens);
  }

  /** When the next one may leave. */
  nextFree(now: number): number {
    if (this.free(now) > 0) return now;
    const missing = this.#limit === undefined ? 0 : Math.max(0, 1 - this.#tokens) / this.#limit;
    return Math.max(this.#pausedUntil, Math.ceil(now + missing * 1_000));
  }

  /** One leaves. */
  take(now: number): void {
    this.#sent.count(now);
    if (this.#limit !== undefined) this.#tokens--;
  }

  /** The SMSC took one. */
  accepted(now: number): void {
    this.#accepted.count(now);
    this.#pause = firstPause;
  }

  /** The SMSC refused one that was sent at `sentAt`, because it comes too fast. */
  throttled(sentAt: number, now: number): void {
    // Answers to what was sent before the last slowing down say nothing new.
    if (sentAt < this.#slowedAt) return;
    this.#refill(now);
    const rate = Math.min(this.#limit ?? Number.POSITIVE_INFINITY, this.#accepted.perSecond(now));
    this.#limit = Math.max(1, rate / 2);
    this.#tokens = 1;
    this.#slowedAt = this.#pausedUntil = now + this.#pause;
    this.#filledAt = this.#pausedUntil;
    this.#pause = Math.min(2 * this.#pause, longestPause);
  }

  #refill(now: number): void {
    const seconds = (now - this.#filledAt) / 1_000;
    if (seconds <= 0 || this.#limit === undefined) return;
    this.#filledAt = now;
    const depth = Math.max(1, this.#limit * burst);
    this.#tokens = Math.min(depth, this.#tokens + this.#limit * seconds);
    this.#recover(seconds);
  }

  #recover(seconds: number): void {
    if (this.#limit === undefined || this.#limit === this.#configured) return;
    const grown = this.#limit + Math.max(1, this.#limit * recovery) * seconds;
    if (this.#configured !== undefined) this.#limit = Math.min(this.#configured, grown);
    else this.#limit = grown < unlimited ? grown : undefined;
  }
}
