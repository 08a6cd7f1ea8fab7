import { changeCallbacks } from "../../actions/callback-settings.js";
import { type AlertRow, type CallbackRow, listAlerts, retryCallbacks } from "../../actions/callbacks.js";
import { showCustomer } from "../../actions/customer-settings.js";
import { mayChange } from "../../actions/rights.js";
import type { Store } from "../../ports/store.js";
import { actionButton } from "../web/action-forms.js";
import { callbackCards, callbackFacts, callbackForm, expectRetried } from "../web/callbacks.js";
import { listedTable, type ListedColumn } from "../web/listed.js";
import { idOf } from "../web/page.js";
import { type Cell, numberCell, type Page, type Section, timeCell } from "../web/view.js";
import { customerAction } from "./customer-actions.js";
import { customerFrame, customerOfPage } from "./customer-frame.js";
import type { ActionRoute, PageRoute, Visit } from "./visit.js";

const numberOf = ({ number, message, part }: CallbackRow): Cell => ({
  text: number,
  href: `/messages/${message}`,
  note: part === null ? undefined : `part ${part}`,
});

const columns: readonly ListedColumn<CallbackRow>[] = [
  ["Transaction", ({ transaction }) => ({ text: transaction, layout: "code" })],
  ["Callback", "id"],
];

const alertColumns: readonly ListedColumn<AlertRow>[] = [
  ["Kind", "kind"],
  ["Left", ({ left }) => ({ text: left, number: true })],
  ["Threshold", ({ threshold }) => ({ text: threshold, number: true })],
  ["Time", ({ at }) => timeCell(at)],
  ["Attempts", ({ attempts }) => numberCell(attempts)],
  ["Reason", ({ reason }) => ({ text: reason ?? "" })],
  ["Callback", "id"],
];

/** A customer has at most one alert for each kind of credit. */
async function alertCard(store: Store, visit: Visit, customer: string): Promise<Section> {
  const { rows } = await listAlerts.part(store, { customer }, visit, { limit: 100 });
  const heading = "Given up: low balance";
  const empty = "No callback about a low balance was given up.";
  return { heading, tables: [await listedTable(rows, alertColumns, { caption: heading, empty })] };
}

async function callbacksPage(store: Store, visit: Visit): Promise<Page> {
  const card = await showCustomer.row(store, { id: idOf(visit) }, visit);
  const customer = String(card.id);
  const base = `/customers/${customer}/callbacks`;
  const facts = [
    ...callbackFacts(card),
    { name: "Private addresses", text: card.callbackAllowPrivate ? "allowed" : "refused" },
  ];
  const forms = [
    callbackForm(base, card, { caption: "Change the callbacks", primary: true }),
    actionButton(retryCallbacks, `${base}/retry`, {}, { caption: "Retry" }),
  ];
  const cards = callbackCards(store, visit, { customer, base, numberOf, status: "Status", more: columns });
  return {
    ...customerFrame(card, "callbacks"),
    sections: [
      {
        heading: "Settings",
        facts: [{ caption: "Settings", facts }],
        forms: mayChange(changeCallbacks.may, visit.caller) ? forms : [],
      },
      ...(await Promise.all([...cards, alertCard(store, visit, customer)])),
    ],
  };
}

export function callbackActions(store: Store): readonly ActionRoute[] {
  return [
    customerAction(store, changeCallbacks, "callbacks/change", "callbacks", {
      ownerOf: (visit) => customerOfPage(store, visit),
    }),
    customerAction(store, retryCallbacks, "callbacks/retry", "callbacks", {
      given: () => ({ all: "on" }),
      shown: expectRetried,
    }),
  ];
}

export function callbackPages(store: Store): readonly PageRoute[] {
  return [{ path: "/customers/:id/callbacks", role: "viewer", show: (visit) => callbacksPage(store, visit) }];
}
