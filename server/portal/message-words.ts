import {
  type CodeWords,
  receiptCause,
  receiptWords,
  refusalWords,
} from "../domain/delivery/network-codes.js";
import type { DeskEvent } from "../domain/desk/timeline.js";
import { creditsText } from "../domain/credit/credit.js";
import { messagePill } from "../web/states.js";
import type { Step } from "../web/view.js";

/** What the portal says about a message: without links, networks and what only operators can mend. */

/** Whether the reason is the customer's business: the number, the recipient or the content. */
const isForCustomer = ({ who }: CodeWords): boolean => /^(?:customer|recipient|nobody)/u.test(who);

const advice: readonly (readonly [who: RegExp, text: string])[] = [
  [/^customer/u, "Check the number and the content, then send a new message."],
  [/^nobody/u, "Sending again later may help."],
  [/^recipient/u, "Only the recipient can change that."],
];

const receiptTexts: Readonly<Record<string, string>> = {
  SMSC_EXPIRED: receiptWords.EXPIRED,
  SMSC_UNDELIVERABLE: receiptWords.UNDELIV,
  SMSC_UNKNOWN: receiptWords.UNKNOWN,
  SMSC_REJECTED: receiptWords.REJECTD,
};

const ownTexts: Readonly<Record<string, string>> = {
  REJECTED_INVALID_NUMBER: "The number is not valid, or is not covered by your prices.",
  REJECTED_BLACKLISTED: "The number is on your list of opt-outs.",
  FAILED: "The message could not be sent.",
  SMSC_DELETED: "The message was cancelled.",
};

/** Why a message did not arrive, and what helps. */
export interface Reason {
  readonly text: string;
  readonly advice: string | undefined;
}

/** The reason for a final status that is not delivery; undefined for any other status. */
export function reasonOf(status: string, code: string | null): Reason | undefined {
  const words = code === null ? undefined : status === "FAILED" ? refusalWords(code) : receiptCause(code);
  const known = words !== undefined && isForCustomer(words) ? words : undefined;
  const text = known?.text ?? receiptTexts[status] ?? ownTexts[status];
  if (text === undefined) return undefined;
  return { text, advice: advice.find(([who]) => who.test(known?.who ?? ""))?.[1] };
}

type Look = Pick<Step, "icon" | "tone" | "what">;

function lookOf({ event, status, amount }: DeskEvent): Look | undefined {
  switch (event) {
    case "accepted":
      return { icon: "log-in", what: "Accepted from you" };
    case "due":
      return { icon: "calendar-clock", what: "Due" };
    case "waiting":
      return { icon: "clock", what: "Waiting" };
    case "in flight":
      return { icon: "send", what: "On its way to the network" };
    case "held":
    case "attempt uncertain":
      return {
        icon: "circle-help",
        tone: "warn",
        what: "The network did not confirm it; it is being checked",
      };
    case "attempt accepted":
      return { icon: "send", what: "Accepted by the network" };
    case "attempt failed":
      return { icon: "x", tone: "bad", what: "Refused by the network" };
    case "attempt retried":
    case "attempt deferred":
      return { icon: "hourglass", tone: "warn", what: "The network asked to try later" };
    case "refund":
      return { icon: "undo-2", what: `${creditsText(amount ?? 0)} credits refunded` };
    case "callback accepted":
      return { icon: "webhook", tone: "ok", what: "Your server accepted the callback" };
    case "callback waiting":
      return { icon: "webhook", what: "A callback waits for your server" };
    case "callback given up":
      return { icon: "webhook", tone: "bad", what: "Your server did not accept the callback" };
    case "status": {
      const { word, icon, tone } = messagePill(status ?? "");
      return { icon, tone: tone === "info" || tone === "mute" ? undefined : tone, what: word };
    }
    // Receipts of parts show what networks are used.
    case "part":
    case "contradiction":
      return undefined;
  }
}

/** The history of a message, oldest first; equal steps in a row are one. */
export function stepsFor(events: readonly DeskEvent[]): readonly Step[] {
  const steps: Step[] = [];
  let before: number | undefined;
  for (const event of events) {
    const look = lookOf(event);
    if (look === undefined || look.what === steps.at(-1)?.what) continue;
    const since = before === undefined ? undefined : event.at - before;
    const reason = event.event === "status" ? reasonOf(event.status ?? "", event.code ?? null) : undefined;
    steps.push({ ...look, at: event.at, since, detail: reason?.text });
    before = event.at;
  }
  return steps;
}
