import { type FilterInput, statusNames } from "../admin/message-filter.js";
import {
  cancelMessages,
  type EventRow,
  findMessages,
  type LookUp,
  type MessageAction,
  type MessageCard,
  type MessageRow,
  resendMessage,
  showMessage,
} from "../admin/messages.js";
import { newTransactionId } from "../transaction-id.js";
import type { Store } from "../ports/store.js";
import { textOf, textsOf, type Values } from "./form.js";
import {
  type ActionRoute,
  changeAction,
  type Cell,
  type Field,
  type Form,
  hasRole,
  type Page,
  type PageRoute,
  part,
  type Section,
  seesNumbers,
  timeCell,
  timeText,
  type Visit,
} from "./page.js";

const conditions = [
  { name: "number", label: "Number" },
  { name: "prefix", label: "Prefix", hint: "first 4 digits or more" },
  { name: "transaction", label: "Transaction" },
  { name: "clientTransaction", label: "Client transaction", hint: "requires a customer" },
  { name: "customer", label: "Customer" },
  { name: "user", label: "User" },
  { name: "originator", label: "Originator" },
  { name: "link", label: "Link", hint: "or unrouted, no route" },
  { name: "state", label: "Status" },
  { name: "since", label: "Since", hint: "2030-01-15, 36h or 7d" },
  { name: "until", label: "Until", hint: "same formats" },
] as const satisfies readonly {
  readonly name: keyof FilterInput;
  readonly label: string;
  readonly hint?: string;
}[];

const names = conditions.map(({ name }) => name);

/** Messages of one page. */
const pageSize = 50;

function searchForm(typed: Partial<Record<keyof FilterInput, string>>): Form {
  const fields = conditions.map((condition): Field => {
    const value = typed[condition.name];
    if (condition.name === "state")
      return { ...condition, type: "select", value, options: ["", ...statusNames] };
    return { ...condition, type: "text", value };
  });
  return { action: "/messages/find", button: "Find", fields, caption: "Conditions" };
}

const lookUp = (visit: Visit): LookUp => ({ ...visit, view: seesNumbers(visit) ? "whole" : "masked" });

function rowOf(message: MessageRow): readonly Cell[] {
  const { id, accepted, customer, user, originator, number, status, link, attempts, reason } = message;
  return [
    { text: String(id), href: `/console/messages/${id}` },
    timeCell(accepted),
    { text: `${customer} ${user}` },
    { text: originator },
    { text: number },
    { text: status },
    { text: link },
    { text: String(attempts), number: true },
    { text: reason ?? "" },
  ];
}

const columns = [
  "Message",
  "Accepted (UTC)",
  "Customer",
  "Originator",
  "Number",
  "Status",
  "Link",
  "Attempts",
  "Reason",
];

function searchPage(
  typed: Partial<Record<keyof FilterInput, string>>,
  sections: Page["sections"] = [],
): Page {
  return {
    title: "Messages",
    sections: [
      {
        heading: "Find",
        text: "Newest first. One condition must be a number, a prefix, a transaction, a customer or a time. Each search is recorded in the audit log.",
        forms: [searchForm(typed)],
      },
      ...sections,
    ],
  };
}

/** Numbers are stored with their country code. */
function emptyText({ number }: Partial<Record<keyof FilterInput, string>>): string {
  const hint = "Numbers are stored with their country code, for example 12025550101.";
  return number === undefined ? "No message was found." : `No message was found. ${hint}`;
}

async function find(store: Store, visit: Visit, form: Values): Promise<Page> {
  const typed = textsOf(form, names);
  const after = textOf(form, "after");
  const limit = String(pageSize);
  const input = { ...typed, limit, ...(after === undefined ? {} : { after }) };
  const { messages, next } = await findMessages(store, input, lookUp(visit));
  const rows = messages.map(rowOf);
  const hidden = Object.entries({ ...typed, after: next ?? "" }).map(([name, value]): Field => ({
    name,
    label: "",
    type: "hidden",
    value,
  }));
  const more: Form = { action: "/messages/find", button: "Next messages", fields: hidden };
  const table = { caption: "Messages, newest first", columns, rows, empty: emptyText(typed) };
  return searchPage(typed, [{ heading: "Result", tables: [table], forms: next === null ? [] : [more] }]);
}

