import { maskedPhone, type NumberView } from "../domain/desk/search.js";
import type { Contradiction, UncertainMessage } from "../domain/delivery/routing/link.js";
import { queueNames } from "../domain/delivery/routing/route-table.js";
import { statusTable } from "../domain/status.js";
import type { Store } from "../ports/store.js";

type Links = Pick<Store, "links">;

/** Messages of one link as the commands print them. */
export interface QueueRow {
  /** As in metrics: `unrouted` for messages that are not routed yet, `no route` for messages that match no route. */
  readonly link: string;
  readonly waiting: number;
  readonly underWay: number;
  readonly uncertain: number;
  readonly withoutReceipt: number;
  /** Since when the oldest waiting message is due: ISO 8601, UTC; null if none is due. */
  readonly oldestDue: string | null;
}

/** A message whose acceptance is unconfirmed. */
export interface UncertainRow {
  readonly id: number;
  readonly transaction: string;
  readonly customer: number;
  /** Of a masked view: with its last digits hidden. */
  readonly number: string;
  readonly link: string | null;
  /** ISO 8601, UTC. */
  readonly since: string;
  readonly attempts: number;
  readonly reason: string | null;
}

/** Queued messages by link. */
export async function showQueue(
  { links, delivery }: Pick<Store, "delivery" | "links">,
  now: number,
): Promise<readonly QueueRow[]> {
  const nameOf = queueNames(await links.links());
  const queues = await links.queues();
  const due = await delivery.dueByLink(queues.map(({ linkId }) => linkId));
  return queues.map(({ linkId, ...counts }) => {
    const at = due.get(linkId) ?? Infinity;
    return { link: nameOf(linkId), ...counts, oldestDue: at > now ? null : new Date(at).toISOString() };
  });
}

/** Messages in one page of a list. */
const pageSize = 1_000;

/** Reads a list to its end, page by page. */
async function* pages<Entry>(
  read: (limit: number, last: Entry | undefined) => Promise<readonly Entry[]>,
): AsyncGenerator<readonly Entry[]> {
  let last: Entry | undefined;
  for (;;) {
    const page = await read(pageSize, last);
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    last = page.at(-1);
  }
}

function uncertainRow(row: UncertainMessage, view: NumberView): UncertainRow {
  return {
    id: row.id,
    transaction: row.transactionId,
    customer: row.customerId,
    number: view === "whole" ? row.phone : maskedPhone(row.phone),
    link: row.link ?? null,
    since: new Date(row.at).toISOString(),
    attempts: row.attempts,
    reason: row.code ?? null,
  };
}

/** All uncertain messages, oldest first, in pages. */
export async function* listUncertain(
  { links }: Links,
  view: NumberView = "masked",
): AsyncGenerator<readonly UncertainRow[]> {
  const read = pages<UncertainMessage>((limit, last) => links.uncertain(limit, last?.id));
  for await (const page of read) yield page.map((row) => uncertainRow(row, view));
}

/** A receipt with another final state than an earlier one; the number with its last digits hidden. */
export interface ContradictionRow {
  readonly id: number;
  readonly transaction: string;
  readonly customer: number;
  readonly number: string;
  readonly part: number;
  /** Name of the status that stays. */
  readonly status: string;
  /** State in the receipt. */
  readonly reported: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly code: string | null;
  /** Whether the message was refunded. */
  readonly refunded: boolean;
}

function contradictionRow(row: Contradiction): ContradictionRow {
  return {
    id: row.id,
    transaction: row.transactionId,
    customer: row.customerId,
    number: maskedPhone(row.phone),
    part: row.part,
    status: statusTable[row.state].element,
    reported: statusTable[row.reported].element,
    at: new Date(row.at).toISOString(),
    code: row.code ?? null,
    refunded: row.refunded === 1,
  };
}

/** All receipts that contradict others, the latest first, in pages. */
export async function* listContradictions({ links }: Links): AsyncGenerator<readonly ContradictionRow[]> {
  const read = pages<Contradiction>((limit, last) => links.contradictions(limit, last?.entry));
  for await (const page of read) yield page.map(contradictionRow);
}
