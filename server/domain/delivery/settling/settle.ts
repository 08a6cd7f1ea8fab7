import type { EarlyReceipts, Settlement } from "../claiming/claim.js";
import { type FailedAttempt, failedAttempt } from "./failed-attempt.js";
import { idKey, samePhone } from "../submitting/message-id.js";
import type { PartState, ReceiptEffect } from "../states/receipt-state.js";
import { RecipientState } from "../../recipient-state.js";
import type { SettlementEnd } from "../outcomes/outcome.js";
import {
  type Contradiction,
  partsByMessage,
  type PartPlace,
  type PartRow,
  TrackedMessage,
} from "../receipts/tracked-message.js";
import type { TrackedRow, Transition, Transitions } from "../states/transitions.js";

/** A message that a settlement is about. */
export interface AttemptRow extends TrackedRow {
  readonly phone: string;
  /** The worker that has claimed it; null if none has. */
  readonly worker: string | null;
}

/** A receipt that waits for the response to its submission, under one of the keys that it may belong to. */
export interface UnmatchedRow {
  readonly id: number;
  readonly network: number;
  readonly key: string;
  readonly state: PartState;
  readonly at: number;
  readonly code: string | null;
  /** As the network writes it; null if absent. */
  readonly phone: string | null;
  /** 1 for the most likely key of the receipt; with any other, the message must have been sent to the same number. */
  readonly likeliest: number;
}

export interface SettleInput {
  readonly settlements: readonly Settlement[];
  readonly attempts: readonly AttemptRow[];
  /** All parts that a network has of these messages. */
  readonly parts: readonly PartRow[];
  /** Under the keys of `acceptedKeys`; under each the oldest first. */
  readonly unmatched: readonly UnmatchedRow[];
  /** Space of message ids of a link; undefined for a removed link. */
  readonly networkOf: NetworkOf;
}

export type NetworkOf = (linkId: number) => number | undefined;

/** A message that returns to the queue. */
export interface Requeued extends Transition {
  readonly nextAt: number;
  readonly linkId: number;
  /** Added to the attempts, of which the claim has counted one, and to the deferrals. */
  readonly attempts: number;
  readonly deferrals: number;
  readonly uncertain: boolean;
}

export interface SettleChanges extends Transitions {
  readonly parts: readonly PartRow[];
  /** Parts that were accepted before, with a state of their own from now on. */
  readonly reported: readonly PartRow[];
  readonly usedReceipts: readonly number[];
  readonly contradictions: readonly Contradiction[];
  readonly requeued: readonly Requeued[];
  /** At most one of a message. */
  readonly failed: readonly FailedAttempt[];
  readonly early: readonly EarlyReceipts[];
}

function placeOf({ linkId }: Settlement, messageId: string, networkOf: NetworkOf): PartPlace {
  return { network: networkOf(linkId) ?? 0, key: idKey(messageId) };
}

/** The part that a `single` settlement accepts, if it is applied. */
export function acceptedParts(settlement: SingleSettlement, networkOf: NetworkOf): readonly PartRow[] {
  const { recipientId: recipient, at } = settlement;
  return settlement.accepted.map(({ part, messageId }) => ({
    recipient,
    part,
    state: RecipientState.Submitted,
    at,
    error: null,
    follows: true,
    ...placeOf(settlement, messageId, networkOf),
  }));
}

/** Keys under which receipts of settled parts may wait; a part without an id has none. */
export function acceptedKeys(settlements: readonly Settlement[], networkOf: NetworkOf): readonly PartPlace[] {
  return settlements
    .flatMap((settlement) =>
      settlement.accepted.map(({ messageId }) => placeOf(settlement, messageId, networkOf)),
    )
    .filter(({ key }) => key !== "");
}

/** The message is submitted, with at most one part accepted since it was claimed. */
export interface SingleSettlement extends Settlement {
  readonly accepted: readonly [] | readonly [{ readonly part: number; readonly messageId: string }];
  readonly end: { readonly kind: "submitted" };
}

function isSingle(settlement: Settlement): settlement is SingleSettlement {
  return settlement.end?.kind === "submitted" && settlement.accepted.length <= 1;
}

/**
 * Splits settlements: to each of `single`, `settle` would do no more than to accept its part and make the message Submitted, if
 * the message is in flight, no part was accepted before and no receipt waits for the part. A driver may check
 * this and write it without reading the message. `others` are for `settle`, as are those of `single` for which it is not so.
 */
export function splitSettlements(settlements: readonly Settlement[]): {
  readonly single: readonly SingleSettlement[];
  readonly others: readonly Settlement[];
} {
  const counts = new Map<number, number>();
  for (const { recipientId } of settlements) counts.set(recipientId, (counts.get(recipientId) ?? 0) + 1);
  const single: SingleSettlement[] = [];
  const others: Settlement[] = [];
  for (const settlement of settlements) {
    if (isSingle(settlement) && counts.get(settlement.recipientId) === 1) single.push(settlement);
    else others.push(settlement);
  }
  return { single, others };
}

type QueuedEnd = Extract<SettlementEnd, { readonly kind: "queued" }>;

