import type { RateBudgets } from "../pace/rate-budget.js";
import type { CandidateRow } from "../routing/candidate.js";
import type { ClaimRead, QueuesOfLink } from "./reads.js";
import { FairShare, type ReadyQueue } from "./customer-shares.js";

/**
 * Queues of a link that have due messages, with the current turn; stored between claims. They are read again once
 * messages of another queue are due, and once as many messages were sent as queues were read; this picks up changed
 * settings and messages added without notice.
 */
export class LinkQueues {
  readonly #share = new FairShare();
  /** Queues with due messages when they were read, without those that ran empty since. */
  #due = new Map<number, ReadyQueue>();
  /** Those whose customers have reached their rate limits. */
  readonly #limited = new Map<number, ReadyQueue>();
  /** When messages of another queue become due. */
  #laterAt = -Infinity;
  /** Queues when they were read, and messages since. */
  #read = 0;
  #sent = 0;

  /** Messages were added to a queue. */
  arrived(queue: number, dueAt: number): void {
    if (!this.#due.has(queue)) this.#laterAt = Math.min(this.#laterAt, dueAt);
  }

  /** The queues have to be read again. */
  forget(): void {
    this.#laterAt = -Infinity;
  }

  /** A message has returned to one of the queues. */
  returned(dueAt: number): void {
    this.#laterAt = Math.min(this.#laterAt, dueAt);
  }

  /** Returns whether no message may leave now; false before the queues were read. */
  isIdle(budgets: RateBudgets, now: number): boolean {
    if (this.#laterAt <= now) return false;
    for (const { customerId } of this.#due.values()) if (budgets.allows(customerId, now * 1000)) return false;
    return true;
  }

  /** Begins a claim; returns whether the queues have to be read first. `now`: milliseconds since the epoch. */
  open(budgets: RateBudgets, now: number): boolean {
    if (this.#due.size === 0 || this.#sent >= this.#read || this.#laterAt <= now) return true;
    for (const queue of this.#limited.values())
      if (budgets.allows(queue.customerId, now * 1000)) {
        this.#limited.delete(queue.queue);
        this.#share.add(queue);
      }
    return false;
  }

  /** Replaces the known queues by those that were read. */
  take({ due, later, laterAt }: QueuesOfLink, budgets: RateBudgets, now: number): void {
    for (const { customerId, rate, freeAt } of due) budgets.know(customerId, rate, freeAt);
    this.#due = new Map(due.map((queue) => [queue.queue, queue]));
    this.#limited.clear();
    for (const queue of due)
      if (!budgets.allows(queue.customerId, now * 1000)) this.#limited.set(queue.queue, queue);
    this.#share.update(due.filter(({ queue }) => !this.#limited.has(queue)));
    this.#laterAt = laterAt ?? Infinity;
    this.#read = due.length + later;
    this.#sent = 0;
  }

  /** Queues with due messages, those of customers that wait for their rate included. */
  get due(): ReadonlyMap<number, ReadyQueue> {
    return this.#due;
  }

  /** The queue of the current turn; undefined if none is ready. */
  next(): ReadyQueue | undefined {
    for (let queue = this.#share.next(); queue !== undefined; queue = this.#share.next()) {
      const due = this.#due.get(queue);
      if (due !== undefined) return due;
      // It ran empty at another priority that its customer had meanwhile.
      this.#share.remove(queue);
    }
    return undefined;
  }

  add(queue: ReadyQueue): void {
    this.#due.set(queue.queue, queue);
    this.#limited.delete(queue.queue);
    this.#share.add(queue);
  }

  sent(queue: number, parts: number): void {
    this.#sent += 1;
    this.#share.sent(queue, parts);
  }

  /** The customer of the current queue has reached its rate limit. */
  limit(queue: ReadyQueue): void {
    this.#share.remove(queue.queue);
    this.#limited.set(queue.queue, queue);
  }

  /** The current queue has no due message left; the next one is due at `laterAt`. */
  empty({ queue }: ReadyQueue, laterAt = Infinity): void {
    this.#share.remove(queue);
    this.#due.delete(queue);
    this.#laterAt = Math.min(this.#laterAt, laterAt);
  }
}

/** A message that may leave next, and its queue. */
export interface Head {
  readonly kind: "message";
  readonly row: CandidateRow;
  readonly queue: ReadyQueue;
}

interface Rows {
  /** Rows that were read but not claimed. */
  rows: CandidateRow[];
  /** The last that was read. */
  after: CandidateRow | undefined;
  /** Number of rows requested, 0 before the first time; fewer rows mean that all have been read. */
  asked: number;
  /** No more rows are stored, as far as is known. */
  isRead: boolean;
  laterAt: number | undefined;
  /** Routed to this link during the claim, and not stored there yet. */
  readonly placed: CandidateRow[];
}

export interface QueueHeadsOptions {
  readonly link: number;
  readonly queues: LinkQueues;
  readonly budgets: RateBudgets;
  readonly now: number;
  /** Parts that the claim may take. */
  readonly room: number;
}

/** The due messages of a link during one claim, in the order in which they may leave. */
export class QueueHeads {
  readonly #options: QueueHeadsOptions;
  readonly #rows = new Map<number, Rows>();
  /** Whether the queues were read during this claim. */
  #isFresh = false;

  constructor(options: QueueHeadsOptions) {
    this.#options = options;
  }

  /** Reads before the first message. */
  opening(): readonly ClaimRead[] {
    const { queues, budgets, now } = this.#options;
    return queues.open(budgets, now) ? [this.#queuesRead()] : [];
  }

  /** The next message, or the read that is needed first; undefined if there is none. */
  next(): Head | ClaimRead | undefined {
    const { queues, budgets, now } = this.#options;
    for (;;) {
      const queue = queues.next();
      if (queue === undefined) return this.#isFresh ? undefined : this.#queuesRead();
      if (!budgets.allows(queue.customerId, now * 1000)) {
        queues.limit(queue);
        continue;
      }
      const rows = this.#of(queue.queue);
      if (this.#needsRows(rows)) return this.#dueRead(queue.queue, rows);
      const row = rows.rows[0] ?? rows.placed[0];
      if (row !== undefined) return { kind: "message", row, queue };
      queues.empty(queue, rows.laterAt);
    }
  }

  /** Reads that are likely to follow one of due messages: the next ones of other queues, at most so many. */
  ahead(first: number, most: number): readonly ClaimRead[] {
    const { queues, budgets, now } = this.#options;
    const reads: ClaimRead[] = [];
    for (const { queue, customerId } of queues.due.values()) {
      if (reads.length >= most) break;
      const rows = this.#of(queue);
      const isOpen = queue !== first && this.#needsRows(rows) && budgets.allows(customerId, now * 1000);
      if (isOpen) reads.push(this.#dueRead(queue, rows));
    }
    return reads;
  }

  takeQueues(read: QueuesOfLink): void {
    const { queues, budgets, now } = this.#options;
    queues.take(read, budgets, now);
    this.#isFresh = true;
    for (const { queue } of read.due) {
      const rows = this.#rows.get(queue);
      if (rows?.asked === 0) rows.isRead = false;
    }
  }

  takeRows(queue: number, read: readonly CandidateRow[], laterAt: number | undefined): void {
    const rows = this.#of(queue);
    rows.rows = [...read];
    rows.after = read.at(-1);
    rows.isRead = read.length < rows.asked;
    rows.laterAt = laterAt;
  }

  /** Takes the message that `next` returned; `parts` counts against the share of its customer. */
  take(queue: ReadyQueue, parts: number): void {
    const rows = this.#of(queue.queue);
    (rows.rows.length > 0 ? rows.rows : rows.placed).shift();
    if (parts > 0) this.#options.queues.sent(queue.queue, parts);
  }

  /** Adds a message that was routed to this link, behind those that wait for it: a queue that is not known as due has none. */
  place(row: CandidateRow, queue: ReadyQueue): void {
    const { queues } = this.#options;
    const rows = this.#of(queue.queue);
    rows.isRead ||= !queues.due.has(queue.queue);
    rows.placed.push(row);
    queues.add(queue);
  }

  /** Messages that were queued but not claimed. */
  placed(): readonly CandidateRow[] {
    return [...this.#rows.values()].flatMap(({ placed }) => placed);
  }

  #needsRows({ rows, isRead }: Rows): boolean {
    return rows.length === 0 && !isRead;
  }

  #queuesRead(): ClaimRead {
    const { link, now } = this.#options;
    return { kind: "queues", link, now };
  }

  /** Asks for as many rows of a queue as fall to it. */
  #dueRead(queue: number, rows: Rows): ClaimRead {
    const { link, now, room, queues } = this.#options;
    rows.asked = Math.ceil(room / Math.max(1, queues.due.size));
    return { kind: "due", link, queue, after: rows.after, now, limit: rows.asked };
  }

  #of(queue: number): Rows {
    const known = this.#rows.get(queue);
    if (known !== undefined) return known;
    const rows: Rows = {
      rows: [],
      after: undefined,
      asked: 0,
      isRead: false,
      laterAt: undefined,
      placed: [],
    };
    this.#rows.set(queue, rows);
    return rows;
  }
}
