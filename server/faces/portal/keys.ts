import { addApiKey, type ApiKeyRow, listApiKeys, revokeApiKey } from "../../actions/api-keys.js";
import { mayChange } from "../../actions/rights.js";
import { listUsers } from "../../actions/users.js";
import { keyScopes } from "../../domain/accounts/api-keys.js";
import { actionButton, actionFields, actionForm } from "../web/action-forms.js";
import { textOf, type Values } from "../web/form.js";
import { listedTable, type ListedColumn } from "../web/listed.js";
import { type Form, type Link, type Page, timeCell } from "../web/view.js";
import type { PortalSources } from "./sources.js";
import {
  type ActionRoute,
  customerAction,
  customerOf,
  customerText,
  type PageRoute,
  type Visit,
} from "./visit.js";

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
  const layout = { caption: "Add an API key", icon: "key-round", folded: true, primary: true } as const;
  const user = { type: "select", options: users, hint: undefined, required: undefined } as const;
  const fieldsOf = (...names: readonly string[]) =>
    actionFields(addApiKey, { names, fields: { user, expires: { width: "medium" } } });
  const scopes = keyScopes.map((scope) => ({
    name: scope,
    label: scopeTexts[scope],
    type: "checkbox" as const,
    value: scope === "inbox" ? "off" : "on",
  }));
  return {
    ...actionForm(addApiKey, "/keys/add", layout),
    fields: [...fieldsOf("name", "user"), ...scopes, ...fieldsOf("expires", "fromAddresses")],
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

const columns: readonly ListedColumn<ApiKeyRow>[] = [
  ["Name", ({ name, user }) => ({ text: name, note: user })],
  ["Key", ({ key }) => ({ text: key, layout: "code" })],
  ["May", "scopes"],
  ["Addresses", "fromAddresses"],
  ["Last use", ({ used }) => timeCell(used)],
  ["Expires", ({ expires }) => timeCell(expires)],
];

async function keysPage(sources: PortalSources, visit: Visit): Promise<Page> {
  const { store } = sources;
  const customer = customerText(visit);
  const changes = mayChange(addApiKey.may, visit.caller);
  const table = listedTable(await listApiKeys.rows(store, { customer }, visit), columns, {
    caption: "API keys",
    empty: {
      icon: "key-round",
      title: "No key yet",
      text: "A program logs in with a key of its own, which can be revoked alone.",
    },
    action: changes && {
      heading: "",
      button: ({ user, name }) => actionButton(revokeApiKey, "/keys/revoke", { user, name }),
    },
  });
  const users = (await listUsers.rows(store, { customer }, visit)).map(({ name }) => name);
  return {
    title: "Developers",
    tabs: developerTabs("/keys"),
    sections: [
      serviceCard(sources, visit.customer),
      { heading: "API keys", tables: [table], forms: changes ? [keyForm(users)] : [] },
    ],
  };
}

export function keyPages(sources: PortalSources): readonly PageRoute[] {
  return [{ path: "/keys", role: "develop", show: (visit) => keysPage(sources, visit) }];
}

export function keyActions({ store }: PortalSources): readonly ActionRoute[] {
  const back = (): string => "/keys";
  const user = (visit: Visit, form: Values) => `${visit.customer}/${textOf(form, "user") ?? ""}`;
  return [
    customerAction(store, addApiKey, {
      path: "/keys/add",
      back,
      given: (visit, form) => ({
        user: user(visit, form),
        scopes: keyScopes.filter((name) => form.get(name) === "on").join(","),
      }),
      ownerOf: async (visit) => (await customerOf(store, visit)).name,
    }),
    customerAction(store, revokeApiKey, {
      path: "/keys/revoke",
      back,
      given: (visit, form) => ({ user: user(visit, form) }),
    }),
  ];
}
