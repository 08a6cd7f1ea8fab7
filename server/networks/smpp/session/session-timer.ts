import type { Clock } from "../../../ports/service.js";

/** Milliseconds. */
export interface SessionTimes {
  /** Silence after which enquire_link is sent. After two without a response the session is closed. */
  readonly enquireLink: number;
  /** Silence after which the session is closed in any case. */
  readonly inactivity: number;
  /** For the rest of a PDU that has begun. */
  readonly restOfPdu: number;
}

export interface SessionTimerEvents {
  /** The peer has been silent: send enquire_link. */
  enquire(): void;
  /** Expires due requests; returns the next deadline, or infinity. */
  expire(now: number): number;
  giveUp(reason: string): void;
}

const enquiries = 2;

/** All deadlines of a session on one timer, which is reset only for an earlier deadline. */
export class SessionTimer {
  readonly #clock: Clock;
  readonly #times: SessionTimes;
  readonly #events: SessionTimerEvents;
  #heardAt: number;
  #enquired = 0;
  #partialSince: number | undefined;
  #dueAt = Number.POSITIVE_INFINITY;
  #cancel: () => void = () => undefined;
  #stopped = false;

  constructor(clock: Clock, times: SessionTimes, events: SessionTimerEvents) {
    this.#clock = clock;
    this.#times = times;
    this.#events = events;
    this.#heardAt = clock.now();
    this.#check();
  }

  /** Octets were received. */
  heard(): void {
    this.#heardAt = this.#clock.now();
    this.#enquired = 0;
  }

  /** A whole PDU was received. */
  whole(): void {
    this.#partialSince = undefined;
  }

  /** Whether a PDU has begun whose rest is missing. */
  partial(started: boolean): void {
    if (!started) this.#partialSince = undefined;
    else if (this.#partialSince === undefined) {
      this.#partialSince = this.#heardAt;
      this.#arm(this.#heardAt + this.#times.restOfPdu);
    }
  }

  /** The time after `within` milliseconds, at which `expire` is called. */
  deadline(within: number): number {
    const at = this.#clock.now() + within;
    this.#arm(at);
    return at;
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  #arm(at: number): void {
    if (at >= this.#dueAt || this.#stopped) return;
    this.#cancel();
    this.#dueAt = at;
    this.#cancel = this.#clock.after(Math.max(0, at - this.#clock.now()), () => {
      this.#dueAt = Number.POSITIVE_INFINITY;
      this.#check();
    });
  }

  #check(): void {
    const now = this.#clock.now();
    const overdue = this.#overdue(now);
    if (overdue !== undefined) {
      this.stop();
      this.#events.giveUp(overdue);
      return;
    }
    if (now >= this.#enquireAt()) {
      this.#enquired++;
      this.#events.enquire();
    }
    this.#arm(
      Math.min(this.#events.expire(now), this.#enquireAt(), this.#inactiveAt(), this.#partialEndsAt()),
    );
  }

  #overdue(now: number): string | undefined {
    if (now >= this.#partialEndsAt()) return "the rest of a PDU did not arrive in time";
    if (now >= this.#inactiveAt()) return "the peer has been silent for too long";
    if (this.#enquired === enquiries && now >= this.#enquireAt())
      return "no response to enquire_link in time";
    return undefined;
  }

  #enquireAt(): number {
    return this.#heardAt + this.#times.enquireLink * (this.#enquired + 1);
  }

  #inactiveAt(): number {
    return this.#heardAt + this.#times.inactivity;
  }

  #partialEndsAt(): number {
    return this.#partialSince === undefined
      ? Number.POSITIVE_INFINITY
      : this.#partialSince + this.#times.restOfPdu;
  }
}
