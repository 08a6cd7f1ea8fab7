import { handedOverMessage, mayLeaveAtOnce } from "../domain/outbox/hand-over.js";
import type { HandOverOffer, Submission, SubmitOutcome } from "../domain/outbox/submission.js";
import type { OutboxStore } from "../ports/outbox.js";
import { isOutcomeUnknown, type WriteLimit } from "../ports/writes.js";
import type { Claiming, Offer } from "./claiming.js";

export interface DirectHandOverOptions {
  readonly outbox: Pick<OutboxStore, "submit" | "takesOffers">;
  readonly claiming: Pick<Claiming, "offer" | "endOffer">;
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
    offer: Offer,
    limit: WriteLimit | undefined,
  ): Promise<SubmitOutcome> => {
    const { owner, up, free } = offer;
    const made: HandOverOffer = { owner, up, free };
    try {
      const outcome = await outbox.submit({ offer: made, ...submission }, limit);
      const handedOver = outcome.kind === "accepted" ? outcome.handedOver : undefined;
      claiming.endOffer(offer, handedOver && handedOverMessage(submission, handedOver, validity));
      return outcome;
    } catch (error) {
      claiming.endOffer(offer, isOutcomeUnknown(error) ? "unknown" : undefined);
      throw error;
    }
  };
  return (submission, limit) => {
    const isOffered = outbox.takesOffers && mayLeaveAtOnce(submission, validity);
    const offer = isOffered ? claiming.offer(submission.parts) : undefined;
    return offer === undefined ? outbox.submit(submission, limit) : store(submission, offer, limit);
  };
}
