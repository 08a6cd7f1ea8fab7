import { receiptWords } from "../../domain/delivery/outcomes/network-codes.js";
import type { DeskEvent } from "../../domain/desk/timeline.js";
import { creditsAmount, creditsWords } from "../web/number-texts.js";
import { messagePill } from "../web/states.js";
import { type PageClock, shownTime } from "../web/times.js";
import type { Step } from "../web/view.js";

/** What the portal says about a message: without links, networks and what only operators can mend. */

/** Why a message did not arrive, and what helps. */
export interface Reason {
  readonly text: string;
  readonly advice: string | undefined;
}

const sender: Reason = {
  text: "The network does not accept this sender name.",
  advice: "Use another sender name, or ask us to have this one registered.",
};
const number: Reason = {
  text: "The network does not accept the number of the recipient.",
  advice: "Check the number, then send a new message.",
};
const later = "Send a new message later.";
const ofRecipient = "Only the recipient can change that.";

/** Refusals of networks that a customer can do something about, by the name of SMPP or the StatusCode of an MMSC. */
const refusals: Readonly<Record<string, Reason>> = {
  RINVSRCADR: sender,
  RINVSRCTON: sender,
  RINVSRCNPI: sender,
  RINVDSTADR: number,
  RINVMSGLEN: { text: "The message is too long for this network.", advice: "Send a shorter message." },
  RINVESMCLASS: {
    text: "The network does not accept a binary message of this kind.",
    advice: "Check its header, or send a text.",
  },
  RMSGQFUL: { text: "The network was busy for too long.", advice: later },
  2002: number,
  2003: { text: "The network does not know the recipient.", advice: number.advice },
  2004: {
    text: "The network does not accept the content.",
    advice: "Check size and types of the pictures and other parts, then send a new message.",
  },
  3001: { text: "The network was busy for too long.", advice: later },
};

/** Causes in receipts that a customer can use, by their number (3GPP TS 29.002). */
const causes: Readonly<Record<string, Reason>> = {
  1: { text: "The number does not exist.", advice: number.advice },
  6: { text: "The phone is off or out of reach.", advice: later },
  9: { text: "The recipient's SIM card is not allowed in the network.", advice: ofRecipient },
  11: { text: "The contract of the recipient excludes SMS.", advice: ofRecipient },
  12: { text: "The recipient's phone is blocked.", advice: ofRecipient },
  13: { text: "The recipient or the network bars the message.", advice: ofRecipient },
  27: { text: "The phone is off or out of reach.", advice: later },
  31: { text: "The phone was receiving another message.", advice: later },
  32: { text: "The phone refused the message: its memory may be full.", advice: ofRecipient },
  33: { text: "Too many messages wait for the recipient.", advice: later },
};

/** What is known of a status alone. */
const statuses: Readonly<Record<string, string>> = {
  SMSC_EXPIRED: "The message could not be delivered in time: the phone was off, out of reach or full.",
  SMSC_UNDELIVERABLE: receiptWords.UNDELIV,
  SMSC_UNKNOWN: receiptWords.UNKNOWN,
  SMSC_REJECTED: receiptWords.REJECTD,
  REJECTED_INVALID_NUMBER: "The number is not valid, or is not covered by your prices.",
  REJECTED_BLACKLISTED: "The recipient has opted out, or the number is blocked.",
  FAILED: "The message could not be sent.",
  SMSC_DELETED: "The message was cancelled.",
};

/** The words of a code as it is stored: `RINVDSTADR (0x0b)`, a StatusCode, or the `err` of a receipt with up to three digits. */
function wordsOf(status: string, code: string): Reason | undefined {
  const [table, key] =
    status === "FAILED"
      ? [refusals, code.replace(/ \(0x[0-9a-f]+\)$/u, "")]
      : [causes, code.length > 3 ? "" : code.replace(/^0+/u, "")];
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** The reason for a final status that is not delivery; undefined for any other status. */
export function reasonOf(status: string, code: string | null): Reason | undefined {
  const text = statuses[status];
  if (text === undefined) return undefined;
  return (code === null ? undefined : wordsOf(status, code)) ?? { text, advice: undefined };
}

type Look = Pick<Step, "icon" | "tone" | "what">;

function lookOf({ event, status, booking, attempts }: DeskEvent): Look | undefined {
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
    case "charge":
      return { icon: "coins", what: `${creditsWords(booking?.amount ?? 0)} taken` };
    case "refund":
      return { icon: "undo-2", what: `${creditsWords(booking?.amount ?? 0)} refunded` };
    case "callback failed":
      return {
        icon: "webhook",
        tone: "warn",
        what: `Your server did not accept the callback, attempt ${attempts ?? 1}`,
      };
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

/** What visitors may see beside the history itself. */
interface Sight {
  /** The ledger, which a charge or refund leads to. */
  readonly money: boolean;
  /** The hosts of callbacks, why one was not accepted, and when it is tried again. */
  readonly develop: boolean;
}

/** What a booking or a callback has beside its words. */
function moreOf(
  event: DeskEvent,
  { money, develop }: Sight,
  clock: PageClock,
): Pick<Step, "code" | "detail" | "link"> {
  const { booking, host, nextAt, code } = event;
  if (booking !== undefined) {
    const { at, id, balance } = booking;
    const period = new Date(at).toISOString().slice(0, 10);
    const href = `/billing?period=${period}&before=${at}.${id + 1}`;
    return {
      detail: `balance after it ${creditsAmount(balance)}`,
      link: money ? { text: "Ledger", href } : undefined,
    };
  }
  if (!develop || !event.event.startsWith("callback")) return {};
  const parts = [
    ...(host === undefined ? [] : [host]),
    ...(nextAt === undefined ? [] : [`next try ${shownTime(nextAt, clock, true).text}`]),
  ];
  return { detail: parts.length === 0 ? undefined : parts.join(", "), code };
}

/** The history of a message, oldest first; equal steps in a row are one. */
export function stepsFor(events: readonly DeskEvent[], sight: Sight, clock: PageClock): readonly Step[] {
  const steps: Step[] = [];
  let before: number | undefined;
  for (const event of events) {
    const look = lookOf(event);
    if (look === undefined || look.what === steps.at(-1)?.what) continue;
    const since = before === undefined ? undefined : event.at - before;
    const reason = event.event === "status" ? reasonOf(event.status ?? "", event.code ?? null) : undefined;
    steps.push({ ...look, at: event.at, since, detail: reason?.text, ...moreOf(event, sight, clock) });
    before = event.at;
  }
  return steps;
}
