import {
  type AlertRow,
  type CallbackCard,
  type CallbackRow,
  changeCallbacks,
  listAlerts,
  listCallbacks,
  retryCallbacks,
  showCallbacks,
} from "../admin/callbacks.js";
import { InvalidInput, Refusal } from "../admin/refusal.js";
import { withoutQuery } from "../admin/values.js";
import type { Store } from "../ports/store.js";
import { customerOf, customerText } from "./customers.js";
import { textOf, type Values } from "./form.js";
import {
  type ActionRoute,
  type Cell,
  changeAction,
  type Form,
  hasRole,
  idOf,
  numberCell,
  type Page,
  type PageRoute,
  part,
  secretPage,
  type Section,
  timeText,
  type Visit,
} from "./page.js";

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
  customer: number,
  before: string | undefined,
): Promise<Section> {
  const found = await listCallbacks(store, {
    customer: String(customer),
    waiting,
    limit: String(mostCallbacks),
    before,
  });
  const columns = ["Callback", "Transaction", "Number", "Status", "Time (UTC)", "Attempts", "Next", "Reason"];
  const last = found.length === mostCallbacks ? found.at(-1) : undefined;
  const href = `/console/customers/${customer}/callbacks?${name}=${last?.id ?? ""}`;
  return {
    heading,
    tables: [{ caption: `${heading}, latest first`, columns, rows: found.map(callbackRow), empty }],
    ...(last === undefined ? {} : { links: [{ text: `Older: ${heading.toLowerCase()}`, href }] }),
  };
}

const alertCells = ({ id, kind, left, threshold, at, attempts, reason }: AlertRow): readonly Cell[] => [
  numberCell(id),
  { text: kind },
  ...[left, threshold].map((text) => ({ text, number: true })),
  { text: timeText(at) },
  numberCell(attempts),
  { text: reason ?? "" },
];

/** A customer has at most one alert for each kind of credit. */
async function alertSection(store: Store, customer: number): Promise<Section> {
  const input = { customer: String(customer), waiting: false, limit: String(mostCallbacks) };
  const rows = (await listAlerts(store, input)).map(alertCells);
  const columns = ["Callback", "Kind", "Left", "Threshold", "Time (UTC)", "Attempts", "Reason"];
  const heading = "Given up: low balance";
  return {
    heading,
    tables: [{ caption: heading, columns, rows, empty: "No callback about a low balance was given up." }],
  };
}

function callbackForms(
  customer: number,
  { callbackUrl: url, callbackParts: parts, callbackAllowPrivate: allowPrivate }: CallbackCard,
): readonly Form[] {
  const place = `/customers/${customer}/callbacks`;
  return [
    {
      action: `${place}/change`,
      button: "Change the callbacks",
      caption: "Change the callbacks",
      fields: [
        {
          name: "url",
          label: "URL",
          type: "text",
          required: true,
          value: url ?? "",
          hint: "none removes the URL, the secret and all callbacks",
        },
        { name: "parts", label: "Also for each part", type: "checkbox", value: parts ? "on" : "off" },
        {
          name: "allowPrivate",
          label: "Allow private addresses",
          type: "checkbox",
          value: allowPrivate ? "on" : "off",
        },
      ],
    },
    { action: `${place}/retry`, button: "Retry those given up", caption: "Retry", fields: [] },
  ];
}

async function callbacksPage(store: Store, visit: Visit): Promise<Page> {
  const customer = await customerOf(store, visit);
  const card = await showCallbacks(store, customer);
  const { callbackUrl: url, callbackParts: parts, callbackAllowPrivate } = card;
  const facts = [
    { name: "URL", text: url === null ? "none" : withoutQuery(url) },
    { name: "Also for each part", text: parts ? "on" : "off" },
    { name: "Private addresses", text: callbackAllowPrivate ? "allowed" : "refused" },
  ];
  const sections = callbackKinds.map((kind) =>
    callbackSection(store, kind, customer, visit.query.get(kind.query)),
  );
  const forms = hasRole(visit, "admin") ? callbackForms(customer, card) : [];
  return {
    title: `Callbacks of customer ${customer}`,
    sections: [
      { heading: "Settings", facts: [{ caption: "Settings", facts }], forms },
      ...(await Promise.all([...sections, alertSection(store, customer)])),
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

export function callbackActions(store: Store): readonly ActionRoute[] {
  const route = { role: "admin", back: toCallbacks } as const;
  return [
    {
      ...route,
      path: "/customers/:id/callbacks/change",
      done: "The callbacks were changed.",
      run: async (visit, form) => {
        const callbackUrl = urlOf(form);
        // Read first: nothing may fail once the secret is stored.
        const customer = await customerText(store, visit);
        const switchIn = (name: string): string => (form.get(name) === "on" ? "on" : "off");
        const switches =
          callbackUrl === "none"
            ? {}
            : { callbackParts: switchIn("parts"), callbackAllowPrivate: switchIn("allowPrivate") };
        const changed = await changeCallbacks(store, idOf(visit), { callbackUrl, ...switches }, visit);
        const { callbackSecret: secret } = changed;
        const place = `/console${toCallbacks(visit.params)}`;
        if (secret === undefined) return undefined;
        return secretPage("Callbacks", { name: "Secret", secret, customer }, place);
      },
    },
    changeAction(
      { ...route, path: "/customers/:id/callbacks/retry", done: "The callbacks are posted again." },
      async (visit) => {
        const retried = await retryCallbacks(store, { customer: idOf(visit) }, visit);
        if (retried === 0) throw new Refusal("no callback was given up");
      },
    ),
  ];
}

export function callbackPages(store: Store): readonly PageRoute[] {
  return [{ path: "/customers/:id/callbacks", role: "viewer", show: (visit) => callbacksPage(store, visit) }];
}
