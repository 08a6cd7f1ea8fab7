import { addApiKey, listApiKeys, revokeApiKey } from "../admin/api-keys.js";
import { listUsers } from "../admin/users.js";
import { keyScopes } from "../domain/accounts/api-keys.js";
import { textOf } from "../web/form.js";
import { changeAction, secretPage } from "../web/page.js";
import { type Cell, type Form, type Link, type Page, timeCell } from "../web/view.js";
import type { PortalSources } from "./sources.js";
import { type ActionRoute, customerOf, customerText, may, type PageRoute, type Visit } from "./visit.js";

/** Pages for the programs of a customer. */
const tabs = [
  { text: "API keys", href: "/keys" },
  { text: "Callbacks", href: "/callbacks" },
  { text: "SMPP", href: "/binds" },
] as const;

export const developerTabs = (current: (typeof tabs)[number]["href"]): readonly Link[] =>
  tabs.map((tab) => ({ ...tab, current: tab.href === current }));

const scopeTexts = { send: "Send messages", read: "Read statuses", inbox: "Read the inbox" } as const;

function keyForm(users: readonly string[]): Form {
  return {
    action: "/keys/add",
    button: "Add the key",
    caption: "Add an API key",
    icon: "key-round",
    folded: true,
    primary: true,
    fields: [
      { name: "name", label: "Name", type: "text", required: true, hint: "of the program" },
      { name: "user", label: "User", type: "select", options: users },
      ...keyScopes.map((scope) => ({
        name: scope,
        label: scopeTexts[scope],
        type: "checkbox" as const,
        value: scope === "inbox" ? "off" : "on",
      })),
      {
        name: "expires",
        label: "Expires",
        type: "text",
        width: "medium",
        hint: "2030-01-15 or 90d; empty: never",
      },
      {
        name: "addresses",
        label: "Addresses",
        type: "lines",
        hint: "address or range of the program, one a line, for example 192.0.2.0/24; empty: any",
      },
    ],
  };
}

function serviceCard({ addresses }: PortalSources, customer: number): Page["sections"][number] {
  const [service, json] = [addresses.service(), addresses.json()];
  const facts = [
    ...(service === undefined ? [] : [{ name: "SOAP, GET, POST", text: service, layout: "code" as const }]),
    ...(json === undefined ? [] : [{ name: "JSON", text: json, layout: "code" as const }]),
    { name: "Customer", text: String(customer) },
    { name: "Password", text: "an API key, in place of the password of its user" },
  ];
  return { heading: "Your program", facts: [{ caption: "Your program", facts }] };
}

async function keysPage(sources: PortalSources, visit: Visit): Promise<Page> {
  const { store } = sources;
  const mayChange = may(visit, "develop");
  const customer = customerText(visit);
  const rows = (await listApiKeys(store, customer)).map((key): readonly Cell[] => {
    const hidden = { label: "", type: "hidden" } as const;
    const fields = [
      { ...hidden, name: "user", value: key.user },
      { ...hidden, name: "name", value: key.name },
    ];
    const form = { action: "/keys/revoke", button: "Revoke", fields, danger: true };
    return [
      { text: key.name, note: key.user },
      { text: key.key, layout: "code" },
      { text: key.scopes },
      { text: key.fromAddresses.join(", ") || "any" },
      ...[key.used, key.expires].map(timeCell),
      ...(mayChange ? [{ text: "", form }] : []),
    ];
  });
  const columns = ["Name", "Key", "May", "Addresses", "Last use", "Expires", ...(mayChange ? [""] : [])];
  const empty = {
    icon: "key-round",
    title: "No key yet",
    text: "A program logs in with a key of its own, which can be revoked alone.",
  } as const;
  const users = (await listUsers(store, customer)).map(({ name }) => name);
  return {
    title: "Developers",
    tabs: developerTabs("/keys"),
    sections: [
      serviceCard(sources, visit.customer),
      {
        heading: "API keys",
        tables: [{ caption: "API keys", columns, rows, empty }],
        forms: mayChange ? [keyForm(users)] : [],
      },
    ],
  };
}

export function keyPages(sources: PortalSources): readonly PageRoute[] {
  return [{ path: "/keys", role: "develop", show: (visit) => keysPage(sources, visit) }];
}

export function keyActions({ store }: PortalSources): readonly ActionRoute[] {
  const back = (): string => "/keys";
  return [
    {
      path: "/keys/add",
      role: "develop",
      identity: "recent",
      done: "The key was added.",
      back,
      run: async (visit, form) => {
        const text = (name: string): string => textOf(form, name) ?? "";
        const scope = keyScopes.filter((name) => form.get(name) === "on").join(",");
        const fromAddress = text("addresses").split(/\s+/u).filter(Boolean);
        const user = `${visit.customer}/${text("user")}`;
        // Read first: nothing may fail once the key is stored.
        const { name: customer } = await customerOf(store, visit);
        const input = { user, name: text("name"), scope, expires: textOf(form, "expires"), fromAddress };
        const { secret } = await addApiKey(store, input, visit);
        return secretPage(`API key ${input.name}`, { name: "Key", secret, customer }, back());
      },
    },
    changeAction(
      {
        path: "/keys/revoke",
        role: "develop",
        identity: "recent",
        done: "The key was revoked.",
        back,
        danger: {
          button: "Revoke the key",
          text: "Programs that use it are refused at once. A revoked key cannot be used again.",
        },
      },
      async (visit, form) => {
        const user = `${visit.customer}/${form.get("user") ?? ""}`;
        await revokeApiKey(store, { user, name: form.get("name") ?? "" }, visit);
      },
    ),
  ];
}
