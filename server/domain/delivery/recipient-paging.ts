import type { RecipientRow } from "./submission-rows.js";
import type { RecipientStatus } from "../status.js";

/** Position of a reader in the recipients of a transaction. */
export interface PagePlace {
  /** The last row that was read, or passed over. */
  row: number;
  block: number;
  /** Recipients read from blocks whose rows are not passed yet: blocks become rows meanwhile, in their order. */
  ahead: number;
}

export const firstPage = (): PagePlace => ({ row: 0, block: 0, ahead: 0 });

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
  first: readonly RecipientStatus[],
  next: () => Promise<readonly RecipientStatus[]>,
): AsyncGenerator<readonly RecipientStatus[], void> {
  for (let page = first; page.length > 0; page = await next()) yield page;
}

/**
 * Reads the page at a position and moves the position behind it: every recipient is returned once. An empty page is the
 * end.
 */
export function* nextPage(
  place: PagePlace,
  createdAt: number,
): Generator<PageRead, readonly RecipientStatus[], PageRows> {
  if (place.ahead > 0) {
    const passed = yield { kind: "passed", after: place.row, count: place.ahead };
    if (passed.kind === "passed") {
      place.ahead -= passed.n;
      place.row = passed.last ?? place.row;
    }
  }
  if (place.ahead === 0) {
    const found = yield { kind: "rows", after: place.row };
    if (found.kind === "rows" && found.rows.length > 0) {
      place.row = found.rows.at(-1)?.id ?? place.row;
      return found.rows.map(({ phone, state, at }) => ({ phone, state, at }));
    }
  }
  const found = yield { kind: "block", after: place.block };
  if (found.kind !== "block" || found.block === undefined) return [];
  place.block = found.block.id;
  place.ahead += found.block.rows.length;
  return found.block.rows.map(([phone, state]) => ({ phone, state, at: createdAt }));
}
