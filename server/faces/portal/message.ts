import { cancelMessages } from "../../actions/message-desk.js";
import { mayChange } from "../../actions/rights.js";
import { storedIdOf } from "../../admin/ids.js";
import { Refusal } from "../../admin/refusal.js";
import { isCancellable } from "../../domain/desk/cancellation.js";
import { type DeskMessage, timeline } from "../../domain/desk/timeline.js";
import { statusOf } from "../../domain/status.js";
import type { Store } from "../../ports/store.js";
import { creditsWords, phoneText } from "../web/number-texts.js";
import { messagePill } from "../web/states.js";
import type { Cell, Page, Section } from "../web/view.js";
import { actionButton } from "../web/action-forms.js";
import { idOf, part } from "../web/page.js";
import { reasonOf, stepsFor } from "./message-words.js";
import { type ActionRoute, allows, customerAction, type PageRoute, type Visit } from "./visit.js";

/** A message of the customer of a visit. @throws Refusal for that of another one, as for an unknown one */
async function ownMessage({ desk }: Pick<Store, "desk">, visit: Visit): Promise<DeskMessage> {
  const id = storedIdOf("message id", idOf(visit));
  const message = await desk.message(id);
  if (message?.customerId !== visit.customer) throw new Refusal(`there is no message ${id}`);
  return message;
}

function detailsOf(message: DeskMessage): readonly (Cell & { readonly name: string })[] {
  const { originator, user, parts, dueAt, charge, refunds, id, transactionId } = message;
  const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0);
  return [
    { name: "Originator", text: originator },
    { name: "User", text: user },
    { name: "Parts", text: String(parts) },
    { name: "Due", text: "", time: dueAt, exact: true },
    { name: "Charge", text: creditsWords(charge), note: "of the whole transaction" },
    ...(refunded === 0 ? [] : [{ name: "Refunded", text: creditsWords(refunded) }]),
    { name: "Message", text: String(id) },
    {
      name: "Transaction",
      text: transactionId,
      layout: "code",
      href: `/transactions/${part(transactionId)}`,
    },
  ];
}

/** The text as the recipient sees it; undefined for a private or erased one, and for a message without text. */
function bubbleOf({ hidden, text, kind, originator }: DeskMessage): Section["bubble"] {
  return !hidden && kind === "text" ? { from: originator, text } : undefined;
}

function noticeOf(status: string, code: string | null): Page["notice"] {
  const reason = reasonOf(status, code);
  if (reason === undefined) return undefined;
  const { tone, icon } = messagePill(status);
  return { tone, icon, what: reason.text, text: reason.advice };
}

async function messagePage(store: Store, visit: Visit): Promise<Page> {
  const message = await ownMessage(store, visit);
  const { id, phone, state, dueAt, createdAt, error } = message;
  const { element: status } = statusOf(state, dueAt, visit.now);
  const cancel = actionButton(cancelMessages, `/messages/${id}/cancel`, {}, { icon: "circle-x" });
  const { visitor } = visit;
  const sight = { money: allows(visitor, "money"), develop: allows(visitor, "develop") };
  const mayCancel = mayChange(cancelMessages.may, visit.caller) && isCancellable(message);
  return {
    title: phoneText(phone),
    state: messagePill(status),
    crumbs: [
      { text: "Messages", href: "/messages" },
      { text: `Message ${id}`, href: "" },
    ],
    facts: [{ text: "", time: createdAt, exact: true }],
    actions: mayCancel ? [cancel] : [],
    notice: noticeOf(status, error),
    sections: [
      { heading: "Time line", width: 8, steps: stepsFor(timeline(message, visit.now), sight, visit) },
      {
        heading: "Details",
        width: 4,
        facts: [{ caption: "Message", facts: detailsOf(message) }],
        bubble: bubbleOf(message),
      },
    ],
  };
}

export function messagePages(store: Store): readonly PageRoute[] {
  return [{ path: "/messages/:id", role: "messages", show: (visit) => messagePage(store, visit) }];
}

export function messageActions(store: Store): readonly ActionRoute[] {
  return [
    customerAction(store, cancelMessages, {
      path: "/messages/:id/cancel",
      back: ({ id = "" }) => `/messages/${part(id)}`,
      given: (visit) => ({ ids: idOf(visit) }),
      danger: {
        button: "Cancel the message",
        text: "It is not sent. Its credits are refunded if no network has anything of it.",
      },
    }),
  ];
}
