import { type MessageCard, showMessage } from "../../actions/message-card.js";
import { trialText, tryRoutes } from "../../actions/route-trial.js";
import { Refusal } from "../../admin/refusal.js";
import { cancelMessages, resendMessage } from "../../actions/message-desk.js";
import { failUncertain } from "../../actions/uncertain.js";
import { receiptCause, receiptWords, refusalWords } from "../../domain/delivery/outcomes/network-codes.js";
import type { Store } from "../../ports/store.js";
import { stepsOf } from "./message-steps.js";
import { transactionShares } from "../web/outcomes.js";
import { phoneText } from "../web/number-texts.js";
import { actionButton } from "../web/action-forms.js";
import { idOf, part } from "../web/page.js";
import {
  type ActionRoute,
  hasRole,
  operatorAction,
  type PageRoute,
  seesNumbers,
  type Visit,
} from "./visit.js";
import { messagePill } from "../web/states.js";
import { type Cell, exactTime, type Form, type Page, type Pill, type Section } from "../web/view.js";

function detailsOf(card: MessageCard): readonly (Cell & { readonly name: string })[] {
  const fact = (name: string, text: string | number) => ({ name, text: String(text) });
  return [
    fact("Originator", card.originator),
    fact("Operation", card.operation),
    ...(card.key === null ? [] : [fact("API key", card.key)]),
    { name: "Link", text: card.link, href: isLink(card) ? `/links/${part(card.link)}` : undefined },
    fact("Parts", card.parts),
    fact("Attempts", card.attempts),
    fact("Deferrals", card.deferrals),
    { name: "Due", ...exactTime(card.due) },
    { name: "Changed", ...exactTime(card.changed) },
    fact("Message", card.id),
  ];
}

/** Whether a link was chosen: the two queues without one have names of several words, or no page. */
const isLink = ({ link, attempts }: MessageCard): boolean =>
  attempts > 0 && link !== "unrouted" && !link.includes(" ");

/** The text, on request. */
function textCard({ id, text }: MessageCard, isShown: boolean): Section {
  if (isShown) return { heading: "Text", width: 4, text: text ?? "The text is private or erased." };
  const links = [{ text: "Show the text", href: `/messages/${id}?text=on` }];
  return { heading: "Text", width: 4, text: "Each look at a text is written to the audit log.", links };
}

const unitOf = (amount: string): string => (amount === "1" ? "credit" : "credits");

/** Messages of the whole transaction by outcome, and its charge. */
async function transactionCard({ outbox }: Store, card: MessageCard): Promise<Section> {
  const found = await outbox.statistics(card.customer, card.transaction);
  const shares = transactionShares(found?.counts ?? []);
  const { total } = shares;
  const facts = [
    { name: "Charge", text: card.charge, note: unitOf(card.charge) },
    { name: "Refunded", text: card.refunded, note: unitOf(card.refunded) },
    { name: "Id", text: card.transaction, layout: "code" as const },
  ];
  return {
    heading: "The whole transaction",
    width: 4,
    note: total === 1 ? "1 recipient" : `${total} recipients`,
    shares,
    facts: [{ caption: "The whole transaction", facts }],
  };
}

/** The response of the network is missing, and the message is not sent again by itself. */
const isUncertain = ({ timeline }: MessageCard): boolean => timeline.at(-1)?.event === "held";

const uncertainPill: Pill = { word: "Uncertain", tone: "warn", icon: "circle-help" };

const giveUp = (id: number): Form =>
  actionButton(
    failUncertain,
    "/uncertain/fail",
    { ids: String(id) },
    { button: "Give the message up", icon: "circle-x" },
  );

function actionForms(card: MessageCard): readonly Form[] {
  const { id, actions } = card;
  const place = `/messages/${id}`;
  const forms: Readonly<Record<(typeof actions)[number], Form>> = {
    cancel: actionButton(cancelMessages, `${place}/cancel`, {}, { icon: "circle-x" }),
    resend: actionButton(resendMessage, `${place}/resend`, {}, { icon: "rotate-ccw", danger: false }),
    refund: { action: `${place}/refund`, button: "Refund the message", icon: "undo-2", fields: [] },
  };
  return [...actions.map((verb) => forms[verb]), ...(isUncertain(card) ? [giveUp(id)] : [])];
}

/** Who can do something about a refusal, from the table of codes: `nobody: send again later`. */
function whoText(who: string): string {
  const [actor = "", advice] = who.split(": ");
  const rest = advice === undefined ? "" : ` ${advice.slice(0, 1).toUpperCase()}${advice.slice(1)}.`;
  return actor === "nobody" ? `Nobody needs to act.${rest}` : `Who can act: ${actor}.${rest}`;
}

