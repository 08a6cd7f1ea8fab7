import { type FoundMessage, lookThrough, type SearchIn, type SearchPlace } from "../domain/desk/search.js";
import type { DeskStore } from "../ports/messages.js";

/** A search examines at most so many rows, in short reads; one that finds less than it was asked for ends there, to be continued. */
export const mostExamined = 10_000;
const readAtOnce = 500;

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
  desk: Pick<DeskStore, "candidates">,
  { after, limit, time = searchTime, ...wanted }: Search,
): Promise<Found> {
  const messages: FoundMessage[] = [];
  const end = performance.now() + time;
  let place = after;
  for (let examined = 0; examined < mostExamined; examined += readAtOnce) {
    const rows = await desk.candidates(wanted.anchor, place, readAtOnce);
    const looked = lookThrough(rows, { ...wanted, most: limit - messages.length });
    messages.push(...looked.found);
    place = looked.place ?? place;
    if (looked.isEnd) return { messages, next: undefined };
    if (messages.length === limit) return { messages, next: place };
    if (rows.length < readAtOnce) return { messages, next: undefined };
    const back = rows.at(-1)?.createdAt ?? wanted.now;
    if (performance.now() >= end)
      return { messages, next: place, stopped: { after: time, examined: examined + rows.length, back } };
  }
  return { messages, next: place };
}
