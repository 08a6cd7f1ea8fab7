import { addApiKey, listApiKeys, revokeApiKey } from "../admin/api-keys.js";
import {
  type CallbackRow,
  changeCallbacks,
  listCallbacks,
  retryCallbacks,
  showCallbacks,
} from "../admin/callbacks.js";
import { showCustomer } from "../admin/customer-settings.js";
import { InvalidInput } from "../admin/refusal.js";
import { listUsers } from "../admin/users.js";
import { withoutQuery } from "../admin/values.js";
import { keyScopes } from "../domain/accounts/api-keys.js";
import type { Store } from "../ports/store.js";
import { textOf, type Values } from "./form.js";
import {
  type ActionRoute,
  changeRoute,
  type Cell,
  type Form,
  hasRole,
  numberCell,
  type Page,
  type PageRoute,
  part,
  type Section,
  timeText,
  type Visit,
} from "./page.js";

/** Pages about how programs of a customer reach the service, and how it reaches them. */

const idOf = ({ params }: Visit): string => params["id"] ?? "";

/** The number of an existing customer. @throws Refusal */
async function customerOf(store: Store, visit: Visit): Promise<string> {
  return String((await showCustomer(store, idOf(visit))).id);
}

function keyForm(id: string, users: readonly string[]): Form {
  return {
    ...{ action: `/customers/${id}/keys/add`, button: "Add the key", caption: "Add an API key" },
    fields: [
      { name: "user", label: "User", type: "select", options: users, required: true },
      { name: "name", label: "Name", type: "text", required: true, hint: "of the program" },
      {
        ...{ name: "scope", label: "Scopes", type: "text", required: true },
        hint: `one or more of ${keyScopes.join(",")}`,
      },
      { name: "expires", label: "Expires", type: "text", hint: "2030-01-15 or 90d; empty: never" },
      {
        ...{ name: "addresses", label: "Addresses", type: "lines" },
        hint: "address or range of the program, one a line, for example 192.0.2.0/24; empty: any",
      },
    ],
  };
}

async function keysPage(store: Store, visit: Visit): Promise<Page> {
  const id = await customerOf(store, visit);
  const mayChange = hasRole(visit, "admin");
  const rows = (await listApiKeys(store, id)).map((key): readonly Cell[] => {
    const hidden = { label: "", type: "hidden" } as const;
    const fields = [
      { ...hidden, name: "user", value: key.user },
      { ...hidden, name: "name", value: key.name },
    ];
    const form = { action: `/customers/${id}/keys/revoke`, button: "Revoke", fields, danger: true };
    const texts = [key.user, key.name, key.key, key.scopes, key.fromAddresses.join(", ")];
    const times = [key.created, key.used, key.expires].map(timeText);
    return [...[...texts, ...times].map((text) => ({ text })), ...(mayChange ? [{ text: "", form }] : [])];
  });
  const columns = ["User", "Name", "Key", "Scopes", "Addresses", "Created (UTC)", "Last use", "Expires"];
  const table = { caption: "API keys of the customer", rows, empty: "There is no key." };
  const users = mayChange ? (await listUsers(store, id)).map(({ name }) => name) : [];
  return {
    title: `API keys of customer ${id}`,
    sections: [
      { heading: "Keys", tables: [{ ...table, columns: [...columns, ...(mayChange ? ["Action"] : [])] }] },
      ...(users.length > 0 ? [{ heading: "New key", forms: [keyForm(id, users)] }] : []),
    ],
  };
}

/** A page with a value that is not shown again. */
function secretPage(title: string, name: string, secret: string, place: string): Page {
  const facts = [{ name, text: secret }];
  return {
    title,
    sections: [
      {
        ...{ heading: "Copy it now", text: "It is not shown again.", facts: [{ caption: title, facts }] },
        links: [{ text: "Back", href: place }],
      },
    ],
  };
}

const toKeys: ActionRoute["back"] = ({ id = "" }) => `/customers/${part(id)}/keys`;

/** Recorded by the changes themselves. */
function keyActions(store: Store): readonly ActionRoute[] {
  return [
    {
      ...{ path: "/customers/:id/keys/add", role: "admin", done: "The key was added.", back: toKeys },
      run: async (visit, form) => {
        const text = (name: string): string => textOf(form, name) ?? "";
        const fromAddress = text("addresses").split(/\s+/u).filter(Boolean);
        const [user, name, scope] = [`${idOf(visit)}/${text("user")}`, text("name"), text("scope")];
        const input = { user, name, scope, expires: textOf(form, "expires"), fromAddress };
        const { secret } = await addApiKey(store, input, visit);
        return secretPage(`API key ${name}`, "Key", secret, `/console${toKeys(visit.params)}`);
      },
    },
    changeRoute(
      {
        ...{ path: "/customers/:id/keys/revoke", role: "admin", back: toKeys, danger: true },
        done: "The key was revoked.",
      },
      async (visit, form) => {
        const user = `${idOf(visit)}/${form.get("user") ?? ""}`;
        await revokeApiKey(store, { user, name: form.get("name") ?? "" }, visit);
      },
    ),
  ];
}

