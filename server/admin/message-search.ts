import {
  type Anchor,
  type FoundMessage,
  isBehind,
  matches,
  type MessageFilter,
  type SearchPlace,
} from "../domain/desk/search.js";
import type { DeskStore } from "../ports/messages.js";

/** A search examines at most so many rows, in short reads; one that finds less than it was asked for ends there, to be continued. */
export const mostExamined = 10_000;
const readAtOnce = 500;

export interface Search {
  readonly anchor: Anchor;
  readonly filter: MessageFilter;
  readonly after: SearchPlace | undefined;
  /** Maximum messages. */
  readonly limit: number;
  readonly now: number;
}

export interface Found {
  readonly messages: readonly FoundMessage[];
  /** Where the search can be continued; undefined at its end. */
  readonly next: SearchPlace | undefined;
}

/** Searches behind a place. */
export async function search(
  desk: Pick<DeskStore, "candidates">,
  { anchor, filter, after, limit, now }: Search,
): Promise<Found> {
  const messages: FoundMessage[] = [];
  let place = after;
  for (let examined = 0; examined < mostExamined; examined += readAtOnce) {
    const rows = await desk.candidates(anchor, place, readAtOnce);
    for (const row of rows) {
      if (isBehind(row, anchor, filter)) return { messages, next: undefined };
      if (matches(row, filter, now)) messages.push(row);
      place = { txn: row.txn, id: row.id };
      if (messages.length === limit) return { messages, next: place };
    }
    if (rows.length < readAtOnce) return { messages, next: undefined };
  }
  return { messages, next: place };
}
