import type { AttemptBucket } from "../ports/accounts.js";

interface Bucket {
  readonly left: number;
  readonly at: number;
}

/** Token buckets by name. A bucket that is certainly full again takes no memory. */
export class Buckets {
  readonly #limits: AttemptBucket;
  readonly #now: () => number;
  readonly #maxBuckets: number;
  /** The bucket that was not used for the longest time comes first. */
  readonly #buckets = new Map<string, Bucket>();

  /** @param maxBuckets number of buckets above which the one that comes first is dropped */
  constructor(limits: AttemptBucket, now: () => number, maxBuckets = Infinity) {
    this.#limits = limits;
    this.#now = now;
    this.#maxBuckets = maxBuckets;
  }

  get size(): number {
    return this.#buckets.size;
  }

  has(name: string): boolean {
    return this.#buckets.has(name);
  }

  /** Takes a token; false if the bucket is empty. */
  take(name: string): boolean {
    this.dropFull();
    const left = this.#left(name);
    if (left < 1) return false;
    this.#set(name, left - 1);
    return true;
  }

  /** Puts a token back. */
  giveBack(name: string): void {
    this.#set(name, this.#left(name) + 1);
  }

  /** Drops the buckets that have refilled, however empty they were. */
  dropFull(): void {
    const { burst, interval } = this.#limits;
    const now = this.#now();
    for (const [name, { at }] of this.#buckets) {
      if (now - at < burst * interval) return;
      this.#buckets.delete(name);
    }
  }

  #left(name: string): number {
    const { burst, interval } = this.#limits;
    const bucket = this.#buckets.get(name);
    if (bucket === undefined) return burst;
    return Math.min(burst, bucket.left + Math.max(0, this.#now() - bucket.at) / interval);
  }

  #set(name: string, left: number): void {
    this.#buckets.delete(name);
    if (left >= this.#limits.burst) return;
    this.#buckets.set(name, { left, at: this.#now() });
    if (this.size > this.#maxBuckets) this.#buckets.delete(this.#buckets.keys().next().value ?? "");
  }
}

/** Numbers of buckets above which buckets are shared or dropped. */
export interface NetworkLimits {
  /** Buckets of one network; its further names share one, until a bucket has refilled. */
  readonly names: number;
  /** Buckets of all networks together; those of the network that was not used for the longest time are dropped. */
  readonly buckets: number;
}

/** Not the key of an account. */
const furtherNames = "";

/**
 * Token buckets by network and name. Names that a network makes up affect that network alone: they drop no bucket of it, and
 * none of another one.
 */
export class NetworkBuckets {
  readonly #limits: AttemptBucket & NetworkLimits;
  readonly #now: () => number;
  /** The network that was not used for the longest time comes first. */
  readonly #networks = new Map<string, Buckets>();
  #size = 0;

  constructor(limits: AttemptBucket & NetworkLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  get size(): number {
    return this.#size;
  }

  /** Takes a token; false if the bucket is empty. */
  take(network: string, name: string): boolean {
    this.#dropFull();
    return this.#using(network, (own) => {
      own.dropFull();
      return own.take(this.#bucketOf(own, name));
    });
  }

  /** Puts a token back. */
  giveBack(network: string, name: string): void {
    this.#using(network, (own) => {
      own.giveBack(this.#bucketOf(own, name));
    });
  }

  #bucketOf(own: Buckets, name: string): string {
    return own.has(name) || own.size < this.#limits.names ? name : furtherNames;
  }

  #using<T>(network: string, use: (own: Buckets) => T): T {
    const own = this.#networks.get(network) ?? new Buckets(this.#limits, this.#now);
    this.#drop(network, own);
    const result = use(own);
    this.#size += own.size;
    if (own.size > 0) this.#networks.set(network, own);
    for (const [idle, buckets] of this.#networks) {
      if (this.#size <= this.#limits.buckets || idle === network) break;
      this.#drop(idle, buckets);
    }
    return result;
  }

  #drop(network: string, buckets: Buckets): void {
    if (this.#networks.delete(network)) this.#size -= buckets.size;
  }

  #dropFull(): void {
    for (const [network, buckets] of this.#networks) {
      const { size } = buckets;
      buckets.dropFull();
      this.#size -= size - buckets.size;
      if (buckets.size > 0) return;
      this.#networks.delete(network);
    }
  }
}
