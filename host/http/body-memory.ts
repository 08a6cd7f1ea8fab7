import { type Linked, LinkedList } from "./linked-list.js";

/** Limits of the memory for request bodies. */
export interface BodyMemoryLimits {
  /** Bytes of all bodies together. */
  readonly bodyMemory: number;
  /** Milliseconds that a body waits for memory. */
  readonly bodyWait: number;
  /** Minimum bytes of a body that must arrive in every `paceTime`, in milliseconds, while others wait for memory. */
  readonly paceBytes: number;
  readonly paceTime: number;
}

/** Reason for evicting a body: it arrived too slowly while others waited, or it waited too long itself. */
export type Eviction = "tooSlow" | "noMemory";

/** The memory of one body. */
export interface BodyHold {
  /** It waits for memory. */
  readonly waits: boolean;
  /** Reserves bytes: returns true, or returns false and calls `granted` later, unless the hold ends before. */
  take(bytes: number, granted: () => void): boolean;
  /** Notes that bytes of the body have arrived. */
  arrived(bytes: number): void;
  /** The body is whole. It holds so many bytes from now on, whatever it took before. */
  complete(bytes: number): void;
  /** Releases all bytes. */
  end(): void;
}

/** Bodies of one caller. */
interface Account {
  readonly owner: string;
  held: number;
  /** In the order of their start. */
  readonly unfinished: LinkedList<Hold>;
}

interface Claim {
  readonly bytes: number;
  readonly since: number;
  readonly granted: () => void;
}

class Hold implements BodyHold {
  held = 0;
  claim: Claim | undefined;
  /** Bytes that have arrived since `countedFrom`. */
  recent = 0;
  countedFrom = Date.now();
  /** When bytes arrived last, or it stopped waiting. */
  lastArrival = this.countedFrom;
  /** Bytes of the last whole `paceTime`, when they were too few. */
  slow: number | undefined;
  readonly account: Account;
  /** Its bytes come from the network; otherwise they are created here. */
  readonly arrives: boolean;
  readonly evict: (why: Eviction) => void;
  /** Its places among the unfinished bodies: of all callers, and of its own. */
  places: readonly Linked<Hold>[] = [];
  readonly #memory: BodyMemory;
  #ended = false;

  constructor(memory: BodyMemory, account: Account, { arrives, evict }: HoldOptions) {
    this.#memory = memory;
    this.account = account;
    this.arrives = arrives;
    this.evict = evict;
  }

  get waits(): boolean {
    return this.claim !== undefined;
  }

  take(bytes: number, granted: () => void): boolean {
    return !this.#ended && this.#memory.take(this, { bytes, since: Date.now(), granted });
  }

  arrived(bytes: number): void {
    this.recent += bytes;
    this.lastArrival = Date.now();
  }

  complete(bytes: number): void {
    if (!this.#ended) this.#memory.settle(this, bytes);
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#memory.settle(this, 0);
  }
}

export interface HoldOptions {
  readonly arrives: boolean;
  /** Called at most once, after the hold has ended. */
  readonly evict: (why: Eviction) => void;
}

/** Share of the memory that one caller may hold. */
const shareOfCaller = 0.5;

/** Interval of the check for slow bodies while others wait, in milliseconds. */
const sweepTime = 500;

/**
 * Divides a limited amount of memory between the bodies of all requests, by the bytes that have arrived. A body that
 * gets none waits, and is not read meanwhile. Every wait ends, because the oldest unfinished body may always continue,
 * beyond the limit if necessary, and the oldest of each caller beyond its share. While bodies wait, those that arrive
 * too slowly are evicted: first those of the caller with the most memory, the slowest first.
 */
export class BodyMemory {
  readonly #limits: BodyMemoryLimits;
  readonly #accounts = new Map<string, Account>();
  /** In the order of their start. */
  readonly #unfinished = new LinkedList<Hold>();
  #held = 0;
  #waiting = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: BodyMemoryLimits) {
    this.#limits = limits;
  }

  /** Bytes that bodies hold now. */
  get held(): number {
    return this.#held;
  }

  /** Bodies that wait. */
  get waiting(): number {
    return this.#waiting;
  }

