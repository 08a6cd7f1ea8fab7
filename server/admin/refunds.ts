import { creditsText } from "../domain/credit/credit.js";
import type { RefundRefusal } from "../domain/credit/refunds.js";
import type { SearchPlace } from "../domain/desk/search.js";
import type { RefundOutcome } from "../ports/messages.js";
import type { Store } from "../ports/store.js";
import { messageIdOf } from "./messages.js";
import type { Occasion } from "./occasion.js";
import { fieldOf, InvalidInput, Refusal } from "./refusal.js";
import { counted, referenceOf } from "./values.js";

type Desk = Pick<Store, "desk">;

/** Messages to refund: single ones, or those of a transaction. */
export interface RefundInput {
  readonly ids: readonly string[];
  readonly transaction?: string | undefined;
  /** For the ledger, for example the number of a complaint. */
  readonly reference?: string | undefined;
}

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

/** Messages that are refunded in one commit. */
export const mostRefunded = 1_000;

const reasons: Readonly<Record<RefundRefusal, string>> = {
  open: "no final status yet: cancel messages that still wait",
  free: "no charge",
  done: "refunded before",
};

/** Ids of the messages of a transaction, in pieces. */
async function* idsOf({ desk }: Desk, transactionId: string): AsyncGenerator<readonly number[]> {
  const anchor = { kind: "transaction", id: transactionId } as const;
  let place: SearchPlace | undefined;
  for (;;) {
    const found = await desk.candidates(anchor, place, mostRefunded);
    if (found.length > 0) yield found.map(({ id }) => id);
    place = found.at(-1);
    if (found.length < mostRefunded) return;
  }
}

function expectDone(outcome: RefundOutcome): Extract<RefundOutcome, { kind: "done" }> {
  if (outcome.kind === "done") return outcome;
  const [amount, left] = [outcome.amount, outcome.left].map(creditsText);
  throw new Refusal(
    `the refund of ${amount ?? ""} credits is more than the ${left ?? ""} that you may still refund today: ask an administrator`,
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

/**
 * Refunds messages with a final state, each at most once, with the share that each recipient has of the charge of its transaction.
 * `limit`: thousandths of a credit that the operator may refund in 24 hours. Recorded. @throws Refusal when none was refunded
 */
export async function refundMessages(
  store: Desk,
  { ids: texts, transaction, reference: referenceText }: RefundInput,
  limit: number | undefined,
  { by, now }: Occasion,
): Promise<RefundRow> {
  if (texts.length > 0 === (transaction !== undefined))
    throw new InvalidInput("give message ids or --transaction");
  if (texts.length > mostRefunded) throw new InvalidInput(`give at most ${mostRefunded} messages`);
  const reference = fieldOf("reference", referenceText, referenceOf);
  const ids = [...new Set(texts.map(messageIdOf))];
  const sum = { messages: 0, amount: 0, open: 0, free: 0, done: 0, asked: 0 };
  for await (const messages of transaction === undefined ? [ids] : idsOf(store, transaction)) {
    const step = expectDone(await store.desk.refund({ messages, reference, limit }, by, now));
    sum.asked += messages.length;
    sum.messages += step.refunded.length;
    sum.amount += step.amount;
    for (const { reason } of step.refusals) sum[reason]++;
  }
  const { messages: refunded, open, free, done, asked } = sum;
  const row = { refunded, amount: creditsText(sum.amount), open, free, done };
  if (refunded > 0) return row;
  if (asked === 0) throw new Refusal(`there is no transaction ${transaction ?? ""}`);
  throw new Refusal(refusalText(row, asked - open - free - done));
}
