import type { EventRow, MessageCard } from "../../actions/message-card.js";
import { receiptCause, refusalWords } from "../../domain/delivery/outcomes/network-codes.js";
import type { IconName } from "../web/icons.js";
import { messagePill } from "../web/states.js";
import { countText, countWords, groupedText } from "../web/number-texts.js";
import { type PageClock, shownTime } from "../web/times.js";
import type { Step, Tone } from "../web/view.js";

interface Kind {
  readonly icon: IconName;
  readonly tone?: Tone;
  readonly what: (event: EventRow) => string;
}

const linkOf = ({ link }: EventRow): string => link ?? "the network";
const ofPart = ({ part }: EventRow): string => (part === null ? "" : ` of part ${part}`);

/** Words and icons for what happened to a message. */
const kinds: Readonly<Record<EventRow["event"], Kind>> = {
  accepted: { icon: "log-in", what: () => "Accepted from the customer" },
  due: { icon: "calendar-clock", what: () => "Due" },
  waiting: { icon: "clock", what: () => "Waiting" },
  "in flight": { icon: "send", what: (event) => `In flight to ${linkOf(event)}` },
  held: { icon: "circle-help", tone: "warn", what: () => "Uncertain: waits for a decision" },
  "attempt accepted": { icon: "send", what: (event) => `Accepted by ${linkOf(event)}` },
  "attempt failed": { icon: "x", tone: "bad", what: (event) => `${linkOf(event)} refused it` },
  "attempt retried": {
    icon: "rotate-ccw",
    tone: "warn",
    what: (event) => `${linkOf(event)} refused it for now`,
  },
  "attempt deferred": {
    icon: "hourglass",
    tone: "warn",
    what: (event) => `${linkOf(event)} asked to wait`,
  },
  "attempt uncertain": {
    icon: "circle-help",
    tone: "warn",
    what: (event) => `${linkOf(event)} did not respond`,
  },
  part: { icon: "scroll-text", what: (event) => `Receipt${ofPart(event)}: ${wordOf(event)}` },
  contradiction: {
    icon: "triangle-alert",
    tone: "warn",
    what: (event) => `Contradicting receipt${ofPart(event)}: ${wordOf(event)}`,
  },
  status: { icon: "circle-check", what: wordOf },
  charge: { icon: "coins", what: ({ amount }) => `${creditsOf(amount)} taken` },
  refund: { icon: "undo-2", what: ({ amount }) => `${creditsOf(amount)} refunded` },
  "callback failed": { icon: "webhook", tone: "warn", what: () => "Callback not accepted" },
  "callback accepted": { icon: "webhook", tone: "ok", what: () => "Customer told" },
  "callback waiting": { icon: "webhook", what: () => "Callback waits" },
  "callback given up": { icon: "webhook", tone: "bad", what: () => "Callback given up" },
};

function creditsOf(amount: string | null): string {
  return `${groupedText(amount ?? "")} ${amount === "1" ? "credit" : "credits"}`;
}

function wordOf({ status }: EventRow): string {
  return status === null ? "" : messagePill(status).word;
}

/** The final status has the icon and the tone of its pill. */
function lookOf(event: EventRow): Pick<Step, "icon" | "tone"> {
  const { icon, tone } = kinds[event.event];
  if (event.event !== "status" || event.status === null) return { icon, tone };
  const pill = messagePill(event.status);
  return { icon: pill.icon, tone: pill.tone === "info" || pill.tone === "mute" ? undefined : pill.tone };
}

/** What a charge is made of, as far as a booking has it: refunds have the transaction's messages in their reference. */
function bookingText({ event, balance }: EventRow, { partPrice, parts, chargedMessages }: Money): string {
  const price =
    partPrice === null || event !== "charge"
      ? []
      : [
          `${countWords(parts, "part")} at ${groupedText(partPrice)}`,
          ...(chargedMessages > 1 ? [`${countText(chargedMessages)} recipients`] : []),
        ];
  return [...price, `balance after it ${groupedText(balance ?? "")}`].join(", ");
}

/** Where a callback goes, and when it is tried again. */
const callbackText = ({ event, attempts, host, next }: EventRow, clock: PageClock): string =>
  [
    event === "callback failed" ? `Attempt ${attempts ?? ""}` : countWords(attempts ?? 0, "attempt"),
    ...(host === null ? [] : [`at ${host}`]),
    ...(next === null ? [] : [`next try ${shownTime(Date.parse(next), clock, true).text}`]),
  ].join(", ");

