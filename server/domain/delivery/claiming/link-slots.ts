/** Slots of a link, of which processes have shares: the binds of SMPP, the requests at once of MM7. */
export interface LinkSlots {
  readonly linkId: number;
  /** 0 for a link that this process is leaving. */
  readonly slots: number;
  /** Number of slots that this process uses now. */
  readonly used: number;
}

/** A slot of a link that belongs to a process, by the name of its lease. */
export interface OwnedSlot {
  readonly linkId: number;
  /** From 1. */
  readonly slot: number;
  readonly owner: string;
}

/** The share of a process in a link. The process uses at most the smaller number of slots. */
export interface LinkShare {
  readonly linkId: number;
  readonly held: number;
  /** Its share. Another process waits for any slots held beyond it. */
  readonly target: number;
}

/** The slots that a lease gives a process: all slots of all links without another process, otherwise shares. */
export type Holding =
  | { readonly kind: "all" }
  | {
      readonly kind: "shares";
      readonly shares: readonly LinkShare[];
      /** Links that other processes report as up. */
      readonly elsewhere: readonly number[];
    };

/** Slots of a link that a process uses: no other process may use them, nor this one twice. */
export interface SlotUse {
  readonly open: number;
  /** Slots that it gives up, and whose last messages still have no response. */
  readonly closing: number;
}

/** Number of slots that a process may open: a closing slot is free only when it is closed. */
export function slotsToOpen(wanted: number, { open, closing }: SlotUse): number {
  return Math.max(0, wanted - open - closing);
}

/**
 * Slots that a process may use of a link. `stated` is the number in its last request if that has no response yet: the store may
 * have carried it out, and another process may have the others.
 */
export function usableSlots({ held, target }: Omit<LinkShare, "linkId">, stated = Infinity): number {
  return Math.min(held, target, stated);
}

/** Number that a process draws for a link: stable, and different for each link. */
function lot(linkId: number, owner: string): number {
  let hash = Math.imul(linkId ^ 0x811c9dc5, 0x01000193);
  for (let index = 0; index < owner.length; index++)
    hash = Math.imul(hash ^ owner.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 12)) >>> 0;
}

/**
 * Slots of a link that a process may have: all processes have as many, and the rest goes to those with the highest lots, so that few
 * slots change hands when a process starts or ends.
 */
export function fairShare(slots: number, linkId: number, owner: string, live: readonly string[]): number {
  const own = lot(linkId, owner);
  const before = live.filter((other) => {
    const its = lot(linkId, other);
    return its > own || (its === own && other < owner);
  }).length;
  return Math.floor(slots / live.length) + (before < slots % live.length ? 1 : 0);
}

export interface AssignInput {
  readonly owner: string;
  /** Names of all leases that hold, `owner` among them. */
  readonly live: readonly string[];
  readonly wanted: readonly LinkSlots[];
  /** Assigned slots: those of these links, and all slots of `owner`. */
  readonly owned: readonly OwnedSlot[];
}

export interface Assignment {
  readonly released: readonly OwnedSlot[];
  readonly taken: readonly OwnedSlot[];
  readonly shares: readonly LinkShare[];
}

function assignLink(
  { linkId, slots, used }: LinkSlots,
  { owner, live, owned }: AssignInput,
): Omit<Assignment, "shares"> & { readonly share: LinkShare } {
  const ofLink = owned.filter((each) => each.linkId === linkId);
  const mine = ofLink.filter((each) => each.owner === owner).sort((a, b) => a.slot - b.slot);
  const target = fairShare(slots, linkId, owner, live);
  const released = mine.slice(Math.max(used, target));
  const kept = mine.length - released.length;
  const busy = new Set(ofLink.map(({ slot }) => slot));
  const free = Array.from({ length: slots }, (_, index) => index + 1).filter((slot) => !busy.has(slot));
  const left = slots - (ofLink.length - released.length);
  const taken = free.slice(0, Math.max(0, Math.min(target - kept, left)));
  return {
    released,
    taken: taken.map((slot) => ({ linkId, slot, owner })),
    share: { linkId, held: kept + taken.length, target },
  };
}

/** Assigns free slots to a process up to its shares, and takes back unused slots beyond them. */
export function assign(input: AssignInput): Assignment {
  const links = input.wanted.map((link) => assignLink(link, input));
  const wanted = new Set(input.wanted.map(({ linkId }) => linkId));
  const left = input.owned.filter(({ linkId, owner }) => owner === input.owner && !wanted.has(linkId));
  return {
    released: [...links.flatMap(({ released }) => released), ...left],
    taken: links.flatMap(({ taken }) => taken),
    shares: links.map(({ share }) => share),
  };
}
