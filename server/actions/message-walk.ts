import type { FoundMessage, SearchIn, SearchPlace } from "../domain/desk/search.js";
import type { DeskStore } from "../ports/messages.js";

/** A search examines at most so many rows, in short reads; one that finds less than it was asked for ends there, to be continued. */
export const mostExamined = 10_000;

/** Messages of the first read. Each further one looks at more, unless the one before took longer: the database does not stop within a read. */
const slice = { first: 500, growth: 4, milliseconds: 250 } as const;

/** Most messages that a read returns: to take over more of them would stop calls. */
const mostAtOnce = 500;

/** Milliseconds for which a search looks; one that lasts longer ends there, to be continued. */
export const searchTime = 5_000;

export interface Search extends SearchIn {
  readonly after: SearchPlace | undefined;
  /** Maximum messages. */
  readonly limit: number;
  /** Milliseconds. Default: 5,000. */
  readonly time?: number;
}

/** A search that ended because of its time. */
export interface StoppedSearch {
  /** Milliseconds for which it looked. */
  readonly after: number;
  /** Messages that it looked through. */
  readonly examined: number;
  /** When the last one of them was accepted, in milliseconds since the epoch. */
  readonly back: number;
}

export interface Found {
  readonly messages: readonly FoundMessage[];
  /** Where the search can be continued; undefined at its end. */
  readonly next: SearchPlace | undefined;
  readonly stopped?: StoppedSearch;
}

/** Searches behind a place. */
export async function search(
  desk: Pick<DeskStore, "search">,
  { after, limit, time = searchTime, ...wanted }: Search,
): Promise<Found> {
  const messages: FoundMessage[] = [];
  const begun = performance.now();
  let place = after;
  let atOnce: number = slice.first;
  for (let examined = 0; examined < mostExamined;) {
    const from = performance.now();
    const span = {
      examine: Math.min(atOnce, mostExamined - examined),
      most: Math.min(mostAtOnce, limit - messages.length),
    };
    const looked = await desk.search(wanted, place, span);
    const { found, last } = looked;
    messages.push(...found);
    if (last !== undefined) place = { txn: last.txn, id: last.id };
    examined += looked.examined;
    if (looked.isEnd) return { messages, next: undefined };
    if (messages.length === limit) return { messages, next: place };
    const until = performance.now();
    const back = last?.createdAt ?? wanted.now;
    if (until - begun >= time) return { messages, next: place, stopped: { after: time, examined, back } };
    if (found.length < span.most && until - from < slice.milliseconds) atOnce *= slice.growth;
  }
  return { messages, next: place };
}