const endStates: Readonly<Record<Exclude<SettlementEnd["kind"], "submitted">, RecipientState>> = {
  failed: RecipientState.Failed,
  expired: RecipientState.Expired,
  queued: RecipientState.Queued,
  held: RecipientState.Submitting,
  unknown: RecipientState.Unknown,
};

/** A message whose settlements are applied one after the other. */
interface Settled {
  readonly message: TrackedMessage<AttemptRow>;
  queued: QueuedEnd | undefined;
}

/**
 * Applies the end of an attempt; returns the attempt if it failed. If another owner has settled it meanwhile, only an acceptance
 * still counts.
 */
function applyEnd(settled: Settled, settlement: Settlement): FailedAttempt | undefined {
  const { message } = settled;
  const { owner, at, end } = settlement;
  if (end === undefined || message.state > RecipientState.Submitting) return undefined;
  if (end.kind === "submitted") {
    message.submitted(at);
    return undefined;
  }
  const isClaimed = message.state === RecipientState.Submitting && message.transition === undefined;
  if (!isClaimed || message.row.worker !== owner) return undefined;
  message.end(endStates[end.kind], at, end.kind === "expired" ? undefined : end.code);
  if (end.kind === "queued") settled.queued = end;
  return failedAttempt(settlement);
}

/** A receipt that is applied now, and its effect. */
interface EarlyReceipt {
  readonly effect: ReceiptEffect;
  readonly report: Contradiction;
}

/** Receipts that arrived before the responses to their submissions; each is applied once. */
class WaitingReceipts {
  readonly used = new Set<number>();
  readonly #byPlace = new Map<string, UnmatchedRow[]>();

  constructor(rows: readonly UnmatchedRow[]) {
    for (const row of rows) {
      const place = `${row.network} ${row.key}`;
      this.#byPlace.set(place, [...(this.#byPlace.get(place) ?? []), row]);
    }
  }

  /** Takes those for the response to a submission to this number. */
  take({ network, key }: PartPlace, phone: string): readonly UnmatchedRow[] {
    const found: UnmatchedRow[] = [];
    for (const row of this.#byPlace.get(`${network} ${key}`) ?? []) {
      const fits = row.likeliest === 1 || row.phone === null || samePhone(phone, row.phone);
      if (!fits || this.used.has(row.id)) continue;
      this.used.add(row.id);
      found.push(row);
    }
    return found;
  }
}

/** Records the accepted parts; returns the early receipts that match them. */
function applyAccepted(
  { message }: Settled,
  settlement: Settlement,
  receipts: WaitingReceipts,
  networkOf: NetworkOf,
): readonly EarlyReceipt[] {
  return settlement.accepted.flatMap(({ part, messageId }) => {
    const place = placeOf(settlement, messageId, networkOf);
    message.accept(part, place, settlement.at);
    return receipts.take(place, message.row.phone).map((receipt): EarlyReceipt => {
      const { state, at, code } = receipt;
      const effect = message.report(part, receipt);
      return { effect, report: { recipient: message.row.id, part, state, at, code } };
    });
  });
}

function requeuedOf({ message: { transition }, queued }: Settled): readonly Requeued[] {
  if (transition?.to !== RecipientState.Queued || queued === undefined) return [];
  const { nextAt, linkId, counts, uncertain } = queued;
  const [attempts, deferrals] = [counts === "attempt" ? 0 : -1, counts === "deferral" ? 1 : 0];
  return [Object.assign({ nextAt, linkId, attempts, deferrals, uncertain }, transition)];
}

/** Settles attempts in their order, each after those before it. A deleted message has nothing to settle. */
export function settle({ settlements, attempts, parts, unmatched, networkOf }: SettleInput): SettleChanges {
  const partsOf = partsByMessage(parts);
  const messages = new Map<number, Settled>();
  for (const row of attempts)
    messages.set(row.id, { message: new TrackedMessage(row, partsOf.get(row.id) ?? []), queued: undefined });
  const receipts = new WaitingReceipts(unmatched);
  const early: EarlyReceipts[] = [];
  const contradictions: Contradiction[] = [];
  const failed: FailedAttempt[] = [];
  for (const settlement of settlements) {
    const settled = messages.get(settlement.recipientId);
    if (settled === undefined) continue;
    const found = applyAccepted(settled, settlement, receipts, networkOf);
    if (found.length > 0) early.push({ linkId: settlement.linkId, count: found.length });
    for (const { effect, report } of found) if (effect === "contradicts") contradictions.push(report);
    const attempt = applyEnd(settled, settlement);
    settled.message.endStep();
    if (attempt !== undefined) failed.push(attempt);
  }
  const all = [...messages.values()];
  return {
    contradictions: [...contradictions, ...all.flatMap(({ message }) => message.replaced)],
    early,
    failed,
    parts: all.flatMap(({ message }) => message.acceptedParts()),
    reported: all.flatMap(({ message }) => message.reportedParts()),
    usedReceipts: [...receipts.used],
    transitions: all.flatMap(({ message: { transition } }) =>
      transition === undefined || transition.to === RecipientState.Queued ? [] : transition,
    ),
    requeued: all.flatMap(requeuedOf),
    moves: all.flatMap(({ message }) => message.moves()),
  };
}
