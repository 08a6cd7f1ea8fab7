import { handedOverMessage, mayLeaveAtOnce } from "../../domain/delivery/claiming/hand-over.js";
import type { Submission, SubmitOutcome } from "../../domain/delivery/submitting/submission.js";
import type { OutboxStore } from "../../ports/messages.js";
import { isOutcomeUnknown, type WriteLimit } from "../../ports/service.js";
import type { Claiming, Storing } from "./claiming.js";

export interface DirectHandOverOptions {
  readonly outbox: Pick<OutboxStore, "submit" | "handsOver">;
  readonly claiming: Pick<Claiming, "begin" | "end">;
  /** Milliseconds after which a message that is due expires. */
  readonly validity: number;
}

/**
 * `OutboxStore.submit` of a process that delivers: a message that may leave at once is stored as claimed and goes to its link
 * when the commit is on disk, without a claim.
 */
export function directHandOver({ outbox, claiming, validity }: DirectHandOverOptions): OutboxStore["submit"] {
  const store = async (
    submission: Submission,
    storing: Storing,
    limit: WriteLimit | undefined,
  ): Promise<SubmitOutcome> => {
    try {
      const outcome = await outbox.submit({ mayLeave: true, ...submission }, limit);
      const handedOver = outcome.kind === "accepted" ? outcome.handedOver : undefined;
      claiming.end(storing, handedOver && handedOverMessage(submission, handedOver, validity));
      return outcome;
    } catch (error) {
      claiming.end(storing, isOutcomeUnknown(error) ? "unknown" : undefined);
      throw error;
    }
  };
  return (submission, limit) => {
    const mayLeave = outbox.handsOver && mayLeaveAtOnce(submission, validity);
    const storing = mayLeave ? claiming.begin() : undefined;
    return storing === undefined ? outbox.submit(submission, limit) : store(submission, storing, limit);
  };
}
