import { creditsText } from "../domain/credit/credit.js";
import { refundRefusal } from "../domain/credit/refunds.js";
import { anchorOf, type FoundMessage, maskedPhone, type NumberView } from "../domain/desk/search.js";
import { isCancellable } from "../domain/desk/cancellation.js";
import { resendRefusal, type ResendRefusal } from "../domain/desk/resend.js";
import { type DeskEvent, type DeskMessage, timeline } from "../domain/desk/timeline.js";
import { type QueueName, queueNames } from "../domain/delivery/routing/route-table.js";
import { statusOf } from "../domain/status.js";
import { mapInSlices } from "./slices.js";
import type { CancelOutcome, CancelTarget } from "../ports/messages.js";
import type { Store } from "../ports/store.js";
import { storedIdOf } from "./ids.js";
import { type FilterInput, filterOf, placeOf, placeText } from "./message-filter.js";
import { search, type StoppedSearch } from "./message-search.js";
import { type Occasion, recorded } from "./occasion.js";
import { InvalidInput, Refusal } from "./refusal.js";
import { counted, wholeNumberOf } from "./values.js";

type Desk = Pick<Store, "audit" | "desk" | "links" | "recording">;

/** A look at messages. */
export interface LookUp extends Occasion {
  readonly view: NumberView;
}

/** A message as the commands print it. */
export interface MessageRow {
  readonly id: number;
  readonly transaction: string;
  readonly customer: number;
  readonly user: string;
  readonly originator: string;
  readonly number: string;
  /** Element of a status, such as `SMSC_DELIVERED`. */
  readonly status: string;
  /** Name of a link, `unrouted` or `no route`. */
  readonly link: string;
  /** ISO 8601, UTC, as `changed`. */
  readonly accepted: string;
  readonly changed: string;
  readonly attempts: number;
  readonly reason: string | null;
}

export interface FoundRows {
  readonly messages: readonly MessageRow[];
  /** For the next search; null at the end. */
  readonly next: string | null;
  /** Where the search was stopped because it took too long; absent if it was not. */
  readonly stopped?: string;
}

const isoTime = (at: number): string => new Date(at).toISOString();

function rowOf(message: FoundMessage, nameOf: QueueName, { now, view }: LookUp): MessageRow {
  const { state, dueAt } = message;
  return {
    id: message.id,
    transaction: message.transactionId,
    customer: message.customerId,
    user: message.user,
    originator: message.originator,
    number: view === "whole" ? message.phone : maskedPhone(message.phone),
    status: statusOf(state, dueAt, now).element,
    link: nameOf(message.link),
    accepted: isoTime(message.createdAt),
    changed: isoTime(message.at),
    attempts: message.attempts,
    reason: message.error,
  };
}

/** What a search that was stopped has looked through, and what to do. */
const stoppedText = ({ after, examined, back }: StoppedSearch): string =>
  `The search was stopped after ${after / 1_000} s: it looked through ${counted(examined, "message")}, back to ${isoTime(back)}. ` +
  "Narrow it with a customer, a whole number or a shorter period, or go on from there.";

const mostFound = 10_000;

/** Conditions of a search, and the part of its result that is wanted. */
export interface SearchInput extends FilterInput {
  readonly limit: string;
  /** Place behind which it continues. */
  readonly after?: string | undefined;
}

/**
 * Finds messages, newest first, without a record of it. `since`: the time from which `7d` and the like are counted.
 * @throws Refusal
 */
export async function foundMessages(
  store: Desk,
  { limit: limitText, after: afterText, ...input }: SearchInput,
  lookUp: LookUp,
  since = lookUp.now,
): Promise<FoundRows> {
  const limit = wholeNumberOf("limit", limitText, 1, mostFound);
  const after = afterText === undefined ? undefined : placeOf(afterText);
  const filter = await filterOf(store, input, { now: since, view: lookUp.view });
  const anchor = anchorOf(filter);
  const { messages, next, stopped } = await search(store.desk, {
    anchor,
    filter,
    after,
    limit,
    now: lookUp.now,
  });
  const nameOf = queueNames(await store.links.links());
  return {
    messages: await mapInSlices(messages, (message) => rowOf(message, nameOf, lookUp)),
    next: next === undefined ? null : placeText(next),
    ...(stopped === undefined ? {} : { stopped: stoppedText(stopped) }),
  };
}

/** Records a search in the audit log; resolves with its entry. */
export function recordSearch(
  { audit }: Pick<Store, "audit">,
  subject: Readonly<Record<string, unknown>>,
  found: number,
  { by: actor, now }: Occasion,
): Promise<number> {
  return audit.add({ at: now, actor, action: "message find", subject, after: { found } });
}

/** Finds messages, newest first, and records the search. @throws Refusal */
export async function findMessages(store: Desk, input: SearchInput, lookUp: LookUp): Promise<FoundRows> {
  const found = await foundMessages(store, input, lookUp);
  const conditions = Object.entries(input).filter(([name, value]) => name !== "limit" && value !== undefined);
  await recordSearch(store, Object.fromEntries(conditions), found.messages.length, lookUp);
  return found;
}

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
  /** Credits. */
  readonly amount: string | null;
  /** Of a callback; of an attempt, its number: deferrals count too. */
  readonly attempts: number | null;
}

export type MessageAction = "cancel" | "resend" | "refund";

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
  /** Later messages by which this one was sent again, or the message of which it is a copy. */
  readonly resentAs: readonly number[];
  /** Actions that are possible now. */
  readonly actions: readonly MessageAction[];
  /** Null unless it was asked for, and for a private one. */
  readonly text: string | null;
  /** Oldest first. */
  readonly timeline: readonly EventRow[];
}