/** Callbacks on a page. */
const mostCallbacks = 50;

function callbackRow(row: CallbackRow): readonly Cell[] {
  const { id, transaction, message, part: piece, number, status, at, attempts, next, reason } = row;
  return [
    numberCell(id),
    {
      text: `${transaction}${piece === null ? "" : `, part ${piece}`}`,
      href: `/console/messages/${message}`,
    },
    ...[number, status, timeText(at)].map((text) => ({ text })),
    numberCell(attempts),
    ...[timeText(next), reason ?? ""].map((text) => ({ text })),
  ];
}

const callbackKinds = [
  { waiting: false, heading: "Given up", query: "failed", empty: "No callback was given up." },
  { waiting: true, heading: "Waiting", query: "waiting", empty: "No callback waits." },
] as const;

async function callbackSection(
  store: Store,
  { waiting, heading, query: name, empty }: (typeof callbackKinds)[number],
  id: string,
  before: string | undefined,
): Promise<Section> {
  const found = await listCallbacks(store, { customer: id, waiting, limit: String(mostCallbacks), before });
  const columns = ["Callback", "Transaction", "Number", "Status", "Time (UTC)", "Attempts", "Next", "Reason"];
  const last = found.length === mostCallbacks ? found.at(-1) : undefined;
  const href = `/console/customers/${id}/callbacks?${name}=${last?.id ?? ""}`;
  return {
    heading,
    tables: [{ caption: `${heading}, latest first`, columns, rows: found.map(callbackRow), empty }],
    ...(last === undefined ? {} : { links: [{ text: `Older: ${heading.toLowerCase()}`, href }] }),
  };
}

function callbackForms(id: string, url: string | null, parts: boolean): readonly Form[] {
  const place = `/customers/${id}/callbacks`;
  return [
    {
      ...{ action: `${place}/change`, button: "Change the callbacks", caption: "Change the callbacks" },
      fields: [
        {
          ...{ name: "url", label: "URL", type: "text", required: true, value: url ?? "" },
          hint: "none removes the URL, the secret and all callbacks",
        },
        { name: "parts", label: "Also for each part", type: "checkbox", value: parts ? "on" : "off" },
      ],
    },
    { action: `${place}/retry`, button: "Retry those given up", caption: "Retry", fields: [] },
  ];
}

async function callbacksPage(store: Store, visit: Visit): Promise<Page> {
  const id = await customerOf(store, visit);
  const {
    callbackUrl: url,
    callbackParts: parts,
    callbackAllowPrivate,
  } = await showCallbacks(store, Number(id));
  const facts = [
    { name: "URL", text: url === null ? "none" : withoutQuery(url) },
    { name: "Also for each part", text: parts ? "on" : "off" },
    { name: "Private addresses", text: callbackAllowPrivate ? "allowed" : "refused" },
  ];
  const sections = callbackKinds.map((kind) => callbackSection(store, kind, id, visit.query.get(kind.query)));
  const forms = hasRole(visit, "admin") ? callbackForms(id, url, parts) : [];
  return {
    title: `Callbacks of customer ${id}`,
    sections: [
      { heading: "Settings", facts: [{ caption: "Settings", facts }], forms },
      ...(await Promise.all(sections)),
    ],
  };
}

const toCallbacks: ActionRoute["back"] = ({ id = "" }) => `/customers/${part(id)}/callbacks`;

/** @throws InvalidInput without a URL: the field was emptied, which must not remove the callbacks */
function urlOf(form: Values): string {
  const url = textOf(form, "url");
  if (url === undefined) throw new InvalidInput("give a URL, or none to remove the callbacks");
  return url;
}

/** Recorded by the changes themselves. */
function callbackActions(store: Store): readonly ActionRoute[] {
  const route = { role: "admin", back: toCallbacks } as const;
  return [
    {
      ...{ ...route, path: "/customers/:id/callbacks/change", done: "The callbacks were changed." },
      run: async (visit, form) => {
        const callbackUrl = urlOf(form);
        const parts =
          callbackUrl === "none" ? {} : { callbackParts: form.get("parts") === "on" ? "on" : "off" };
        const changed = await changeCallbacks(store, idOf(visit), { callbackUrl, ...parts }, visit);
        const { callbackSecret: secret } = changed;
        const place = `/console${toCallbacks(visit.params)}`;
        return secret === undefined ? undefined : secretPage("Callbacks", "Secret", secret, place);
      },
    },
    changeRoute(
      { ...route, path: "/customers/:id/callbacks/retry", done: "The callbacks are posted again." },
      async (visit) => retryCallbacks(store, { customer: idOf(visit) }, visit),
    ),
  ];
}

export function customerAccessPages(store: Store): readonly PageRoute[] {
  return [
    { path: "/customers/:id/keys", role: "viewer", show: (visit) => keysPage(store, visit) },
    { path: "/customers/:id/callbacks", role: "viewer", show: (visit) => callbacksPage(store, visit) },
  ];
}

export function customerAccessActions(store: Store): readonly ActionRoute[] {
  return [...keyActions(store), ...callbackActions(store)];
}