  open(owner: string, options: HoldOptions): BodyHold {
    const account = this.#accounts.get(owner) ?? { owner, held: 0, unfinished: new LinkedList<Hold>() };
    this.#accounts.set(owner, account);
    const hold = new Hold(this, account, options);
    hold.places = [this.#unfinished.add(hold), account.unfinished.add(hold)];
    return hold;
  }

  /** @internal for holds */
  take(hold: Hold, claim: Claim): boolean {
    if (this.#mayTake(hold, claim.bytes)) {
      this.#add(hold, claim.bytes);
      return true;
    }
    hold.claim = claim;
    this.#waiting++;
    if (this.#timer === undefined) this.#timer = setTimeout(this.#sweep, sweepTime).unref();
    return false;
  }

  /** The hold is complete and keeps that many bytes. @internal for holds */
  settle(hold: Hold, bytes: number): void {
    if (hold.claim !== undefined) this.#waiting--;
    hold.claim = undefined;
    for (const place of hold.places) place.remove();
    this.#add(hold, bytes - hold.held);
    const { owner, held, unfinished } = hold.account;
    if (held === 0 && unfinished.isEmpty) this.#accounts.delete(owner);
    this.#grant();
  }

  #add(hold: Hold, bytes: number): void {
    hold.held += bytes;
    hold.account.held += bytes;
    this.#held += bytes;
  }

  #mayTake(hold: Hold, bytes: number): boolean {
    if (hold === this.#unfinished.first) return true;
    if (this.#held + bytes > this.#limits.bodyMemory) return false;
    return (
      hold === hold.account.unfinished.first ||
      hold.account.held + bytes <= shareOfCaller * this.#limits.bodyMemory
    );
  }

  /** Serves claims while there is memory for one, that of the caller who holds least first. */
  #grant(): void {
    while (this.#waiting > 0) {
      let next: readonly [Hold, Claim] | undefined;
      for (const account of this.#accounts.values()) {
        const waiting = firstWaiting(account);
        if (waiting === undefined || !this.#mayTake(waiting[0], waiting[1].bytes)) continue;
        if (next === undefined || account.held < next[0].account.held) next = waiting;
      }
      if (next === undefined) return;
      const [hold, claim] = next;
      hold.claim = undefined;
      hold.lastArrival = Date.now();
      this.#waiting--;
      this.#add(hold, claim.bytes);
      claim.granted();
    }
  }

  readonly #sweep = (): void => {
    this.#timer = undefined;
    const now = Date.now();
    for (const hold of this.#unfinished) this.#judge(hold, now);
    for (let hold = this.#slowest(); hold !== undefined; hold = this.#slowest()) evict(hold, "tooSlow");
    for (const hold of this.#unfinished)
      if (hold.claim !== undefined && now - hold.claim.since >= this.#limits.bodyWait)
        evict(hold, "noMemory");
    if (this.#waiting > 0) this.#timer = setTimeout(this.#sweep, sweepTime).unref();
  };

  /** Checks whether a body has been too slow; the measurement restarts after a body has waited. */
  #judge(hold: Hold, now: number): void {
    const { paceBytes, paceTime } = this.#limits;
    const isIdle = now - hold.lastArrival >= paceTime;
    const waits = hold.claim !== undefined;
    if (!waits && !isIdle && now - hold.countedFrom < paceTime) return;
    const isSlow = hold.arrives && !waits && (isIdle || hold.recent < paceBytes);
    hold.slow = isSlow ? hold.recent : undefined;
    hold.recent = 0;
    hold.countedFrom = now;
  }

  /** The body to be evicted next; undefined if no body waits for memory of slow ones. */
  #slowest(): Hold | undefined {
    const waiting = [...this.#unfinished].filter(({ claim }) => claim !== undefined);
    const isFull = waiting.some(({ claim }) => this.#held + (claim?.bytes ?? 0) > this.#limits.bodyMemory);
    const callers = new Set(waiting.map(({ account }) => account));
    let slowest: Hold | undefined;
    for (const hold of waiting.length === 0 ? [] : this.#unfinished) {
      if (hold.slow === undefined || hold.claim !== undefined) continue;
      if ((isFull || callers.has(hold.account)) && goesBefore(hold, slowest)) slowest = hold;
    }
    return slowest;
  }
}

function firstWaiting({ unfinished }: Account): readonly [Hold, Claim] | undefined {
  const hold = unfinished.find(({ claim }) => claim !== undefined);
  return hold?.claim && [hold, hold.claim];
}

function goesBefore(hold: Hold, other: Hold | undefined): boolean {
  if (other === undefined) return true;
  const more = hold.account.held - other.account.held;
  return more > 0 || (more === 0 && (hold.slow ?? 0) < (other.slow ?? 0));
}

function evict(hold: Hold, why: Eviction): void {
  hold.end();
  hold.evict(why);
}
