/** Milliseconds after the end of a session in which a network may repeat what it got no response to. */
const repeatedFor = 600_000;

/** Milliseconds after which the end of a session decides about nothing any more. */
export const endsKeptFor = 2 * repeatedFor;

/** How a part arrived. */
export interface Arrival {
  /** Names this arrival: owner of delivery, session and number. */
  readonly key: string;
  /** When the process began, in milliseconds since the epoch. */
  readonly since: number;
  /** Milliseconds for which each renewal of a lease of delivery holds. */
  readonly lease: number;
  /** Arrivals of the process whose responses were not written by then. */
  readonly unanswered: readonly string[];
  /** Its sessions, open and ended lately. */
  readonly open: readonly string[];
  readonly ended: readonly string[];
}

/** An earlier part with the same place and text. */
export interface EarlierArrival {
  /** Empty if its network marks repetitions otherwise. */
  readonly arrival: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What the store knows of a session of another process; times in milliseconds since the epoch. */
export interface OtherSession {
  /** When it ended. */
  readonly ended: number | undefined;
  /** Until when the lease of its owner holds, or held; undefined if it has given it back or has none. */
  readonly until: number | undefined;
  /** Whether the lease holds now. */
  readonly isHeld: boolean;
}

/** Names of a session and of its owner, by that of an arrival. */
export const sessionOf = (key: string): string => key.slice(0, Math.max(0, key.lastIndexOf(" ")));
export const ownerOf = (key: string): string => sessionOf(sessionOf(key));

/** Whether the store is asked about the session of an earlier arrival: this process does not know it. */
export function isOther({ open, ended }: Arrival, { arrival }: EarlierArrival): boolean {
  const session = sessionOf(arrival);
  return arrival !== "" && !open.includes(session) && !ended.includes(session);
}

/** Whether an equal part is an earlier one again; `undecided` until the owner of the earlier session renews its lease, or has lost it. */
export type Repetition = "repeated" | "new" | "undecided";

function repetitionOf(
  { since, lease }: Arrival,
  earlier: EarlierArrival,
  at: number,
  { ended, until, isHeld }: OtherSession,
): Repetition {
  const isLately = (end: number): boolean => at - end < repeatedFor;
  if (ended !== undefined) return isLately(ended) ? "repeated" : "new";
  if (until === undefined) return isLately(Math.max(earlier.at, since)) ? "repeated" : "new";
  // Its sessions have ended with the lease.
  if (!isHeld) return isLately(until) ? "repeated" : "new";
  return until - lease >= at ? "new" : "undecided";
}

/**
 * An equal part is the earlier one again if the response to that was not yet written, or its session has ended lately, so that the network may
 * not have got it. Networks use references again, so that any other one begins another message. A session of which nobody knows the end may have
 * ended until this process began, or since the earlier part arrived.
 */
export function repetition(
  arrival: Arrival | undefined,
  earlier: EarlierArrival,
  at: number,
  other: OtherSession = { ended: undefined, until: undefined, isHeld: false },
): Repetition {
  if (arrival === undefined || earlier.arrival === "") return "repeated";
  if (isOther(arrival, earlier)) return repetitionOf(arrival, earlier, at, other);
  const { unanswered, ended } = arrival;
  const isAgain = unanswered.includes(earlier.arrival) || ended.includes(sessionOf(earlier.arrival));
  return isAgain ? "repeated" : "new";
}

/** Arrivals over one session. */
export interface SessionArrivals {
  /** A message has arrived. */
  arrive(): Arrival;
  /** The octets of its response were handed to the connection. */
  answered(arrival: Arrival): void;
  end(): void;
}

export interface ArrivalsOptions {
  /** The owner of delivery that begins sessions now: a name that no other process has, without spaces. */
  readonly owner: () => string;
  readonly lease: number;
  readonly now: () => number;
  /** A session over which messages arrived has ended. */
  readonly onEnd: (session: string, at: number) => void;
}

/** Arrivals at a process, by which repeated parts are told from new messages. */
export class Arrivals {
  readonly #options: ArrivalsOptions;
  readonly #since: number;
  readonly #unanswered = new Set<string>();
  readonly #open = new Set<string>();
  /** When sessions ended, the first one first. */
  readonly #ended = new Map<string, number>();
  #sessions = 0;

  constructor(options: ArrivalsOptions) {
    this.#options = options;
    this.#since = options.now();
  }

  begin(): SessionArrivals {
    const session = `${this.#options.owner()} ${++this.#sessions}`;
    let number = 0;
    this.#open.add(session);
    return {
      arrive: () => {
        this.#forget();
        const key = `${session} ${++number}`;
        const arrival: Arrival = {
          key,
          since: this.#since,
          lease: this.#options.lease,
          unanswered: [...this.#unanswered],
          open: [...this.#open],
          ended: [...this.#ended.keys()],
        };
        this.#unanswered.add(key);
        return arrival;
      },
      answered: ({ key }) => {
        this.#unanswered.delete(key);
      },
      end: () => {
        if (!this.#open.delete(session) || number === 0) return;
        const at = this.#options.now();
        this.#ended.set(session, at);
        for (const key of this.#unanswered) if (sessionOf(key) === session) this.#unanswered.delete(key);
        this.#options.onEnd(session, at);
      },
    };
  }

  #forget(): void {
    for (const [session, at] of this.#ended) {
      if (this.#options.now() - at < repeatedFor) return;
      this.#ended.delete(session);
    }
  }
}
