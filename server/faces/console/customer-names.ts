import type { Store } from "../../ports/store.js";
import { type Cell, unknown } from "../web/view.js";

/** Names of customers by their numbers; the number of one that there is not. */
export type NameOf = (id: number | string) => string;

export async function namesOfCustomers({ accounts }: Pick<Store, "accounts">): Promise<NameOf> {
  const names = new Map((await accounts.customers()).map(({ id, name }) => [String(id), name]));
  return (id) => names.get(String(id)) ?? String(id);
}

/** A name with its number: `Shop (42)`. */
export function customerText(id: number | string, nameOf: NameOf): string {
  const name = nameOf(id);
  return name === String(id) ? name : `${name} (${id})`;
}

/** A customer in a table, with a link; a CSV has the number. */
export function customerCell(id: number | null, nameOf: NameOf, more: Partial<Cell> = {}): Cell {
  if (id === null) return { text: unknown, ...more };
  const name = nameOf(id);
  const note = name === String(id) ? undefined : String(id);
  return { text: name, note, href: `/customers/${id}`, csv: String(id), layout: "short", ...more };
}
