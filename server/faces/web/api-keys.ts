import { addApiKey, type ApiKeyRow, listApiKeys, revokeApiKey } from "../../actions/api-keys.js";
import { mayChange } from "../../actions/rights.js";
import { listUsers } from "../../actions/users.js";
import type { Store } from "../../ports/store.js";
import { actionButton, actionForm, actionRoute, type NeedOf, type Place } from "./action-forms.js";
import { textOf, type Values } from "./form.js";
import { listedTable, type ListedColumn } from "./listed.js";
import { type ActionRoute, secretPage, type Visit } from "./page.js";
import { type Form, type Section, timeCell } from "./view.js";

/** The API keys of a customer, on every site. */

const columns: readonly ListedColumn<ApiKeyRow>[] = [
  ["Name", ({ name, user }) => ({ text: name, note: user })],
  ["Key", ({ key }) => ({ text: key, layout: "code" })],
  ["Scopes", "scopes"],
  ["Addresses", "fromAddresses"],
  ["Created", ({ created }) => timeCell(created)],
  ["Last use", ({ used }) => timeCell(used)],
  ["Expires", ({ expires }) => timeCell(expires)],
];

function keyForm(place: string, users: readonly string[]): Form {
  const layout = { caption: "Add an API key", icon: "key-round", folded: true, primary: true } as const;
  const user = { type: "select", options: users, hint: undefined, required: undefined } as const;
  return actionForm(addApiKey, `${place}/add`, {
    ...layout,
    names: ["name", "user", "scopes", "expires", "fromAddresses"],
    fields: { user, scopes: { value: "send,read" } },
  });
}

/** @param place path of the page */
export async function keysCard(
  store: Store,
  visit: Visit,
  { customer, place }: Readonly<Record<"customer" | "place", string>>,
): Promise<Section> {
  const changes = mayChange(addApiKey.may, visit.caller);
  const table = await listedTable(await listApiKeys.rows(store, { customer }, visit), columns, {
    caption: "API keys",
    empty: {
      icon: "key-round",
      title: "There is no key",
      text: "A program logs in with a key instead of a password; it can be revoked alone.",
    },
    action: changes && {
      heading: "",
      button: ({ user, name }) => actionButton(revokeApiKey, `${place}/revoke`, { user, name }),
    },
  });
  const users = changes ? (await listUsers.rows(store, { customer }, visit)).map(({ name }) => name) : [];
  return { heading: "API keys", tables: [table], forms: users.length > 0 ? [keyForm(place, users)] : [] };
}

/** Cards that show a key beside what it is for. */
type SectionsOf = (key: string) => readonly Section[];
const none: SectionsOf = () => [];

/**
 * @param path pattern of the page
 * @param beside read before the key is made: nothing may fail once it is stored
 */
export function keyRoutes<V extends Visit, Need>(
  store: Store,
  needOf: NeedOf<Need>,
  {
    path,
    back,
    ownerOf,
    customerOf,
    beside,
  }: Required<Pick<Place<V>, "path" | "back" | "ownerOf">> & {
    readonly customerOf: (visit: V) => string;
    readonly beside?: (visit: V) => Promise<SectionsOf>;
  },
): readonly ActionRoute<V, Need>[] {
  const user = (visit: V, form: Values) => `${customerOf(visit)}/${textOf(form, "user") ?? ""}`;
  const adding = (sections: SectionsOf): ActionRoute<V, Need> =>
    actionRoute(store, addApiKey, needOf(addApiKey), {
      path: `${path}/add`,
      back,
      ownerOf,
      given: (visit: V, form) => ({ user: user(visit, form) }),
      shown: ({ name, secret }, visit, customer) => {
        const page = secretPage(`API key ${name}`, { name: "Key", secret, customer }, back(visit.params));
        return { ...page, sections: [...page.sections, ...sections(secret)] };
      },
    });
  return [
    { ...adding(none), run: async (visit, form) => adding((await beside?.(visit)) ?? none).run(visit, form) },
    actionRoute(store, revokeApiKey, needOf(revokeApiKey), {
      path: `${path}/revoke`,
      back,
      given: (visit: V, form) => ({ user: user(visit, form) }),
    }),
  ];
}
