import type { Store } from "../../ports/store.js";
import type { RefusalWords } from "../web/refusal-words.js";
import { type Cell, unknown } from "../web/view.js";

/** How the console shows a customer: by its name, with its number behind it where several may have the same name. */

/** Names of customers by their numbers; the number of one that has none. */
export type NameOf = (id: number | string) => string;

type Accounts = Pick<Store, "accounts">;

const nameIn =
  (names: ReadonlyMap<string, string>): NameOf =>
  (id) =>
    names.get(String(id)) || String(id);

export async function namesOfCustomers({ accounts }: Accounts): Promise<NameOf> {
  return nameIn(new Map((await accounts.customers()).map(({ id, name }) => [String(id), name])));
}

/** Of a few customers. */
export async function namesOfSome({ accounts }: Accounts, ids: Iterable<number>): Promise<NameOf> {
  const found = await Promise.all([...new Set(ids)].map((id) => accounts.customer(id)));
  return nameIn(new Map(found.map((customer) => [String(customer?.id), customer?.name ?? ""])));
}

/** A name with its number: `Shop (42)`. */
export function customerText(id: number | string, nameOf: NameOf): string {
  const name = nameOf(id);
  return name === String(id) ? name : `${name} (${id})`;
}

/** A user as commands write it, `42/api`: `api of Shop (42)`; any other name as it is. */
export function userText(user: string, nameOf: NameOf): string {
  const { id, name } = /^(?<id>[1-9]\d{0,8})\/(?<name>.+)$/su.exec(user)?.groups ?? {};
  return id === undefined || name === undefined ? user : `${name} of ${customerText(id, nameOf)}`;
}

/** A customer in a table, with a link; a CSV has name and number in one field. */
export function customerCell(id: number | null, nameOf: NameOf, more: Partial<Cell> = {}): Cell {
  if (id === null) return { text: unknown, ...more };
  const name = nameOf(id);
  const note = name === String(id) ? undefined : String(id);
  return {
    text: name,
    note,
    href: `/customers/${id}`,
    csv: customerText(id, nameOf),
    layout: "short",
    ...more,
  };
}

/** Conditions of a search, `state failed, customer Shop (42)`. */
export const conditionsText = (conditions: Readonly<Record<string, string>>, nameOf: NameOf): string =>
  Object.entries(conditions)
    .map(([name, value]) => `${name} ${name === "customer" ? customerText(value, nameOf) : value}`)
    .join(", ");

/** A refusal with the names of its customers. */
export const refusalWords =
  (store: Accounts): RefusalWords =>
  async (said) => {
    const nameOf = await namesOfSome(store, said.customers);
    return said.text((id) => `customer ${customerText(id, nameOf)}`);
  };
