/** Milliseconds after the end of a session in which a network may repeat what it got no response to. */
const repeatedFor = 600_000;

/** How a part arrived. */
export interface Arrival {
  /** Names this arrival: process, session and number. */
  readonly key: string;
  readonly process: string;
  /** When the process began, in milliseconds since the epoch. */
  readonly since: number;
  /** Arrivals of the process whose responses were not written by then. */
  readonly unanswered: readonly string[];
  /** Sessions of the process that had ended lately. */
  readonly ended: readonly string[];
}

/** An earlier part with the same place and text. */
export interface EarlierArrival {
  /** Empty if its network marks repetitions otherwise. */
  readonly arrival: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The session of an arrival. */
const sessionOf = (key: string): string => key.slice(0, key.lastIndexOf(" "));

/**
 * Whether an equal part is the earlier one again: its response was not yet written, or its session has ended lately, so that the network may
 * not have got it. Networks use references again, so that any other one begins another message. About sessions of other processes it is
 * only known that they may have ended until this process began, or since the earlier part arrived.
 */
export function repeats(arrival: Arrival | undefined, earlier: EarlierArrival, at: number): boolean {
  if (arrival === undefined || earlier.arrival === "") return true;
  const { process, since, unanswered, ended } = arrival;
  const session = sessionOf(earlier.arrival);
  if (sessionOf(session) === process) return unanswered.includes(earlier.arrival) || ended.includes(session);
  return at - Math.max(earlier.at, since) < repeatedFor;
}

/** Arrivals over one session. */
export interface SessionArrivals {
  /** A message has arrived. */
  arrive(): Arrival;
  /** Its response was written. */
  answered(arrival: Arrival): void;
  end(): void;
}

/** Arrivals at a process, by which repeated parts are told from new messages. */
export class Arrivals {
  readonly #process: string;
  readonly #now: () => number;
  readonly #since: number;
  readonly #unanswered = new Set<string>();
  /** When sessions ended, the first one first. */
  readonly #ended = new Map<string, number>();
  #sessions = 0;

  /** @param process a name that no other process has, without spaces */
  constructor(process: string, now: () => number) {
    this.#process = process;
    this.#now = now;
    this.#since = now();
  }

  begin(): SessionArrivals {
    const session = `${this.#process} ${++this.#sessions}`;
    let number = 0;
    return {
      arrive: () => {
        this.#forget();
        const key = `${session} ${++number}`;
        const [unanswered, ended] = [[...this.#unanswered], [...this.#ended.keys()]];
        this.#unanswered.add(key);
        return { key, process: this.#process, since: this.#since, unanswered, ended };
      },
      answered: ({ key }) => {
        this.#unanswered.delete(key);
      },
      end: () => {
        this.#ended.set(session, this.#now());
        for (const key of this.#unanswered) if (sessionOf(key) === session) this.#unanswered.delete(key);
      },
    };
  }

  #forget(): void {
    for (const [session, at] of this.#ended) {
      if (this.#now() - at < repeatedFor) return;
      this.#ended.delete(session);
    }
  }
}
