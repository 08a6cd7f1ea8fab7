/** What happens on a link, as it is stored: the connection, and a network that asks to slow down. Changes by operators are in the audit log. */

/** `closed`: by the service, when the link is stopped or changed, or the server stops. `unusable`: it cannot be opened. */
export const linkEventNames = ["bound", "lost", "closed", "throttled", "unusable"] as const;

export type LinkEventName = (typeof linkEventNames)[number];

export interface LinkEvent {
  readonly linkId: number;
  /** Of the process that has the link, as in its reports. */
  readonly process: string;
  readonly event: LinkEventName;
  /** The first time and the last one, milliseconds since the epoch. */
  readonly at: number;
  readonly lastAt: number;
  readonly times: number;
  /** The reason or code of the last time; empty for none. */
  readonly detail: string;
}

/** Milliseconds within which an event that repeats is the same one, which grows: a link that comes and goes has few. */
export const eventTogether = 60_000;

/** Milliseconds for which events are kept, and events that are kept of a link. */
export const eventsKept = { for: 30 * 86_400_000, most: 500 } as const;

/** Longest detail, in UTF-16 code units. */
const maxDetail = 200;

/** Events that are not stored yet, or may still grow. */
export class LinkEvents {
  readonly #process: string;
  readonly #latest = new Map<string, LinkEvent>();
  readonly #unstored = new Map<string, LinkEvent>();

  constructor(process: string) {
    this.#process = process;
  }

  note(linkId: number, event: LinkEventName, at: number, detail = ""): void {
    const place = `${linkId} ${event}`;
    const known = this.#latest.get(place);
    const isSame = known !== undefined && at - known.lastAt < eventTogether;
    const noted: LinkEvent = {
      linkId,
      process: this.#process,
      event,
      lastAt: at,
      at: isSame ? known.at : at,
      times: isSame ? known.times + 1 : 1,
      detail: detail.slice(0, maxDetail),
    };
    this.#latest.set(place, noted);
    this.#unstored.set(`${place} ${noted.at}`, noted);
  }

  /** Events to store. */
  unstored(): readonly LinkEvent[] {
    return [...this.#unstored.values()];
  }

  /** Forgets events that are stored, unless they have grown meanwhile. */
  stored(events: readonly LinkEvent[]): void {
    for (const [place, event] of this.#unstored) if (events.includes(event)) this.#unstored.delete(place);
  }
}
