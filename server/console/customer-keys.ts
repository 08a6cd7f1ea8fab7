import { addApiKey, listApiKeys, revokeApiKey } from "../admin/api-keys.js";
import { listUsers } from "../admin/users.js";
import { keyScopes } from "../domain/accounts/api-keys.js";
import type { Store } from "../ports/store.js";
import { customerCard, customerFrame, customerText } from "./customer-frame.js";
import { textOf } from "../web/form.js";
import { changeAction, idOf, part, secretPage } from "../web/page.js";
import { type ActionRoute, hasRole, type PageRoute, type Visit } from "./visit.js";
import { type Cell, type Form, type Page, timeCell } from "../web/view.js";

function keyForm(id: string, users: readonly string[]): Form {
  return {
    action: `/customers/${id}/keys/add`,
    button: "Add the key",
    caption: "Add an API key",
    icon: "key-round",
    folded: true,
    fields: [
      { name: "user", label: "User", type: "select", options: users, required: true },
      { name: "name", label: "Name", type: "text", required: true, hint: "of the program" },
      {
        name: "scope",
        label: "Scopes",
        type: "text",
        required: true,
        hint: `one or more of ${keyScopes.join(",")}`,
      },
      { name: "expires", label: "Expires", type: "text", hint: "2030-01-15 or 90d; empty: never" },
      {
        name: "addresses",
        label: "Addresses",
        type: "lines",
        hint: "address or range of the program, one a line, for example 192.0.2.0/24; empty: any",
      },
    ],
  };
}

async function keysPage(store: Store, visit: Visit): Promise<Page> {
  const card = await customerCard(store, visit);
  const id = String(card.id);
  const mayChange = hasRole(visit, "admin");
  const rows = (await listApiKeys(store, id)).map((key): readonly Cell[] => {
    const hidden = { label: "", type: "hidden" } as const;
    const fields = [
      { ...hidden, name: "user", value: key.user },
      { ...hidden, name: "name", value: key.name },
    ];
    const form = { action: `/customers/${id}/keys/revoke`, button: "Revoke", fields, danger: true };
    return [
      { text: key.name, note: key.user },
      { text: key.key, layout: "code" },
      { text: key.scopes },
      { text: key.fromAddresses.join(", ") || "any" },
      ...[key.created, key.used, key.expires].map(timeCell),
      ...(mayChange ? [{ text: "", form }] : []),
    ];
  });
  const columns = ["Name", "Key", "Scopes", "Addresses", "Created", "Last use", "Expires"];
  const empty = {
    icon: "key-round",
    title: "There is no key",
    text: "A program logs in with a key instead of a password; it can be revoked alone.",
  } as const;
  const table = { caption: "API keys of the customer", rows, empty };
  const users = mayChange ? (await listUsers(store, id)).map(({ name }) => name) : [];
  return {
    ...customerFrame(card, "keys"),
    sections: [
      {
        heading: "API keys",
        tables: [{ ...table, columns: [...columns, ...(mayChange ? ["Action"] : [])] }],
        forms: users.length > 0 ? [keyForm(id, users)] : [],
      },
    ],
  };
}

const toKeys: ActionRoute["back"] = ({ id = "" }) => `/customers/${part(id)}/keys`;

export function keyActions(store: Store): readonly ActionRoute[] {
  return [
    {
      path: "/customers/:id/keys/add",
      role: "admin",
      identity: "recent",
      done: "The key was added.",
      back: toKeys,
      run: async (visit, form) => {
        const text = (name: string): string => textOf(form, name) ?? "";
        const fromAddress = text("addresses").split(/\s+/u).filter(Boolean);
        const [user, name, scope] = [`${idOf(visit)}/${text("user")}`, text("name"), text("scope")];
        const input = { user, name, scope, expires: textOf(form, "expires"), fromAddress };
        // Read first: nothing may fail once the key is stored.
        const customer = await customerText(store, visit);
        const { secret } = await addApiKey(store, input, visit);
        const place = toKeys(visit.params);
        return secretPage(`API key ${name}`, { name: "Key", secret, customer }, place);
      },
    },
    changeAction(
      {
        path: "/customers/:id/keys/revoke",
        role: "admin",
        identity: "recent",
        back: toKeys,
        danger: {
          button: "Revoke the key",
          text: "Programs that use it are refused at once. A revoked key cannot be used again.",
        },
        done: "The key was revoked.",
      },
      async (visit, form) => {
        const user = `${idOf(visit)}/${form.get("user") ?? ""}`;
        await revokeApiKey(store, { user, name: form.get("name") ?? "" }, visit);
      },
    ),
  ];
}

export function keyPages(store: Store): readonly PageRoute[] {
  return [{ path: "/customers/:id/keys", role: "viewer", show: (visit) => keysPage(store, visit) }];
}
