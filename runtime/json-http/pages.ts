/** Pages of lists: which items a request wants, and the text of them. */
import { JsonError } from "../json/errors.js";
import { JsonWriter, type WriteJson } from "../json/writer.js";

/** The items that a request wants. */
export interface WantedPage {
  /** Items before the first of the page. */
  readonly skipped: number;
  readonly limit: number;
}

/** Limits of a page; `openapi.json` states them. */
export const pageLimits = { usual: 100, most: 500 } as const;

/**
 * Takes `limit` and `cursor` out of a query.
 * @throws JsonError
 */
export function readPage(query: URLSearchParams): WantedPage {
  const page = {
    skipped: skippedBy(single(query, "cursor")),
    limit: limitOf(single(query, "limit")),
  };
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

const cursorForm = /^p([1-9][0-9a-z]{0,9})$/;

function skippedBy(text: string | undefined): number {
  if (text === undefined) return 0;
  const [, count] = cursorForm.exec(text) ?? [];
  if (count === undefined)
    throw new JsonError("WrongValue", "The cursor is not one of this interface.", ["cursor"]);
  return Number.parseInt(count, 36);
}

/** The text of a cursor. Callers need not know what it says. */
export function cursorOf(skipped: number): string {
  return `p${skipped.toString(36)}`;
}

/** A page as it is sent. */
export interface WrittenPage {
  readonly text: string;
  /** Cursor of the next page; undefined on the last one. */
  readonly next: string | undefined;
}

/** Reads the items of a page and no more, and closes the list. */
export async function writtenPage(
  items: Iterable<unknown> | AsyncIterable<unknown>,
  write: WriteJson<never>,
  { skipped, limit }: WantedPage,
  replaces: boolean,
): Promise<WrittenPage> {
  const writer = new JsonWriter(replaces);
  const chosen: unknown[] = [];
  let at = 0;
  let hasNext = false;
  for await (const item of items) {
    hasNext = at >= skipped + limit;
    if (hasNext) break;
    if (at >= skipped) chosen.push(item);
    at += 1;
  }
  const next = hasNext ? cursorOf(skipped + limit) : undefined;
  writer.items(chosen as never[], write);
  const end = next === undefined ? "" : `,"next":${JSON.stringify(next)}`;
  return { text: `{"items":${writer.toString()}${end}}`, next };
}
