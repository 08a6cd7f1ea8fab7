import { countWords } from "./number-texts.js";
import { type CallbackCard, changeCallbacks } from "../../actions/callback-settings.js";
import { type CallbackRow, listCallbacks } from "../../actions/callbacks.js";
import { Refusal } from "../../admin/refusal.js";
import { withoutQuery } from "../../admin/values.js";
import type { Store } from "../../ports/store.js";
import { actionForm } from "./action-forms.js";
import { listedTable, type ListedColumn } from "./listed.js";
import type { Visit } from "./page.js";
import { messagePill } from "./states.js";
import { type Cell, type Form, numberCell, type Section, timeCell } from "./view.js";

/** Callbacks of a customer: cards and forms of every site. */

/** Callbacks on a page. */
const mostCallbacks = 50;

const kinds = [
  { waiting: "off", heading: "Given up", query: "failed", empty: "No callback was given up." },
  { waiting: "on", heading: "Waiting", query: "waiting", empty: "No callback waits." },
] as const;

/** Where the page of callbacks is, and what differs there. */
interface Place {
  readonly customer: string;
  /** Path of the page. */
  readonly base: string;
  readonly numberOf: (row: CallbackRow) => Cell;
  /** Heading of the column with the status. */
  readonly status: string;
  readonly more?: readonly ListedColumn<CallbackRow>[];
}

/** Callbacks that were given up, and those that wait; `?failed=` and `?waiting=` begin behind one of them. */
export function callbackCards(store: Store, visit: Visit, place: Place): readonly Promise<Section>[] {
  const { customer, base, numberOf, status, more = [] } = place;
  const columns: readonly ListedColumn<CallbackRow>[] = [
    ["Number", numberOf],
    [status, (row) => ({ text: "", pill: messagePill(row.status) })],
    ["Time", ({ at }) => timeCell(at)],
    ["Attempts", ({ attempts }) => numberCell(attempts)],
    ["Next", ({ next }) => timeCell(next)],
    ["Reason", ({ reason }) => ({ text: reason ?? "" })],
    ...more,
  ];
  return kinds.map(async ({ waiting, heading, query, empty }) => {
    const wanted = { limit: mostCallbacks, after: visit.query.get(query) };
    const { rows, next } = await listCallbacks.part(store, { customer, waiting }, visit, wanted);
    const foot = {
      text: countWords(rows.length, "callback"),
      newer: wanted.after === undefined ? undefined : base,
      older: next === null ? undefined : `${base}?${query}=${next}`,
    };
    const table = await listedTable(rows, columns, { caption: `${heading}, latest first`, empty });
    return { heading, tables: [{ ...table, foot }] };
  });
}

/** Settings of callbacks that every visitor sees. */
export const callbackFacts = ({ callbackUrl: url, callbackParts: parts }: CallbackCard) => [
  { name: "URL", text: url === null ? "none" : withoutQuery(url) },
  { name: "Also for each part", text: parts ? "on" : "off" },
];

/** The form that changes callbacks. */
export const callbackForm = (
  base: string,
  { callbackUrl, ...values }: CallbackCard,
  layout: Parameters<typeof actionForm>[2],
): Form =>
  actionForm(changeCallbacks, `${base}/change`, {
    ...layout,
    values: { callbackUrl: callbackUrl ?? "", ...values },
  });

/** The page that follows the retry of all callbacks of a customer. */
export function expectRetried({ callbacks }: { readonly callbacks: number }): undefined {
  if (callbacks === 0) throw new Refusal("no callback was given up");
}