function detailOf(row: EventRow, money: Money, clock: PageClock): string | undefined {
  const { event, attempts, network, messageId, status, code } = row;
  if (row.entry !== null) return bookingText(row, money);
  if (event.startsWith("callback")) return callbackText(row, clock);
  const isAttempt = event.startsWith("attempt") || event === "in flight";
  const words = isAttempt && code !== null ? refusalWords(code)?.text.replace(/\.$/u, "") : undefined;
  const parts = [
    ...(words === undefined ? [] : [words]),
    ...(attempts === null ? [] : [isAttempt ? `Attempt ${attempts}` : `${attempts} attempts`]),
    ...(network === null ? [] : [`Network ${network}`]),
    ...(messageId === null ? [] : [`message id ${messageId}`]),
    ...(status === null || event === "accepted" ? [] : [causeText(event, status, code)]),
  ];
  return parts.length === 0 ? undefined : parts.join(", ");
}

/** The description of the code of a receipt; if it has none, the status by its name on the wire. */
function causeText(event: EventRow["event"], status: string, code: string | null): string {
  const cause =
    event === "status" && code !== null && status !== "SMSC_DELIVERED" ? causeOf(status, code) : undefined;
  return cause?.text.replace(/\.$/u, "") ?? status;
}

const causeOf = (status: string, code: string) =>
  status.startsWith("SMSC_") && !code.includes("(0x") ? receiptCause(code) : refusalWords(code);

const isSameKind = (one: EventRow | undefined, other: EventRow): boolean =>
  one !== undefined && one.event === other.event && one.link === other.link && one.code === other.code;

/** Steps of the same kind in a row that are shown; the others between the first and the last are counted. */
const mostAlike = 3;

interface Folded {
  readonly event: EventRow;
  /** Steps like this one that are left out before it. */
  readonly leftOut: number;
}

/** Leaves out steps between others of the same kind. */
function folded(events: readonly EventRow[]): readonly Folded[] {
  const shown: Folded[] = [];
  for (let start = 0; start < events.length;) {
    const first = events[start];
    let end = start + 1;
    while (first !== undefined && end < events.length && isSameKind(first, events[end] ?? first)) end++;
    const run = events.slice(start, end);
    const isLong = run.length > mostAlike;
    const kept = isLong ? [...run.slice(0, 1), ...run.slice(-1)] : run;
    shown.push(
      ...kept.map((event, index) => ({
        event,
        leftOut: isLong && index === 1 ? run.length - 2 : 0,
      })),
    );
    start = end;
  }
  return shown;
}

/** What a booking is made of. */
type Money = Pick<MessageCard, "partPrice" | "parts" | "chargedMessages">;

/** The ledger from an entry on, of the day on which it was booked. */
const entryHref = (customer: number, { at, entry }: EventRow): string =>
  `/customers/${customer}/ledger?period=${at.slice(0, 10)}&before=${Date.parse(at)}.${(entry ?? 0) + 1}`;

/** The history of a message, with the time from one step to the next. */
export function stepsOf(
  card: Money & Pick<MessageCard, "timeline" | "operation" | "user" | "customer">,
  clock: PageClock,
): readonly Step[] {
  const { timeline, operation, parts, user, customer } = card;
  let before: number | undefined;
  return folded(timeline).map(({ event: given, leftOut }): Step => {
    const event = parts === 1 ? { ...given, part: null } : given;
    const at = Date.parse(event.at);
    const since = before === undefined ? undefined : at - before;
    before = at;
    const what = kinds[event.event].what(event);
    const detail = event.event === "accepted" ? `${operation} by user ${user}` : detailOf(event, card, clock);
    const more = leftOut === 0 ? [] : [`${leftOut} more like this before it`];
    const words = [...(detail === undefined ? [] : [detail]), ...more].join("; ");
    return {
      ...lookOf(event),
      what,
      detail: words === "" ? undefined : words,
      code: event.code ?? undefined,
      link: event.entry === null ? undefined : { text: "Ledger", href: entryHref(customer, event) },
      at,
      since,
    };
  });
}
