import { accepted, allowed, notThrottled, type Observed, type Throttle, throttled } from "./throttle.js";

/** Capacity of the bucket, in seconds of its rate: the burst. */
const burst = 0.1;

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
 * Rate limiter: a token bucket whose rate is configured, and lower while the network throttles. Times are milliseconds.
 */
export class Pace {
  /** Messages a second; undefined without a limit. */
  #configured: number | undefined;
  readonly #sent = new Meter();
  readonly #accepted = new Meter();
  readonly #throttled = new Meter();
  #throttle: Throttle = notThrottled;
  #tokens = 1;
  #filledAt = 0;
  #sendingSince = 0;
  #sentAt = -Infinity;

  constructor(configured: number | undefined) {
    this.#configured = configured;
  }

  /** Sets the rate, in messages a second; undefined for none. */
  configure(rate: number | undefined): void {
    this.#configured = rate;
  }

  /** Messages a second allowed now; undefined without a limit. */
  limit(now: number): number | undefined {
    const limits = [this.#configured, allowed(this.#throttle, now)].filter((limit) => limit !== undefined);
    return limits.length === 0 ? undefined : Math.min(...limits);
  }

  /** Whether the network accepts messages: false from throttling until the next accepted message. */
  get accepting(): boolean {
    return this.#throttle.accepting;
  }

  /** Messages sent in the last second. */
  sentPerSecond(now: number): number {
    return this.#sent.perSecond(now);
  }

  /** How many may be sent now; infinity without a limit. */
  free(now: number): number {
    if (now < this.#throttle.pausedUntil) return 0;
    const limit = this.#refill(now);
    return limit === undefined ? Number.POSITIVE_INFINITY : Math.floor(this.#tokens);
  }

  /** Time at which the next one may be sent. */
  nextFree(now: number): number {
    if (this.free(now) > 0) return now;
    const limit = this.limit(now);
    const missing = limit === undefined ? 0 : Math.max(0, 1 - this.#tokens) / limit;
    return Math.max(this.#throttle.pausedUntil, Math.ceil(now + missing * 1_000));
  }

  /** Counts a message that is sent. */
  take(now: number): void {
    if (now - this.#sentAt > 1_000 || this.#sentAt < this.#throttle.pausedUntil) this.#sendingSince = now;
    this.#sentAt = now;
    this.#sent.count(now);
    if (this.limit(now) !== undefined) this.#tokens--;
  }

  /** The network accepted one that was sent at `sentAt`. */
  accepted(sentAt: number, now: number): void {
    this.#accepted.count(now);
    this.#throttle = accepted(this.#throttle, sentAt, now);
  }

  /** The network throttled one that was sent at `sentAt`, for the first time. */
  throttled(sentAt: number, now: number): void {
    this.#throttled.count(now);
    const before = this.#throttle;
    this.#throttle = throttled(before, sentAt, now, this.#observed(now));
    if (this.#throttle.pausedUntil === before.pausedUntil) return;
    this.#tokens = 1;
    this.#filledAt = this.#throttle.pausedUntil;
  }

  #observed(now: number): Observed {
    return {
      accepted: this.#accepted.perSecond(now),
      throttled: this.#throttled.perSecond(now),
      sendingFor: now - this.#sendingSince,
    };
  }

  /** Returns the limit. */
  #refill(now: number): number | undefined {
    const limit = this.limit(now);
    const seconds = (now - this.#filledAt) / 1_000;
    if (seconds <= 0 || limit === undefined) return limit;
    this.#filledAt = now;
    this.#tokens = Math.min(Math.max(1, limit * burst), this.#tokens + limit * seconds);
    return limit;
  }
}
