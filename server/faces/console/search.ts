import type { FilterInput } from "../../actions/message-filter.js";
import { InvalidInput, Refusal } from "../../admin/refusal.js";
import type { Searches } from "../../actions/saved-search.js";
import type { Store } from "../../ports/store.js";
import { textOf } from "../web/form.js";
import { part } from "../web/page.js";
import type { ActionRoute, PageRoute, Visit } from "./visit.js";
import type { Page } from "../web/view.js";

/** The search field of every page: one text for a number, a transaction, a customer or a key. */

const page: Page = {
  title: "Search",
  facts: [{ text: "For a number, a transaction, a customer or an API key." }],
  sections: [
    {
      heading: "Search",
      forms: [
        {
          action: "/search",
          button: "Search",
          icon: "search",
          primary: true,
          fields: [
            {
              name: "text",
              label: "Number, transaction, customer or key",
              type: "text",
              required: true,
              hint: "+1 202 555 0101, 42, a part of a name, the id of a transaction, or the beginning of a key",
            },
          ],
        },
      ],
    },
  ],
};

/** A number as people write it: a plus sign, or at least seven digits. */
function phoneIn(text: string): string | undefined {
  const digits = text.replace(/[\s()/.-]/gu, "");
  return /^(\+|00)?\d{7,15}$/u.test(digits) ? digits.replace(/^00/u, "+") : undefined;
}

/** The part of a key that is not secret. */
const keyIn = (text: string): string | undefined =>
  /^mk_(?<id>[0-9a-f]{16})(?:_|$)/u.exec(text)?.groups?.["id"];

/** Page of the keys of a customer. A key never becomes part of an address. @throws Refusal */
async function keyPlace({ apiKeys }: Pick<Store, "apiKeys">, text: string): Promise<string> {
  const wanted = keyIn(text);
  const key = (await apiKeys.list()).find(({ id }) => id === wanted);
  if (key === undefined) throw new Refusal("there is no such API key");
  return `/customers/${key.customerId}/keys`;
}

/** Path of what a text means, below `/console`. @throws InvalidInput, Refusal */
async function placeOf(
  { store, searches }: { readonly store: Store; readonly searches: Searches },
  visit: Visit,
  text: string,
): Promise<string> {
  const found = async (input: FilterInput): Promise<string> => {
    const { id, rows, next } = await searches.save(store, input, visit);
    const [only, second] = rows;
    const isOne = only !== undefined && second === undefined && next === null;
    return isOne ? `/messages/${only.id}` : `/messages/found/${id}`;
  };
  const id = /^\d{1,10}$/u.test(text) ? Number(text) : 0;
  if (id > 0 && id <= 2_147_483_647 && (await store.accounts.customer(id)) !== undefined)
    return `/customers/${id}`;
  const phone = phoneIn(text);
  if (phone !== undefined) return found({ number: phone });
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/iu.test(text)) return found({ transaction: text });
  if (text.startsWith("mk_")) return keyPlace(store, text);
  return `/customers?text=${part(text)}`;
}

export function globalSearchPages(): readonly PageRoute[] {
  return [{ path: "/search", role: "viewer", show: async () => page }];
}

export function globalSearchActions(sources: Parameters<typeof placeOf>[0]): readonly ActionRoute[] {
  return [
    {
      path: "/search",
      role: "viewer",
      done: "",
      back: () => "/search",
      run: async (visit, form) => {
        const text = textOf(form, "text");
        if (text === undefined) throw new InvalidInput("give a text to search for", { field: "text" });
        return placeOf(sources, visit, text);
      },
    },
  ];
}
