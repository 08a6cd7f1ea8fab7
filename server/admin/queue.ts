import { statusTable } from "../domain/outbox/status.js";
import type { Store } from "../ports/store.js";
import { InvalidInput, Refusal } from "./refusal.js";

type Links = Pick<Store, "links">;

/** Messages of one link as the commands print them. */
export interface QueueRow {
  /** `any` before a route is chosen, `none` where no route fits, `gone` for a link that was removed. */
  readonly link: string;
  readonly waiting: number;
  readonly underWay: number;
  readonly uncertain: number;
  readonly withoutReceipt: number;
}

/** A message whose acceptance is unconfirmed; the number with its last digits hidden. */
export interface UncertainRow {
  readonly id: number;
  readonly transaction: string;
  readonly customer: number;
  readonly number: string;
  readonly link: string | null;
  /** ISO 8601, UTC. */
  readonly since: string;
  readonly attempts: number;
  readonly reason: string | null;
}

/** Queued messages by link. */
export async function showQueue({ links }: Links): Promise<readonly QueueRow[]> {
  const names = new Map((await links.links()).map(({ id, name }) => [id, name]));
  const nameOf = (id: number): string =>
    id === 0 ? "any" : id < 0 ? "none" : (names.get(id) ?? `gone (${id})`);
  return (await links.queues()).map(({ linkId, ...counts }) => ({ link: nameOf(linkId), ...counts }));
}

/** Maximum messages in one list. */
const listed = 10_000;

function masked(phone: string): string {
  return phone.slice(0, -3).padEnd(phone.length, "*");
}

/** Uncertain messages, oldest first. */
export async function listUncertain({ links }: Links): Promise<readonly UncertainRow[]> {
  return (await links.uncertain(listed)).map((row) => ({
    ...{ id: row.id, transaction: row.transactionId, customer: row.customerId, number: masked(row.phone) },
    ...{ link: row.link ?? null, since: new Date(row.at).toISOString() },
    ...{ attempts: row.attempts, reason: row.code ?? null },
  }));
}

/** A receipt with another final state than an earlier one; the number with its last digits hidden. */
export interface ContradictionRow {
  readonly id: number;
  readonly transaction: string;
  readonly customer: number;
  readonly number: string;
  readonly part: number;
  /** A row of the statuses: what was reported first, and stays. */
  readonly status: string;
  /** State in the receipt. */
  readonly reported: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly code: string | null;
}

/** Receipts that contradict others, the latest first. */
export async function listContradictions({ links }: Links): Promise<readonly ContradictionRow[]> {
  return (await links.contradictions(listed)).map((row) => ({
    ...{ id: row.id, transaction: row.transactionId, customer: row.customerId, number: masked(row.phone) },
    ...{
      part: row.part,
      status: statusTable[row.state].element,
      reported: statusTable[row.reported].element,
    },
    ...{ at: new Date(row.at).toISOString(), code: row.code ?? null },
  }));
}

function idOf(text: string): number {
  const id = /^\d{1,15}$/u.test(text) ? Number(text) : 0;
  if (id < 1)
    throw new InvalidInput(
      `${JSON.stringify(text)} is no id of a message: see messenger queue uncertain list`,
    );
  return id;
}

/** Resends or fails uncertain messages; returns their number. @throws Refusal when none of them is uncertain. */
export async function resolveUncertain(
  { links }: Links,
  ids: readonly string[] | "all",
  how: "resend" | "fail",
  now: number,
): Promise<number> {
  const resolved = await links.resolve(ids === "all" ? ids : ids.map(idOf), how, now);
  if (resolved === 0 && ids !== "all") throw new Refusal("none of these messages is uncertain");
  return resolved;
}
