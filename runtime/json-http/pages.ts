/** Pages of lists: which items a request wants, and the text of them. */
import { JsonError } from "../json/errors.js";
import type { JsonWriter, WriteJson } from "../json/writer.js";
import type { Rows } from "../xml/rows.js";
import { ProblemFault } from "./problems.js";

/** The items that a request wants. */
export interface WantedPage {
  /** Where the page begins; undefined for the first one. */
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** An item of a list. */
export interface PlacedItem {
  readonly value: unknown;
  /** Cursor of a page that begins behind the item. */
  readonly cursor: string;
}

/** Limits of a page; `openapi.json` states them. */
export const pageLimits = { usual: 100, most: 500 } as const;

/**
 * Takes `limit` and `cursor` out of a query.
 * @throws JsonError
 */
export function readPage(query: URLSearchParams): WantedPage {
  const page = { cursor: single(query, "cursor"), limit: limitOf(single(query, "limit")) };
  query.delete("limit");
  query.delete("cursor");
  return page;
}

function single(query: URLSearchParams, name: string): string | undefined {
  const [first, ...others] = query.getAll(name);
  if (others.length > 0)
    throw new JsonError("DuplicateMember", "The query has that parameter already.", [name]);
  return first;
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return pageLimits.usual;
  const limit = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > pageLimits.most)
    throw new JsonError("WrongValue", `A number from 1 to ${pageLimits.most} is expected.`, ["limit"]);
  return limit;
}

/** The problem of a cursor that no page has had. */
export function wrongCursor(): ProblemFault {
  const error = new JsonError("WrongValue", "The cursor is not one of this interface.", ["cursor"]);
  return new ProblemFault("WrongValue", error, error.message);
}

const cursorForm = /^p([1-9][0-9a-z]{0,9})$/;

/**
 * The items behind a cursor that says how many there are before it: these are read and dropped.
 * @throws ProblemFault for another cursor
 */
export async function* countedItems(
  items: Rows<unknown>,
  cursor: string | undefined,
): AsyncGenerator<PlacedItem, void> {
  const [, count] = cursorForm.exec(cursor ?? "p1") ?? [];
  if (count === undefined) throw wrongCursor();
  const skipped = cursor === undefined ? 0 : Number.parseInt(count, 36);
  let at = 0;
  for await (const value of items) {
    at += 1;
    if (at > skipped) yield { value, cursor: `p${at.toString(36)}` };
  }
}

/** A page as it is sent. */
export interface WrittenPage {
  readonly text: string;
  /** Cursor of the next page; undefined on the last one. */
  readonly next: string | undefined;
}

/**
 * Reads the items of a page and one more, and closes the list.
 * @param writer has written nothing
 */
export async function writtenPage(
  items: AsyncIterable<PlacedItem>,
  write: WriteJson<never>,
  limit: number,
  writer: JsonWriter,
): Promise<WrittenPage> {
  const chosen: PlacedItem[] = [];
  let next: string | undefined;
  for await (const item of items) {
    if (chosen.length === limit) {
      next = chosen.at(-1)?.cursor;
      break;
    }
    chosen.push(item);
  }
  writer.items(chosen.map(({ value }) => value) as never[], write);
  const end = next === undefined ? "" : `,"next":${JSON.stringify(next)}`;
  return { text: `{"items":${writer.toString()}${end}}`, next };
}
