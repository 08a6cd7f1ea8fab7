import { handOver } from "../../../domain/delivery/claiming/hand-over.js";
import { type Decision, type RouteTable, unrouted } from "../../../domain/delivery/routing/route-table.js";
import { onlyRecipient } from "../../../domain/delivery/submitting/submission-rows.js";
import { partsHash } from "../../../domain/delivery/routing/split-parts.js";
import { nationalPart } from "../../../domain/recipients/phone-number.js";
import { routableOf } from "../../../domain/delivery/routing/candidate.js";
import type { HandedOver, Submission } from "../../../domain/delivery/submitting/submission.js";
import type { Session } from "../engine/session.js";
import { runScript } from "../engine/scripts.js";
import type { Claims } from "./claim.js";
import { linksOfLease } from "./owner.js";
import { sql } from "../engine/statement.js";

/** Where a message goes that is stored as claimed, and under which lease. */
export interface Leaving extends Omit<HandedOver, "id"> {
  readonly owner: string;
}

/** Decides about the recipient of a transaction that waits in a queue unless it leaves at once. */
export type Decide = (queue: number, hasRate: boolean) => Leaving | undefined;

/** Decides about a new transaction. */
export type DecideFor = (txn: number, submission: Submission) => Decide;

/** Prepares decisions in the transaction that stores the messages; its lease does not end before that is committed. */
export type HandOvers = (session: Session, submissions: readonly Submission[]) => Promise<DecideFor>;

/** Messages to numbers that are on the blacklist of their customer, or on that of all. */
const listed = sql<{ readonly place: number }>(
  `SELECT n.place FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS n (customer_id, phone, national, place)
   WHERE EXISTS (SELECT 1 FROM blacklist b WHERE b.customer_id = 0 AND b.phone = n.phone)
      OR EXISTS (SELECT 1 FROM blacklist b WHERE b.customer_id = n.customer_id AND b.phone = n.phone)
      OR EXISTS (SELECT 1 FROM national_opt_out o WHERE o.customer_id = n.customer_id AND o.number = n.national)`,
);

async function listedOf(session: Session, all: readonly Submission[]): Promise<ReadonlySet<Submission>> {
  const phones = all.map((each) => onlyRecipient(each) ?? "0");
  const rows = await session.all(
    listed,
    all.map(({ customerId }) => customerId),
    phones.map(Number),
    phones.map(nationalPart),
  );
  return new Set(rows.flatMap(({ place }) => all[place - 1] ?? []));
}

/** For messages that are stored on behalf of nobody who could send them. */
export const noHandOvers: HandOvers = async () => () => () => undefined;

/** Hand-over by the slots and the queues that the claims of this process know. */
export function handOvers(claims: Claims): HandOvers {
  return async (session, submissions) => {
    const { memory } = claims;
    const { slots } = memory;
    const { owner } = slots;
    const candidates = submissions.filter(({ mayLeave }) => mayLeave === true);
    const isLikely = candidates.some(({ at }) => memory.isIdle(unrouted, at));
    const [own, routes, blacklisted] = isLikely
      ? await Promise.all([
          linksOfLease(session, owner),
          runScript(session, claims.table.read()),
          listedOf(session, candidates),
        ])
      : [];
    return (txn, submission) => (queue, hasRate) => {
      const { parts, at, dueAt, body, mayLeave = false } = submission;
      const phone = onlyRecipient(submission);
      const decide = (to: string, links: ReadonlySet<number>, routed: RouteTable): Decision | undefined =>
        handOver({
          message: routableOf({
            ...submission,
            id: txn,
            phone: to,
            kind: body?.kind ?? "text",
            partsHash: partsHash(submission),
          }),
          parts,
          hasRate,
          isListed: blacklisted?.has(submission) === true,
          table: routed,
          isOwner: owner === slots.owner,
          slots: {
            isUp: (linkId) => slots.isUp(linkId),
            free: (linkId) => (links.has(linkId) ? slots.free(linkId) : 0),
          },
          isIdle: (linkId) => memory.isIdle(linkId, at),
        });
      const isCandidate = mayLeave && phone !== undefined && own !== undefined && routes !== undefined;
      const decision = isCandidate ? decide(phone, own, routes) : undefined;
      if (decision === undefined) {
        memory.arrived(queue, dueAt);
        return undefined;
      }
      session.undo(slots.take(decision.linkId, parts));
      return { owner, ...decision };
    };
  };
}
