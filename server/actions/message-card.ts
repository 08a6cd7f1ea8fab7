import { creditsText } from "../domain/credit/credit.js";
import { refundRefusal } from "../domain/credit/refunds.js";
import { isCancellable } from "../domain/desk/cancellation.js";
import { resendRefusal } from "../domain/desk/resend.js";
import { type DeskEvent, type DeskMessage, timeline } from "../domain/desk/timeline.js";
import { type QueueName, queueNames } from "../domain/delivery/routing/route-table.js";
import { isoTime } from "../admin/period.js";
import { unknownThing } from "../admin/refusal.js";
import { card } from "./action.js";
import { flag } from "./fields.js";
import { nullable, objectsMember, textMember, textsMember, timeMember, wholeMember } from "./members.js";
import { messageKey } from "./message-filter.js";
import { messageMembers, messageRow, type MessageRow } from "./message-find.js";
import { numberViewOf } from "./rights.js";

/** An event of a message as the commands print it. */
export interface EventRow {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly event: DeskEvent["event"];
  readonly part: number | null;
  readonly status: string | null;
  /** Name of the link of an attempt. */
  readonly link: string | null;
  readonly network: string | null;
  readonly messageId: string | null;
  readonly code: string | null;
  /** Credits that were taken or refunded, and the balance after it. */
  readonly amount: string | null;
  readonly balance: string | null;
  /** Of a callback; of an attempt, its number: deferrals count too. */
  readonly attempts: number | null;
  /** Of the entry of the ledger. */
  readonly entry: number | null;
  /** Of the URL of a callback. */
  readonly host: string | null;
  /** ISO 8601, UTC: when a callback is tried again. */
  readonly next: string | null;
}

/** What can be done with a message. */
type MessageAction = "cancel" | "resend" | "refund";

function actionsOf(message: DeskMessage): readonly MessageAction[] {
  const refusal = resendRefusal(message, message.copies);
  const mayResend = refusal === undefined || refusal === "held";
  return [
    ...(isCancellable(message) ? (["cancel"] as const) : []),
    ...(mayResend ? (["resend"] as const) : []),
    ...(refundRefusal(message, message) === undefined ? (["refund"] as const) : []),
  ];
}

/** What a card shows as it is stored. */
const stored = ({ operation, apiKey, kind, parts, deferrals }: DeskMessage) => ({
  operation,
  /** Start of the API key of the call, as `key list` prints it; null where none is known: with a password, or sent again. */
  key: apiKey === undefined ? null : `mk_${apiKey}`,
  kind,
  parts,
  deferrals,
});

export interface MessageCard extends MessageRow, ReturnType<typeof stored> {
  /** ISO 8601, UTC. */
  readonly due: string;
  /** Credits of the whole transaction, as `refunded`. */
  readonly charge: string;
  readonly refunded: string;
  /** Messages of the transaction that were charged, each with the same share. */
  readonly chargedMessages: number;
  /** Credits for one part; null without a charge. */
  readonly partPrice: string | null;
  /** Later messages by which this one was sent again, or the message of which it is a copy. */
  readonly resentAs: readonly number[];
  /** Actions that are possible now. */
  readonly actions: readonly MessageAction[];
  /** Null unless it was asked for, and for a private one. */
  readonly text: string | null;
  /** Oldest first. */
  readonly timeline: readonly EventRow[];
}

function eventRow({ at, link, booking, nextAt, ...event }: DeskEvent, nameOf: QueueName): EventRow {
  const {
    part = null,
    status = null,
    network = null,
    messageId = null,
    code = null,
    attempts = null,
    host = null,
  } = event;
  return {
    at: isoTime(at),
    event: event.event,
    part,
    status,
    link: link === undefined ? null : nameOf(link),
    network,
    messageId,
    code,
    amount: booking === undefined ? null : creditsText(booking.amount),
    balance: booking === undefined ? null : creditsText(booking.balance),
    attempts,
    entry: booking?.id ?? null,
    host,
    next: isoTime(nextAt),
  };
}

/** The price of a part, rounded to thousandths: recipients of a transaction may have several. */
function partPriceOf({ charge, chargedMessages, parts }: DeskMessage): string | null {
  return charge === 0 || chargedMessages === 0
    ? null
    : creditsText(Math.round(charge / (chargedMessages * parts)));
}

const keys = { id: messageKey };

/** Shows a message, and records the look-up. */
export const showMessage = card({
  name: "message show",
  help: "Show a message and what is stored of its course; recorded in the audit log",
  may: { operator: "viewer" },
  keys,
  members: {
    ...messageMembers,
    operation: textMember("operation that was called"),
    key: nullable(textMember("start of the API key of the call; null where none is known")),
    kind: textMember("text, binary, service or mms"),
    parts: wholeMember("parts of the message"),
    deferrals: wholeMember("times a network asked to wait"),
    due: timeMember("when it was first due"),
    charge: textMember("credits of the whole transaction"),
    refunded: textMember("credits of the whole transaction that were refunded"),
    chargedMessages: wholeMember("messages of the transaction that were charged, each with the same share"),
    partPrice: nullable(textMember("credits for one part; null without a charge")),
    resentAs: objectsMember("ids of later messages by which it was sent again"),
    actions: textsMember("actions that are possible now: some of cancel, resend, refund"),
    text: nullable(textMember("text; null unless it was asked for, and for a private one")),
    timeline: objectsMember("events, the oldest first"),
  },
  filters: { text: flag(undefined, "show the text too, unless it is private") },
  row: async ({ id, text: isWanted }, { store, ...use }): Promise<MessageCard> => {
    const { by: actor, now: at, caller } = use;
    const message = await store.desk.message(id);
    if (message === undefined) throw unknownThing(`there is no message ${id}`);
    const subject = { message: id, text: isWanted };
    await store.audit.add({ at, actor, action: "message show", subject });
    const nameOf = queueNames(await store.links.links());
    const { hidden, charge, refunds } = message;
    const isShown = isWanted && numberViewOf(caller) === "whole" && !hidden;
    return {
      ...messageRow(message, nameOf, use),
      ...stored(message),
      due: isoTime(message.dueAt),
      charge: creditsText(charge),
      refunded: creditsText(refunds.reduce((sum, { amount }) => sum + amount, 0)),
      chargedMessages: message.chargedMessages,
      partPrice: partPriceOf(message),
      resentAs: message.copies.flatMap((copy) => (copy.id > id ? [copy.id] : [])),
      actions: actionsOf(message),
      text: isShown ? message.text : null,
      timeline: timeline(message, at).map((event) => eventRow(event, nameOf)),
    };
  },
});
