import type { Socket } from "node:net";
import { networkOf } from "messenger-gen-runtime/network";

/** Connections at once: of all clients, and of one network. */
export interface ConnectionCounts {
  readonly all: number;
  readonly network: number;
}

export const connectionLimits: ConnectionCounts = { all: 1_000, network: 50 };

/** Networks that are remembered because a client has bound from there. */
const mostKnown = 10_000;

/** The place of a connection among all, from its begin to its end. */
export interface Place {
  /** The client has sent a bind, which is being checked. */
  asks(): void;
  /** The client has bound: nothing takes the place away any more. */
  bound(): void;
}

/** How far a connection is; those that are less far lose their places first. */
const stages = { silent: 0, asking: 1, bound: 2 } as const;

interface Entry extends Place {
  readonly socket: Socket;
  /** Undefined until a proxy has named the client. */
  network: string | undefined;
  stage: number;
}

/**
 * Counts the connections of all listeners. When there are too many, the oldest one without a bind goes: a silent one before one whose bind
 * is being checked, and none of a network from which a client has bound before, unless the new one is of such a network too. Of one
 * network only silent ones go.
 */
export class Connections {
  readonly #limits: ConnectionCounts;
  /** The oldest first. */
  readonly #entries = new Set<Entry>();
  readonly #known = new Set<string>();

  constructor(limits: ConnectionCounts = connectionLimits) {
    this.#limits = limits;
  }

  /** Counts a connection from an address until it closes; undefined if none is free. */
  open(socket: Socket, address: string): Place | undefined {
    if (this.#entries.size >= this.#limits.all && !this.#makeRoom(networkOf(address))) return undefined;
    const entry: Entry = {
      socket,
      network: undefined,
      stage: stages.silent,
      asks: () => {
        entry.stage = stages.asking;
      },
      bound: () => {
        entry.stage = stages.bound;
        if (entry.network !== undefined) this.#remember(entry.network);
      },
    };
    this.#entries.add(entry);
    socket.once("close", () => this.#entries.delete(entry));
    return entry;
  }

  /** Counts it for the network of its client as well; false if that has too many. */
  admit(place: Place, address: string): boolean {
    const network = networkOf(address);
    const all = [...this.#entries];
    const entry = all.find((each) => each === place);
    if (entry === undefined) return false;
    const others = all.filter((each) => each.network === network);
    if (others.length >= this.#limits.network) {
      const silent = others.find(({ stage }) => stage === stages.silent);
      if (silent === undefined) return false;
      this.#drop(silent);
    }
    entry.network = network;
    return true;
  }

  #makeRoom(network: string): boolean {
    const isKnown = (each: string | undefined): boolean => each !== undefined && this.#known.has(each);
    const unbound = [...this.#entries].filter(({ stage }) => stage < stages.bound);
    const strangers = unbound.filter((each) => !isKnown(each.network));
    const candidates = strangers.length === 0 && isKnown(network) ? unbound : strangers;
    const oldest = candidates.find(({ stage }) => stage === stages.silent) ?? candidates[0];
    if (oldest !== undefined) this.#drop(oldest);
    return oldest !== undefined;
  }

  /** Its place is free at once, and not only when the connection has closed. */
  #drop(entry: Entry): void {
    this.#entries.delete(entry);
    entry.socket.destroy();
  }

  /** The network that has bound longest ago is forgotten first. */
  #remember(network: string): void {
    this.#known.delete(network);
    this.#known.add(network);
    for (const oldest of this.#known) {
      if (this.#known.size <= mostKnown) return;
      this.#known.delete(oldest);
    }
  }
}
