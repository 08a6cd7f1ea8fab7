import { FairShare, type ReadyQueue } from "../../../domain/outbox/fair-share.js";
import type { RateBudgets } from "../../../domain/links/rate-budget.js";
import type { CandidateRow } from "../../../domain/outbox/candidate.js";
import type { CandidateReads } from "../delivery/candidates.js";

/** All queues are read again once this part of them has sent a message: that costs a few steps a message. */
const readAgainAfter = 1 / 4;

/** Which queues of a link are ready, and whose turn it is; kept between claims. Link 0 holds what is not routed yet. */
export class LinkQueues {
  readonly #share = new FairShare();
  /** Those with due messages when they were read, without those that ran empty since. */
  #due = new Map<number, ReadyQueue>();
  /** Queues when they were read, and messages since. */
  #read = 0;
  #sent = 0;

  /** Whether the queues should be read before the next claim. `arrived`: queues that messages have come into. */
  isStale(arrived: Iterable<number>): boolean {
    if (this.#sent >= this.#read * readAgainAfter) return true;
    for (const queue of arrived) if (!this.#due.has(queue)) return true;
    return false;
  }

  /** Reads which queues are ready. `now`: milliseconds since the epoch. */
  read(reads: CandidateReads, link: number, budgets: RateBudgets, now: number): void {
    const stored = reads.queues(link);
    for (const { customerId, rate, freeAt } of stored) budgets.know(customerId, rate, freeAt);
    const due = stored.filter(({ dueAt }) => dueAt <= now);
    this.#due = new Map(due.map((queue) => [queue.queue, queue]));
    this.#share.update(due.filter(({ customerId }) => budgets.allows(customerId, now * 1000)));
    this.#read = stored.length;
    this.#sent = 0;
  }

  /** Ready queues, those of customers that wait for their rate included. */
  get size(): number {
    return this.#due.size;
  }

  /** The queue whose turn it is; undefined when none is ready. */
  next(): ReadyQueue | undefined {
    for (let queue = this.#share.next(); queue !== undefined; queue = this.#share.next()) {
      const due = this.#due.get(queue);
      if (due !== undefined) return due;
      // It ran empty under another priority, which its customer has had meanwhile.
      this.#share.remove(queue);
    }
    return undefined;
  }

  add(queue: ReadyQueue): void {
    this.#due.set(queue.queue, queue);
    this.#share.add(queue);
  }

  sent(queue: number, parts: number): void {
    this.#sent += 1;
    this.#share.sent(queue, parts);
  }

  /** The queue whose turn it is has nothing to send: it is empty, or its customer waits for its rate. */
  remove({ queue }: ReadyQueue, isEmpty: boolean): void {
    this.#share.remove(queue);
    if (isEmpty) this.#due.delete(queue);
  }
}

interface Rows {
  /** Read and not taken. */
  rows: CandidateRow[];
  /** The last that was read. */
  after: CandidateRow | undefined;
  /** All have been read. */
  isRead: boolean;
  /** Routed to this link during the claim, and not stored there yet. */
  readonly placed: CandidateRow[];
}

export interface QueueHeadsOptions {
  readonly link: number;
  readonly queues: LinkQueues;
  readonly reads: CandidateReads;
  readonly budgets: RateBudgets;
  readonly now: number;
  /** Messages that the claim may take. */
  readonly room: number;
}

/** The due messages of a link during one claim, in the order in which they may leave. */
export class QueueHeads {
  readonly #options: QueueHeadsOptions;
  readonly #rows = new Map<number, Rows>();
  #isFresh = false;

  constructor(options: QueueHeadsOptions, arrived: Iterable<number>) {
    this.#options = options;
    if (options.queues.isStale(arrived)) this.#read();
  }

  /** The next message with its queue; undefined when there is none. */
  next(): { readonly row: CandidateRow; readonly queue: ReadyQueue } | undefined {
    const { queues, budgets, now } = this.#options;
    for (;;) {
      const queue = queues.next();
      if (queue === undefined) {
        if (this.#isFresh) return undefined;
        this.#read();
        continue;
      }
      const allowed = budgets.allows(queue.customerId, now * 1000);
      const row = allowed ? this.#head(queue.queue) : undefined;
      if (row !== undefined) return { row, queue };
      queues.remove(queue, allowed);
    }
  }

  /** Takes the message that `next` returned; `parts` are those that count for the share of its customer. */
  take(queue: ReadyQueue, parts: number): void {
    const rows = this.#of(queue.queue);
    (rows.rows.length > 0 ? rows.rows : rows.placed).shift();
    if (parts > 0) this.#options.queues.sent(queue.queue, parts);
  }

  /** Adds a message that was routed to this link, behind those that wait for it. */
  place(row: CandidateRow, queue: ReadyQueue): void {
    this.#of(queue.queue).placed.push(row);
    this.#options.queues.add(queue);
  }

  /** Messages that were placed and not taken. */
  placed(): readonly CandidateRow[] {
    return [...this.#rows.values()].flatMap(({ placed }) => placed);
  }

  #read(): void {
    const { queues, reads, link, budgets, now } = this.#options;
    queues.read(reads, link, budgets, now);
    this.#isFresh = true;
  }

  #of(queue: number): Rows {
    const known = this.#rows.get(queue);
    if (known !== undefined) return known;
    const rows: Rows = { rows: [], after: undefined, isRead: false, placed: [] };
    this.#rows.set(queue, rows);
    return rows;
  }

  /** Reads as many of a queue as fall to it. */
  #head(queue: number): CandidateRow | undefined {
    const { queues, reads, link, now, room } = this.#options;
    const rows = this.#of(queue);
    if (rows.rows.length === 0 && !rows.isRead) {
      const limit = Math.ceil(room / Math.max(1, queues.size));
      rows.rows = [...reads.due({ link, queue, after: rows.after }, now, limit)];
      rows.after = rows.rows.at(-1);
      rows.isRead = rows.rows.length < limit;
    }
    return rows.rows[0] ?? rows.placed[0];
  }
}
