import type { CallLog } from "messenger-gen-runtime";
import { confirmFor, type OptOutReply } from "../../domain/inbox/opt-outs.js";
import type { Outcome } from "../../domain/refusals.js";
import { codeOf, okCode } from "../../domain/usage/refused-calls.js";
import type { Store } from "../../ports/store.js";
import { Rounds } from "../coordination/rounds.js";

/** Sends a confirmation. */
export type SendReply = (reply: OptOutReply) => Promise<Outcome>;

interface RepliesOptions {
  readonly store: Pick<Store, "optOuts">;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Whether this process sends them now. */
  readonly mayRun: () => boolean;
  readonly send: SendReply;
  readonly log: CallLog;
}

/** Confirmations in one round, and milliseconds between two rounds. */
const batch = 100;
const interval = 1_000;

/** Starts to send confirmations of opt-outs. One that is refused, for example without credit, or that is late is not sent. */
export function startReplies({ store, now, mayRun, send, log }: RepliesOptions): Rounds {
  const end = async (reply: OptOutReply): Promise<void> => {
    const { id, customerId: customer, at } = reply;
    const reason = now() - at > confirmFor ? "late" : codeOf(await send(reply));
    if (reason !== okCode) log.warn({ customer, reply: id, reason }, "opt-out not confirmed");
    await store.optOuts.endReply(id);
  };
  const round = async (goesOn: () => boolean): Promise<void> => {
    for (const reply of await store.optOuts.replies(batch)) {
      if (!goesOn()) return;
      await end(reply);
    }
  };
  return new Rounds({ mayRun, interval, log, event: "opt-outs cannot be confirmed", round });
}
