import type { Grant, FreeSlots } from "./claim.js";

/** Parts by link. */
type Parts = Map<number, number>;

function add(parts: Parts, linkId: number, count: number): void {
  parts.set(linkId, (parts.get(linkId) ?? 0) + count);
}

/** A lease, and the number of its grant. */
interface GrantKey {
  readonly owner: string;
  readonly id: number;
}

/** The slots that the store has of the owner of delivery, in its last statement. */
export class KeptSlots {
  #of: GrantKey = { owner: "", id: 0 };
  #up: ReadonlySet<number> = new Set();
  /** Parts that may be taken under the grant in all. */
  #limits: Parts = new Map();
  /** Parts that were taken under the grant, and those of them that the worker has received. */
  #taken: Parts = new Map();
  #received: ReadonlyMap<number, number> = new Map();

  /** Lease under which messages may be taken. */
  get owner(): string {
    return this.#of.owner;
  }

  /**
   * Replaces the previous statement; returns the free slots. `rooms` are those that the worker had free after it received what `grant`
   * states; what was taken since is subtracted.
   */
  state(owner: string, grant: Grant, freeSlots: readonly FreeSlots[]): readonly FreeSlots[] {
    if (owner !== this.#of.owner || grant.id !== this.#of.id) this.#taken = new Map();
    this.#of = { owner, id: grant.id };
    const received = new Map(grant.received.map(({ linkId, parts }) => [linkId, parts]));
    this.#received = received;
    this.#rebase();
    this.#up = new Set(freeSlots.filter(({ up }) => up).map(({ linkId }) => linkId));
    this.#limits = new Map(freeSlots.map(({ linkId, free }) => [linkId, free + (received.get(linkId) ?? 0)]));
    return freeSlots.map((link) => ({ ...link, free: this.free(link.linkId) }));
  }

  isUp(linkId: number): boolean {
    return this.#up.has(linkId);
  }

  /** Free slots of a link, in parts. */
  free(linkId: number): number {
    return Math.max(0, (this.#limits.get(linkId) ?? 0) - (this.#taken.get(linkId) ?? 0));
  }

  /**
   * A message of so many parts goes to a link. The returned function gives the slots back, once: the transaction was rolled back. It does
   * nothing under a later grant, which has forgotten what was taken.
   */
  take(linkId: number, parts: number): () => void {
    const taken = this.#taken;
    add(taken, linkId, parts);
    let isTaken = true;
    return () => {
      if (isTaken) add(taken, linkId, -parts);
      isTaken = false;
    };
  }

  /** Returns a function that undoes `take` since now: the transaction was rolled back. Statements remain. */
  mark(): () => void {
    const [of, taken] = [this.#of, new Map(this.#taken)];
    return () => {
      const isSame = of.owner === this.#of.owner && of.id === this.#of.id;
      this.#taken = new Map(isSame ? taken : []);
      this.#rebase();
    };
  }

  /** After this store was opened again, the worker has received parts that were taken before. */
  #rebase(): void {
    for (const [linkId, parts] of this.#received)
      this.#taken.set(linkId, Math.max(parts, this.#taken.get(linkId) ?? 0));
  }
}

/** What a worker has stated about its free slots, and what it has received for them. */
export class SlotGrant {
  #id = 1;
  readonly #received: Parts = new Map();
  #stated = new Map<number, { readonly up: boolean; readonly limit: number }>();

  /** The statement that goes with the free slots of now. */
  state(freeSlots: readonly FreeSlots[]): Grant {
    this.#stated = new Map(
      freeSlots.map(({ linkId, up, free }) => [linkId, { up, limit: free + this.#of(linkId) }]),
    );
    const received = [...this.#received].map(([linkId, parts]) => ({ linkId, parts }));
    return { id: this.#id, received };
  }

  /** A message was received, from a claim or handed over. */
  receive(linkId: number, parts: number): void {
    add(this.#received, linkId, parts);
  }

  /** Returns whether the store should have a new statement: a link has changed its state, or other slots are free than the store has. */
  isStale(freeSlots: readonly FreeSlots[]): boolean {
    if (freeSlots.length !== this.#stated.size) return true;
    return freeSlots.some(({ linkId, up, free }) => {
      const stated = this.#stated.get(linkId);
      if (stated?.up !== up) return true;
      const left = Math.max(0, stated.limit - this.#of(linkId));
      return free !== left;
    });
  }

  /** Begins a new grant. Nothing may be in flight between worker and store: what was taken and not received is forgotten. */
  renew(): void {
    this.#id += 1;
    this.#stated.clear();
  }

  #of(linkId: number): number {
    return this.#received.get(linkId) ?? 0;
  }
}