function eventRow({
  at,
  event,
  part: number,
  status,
  link,
  network,
  messageId,
  code,
  amount,
  attempts,
}: EventRow): readonly Cell[] {
  const texts = [event, number, status, link, network, messageId, code, amount, attempts];
  return [timeCell(at), ...texts.map((text) => ({ text: String(text ?? "") }))];
}

const eventColumns = [
  "Time (UTC)",
  "Event",
  "Part",
  "Status",
  "Link",
  "Network",
  "Message id",
  "Code",
  "Credits",
  "Attempts",
];

function cardFacts(card: MessageCard): readonly (Cell & { readonly name: string })[] {
  const { number, status, link, customer, user, operation, originator, transaction, parts } = card;
  const fact = (name: string, text: string | number) => ({ name, text: String(text) });
  return [
    fact("Number", number),
    fact("Status", status),
    fact("Reason", card.reason ?? "–"),
    { name: "Customer", text: `${customer} ${user}`, href: `/console/customers/${customer}` },
    fact("Originator", originator),
    fact("Operation", operation),
    fact("Transaction", transaction),
    fact("Link", link),
    fact("Parts", parts),
    fact("Attempts", card.attempts),
    fact("Deferrals", card.deferrals),
    fact("Accepted (UTC)", timeText(card.accepted)),
    fact("Due (UTC)", timeText(card.due)),
    fact("Changed (UTC)", timeText(card.changed)),
    fact("Charge of the transaction", card.charge),
    fact("Refunded of it", card.refunded),
  ];
}

const actionTitles: Readonly<Record<MessageAction, string>> = {
  cancel: "Cancel the message",
  resend: "Send the message again",
};

function actionSection({ id, actions }: MessageCard): Section {
  const forms = actions.map((verb): Form => {
    const button = actionTitles[verb];
    return { action: `/messages/${id}/${verb}`, button, caption: button, fields: [], danger: true };
  });
  const text = forms.length > 0 ? undefined : "No action is possible in this status.";
  return { heading: "Actions", text, forms };
}

async function showCard(store: Store, visit: Visit): Promise<Page> {
  const text = visit.query.get("text") === "on" && seesNumbers(visit);
  const card = await showMessage(store, { id: visit.params["id"] ?? "", text }, lookUp(visit));
  const { id } = card;
  const place = `/console/messages/${id}`;
  const shown = text
    ? { heading: "Text", text: card.text ?? "The text is private or erased." }
    : {
        heading: "Text",
        links: seesNumbers(visit) ? [{ text: "Show the text", href: `${place}?text=on` }] : [],
      };
  return {
    title: `Message ${id}`,
    sections: [
      {
        heading: "Message",
        facts: [{ caption: "Message", facts: cardFacts(card) }],
        links: card.resentAs.map((copy) => ({
          text: `Sent again as message ${copy}`,
          href: `/console/messages/${copy}`,
        })),
      },
      ...(seesNumbers(visit) ? [shown] : []),
      {
        heading: "Time line",
        tables: [
          {
            caption: "Events, oldest first",
            columns: eventColumns,
            empty: "No event is stored.",
            rows: card.timeline.map(eventRow),
          },
        ],
      },
      ...(hasRole(visit, "support") ? [actionSection(card)] : []),
    ],
  };
}

export function messagePages(store: Store): readonly PageRoute[] {
  return [
    { path: "/messages", role: "viewer", show: async () => searchPage({}) },
    { path: "/messages/:id", role: "viewer", show: (visit) => showCard(store, visit) },
  ];
}

export function messageActions(store: Store, wakeDelivery: () => void): readonly ActionRoute[] {
  const backToMessage: ActionRoute["back"] = ({ id = "" }) => `/messages/${part(id)}`;
  return [
    {
      path: "/messages/find",
      role: "viewer",
      done: "",
      back: () => "/messages",
      run: (visit, form) => find(store, visit, form),
    },
    changeAction(
      {
        path: "/messages/:id/cancel",
        role: "support",
        back: backToMessage,
        danger: true,
        done: "The message was cancelled.",
      },
      async (visit) => cancelMessages(store, { ids: [visit.params["id"] ?? ""] }, visit),
    ),
    changeAction(
      {
        path: "/messages/:id/resend",
        role: "support",
        back: backToMessage,
        danger: true,
        done: "The message is sent again: see the link to the new message. A held message is sent again as itself.",
      },
      async (visit) => {
        const transactionId = newTransactionId(visit.now);
        await resendMessage(store, { id: visit.params["id"] ?? "", transactionId }, visit);
        wakeDelivery();
      },
    ),
  ];
}