/** Explanations of the statuses that receipts report. */
const receiptTexts: Readonly<Record<string, string>> = {
  SMSC_EXPIRED: receiptWords.EXPIRED,
  SMSC_UNDELIVERABLE: receiptWords.UNDELIV,
  SMSC_UNKNOWN: receiptWords.UNKNOWN,
  SMSC_REJECTED: receiptWords.REJECTD,
};

/** The explanation for a message that did not arrive, with the code of the network. */
function noticeOf(card: MessageCard): Page["notice"] {
  if (isUncertain(card))
    return {
      tone: uncertainPill.tone,
      icon: uncertainPill.icon,
      what: "Nobody knows whether the network has this message: its response is missing.",
      text: "Decide: sent again, it may arrive twice; given up, it gets the status SMSC_UNKNOWN, although it may have been delivered.",
    };
  const { status, reason } = card;
  const { tone, icon, word } = messagePill(status);
  if (tone === "ok" || tone === "info" || tone === "mute") return undefined;
  const refusal = status === "FAILED" && reason !== null ? refusalWords(reason) : undefined;
  if (refusal !== undefined)
    return {
      tone,
      icon,
      what: refusal.text,
      text: `${word} with ${reason ?? ""}. ${whoText(refusal.who)}`,
    };
  const receipt = receiptTexts[status];
  if (receipt === undefined) return reason === null ? undefined : { tone, icon, what: `${word}: ${reason}` };
  return { tone, icon, ...receiptWordsOf(word, receipt, reason) };
}

/** What a receipt says. Codes are chosen by the network; for those with a usual meaning, that comes first. */
function receiptWordsOf(
  word: string,
  receipt: string,
  code: string | null,
): Pick<NonNullable<Page["notice"]>, "what" | "text"> {
  if (code === null) return { what: receipt };
  const cause = receiptCause(code);
  if (cause === undefined)
    return { what: receipt, text: `${word} with the code ${code}, which the network has chosen.` };
  return {
    what: cause.text,
    text: `${word} with the code ${code}: networks often mean this by it. ${whoText(cause.who)}`,
  };
}

/** The route of a message that waits or may be sent again, in words. The route that it took is not stored. */
async function routeFacts(
  store: Store,
  { number, customer, originator, kind, actions }: MessageCard,
  visit: Visit,
): Promise<readonly (Cell & { readonly name: string })[]> {
  const waits = actions.includes("cancel");
  if (!seesNumbers(visit) || !(waits || actions.includes("resend"))) return [];
  const given = { number, customer: String(customer), originator, kind: kind === "mms" ? "mms" : "sms" };
  const rows = await tryRoutes.rows(store, given, visit).catch((error: unknown) => {
    // Some networks take originators and short numbers that no form takes.
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  const name = waits ? "Route now" : "Route if sent again";
  return rows === undefined ? [] : [{ name, text: trialText(rows), href: "/routes" }];
}

async function messagePage(store: Store, visit: Visit): Promise<Page> {
  const isTextShown = visit.query.get("text") === "on" && seesNumbers(visit);
  const given = { id: idOf(visit), text: isTextShown ? "on" : undefined };
  const card = await showMessage.row(store, given, visit);
  const customer = await store.accounts.customer(card.customer);
  const copies = card.resentAs.map((copy) => ({
    text: `Sent again as message ${copy}`,
    href: `/messages/${copy}`,
  }));
  return {
    title: phoneText(card.number),
    state: isUncertain(card) ? uncertainPill : messagePill(card.status),
    crumbs: [
      { text: "Messages", href: "/messages" },
      { text: `Message ${card.id}`, href: "" },
    ],
    facts: [
      { text: customer?.name ?? String(card.customer), href: `/customers/${card.customer}` },
      { text: `user ${card.user}` },
      { ...exactTime(card.accepted) },
    ],
    actions: hasRole(visit, "support") ? actionForms(card) : [],
    notice: noticeOf(card),
    sections: [
      {
        heading: "Time line",
        width: 8,
        steps: stepsOf(card, visit),
        links: copies,
      },
      {
        heading: "Details",
        width: 4,
        facts: [
          { caption: "Message", facts: [...detailsOf(card), ...(await routeFacts(store, card, visit))] },
        ],
      },
      await transactionCard(store, card),
      ...(seesNumbers(visit) ? [textCard(card, isTextShown)] : []),
    ],
  };
}

export function messagePages(store: Store): readonly PageRoute[] {
  return [{ path: "/messages/:id", role: "viewer", show: (visit) => messagePage(store, visit) }];
}

export function messageActions(store: Store, wakeDelivery: () => void): readonly ActionRoute[] {
  const back: ActionRoute["back"] = ({ id = "" }) => `/messages/${part(id)}`;
  return [
    operatorAction(store, cancelMessages, {
      path: "/messages/:id/cancel",
      back,
      given: (visit) => ({ ids: idOf(visit) }),
    }),
    operatorAction(store, resendMessage, { path: "/messages/:id/resend", back, then: wakeDelivery }),
  ];
}
