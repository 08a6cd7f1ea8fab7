import { inField, InvalidInput } from "../admin/refusal.js";

/** Lists are read in parts: a cursor is the place behind the last row of one, as text. */

/** The wanted part of a list. */
export interface Wanted {
  /** Maximum rows. */
  readonly limit: number;
  /** Cursor of the part; undefined for the first one. */
  readonly after?: string | undefined;
}

/** Part of a list. */
export interface Part<R> {
  readonly rows: readonly R[];
  /** Cursor of the next part; null at the end. */
  readonly next: string | null;
  /** Why the part ends before the wanted number of rows, and what to do; absent if nothing stopped it. */
  readonly stopped?: string;
}

/** How a command prints a part of a long list, and not all of it: `--limit`, and an option with the cursor. */
export interface Cut {
  /** What the rows are, in the plural. */
  readonly of: string;
  readonly cursor: {
    readonly option: "after" | "before";
    readonly form: string;
    readonly meaning: string;
  };
  /** Member of the JSON object that has the rows; absent for an array of them. */
  readonly member?: string;
}

/** Most rows of a part, for every face. */
export const mostOfPart = 10_000;

/** Reads a cursor that is a whole number. @throws InvalidInput */
const numberIn = (after = "0"): number =>
  inField("cursor", () => {
    const number = /^\d{1,16}$/u.test(after) ? Number(after) : NaN;
    if (Number.isSafeInteger(number)) return number;
    throw new InvalidInput(`invalid cursor ${JSON.stringify(after)}: use that of the part before`);
  });

/** Part of rows that were read at once: the cursor is the number of those before it; behind all there is none. @throws InvalidInput */
export function partOf<R>(all: readonly R[], { limit, after }: Wanted): Part<R> {
  const start = numberIn(after);
  const end = start + limit;
  return { rows: all.slice(start, end), next: end < all.length ? String(end) : null };
}

/** Part of a list of entries that were read behind a cursor: behind as many as were wanted, there may be more. */
export function partWith<Entry, R>(
  entries: readonly Entry[],
  { limit }: Wanted,
  rowOf: (entry: Entry) => R,
  cursorOf: (last: Entry) => string,
): Part<R> {
  const last = entries.length < limit ? undefined : entries.at(-1);
  return { rows: entries.map(rowOf), next: last === undefined ? null : cursorOf(last) };
}

/** Part of rows in the order of a number that they keep, and were read at once: the cursor is that of the last row. @throws InvalidInput */
export function partById<R>(all: readonly R[], { limit, after }: Wanted, idOf: (row: R) => number): Part<R> {
  const behind = numberIn(after);
  const left = after === undefined ? all : all.filter((row) => idOf(row) > behind);
  const rows = left.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: left.length > limit && last !== undefined ? String(idOf(last)) : null };
}

/** Part of rows by id, which a store reads in pages behind one: the cursor is the last id. @throws InvalidInput */
export async function partOfPages<Entry extends { readonly id: number }, R>(
  pagesBehind: (id: number) => AsyncIterable<readonly Entry[]>,
  wanted: Wanted,
  rowOf: (entry: Entry) => R,
): Promise<Part<R>> {
  const entries: Entry[] = [];
  for await (const page of pagesBehind(numberIn(wanted.after))) {
    entries.push(...page);
    if (entries.length >= wanted.limit) break;
  }
  return partWith(entries.slice(0, wanted.limit), wanted, rowOf, ({ id }) => String(id));
}

/** Rows that are read at once of a list that is wanted as a whole. */
const readAtOnce = 500;

/** All rows of a list, part by part. */
export async function* allParts<R>(read: (wanted: Wanted) => Promise<Part<R>>): AsyncGenerator<readonly R[]> {
  for (let after: string | null | undefined; after !== null;) {
    const { rows, next }: Part<R> = await read({ limit: readAtOnce, after });
    if (rows.length > 0) yield rows;
    after = next;
  }
}
