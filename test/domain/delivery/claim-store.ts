import { candidate } from "./candidates.js";
import type { CandidateRow } from "#server/domain/delivery/routing/candidate.js";
import type { ClaimRead, ClaimRows, StoredQueue } from "#server/domain/delivery/claiming/reads.js";
import { type ClaimChanges, type ClaimMemory, ClaimRound } from "#server/domain/delivery/claiming/round.js";
import type { Claim } from "#server/domain/delivery/claiming/claim.js";
import type { RouteTable } from "#server/domain/delivery/routing/route-table.js";
import { RecipientState } from "#server/domain/recipient-state.js";

/** A customer as the settings have it. */
export interface ModelCustomer {
  readonly id: number;
  readonly weight: number;
  readonly priority: number;
  readonly rate: number | null;
}

export interface ModelMessage {
  readonly row: CandidateRow;
  /** Number of its queue, whose customer is `row.customerId`. */
  readonly queue: number;
  readonly state: RecipientState;
}

const byDueTime = (a: CandidateRow, b: CandidateRow): number => a.nextAt - b.nextAt || a.id - b.id;

/** A minimal outbox: the reads and writes of a driver for a claim. */
export class ClaimStore {
  readonly messages: ModelMessage[] = [];
  readonly #customers: ReadonlyMap<number, ModelCustomer>;
  readonly #freeAt = new Map<number, number>();
  /** Maximum of reads that rounds requested together. */
  mostReads = 0;
  /** How often rounds have requested reads. */
  requests = 0;

  constructor(customers: readonly ModelCustomer[]) {
    this.#customers = new Map(customers.map((customer) => [customer.id, customer]));
  }

  add(change: Partial<CandidateRow>): void {
    const row = candidate({ ...change, id: this.messages.length + 1 });
    this.messages.push({ row, queue: 10 * row.customerId, state: RecipientState.Queued });
  }

  customer(id: number): ModelCustomer {
    const found = this.#customers.get(id);
    if (found === undefined) throw new Error(`no customer ${id}`);
    return found;
  }

  queued(): readonly ModelMessage[] {
    return this.messages.filter(({ state }) => state === RecipientState.Queued);
  }

  /** Runs a round and writes its changes. Throws when it changes a message that is not queued. */
  claim(claim: Claim, table: RouteTable, memory: ClaimMemory, readsAtOnce?: number): ClaimChanges {
    const round = new ClaimRound(claim, table, memory, readsAtOnce);
    for (let asked = round.next(); asked.length > 0; asked = round.next()) {
      const reads = asked.filter(({ kind }) => kind === "due").length;
      this.mostReads = Math.max(this.mostReads, reads);
      this.requests += 1;
      round.take(asked.map((read) => this.#answer(read)));
    }
    const changes = round.changes();
    for (const { id, linkId } of changes.placed) this.#change(id, { link: linkId }, RecipientState.Queued);
    for (const { row, decision } of changes.taken)
      this.#change(row.id, { link: decision.linkId }, RecipientState.Submitting);
    for (const { id } of changes.expired) this.#change(id, {}, RecipientState.Expired);
    for (const { id } of changes.optedOut) this.#change(id, {}, RecipientState.OptedOut);
    for (const { customerId, freeAt } of changes.freeAt) this.#freeAt.set(customerId, freeAt);
    return changes;
  }

  #change(id: number, change: Partial<CandidateRow>, state: RecipientState): void {
    const before = this.messages[id - 1];
    if (before?.state !== RecipientState.Queued) throw new Error(`message ${id} is offered twice`);
    this.messages[id - 1] = { ...before, row: { ...before.row, ...change }, state };
  }

  #answer(read: ClaimRead): ClaimRows {
    const waiting = this.queued().filter(({ row }) => row.link === read.link);
    if (read.kind === "queues") return { kind: "queues", queues: this.#queues(waiting, read.now) };
    const rows = waiting
      .filter(({ queue }) => queue === read.queue)
      .map(({ row }) => row)
      .sort(byDueTime);
    const behind = rows.filter((row) => read.after === undefined || byDueTime(row, read.after) > 0);
    const due = behind.filter(({ nextAt }) => nextAt <= read.now).slice(0, read.limit);
    const later = rows.find(({ nextAt }) => nextAt > read.now);
    return { kind: "due", rows: due, laterAt: due.length < read.limit ? later?.nextAt : undefined };
  }

  #queues(waiting: readonly ModelMessage[], now: number) {
    const earliest = new Map<number, ModelMessage>();
    for (const message of waiting) {
      const known = earliest.get(message.queue);
      if (known === undefined || message.row.nextAt < known.row.nextAt) earliest.set(message.queue, message);
    }
    const due = [...earliest.values()].filter(({ row }) => row.nextAt <= now);
    const later = [...earliest.values()].filter(({ row }) => row.nextAt > now).map(({ row }) => row.nextAt);
    return {
      due: due.map(({ queue, row }): StoredQueue => {
        const { id: customerId, weight, priority, rate } = this.customer(row.customerId);
        return { queue, customerId, weight, priority, rate, freeAt: this.#freeAt.get(customerId) ?? null };
      }),
      later: later.length,
      laterAt: later.length > 0 ? Math.min(...later) : undefined,
    };
  }
}