function eventRow({ at, link, amount, ...event }: DeskEvent, nameOf: QueueName): EventRow {
  const {
    part = null,
    status = null,
    network = null,
    messageId = null,
    code = null,
    attempts = null,
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
    amount: amount === undefined ? null : creditsText(amount),
    attempts,
  };
}

export const messageIdOf = (text: string): number => storedIdOf("message id", text);

/** Shows a message, and records the look-up. @throws Refusal */
export async function showMessage(
  store: Desk,
  { id: idText, text }: { readonly id: string; readonly text: boolean },
  lookUp: LookUp,
): Promise<MessageCard> {
  const { by: actor, now, view } = lookUp;
  const id = messageIdOf(idText);
  const message = await store.desk.message(id);
  if (message === undefined) throw new Refusal(`there is no message ${id}`);
  await store.audit.add({ at: now, actor, action: "message show", subject: { message: id, text } });
  const nameOf = queueNames(await store.links.links());
  const { hidden, charge, refunds } = message;
  return {
    ...rowOf(message, nameOf, lookUp),
    ...stored(message),
    due: isoTime(message.dueAt),
    charge: creditsText(charge),
    refunded: creditsText(refunds.reduce((sum, { amount }) => sum + amount, 0)),
    resentAs: message.copies.flatMap((copy) => (copy.id > id ? [copy.id] : [])),
    actions: actionsOf(message),
    text: text && view === "whole" && !hidden ? message.text : null,
    timeline: timeline(message, now).map((event) => eventRow(event, nameOf)),
  };
}

/** A message that was sent again: as a new one, or, if it was uncertain, as itself. */
export interface ResentRow {
  readonly message: number;
  /** Transaction of the new message; null for an uncertain one, which is sent again as itself. */
  readonly transaction: string | null;
  /** The new message. */
  readonly resent: number;
}

const resendTexts: Readonly<Record<Exclude<ResendRefusal, "held">, string>> = {
  waiting: "waits already",
  inFlight: "is in flight",
  accepted: "was accepted by the network and has no final status yet",
  delivered: "was delivered",
  notSendable: "was rejected before sending, or its number is erased",
  private: "is private, and its text is erased",
  copyOpen: "was sent again already, and that message has no final status yet",
};

/** Sends a message again that is uncertain or ended without delivery. @throws Refusal */
export async function resendMessage(
  store: Desk,
  { id: idText, transactionId }: { readonly id: string; readonly transactionId: string },
  occasion: Occasion,
): Promise<ResentRow> {
  const id = messageIdOf(idText);
  const outcome = await store.desk.resend(id, transactionId, occasion.by, occasion.now);
  if (outcome.kind === "done") return { message: id, transaction: transactionId, resent: outcome.id };
  if (outcome.kind === "unknown") throw new Refusal(`there is no message ${id}`);
  if (outcome.reason !== "held") throw new Refusal(`message ${id} ${resendTexts[outcome.reason]}`);
  const { links } = recorded(store, occasion, { action: "message resend", subject: { message: id } });
  if ((await links.resolve([id], "resend", occasion.now)) === 0)
    throw new Refusal(`message ${id} is no longer uncertain`);
  return { message: id, transaction: null, resent: id };
}

/** Messages that are cancelled in one commit. */
const cancelledAtOnce = 1_000;

/** Milliseconds between attempts while messages of a long list have no rows of their own. */
const pause = 100;

interface Cancelled {
  readonly cancelled: number;
  /** Thousandths of a credit. */
  readonly refunded: number;
}

function expectCancel(
  outcome: CancelOutcome,
  { kind, id }: CancelTarget,
): Extract<CancelOutcome, { kind: "done" }> {
  if (outcome.kind === "unknown") throw new Refusal(`there is no ${kind} ${id}`);
  if (outcome.kind === "campaign")
    throw new Refusal(`${kind} ${id} belongs to a campaign: see messenger campaign stop`);
  return outcome;
}

async function cancelAll({ desk }: Desk, target: CancelTarget, { by, now }: Occasion): Promise<Cancelled> {
  const sum = { cancelled: 0, refunded: 0 };
  for (;;) {
    const step = expectCancel(await desk.cancel(target, cancelledAtOnce, by, now), target);
    sum.cancelled += step.cancelled;
    sum.refunded += step.refunded;
    if (!step.more) return sum;
    if (step.cancelled === 0) await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Cancels queued and deferred messages; returns their number and the refund in credits. @throws Refusal when none was cancelled */
export async function cancelMessages(
  store: Desk,
  { ids, transaction }: { readonly ids: readonly string[]; readonly transaction?: string | undefined },
  occasion: Occasion,
): Promise<{ readonly cancelled: number; readonly refunded: string }> {
  if (ids.length > 0 === (transaction !== undefined))
    throw new InvalidInput("give message ids or --transaction");
  const targets: readonly CancelTarget[] =
    transaction === undefined
      ? ids.map((id) => ({ kind: "message", id: messageIdOf(id) }))
      : [{ kind: "transaction", id: transaction }];
  const sum = { cancelled: 0, refunded: 0 };
  for (const target of targets) {
    const { cancelled, refunded } = await cancelAll(store, target, occasion);
    sum.cancelled += cancelled;
    sum.refunded += refunded;
  }
  if (sum.cancelled === 0)
    throw new Refusal("nothing was cancelled: only queued and deferred messages can be cancelled");
  return { cancelled: sum.cancelled, refunded: creditsText(sum.refunded) };
}
