import {
  type AlertRow,
  type CallbackCard,
  type CallbackRow,
  changeCallbacks,
  listAlerts,
  listCallbacks,
  retryCallbacks,
  showCallbacks,
} from "../../admin/callbacks.js";
import { InvalidInput, Refusal } from "../../admin/refusal.js";
import { counted, withoutQuery } from "../../admin/values.js";
import type { Store } from "../../ports/store.js";
import { customerCard, customerFrame, customerText } from "./customer-frame.js";
import { textOf, type Values } from "../web/form.js";
import { changeAction, idOf, part, secretPage } from "../web/page.js";
import { type ActionRoute, hasRole, type PageRoute, type Visit } from "./visit.js";
import { type Cell, type Form, numberCell, type Page, type Section, timeCell } from "../web/view.js";
import { messagePill } from "../web/states.js";

/** Callbacks on a page. */
const mostCallbacks = 50;

function callbackRow(row: CallbackRow): readonly Cell[] {
  const { id, transaction, message, part: piece, number, status, at, attempts, next, reason } = row;
  return [
    {
      text: number,
      href: `/messages/${message}`,
      note: piece === null ? undefined : `part ${piece}`,
    },
    { text: "", pill: messagePill(status) },
    timeCell(at),
    numberCell(attempts),
    timeCell(next),
    { text: reason ?? "" },
    { text: transaction, layout: "code" },
    numberCell(id),
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
  const columns = ["Number", "Status", "Time", "Attempts", "Next", "Reason", "Transaction", "Callback"];
  const last = found.length === mostCallbacks ? found.at(-1) : undefined;
  const href = `/customers/${customer}/callbacks?${name}=${last?.id ?? ""}`;
  const foot = {
    text: counted(found.length, "callback"),
    newer: before === undefined ? undefined : `/customers/${customer}/callbacks`,
    older: last === undefined ? undefined : href,
  };
  const caption = `${heading}, latest first`;
  return { heading, tables: [{ caption, columns, rows: found.map(callbackRow), empty, foot }] };
}

const alertCells = ({ id, kind, left, threshold, at, attempts, reason }: AlertRow): readonly Cell[] => [
  { text: kind },
  ...[left, threshold].map((text) => ({ text, number: true })),
  timeCell(at),
  numberCell(attempts),
  { text: reason ?? "" },
  numberCell(id),
];

/** A customer has at most one alert for each kind of credit. */
async function alertSection(store: Store, customer: number): Promise<Section> {
  const input = { customer: String(customer), waiting: false, limit: String(mostCallbacks) };
  const rows = (await listAlerts(store, input)).map(alertCells);
  const columns = ["Kind", "Left", "Threshold", "Time", "Attempts", "Reason", "Callback"];
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
      primary: true,
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
  const frame = await customerCard(store, visit);
  const { id: customer } = frame;
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
    ...customerFrame(frame, "callbacks"),
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
  if (url === undefined)
    throw new InvalidInput("give a URL, or none to remove the callbacks", { field: "url" });
  return url;
}

export function callbackActions(store: Store): readonly ActionRoute[] {
  const route = { role: "admin", back: toCallbacks } as const;
  return [
    {
      ...route,
      path: "/customers/:id/callbacks/change",
      identity: "recent",
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
        const place = toCallbacks(visit.params);
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
