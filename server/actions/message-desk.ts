import { setTimeout } from "node:timers/promises";
import { InvalidInput, Refusal, unknownThing } from "../admin/refusal.js";
import { creditsText } from "../domain/credit/credit.js";
import type { ResendRefusal } from "../domain/desk/resend.js";
import type { CancelOutcome, CancelTarget } from "../ports/messages.js";
import type { Store } from "../ports/store.js";
import { newTransactionId } from "../transaction-id.js";
import { customerFilter } from "./account-fields.js";
import { action, type Call, type Subject } from "./action.js";
import { optional, text } from "./fields.js";
import { nullable, textMember, wholeMember } from "./members.js";
import { showMessage } from "./message-card.js";
import { messageKey, messageKeys, mostMessages } from "./message-filter.js";
import { findMessages } from "./message-find.js";
import { refundMessages } from "./refunds.js";

const resendTexts: Readonly<Record<Exclude<ResendRefusal, "held">, string>> = {
  waiting: "waits already",
  inFlight: "is in flight",
  accepted: "was accepted by the network and has no final status yet",
  delivered: "was delivered",
  notSendable: "was rejected before sending, or its number is erased",
  private: "is private, and its text is erased",
  copyOpen: "was sent again already, and that message has no final status yet",
};

/** Sends a message again that is uncertain or ended without delivery. */
export const resendMessage = action({
  name: "message resend",
  help: "Send a message again that failed, expired or was cancelled, as a new transaction without a charge; an uncertain message may arrive twice",
  may: { operator: "support" },
  button: "Send the message again",
  done: "The message is sent again: see the link to the new message. A held message is sent again as itself.",
  danger: {
    button: "Send the message again",
    text: "The network gets it once more, without a charge. If the first one arrives after all, the recipient has it twice.",
  },
  keys: { id: messageKey },
  members: {
    message: wholeMember("the message"),
    transaction: nullable(
      textMember("transaction of the new message; null for an uncertain one, which is sent again as itself"),
    ),
    resent: wholeMember("the new message"),
  },
  once: true,
  run: async ({ id }, { store, now, recorded, step }) => {
    const transactionId = newTransactionId(now);
    const outcome = await step(
      (by) => store.desk.resend(id, transactionId, by, now),
      ({ kind }) => kind === "done",
    );
    if (outcome.kind === "unknown") throw unknownThing(`there is no message ${id}`);
    if (outcome.kind === "refused" && outcome.reason !== "held")
      throw new Refusal(`message ${id} ${resendTexts[outcome.reason]}`);
    const isNew = outcome.kind === "done";
    if (!isNew && (await recorded({ subject: { message: id } }).links.resolve([id], "resend", now)) === 0)
      throw new Refusal(`message ${id} is no longer uncertain`);
    const row = {
      message: id,
      transaction: isNew ? transactionId : null,
      resent: isNew ? outcome.id : id,
    };
    const where = isNew ? ` as message ${row.resent} of transaction ${transactionId}` : "";
    return { row, text: `message ${id} is sent again${where}` };
  },
});

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
  if (outcome.kind === "unknown") throw unknownThing(`there is no ${kind} ${id}`);
  if (outcome.kind === "campaign") throw ofCampaign(kind, id);
  return outcome;
}

const ofCampaign = (kind: CancelTarget["kind"], id: CancelTarget["id"]): Refusal =>
  new Refusal(`${kind} ${id} belongs to a campaign: see messenger campaign stop`);

async function cancelAll(
  { desk }: Pick<Store, "desk">,
  target: CancelTarget,
  { now, step: recordedStep }: Call,
): Promise<Cancelled> {
  const sum = { cancelled: 0, refunded: 0 };
  for (;;) {
    const outcome = await recordedStep(
      (by) => desk.cancel(target, mostMessages, by, now),
      (done) => done.kind === "done" && done.cancelled > 0,
    );
    const step = expectCancel(outcome, target);
    sum.cancelled += step.cancelled;
    sum.refunded += step.refunded;
    if (!step.more) return sum;
    if (step.cancelled === 0) await setTimeout(pause);
  }
}

/**
 * Targets that exist, all of them of the customer if one is given: that of another customer is unknown too. Refused before anything is
 * cancelled.
 *
 * @throws Refusal
 */
async function targetsOf(
  { desk, outbox }: Pick<Store, "desk" | "outbox">,
  ids: readonly number[],
  transaction: string | undefined,
  customer: number | undefined,
): Promise<readonly CancelTarget[]> {
  if (ids.length > 0 === (transaction !== undefined))
    throw new InvalidInput("give message ids or --transaction");
  for (const id of ids) {
    const message = await desk.message(id);
    if (message === undefined || message.customerId !== (customer ?? message.customerId))
      throw unknownThing(`there is no message ${id}`);
    if (message.campaign === 1) throw ofCampaign("message", id);
  }
  if (transaction === undefined) return ids.map((id) => ({ kind: "message", id }));
  if (customer !== undefined && (await outbox.statistics(customer, transaction)) === undefined)
    throw unknownThing(`there is no transaction ${transaction}`);
  return [{ kind: "transaction", id: transaction }];
}

/** Cancels queued and deferred messages. */
export const cancelMessages = action({
  name: "message cancel",
  help: "Cancel queued and deferred messages; their status is SMSC_DELETED, and they are refunded unless a network may have them",
  may: { operator: "support", portal: "send" },
  button: "Cancel the message",
  done: "The message was cancelled.",
  danger: {
    button: "Cancel the message",
    text: "It is not sent, and gets the status SMSC_DELETED. It is refunded if no network has anything of it.",
  },
  keys: { ids: messageKeys },
  fields: {
    transaction: optional(
      text(undefined, "all messages of a transaction", { form: "<id>" }),
      (given) => given,
    ),
    customer: customerFilter,
  },
  members: {
    cancelled: wholeMember("messages that were cancelled"),
    refunded: textMember("credits that were refunded"),
  },
  run: async ({ ids = [], transaction, customer }, call) => {
    const sum = { cancelled: 0, refunded: 0 };
    for (const target of await targetsOf(call.store, ids, transaction, customer)) {
      const { cancelled, refunded } = await cancelAll(call.store, target, call);
      sum.cancelled += cancelled;
      sum.refunded += refunded;
    }
    if (sum.cancelled === 0)
      throw new Refusal("nothing was cancelled: only queued and deferred messages can be cancelled");
    const row = { cancelled: sum.cancelled, refunded: creditsText(sum.refunded) };
    return { row, text: `${row.cancelled} cancelled, ${row.refunded} credits refunded` };
  },
});

/** The message desk. */
export const messages: Subject = {
  name: "message",
  help: "Single messages",
  entries: [findMessages, showMessage, cancelMessages, refundMessages, resendMessage],
};
