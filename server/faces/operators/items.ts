import type { List, Use } from "../../actions/action.js";
import type { Given } from "../../actions/fields.js";
import { mostOfPart } from "../../actions/parts.js";
import type { Store } from "../../ports/store.js";
import { CallProblem } from "./problems.js";

/** The part of a list that a query asks for. */
export interface WantedItems {
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** Items of a part without a limit, and the most. */
export const itemLimits = { usual: 100, most: 1_000 } as const;

/** Reads the parameter `limit`. @throws CallProblem */
export function limitOf(text: string | undefined): number {
  if (text === undefined) return itemLimits.usual;
  const limit = /^[1-9]\d{0,3}$/u.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= itemLimits.most) return limit;
  const detail = `A number from 1 to ${itemLimits.most} is expected.`;
  throw new CallProblem("WrongValue", detail, { errors: [{ pointer: "/limit", detail }] });
}

/** A part of a list. */
export interface Items {
  readonly items: readonly object[];
  /** Cursor of the next part; absent at the end. */
  readonly next?: string;
  /** Why the part ends early; absent if nothing stopped it. */
  readonly stopped?: string;
}

/** Reads a part of a list. A list with a limit of its own reads at most as many rows. */
export async function itemsOf(
  list: List,
  store: Store,
  given: Readonly<Record<string, Given>>,
  use: Use,
  { limit, cursor: after }: WantedItems,
): Promise<Items> {
  const own = "limit" in list.filters ? { limit: String(mostOfPart) } : {};
  const { rows: items, next, stopped } = await list.part(store, { ...given, ...own }, use, { limit, after });
  return { items, ...(next === null ? {} : { next }), ...(stopped === undefined ? {} : { stopped }) };
}
