import { creditsText } from "../domain/credit/credit.js";
import type { RefundRefusal } from "../domain/credit/refunds.js";
import type { SearchPlace } from "../domain/desk/search.js";
import type { RefundOutcome } from "../ports/messages.js";
import type { Store } from "../ports/store.js";
import { InvalidInput, Refusal, unknownThing } from "../admin/refusal.js";
import { counted, referenceOf } from "../admin/values.js";
import { action } from "./action.js";
import { optional, text } from "./fields.js";
import { textMember, wholeMember } from "./members.js";
import { messageKeys, mostMessages } from "./message-filter.js";
import { refundLimitOf } from "./rights.js";

/** A refund as the commands print it. */
export interface RefundRow {
  /** Refunded messages. */
  readonly refunded: number;
  /** Credits. */
  readonly amount: string;
  /** Messages that were not refunded, by the reason. */
  readonly open: number;
  readonly free: number;
  readonly done: number;
}

const reasons: Readonly<Record<RefundRefusal, string>> = {
  open: "no final status yet: cancel messages that still wait",
  free: "no charge",
  done: "refunded before",
};

/** Ids of the messages of a transaction, in pieces. */
async function* idsOf(
  { desk }: Pick<Store, "desk">,
  transactionId: string,
): AsyncGenerator<readonly number[]> {
  const anchor = { kind: "transaction", id: transactionId } as const;
  let place: SearchPlace | undefined;
  for (;;) {
    const found = await desk.candidates(anchor, place, mostMessages);
    if (found.length > 0) yield found.map(({ id }) => id);
    place = found.at(-1);
    if (found.length < mostMessages) return;
  }
}

/** @param before messages of the same call that were refunded, and stay so, and their amount */
function expectDone(
  outcome: RefundOutcome,
  before: { readonly messages: number; readonly amount: number },
): Extract<RefundOutcome, { kind: "done" }> {
  if (outcome.kind === "done") return outcome;
  const [amount, left, made] = [outcome.amount, outcome.left, before.amount].map(creditsText);
  const done = `${counted(before.messages, "message")} with ${made ?? ""} credits refunded; of the others, `;
  throw new Refusal(
    `${before.messages > 0 ? done : ""}the refund of ${amount ?? ""} credits is more than the ${left ?? ""} that you may still refund today: ask an administrator`,
  );
}

/** What there was instead of messages to refund. */
function refusalText({ open, free, done }: RefundRow, unknown: number): string {
  const counts = Object.entries({ open, free, done } satisfies Record<RefundRefusal, number>);
  const found = counts.filter(([, count]) => count > 0);
  const texts = found.map(
    ([reason, count]) => `${counted(count, "message")}: ${reasons[reason as RefundRefusal]}`,
  );
  const missing = unknown > 0 ? [`${counted(unknown, "message")}: unknown`] : [];
  return `nothing was refunded (${[...texts, ...missing].join("; ")})`;
}

export const danger = {
  button: "Refund the message",
  text: "The share of the charge goes back to the balance of the customer, once for each message. The ledger keeps it with the reason refund.",
};

/**
 * Refunds messages with a final state, each at most once, with the share that each recipient has of the charge of its transaction. The
 * store records them.
 */
export const refundMessages = action({
  name: "message refund",
  help: "Refund messages with a final status: each its share of the charge, at most once; the ledger has the reason refund. Example: messenger message refund 12 13 --reference complaint-77",
  may: { operator: "support", identity: "recent" },
  button: "Refund the message",
  done: "The message was refunded.",
  danger,
  keys: { ids: messageKeys },
  fields: {
    transaction: optional(
      text(undefined, "all messages of a transaction", { form: "<id>" }),
      (given) => given,
    ),
    reference: optional(
      text("Reference", "reference for the ledger (default: the number of the message)", {
        hint: "of the complaint, for the ledger; messages without a charge, or refunded before, are left out",
        width: "medium",
      }),
      referenceOf,
    ),
  },
  members: {
    refunded: wholeMember("refunded messages"),
    amount: textMember("credits that were refunded"),
    open: wholeMember("messages without a final status yet"),
    free: wholeMember("messages without a charge"),
    done: wholeMember("messages that were refunded before"),
  },
  once: true,
  run: async ({ ids = [], transaction, reference }, { store, now, caller, step: recordedStep }) => {
    if (ids.length > 0 === (transaction !== undefined))
      throw new InvalidInput("give message ids or --transaction");
    const limit = refundLimitOf(caller);
    const sum = { messages: 0, amount: 0, open: 0, free: 0, done: 0, asked: 0 };
    for await (const messages of transaction === undefined ? [ids] : idsOf(store, transaction)) {
      const outcome = await recordedStep(
        (by) => store.desk.refund({ messages, reference, limit }, by, now),
        (done) => done.kind === "done" && done.refunded.length > 0,
      );
      const step = expectDone(outcome, sum);
      sum.asked += messages.length;
      sum.messages += step.refunded.length;
      sum.amount += step.amount;
      for (const { reason } of step.refusals) sum[reason]++;
    }
    const { messages: refunded, open, free, done, asked } = sum;
    const row: RefundRow = { refunded, amount: creditsText(sum.amount), open, free, done };
    if (refunded > 0) return { row, text: `${refunded} refunded, ${row.amount} credits` };
    if (asked === 0) throw unknownThing(`there is no transaction ${transaction ?? ""}`);
    throw new Refusal(refusalText(row, asked - open - free - done));
  },
});
