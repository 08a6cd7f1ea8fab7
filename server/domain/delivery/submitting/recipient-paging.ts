import type { RecipientRow } from "./submission-rows.js";
import type { RecipientStatus, TransactionCounts } from "../../status.js";

/** Position of a reader in the recipients of a transaction. */
export interface PagePlace {
  /** The last row that was read, or passed over. */
  readonly row: number;
  /** The last block that was read to its end. */
  readonly block: number;
  /** Recipients read from blocks whose rows are not passed yet: blocks become rows meanwhile, in their order. */
  readonly ahead: number;
  /** The block behind `block`, if some of it was read. It becomes rows as a whole. */
  readonly begun?: { readonly block: number; readonly count: number } | undefined;
}

export const firstPlace: PagePlace = { row: 0, block: 0, ahead: 0 };

/** Some recipients in their order. */
export interface RecipientPage {
  readonly recipients: readonly RecipientStatus[];
  /** Position behind the first few of them: at least one, at most all. */
  readonly placeAfter: (count: number) => PagePlace;
}

/** Counts and recipients. */
export interface TransactionDetails extends TransactionCounts {
  /** To be read once. The first page shows the same moment as the counts, each later one the moment at which it is read. */
  readonly pages: AsyncIterable<RecipientPage>;
  /** The pages behind a position, each as of the moment at which it is read. */
  readonly pagesAfter: (place: PagePlace) => AsyncIterable<RecipientPage>;
}

/** A read that a page needs; all of one page show the same moment. */
export type PageRead =
  /** How many of at most `count` rows behind `after` there are, and the last of them. */
  | { readonly kind: "passed"; readonly after: number; readonly count: number }
  /** The first rows behind `after`. */
  | { readonly kind: "rows"; readonly after: number }
  /** The first block behind `after`. */
  | { readonly kind: "block"; readonly after: number };

export interface StatusRow extends RecipientStatus {
  readonly id: number;
}

/** The response to a read. */
export type PageRows =
  | { readonly kind: "passed"; readonly n: number; readonly last: number | null }
  | { readonly kind: "rows"; readonly rows: readonly StatusRow[] }
  /** Undefined without a `block`. */
  | {
      readonly kind: "block";
      readonly block: { readonly id: number; readonly rows: readonly RecipientRow[] } | undefined;
    };

/** Pages from the first one to an empty one. */
export async function* pagesFrom(
  first: () => Promise<RecipientPage>,
  next: (place: PagePlace) => Promise<RecipientPage>,
): AsyncGenerator<RecipientPage, void> {
  let page = await first();
  while (page.recipients.length > 0) {
    yield page;
    page = await next(page.placeAfter(page.recipients.length));
  }
}

/** Reads the page at a position: from one to the next, every recipient is returned once. An empty page is the end. */
export function* nextPage(place: PagePlace, createdAt: number): Generator<PageRead, RecipientPage, PageRows> {
  let { row, ahead } = place;
  if (ahead > 0) {
    const passed = yield { kind: "passed", after: row, count: ahead };
    if (passed.kind === "passed") {
      ahead -= passed.n;
      row = passed.last ?? row;
    }
  }
  if (ahead === 0) {
    const found = yield { kind: "rows", after: row };
    if (found.kind === "rows" && found.rows.length > 0) return rowsPage(found.rows, place.block);
  }
  const found = yield { kind: "block", after: place.block };
  if (found.kind !== "block" || found.block === undefined)
    return { recipients: [], placeAfter: () => ({ ...place, row, ahead }) };
  return blockPage(found.block, { ...place, row, ahead }, createdAt);
}

function rowsPage(rows: readonly StatusRow[], block: number): RecipientPage {
  return {
    recipients: rows.map(({ phone, state, at }) => ({ phone, state, at })),
    placeAfter: (count) => ({ row: rows[count - 1]?.id ?? 0, block, ahead: 0 }),
  };
}

function blockPage(
  { id, rows }: NonNullable<(PageRows & { readonly kind: "block" })["block"]>,
  { row, block, ahead, begun }: PagePlace,
  createdAt: number,
): RecipientPage {
  const read = begun?.block === id ? begun.count : 0;
  const rest = rows.slice(read);
  return {
    recipients: rest.map(([phone, state]) => ({ phone, state, at: createdAt })),
    placeAfter: (count) =>
      count < rest.length
        ? { row, block, ahead: ahead + count, begun: { block: id, count: read + count } }
        : { row, block: id, ahead: ahead + count },
  };
}
