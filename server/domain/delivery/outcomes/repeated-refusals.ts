import type { Tries } from "./retry.js";
import type { SettlementEnd } from "./outcome.js";

/** A queued message that a network has refused several times. */
export interface RepeatedRefusal {
  /** Of the recipient. */
  readonly messageId: number;
  readonly transactionId: string;
  /** How often it was refused, deferrals included. */
  readonly times: number;
  /** Of the last refusal. */
  readonly code: string;
}

interface Refused extends RepeatedRefusal {
  readonly nextAt: number;
}

/** Minimum refusals for a report, and maximum messages stored per link. */
const fewest = 3;
const most = 1_000;

/** Milliseconds after its due time at which a message is no longer reported: another link or process has claimed it. */
const overdue = 60_000;

/** Messages that the network of one link refuses again and again. */
export class RepeatedRefusals {
  readonly #refused = new Map<number, Refused>();

  /** Records the end of an attempt. */
  ended(message: { readonly id: number; readonly transactionId: string } & Tries, end: SettlementEnd): void {
    const { id, transactionId, attempt, deferrals } = message;
    this.#refused.delete(id);
    if (end.kind !== "queued" || end.counts === "nothing" || end.code === undefined) return;
    const times = attempt + deferrals;
    if (times < fewest || this.#refused.size >= most) return;
    this.#refused.set(id, { messageId: id, transactionId, times, code: end.code, nextAt: end.nextAt });
  }

  /** The message with the most refusals; undefined if there is none. */
  worst(now: number): RepeatedRefusal | undefined {
    let worst: Refused | undefined;
    for (const refused of this.#refused.values())
      if (refused.nextAt + overdue < now) this.#refused.delete(refused.messageId);
      else if (refused.times > (worst?.times ?? 0)) worst = refused;
    if (worst === undefined) return undefined;
    const { messageId, transactionId, times, code } = worst;
    return { messageId, transactionId, times, code };
  }
}

/** One line for the operator. */
export function refusalLine({ messageId, transactionId, times, code }: RepeatedRefusal): string {
  return `message ${messageId} of transaction ${transactionId} was refused ${times} times, last with ${code}`;
}
