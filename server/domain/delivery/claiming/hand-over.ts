import { decide, type Decision, type RouteTable, unrouted } from "../routing/route-table.js";
import type { Routable } from "../route.js";
import type { ClaimedMessage } from "./claim.js";
import type { KeptSlots } from "./granted-slots.js";
import type { ClaimedBody, HandedOver, MessageBody, Submission } from "../submitting/submission.js";
import { onlyRecipient } from "../submitting/submission-rows.js";
import { endOfDelivery, isExpired } from "../states/transitions.js";

/** Returns whether a message may leave as soon as it is stored: it is alone in its transaction and due, and has not expired. */
export function mayLeaveAtOnce(submission: Submission, validity: number): boolean {
  const { at, dueAt } = submission;
  return dueAt <= at && !isExpired(submission, validity, at) && onlyRecipient(submission) !== undefined;
}

/** Facts of the store about a message that is about to be stored. */
export interface HandOverFacts {
  readonly message: Routable;
  readonly parts: number;
  readonly slots: Pick<KeptSlots, "isUp" | "free">;
  /** Whether the owner of the slots still owns delivery. */
  readonly isOwner: boolean;
  /** Whether its customer has a rate. */
  readonly hasRate: boolean;
  /** Whether its number has been put on a blacklist since it was looked up: the next claim ends it. */
  readonly isListed: boolean;
  readonly table: RouteTable;
  /** Whether no message that may leave now waits for a link, or for any. */
  readonly isIdle: (linkId: number) => boolean;
}

/**
 * Decides whether a message is stored as claimed: its link has free slots, and no message that waits may leave before it.
 * Undefined if it has to wait for a claim, as messages of customers with a rate, and such to a blacklisted number, always do.
 */
export function handOver(facts: HandOverFacts): Decision | undefined {
  const { message, parts, slots, isOwner, hasRate, isListed, table, isIdle } = facts;
  if (!isOwner || hasRate || isListed || !isIdle(unrouted)) return undefined;
  const decision = decide(table, message, unrouted, (linkId) => slots.isUp(linkId));
  const { linkId } = decision;
  return slots.free(linkId) >= parts && isIdle(linkId) ? decision : undefined;
}

function claimedBody(body: MessageBody | undefined): ClaimedBody | undefined {
  return body?.kind === "mms" ? { kind: "mms", wishes: body.wishes } : body;
}

/** The message that was handed over, as a claim returns it. */
export function handedOverMessage(
  submission: Submission,
  { id, linkId, policy }: HandedOver,
  validity: number,
): ClaimedMessage {
  const { transactionId, customerId, originator, text, dataCoding, parts, dueAt } = submission;
  return {
    id,
    transactionId,
    customerId,
    phone: onlyRecipient(submission) ?? "",
    originator,
    text,
    body: claimedBody(submission.body),
    dataCoding,
    parts,
    deferrals: 0,
    accepted: [],
    attempt: 1,
    validUntil: endOfDelivery(submission, validity),
    linkId,
    policy,
    nextAt: dueAt,
    uncertain: false,
  };
}
