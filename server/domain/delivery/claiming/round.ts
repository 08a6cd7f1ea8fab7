import { RateBudgets, type RateChange } from "../pace/rate-budget.js";
import {
  decide,
  type Decision,
  type IsUp,
  type Placement,
  type RouteTable,
  unrouted,
} from "../routing/route-table.js";
import { type CandidateRow, routableOf } from "../routing/candidate.js";
import type { ClaimRead, ClaimRows } from "./reads.js";
import type { Claim, FreeSlots, Taken } from "./claim.js";
import type { Move } from "../states/counts.js";
import type { ReadyQueue } from "./customer-shares.js";
import { KeptSlots } from "./granted-slots.js";
import { type Head, LinkQueues, QueueHeads } from "./link-queues.js";
import { RecipientState } from "../../recipient-state.js";
import { QuietHours } from "../quiet-hours/quiet-hours.js";
import { isExpired, type Unsent } from "../states/transitions.js";

/** Minimum of unrouted messages that a claim routes: those for links without free slots are put into their queues. */
const leastLooked = 256;

/** Messages that a claim holds before it leaves the others to the next one. */
const mostHeld = 256;

/** The same for a claim without any free slot: all links are down. */
const routedWithoutRoom = 1_000;

/** Receives notice of submitted messages. */
export interface Arrivals {
  /** Reports unrouted messages in a queue and their due time. */
  arrived(queue: number, dueAt: number): void;
}

/** State kept between claims: the turns on each link, when the rates of customers allow more, and slots that claims have left. */
export class ClaimMemory implements Arrivals {
  readonly budgets = new RateBudgets();
  readonly quietHours = new QuietHours();
  /** Slots for messages that are handed over. */
  readonly slots: KeptSlots;
  readonly #byLink = new Map<number, LinkQueues>();

  constructor(slots = new KeptSlots()) {
    this.slots = slots;
  }

  queuesOf(link: number): LinkQueues {
    const queues = this.#byLink.get(link) ?? new LinkQueues();
    this.#byLink.set(link, queues);
    return queues;
  }

  arrived(queue: number, dueAt: number): void {
    this.queuesOf(unrouted).arrived(queue, dueAt);
  }

  /** Other processes may have added messages, and spent something of the rates: the next claim reads all queues. */
  forget(): void {
    for (const queues of this.#byLink.values()) queues.forget();
  }

  /** A message has returned to a queue of a link; it may leave at `dueAt`. */
  returned(link: number, dueAt: number): void {
    this.queuesOf(link).returned(dueAt);
  }

  /** Returns whether no message that may leave now waits for a link, as far as this process knows. */
  isIdle(link: number, now: number): boolean {
    return this.queuesOf(link).isIdle(this.budgets, now);
  }

  /** As `isIdle`, for links with free slots, and for messages without a link. */
  isIdleFor(links: readonly FreeSlots[], now: number): boolean {
    return (
      this.isIdle(unrouted, now) && links.every(({ linkId, free }) => free === 0 || this.isIdle(linkId, now))
    );
  }
}

/** A message that waits until a time. */
export interface Held {
  readonly id: number;
  readonly until: number;
}

/** Writes of a round. */
export interface ClaimChanges extends Unsent<CandidateRow> {
  /** They become Submitting, with one attempt more. */
  readonly taken: readonly Taken[];
  /** Messages that wait for another link from now on. */
  readonly placed: readonly Placement[];
  /** Messages that wait until a time, because of quiet hours; their links stay. */
  readonly held: readonly Held[];
  /** Used shares of the rates of customers. */
  readonly freeAt: readonly RateChange[];
  /** Recipients per transaction that change their state. */
  readonly moves: readonly Move[];
}

/** Free slots per link during a claim. */
class Rooms {
  readonly #room: Map<number, number>;
  readonly #up: ReadonlySet<number>;
  #total: number;

  constructor(links: Claim["links"]) {
    this.#room = new Map(links.map(({ linkId, free }) => [linkId, free]));
    this.#up = new Set(links.filter(({ up }) => up).map(({ linkId }) => linkId));
    this.#total = links.reduce((sum, { free }) => sum + Math.max(0, free), 0);
  }

  readonly isUp: IsUp = (linkId) => this.#up.has(linkId);

  of(linkId: number): number {
    return this.#room.get(linkId) ?? 0;
  }

  get total(): number {
    return this.#total;
  }

  /** A long message may take more than there is: it would never find a window that is large enough. */
  take(linkId: number, parts: number): void {
    this.#total -= Math.min(parts, this.of(linkId));
    this.#room.set(linkId, this.of(linkId) - parts);
  }
}

type Reads = Generator<readonly ClaimRead[], void, void>;

/**
 * Chooses the messages of one claim: it routes those without a link and fills the free slots of the links in turn,
 * until they are full or no message is left; without free slots it only routes. `next` returns reads for the store and
 * `take` receives the rows of each, until `next` returns none; then `changes` returns the writes.
 */
export class ClaimRound {
  readonly #claim: Claim;
  readonly #table: RouteTable;
  readonly #memory: ClaimMemory;
  readonly #readsAtOnce: number;
  readonly #rooms: Rooms;
  readonly #heads: ReadonlyMap<number, QueueHeads>;
  readonly #steps: Reads;
  readonly #taken: Taken[] = [];
  readonly #expired: CandidateRow[] = [];
  readonly #optedOut: CandidateRow[] = [];
  readonly #held: Held[] = [];
  /** Messages for links without free slots, with their link. */
  readonly #moved: Placement[] = [];
  #asked: readonly ClaimRead[] = [];
  /** Unrouted messages that were looked at. */
  #looked = 0;

  /** `readsAtOnce`: reads that `next` may return together, some of them in advance, for a store where each call costs a lot. */
  constructor(claim: Claim, table: RouteTable, memory: ClaimMemory, readsAtOnce = 1) {
    this.#claim = claim;
    this.#table = table;
    this.#memory = memory;
    this.#readsAtOnce = readsAtOnce;
    this.#rooms = new Rooms(claim.links);
    const withRoom = claim.links.filter(({ free }) => free > 0);
    this.#heads = new Map([
      [unrouted, this.#open(unrouted, this.#wanted)],
      ...withRoom.map(({ linkId, free }) => [linkId, this.#open(linkId, free)] as const),
    ]);
    this.#steps = this.#run();
  }

  /** Reads that the round needs now; none when it is over. */
  next(): readonly ClaimRead[] {
    this.#asked = this.#steps.next().value ?? [];
    return this.#asked;
  }

  /** Takes the rows of the reads, in their order. */
  take(answers: readonly ClaimRows[]): void {
    for (const [index, read] of this.#asked.entries()) {
      const heads = this.#heads.get(read.link);
      const answer = answers[index];
      if (answer?.kind === "queues") heads?.takeQueues(answer.queues);
      else if (answer?.kind === "due" && read.kind === "due")
        heads?.takeRows(read.queue, answer.rows, answer.laterAt);
    }
  }

  /** The writes of the round; call it once, at the end. */
  changes(): ClaimChanges {
    const left = [...this.#heads].flatMap(([linkId, heads]) =>
      heads.placed().map(({ id }) => ({ id, linkId })),
    );
    const from = RecipientState.Queued;
    const move = (to: RecipientState, { txn }: CandidateRow): Move => ({ txn, from, to, n: 1 });
    return {
      taken: this.#taken,
      expired: this.#expired,
      optedOut: this.#optedOut,
      held: this.#held,
      placed: [...this.#moved, ...left],
      freeAt: this.#memory.budgets.takeChanges(),
      moves: [
        ...this.#taken
          .filter(({ row }) => row.counted)
          .map(({ row }) => move(RecipientState.Submitting, row)),
        ...this.#expired.map((row) => move(RecipientState.Expired, row)),
        ...this.#optedOut.map((row) => move(RecipientState.OptedOut, row)),
      ],
    };
  }

  *#run(): Reads {
    const opening = [...this.#heads.values()].flatMap((heads) => heads.opening());
    if (opening.length > 0) yield opening;
    if (this.#rooms.total <= 0) {
      yield* this.#route(routedWithoutRoom);
      return;
    }
    const limit = Math.max(this.#rooms.total, leastLooked);
    for (let before = -1; before < this.#looked && this.#looked < limit && this.#rooms.total > 0;) {
      before = this.#looked;
      yield* this.#route(limit);
      for (const { linkId } of this.#claim.links) yield* this.#fill(linkId);
    }
  }

  /** Parts for which unrouted messages are looked for. */
  get #wanted(): number {
    return this.#rooms.total > 0 ? this.#rooms.total : routedWithoutRoom;
  }

  #open(link: number, room: number): QueueHeads {
    const { budgets } = this.#memory;
    return new QueueHeads({ link, room, budgets, now: this.#claim.now, queues: this.#memory.queuesOf(link) });
  }

  /** The next message of a link, or the reads that are needed first. */
  *#head(heads: QueueHeads | undefined): Generator<readonly ClaimRead[], Head | undefined, void> {
    for (;;) {
      const head = heads?.next();
      if (head === undefined || head.kind === "message") return head;
      const ahead = head.kind === "due" ? heads?.ahead(head.queue, this.#readsAtOnce - 1) : undefined;
      yield [head, ...(ahead ?? [])];
    }
  }

  /**
   * Puts unrouted messages into the queues of links until those with free slots have enough, or `limit` messages were
   * routed.
   */
  *#route(limit: number): Reads {
    const heads = this.#heads.get(unrouted);
    for (let wanted = this.#wanted; wanted > 0 && this.#looked < limit;) {
      const head = yield* this.#head(heads);
      if (head === undefined) return;
      const { row, queue } = head;
      this.#looked += 1;
      const left = this.#leaves(row);
      heads?.take(queue, left === "ends" ? 0 : row.parts);
      if (left !== undefined) continue;
      const { linkId } = this.#decide(row);
      this.#place(row, queue, linkId);
      if (this.#rooms.of(linkId) > 0) wanted -= row.parts;
    }
  }

  *#fill(linkId: number): Reads {
    const heads = this.#heads.get(linkId);
    const most = this.#held.length + mostHeld;
    while (this.#rooms.of(linkId) > 0 && this.#held.length < most) {
      const head = yield* this.#head(heads);
      if (head === undefined) return;
      const { row, queue } = head;
      const left = this.#leaves(row);
      const decision = left === undefined ? this.#decide(row) : undefined;
      const stays = decision?.linkId === linkId;
      // One that is held takes a turn, so that it delays no other queue.
      heads?.take(queue, stays || left === "held" ? row.parts : 0);
      if (decision === undefined) continue;
      if (stays) this.#take(row, queue, decision);
      else this.#place(row, queue, decision.linkId);
    }
  }

  #decide(row: CandidateRow): Decision {
    return decide(this.#table, routableOf(row), row.link, this.#rooms.isUp);
  }

  /** Why a message leaves the round without a link; undefined if it may be sent. */
  #leaves(row: CandidateRow): "ends" | "held" | undefined {
    const { validity, now } = this.#claim;
    if (row.optedOut === 1) this.#optedOut.push(row);
    else if (this.#waits(row)) return "held";
    else if (isExpired(row, validity, now) && this.#laterEnd(row) === undefined) this.#expired.push(row);
    else return undefined;
    return "ends";
  }

  /** Whether a message is held, because of quiet hours; one that has a validity of its own may expire meanwhile. */
  #waits({ id, phone, link, quietHours, validUntil = Infinity }: CandidateRow): boolean {
    const { now } = this.#claim;
    if (quietHours === undefined || validUntil <= now) return false;
    const allowed = this.#memory.quietHours.allowedFrom(quietHours, phone, now);
    if (allowed <= now) return false;
    const until = Math.min(allowed, validUntil);
    this.#held.push({ id, until });
    this.#memory.returned(link, until);
    return true;
  }

  /** When delivery of a message is given up that would have expired if it had not been held; undefined if that has passed too. */
  #laterEnd({ phone, quietHours, validUntil, dueAt }: CandidateRow): number | undefined {
    const { validity, now } = this.#claim;
    if (quietHours === undefined || validUntil !== undefined) return undefined;
    const end = this.#memory.quietHours.endOf(quietHours, phone, dueAt, validity);
    return end > now ? end : undefined;
  }

  #take(row: CandidateRow, { customerId }: ReadyQueue, decision: Decision): void {
    this.#rooms.take(decision.linkId, row.parts);
    this.#memory.budgets.spend(customerId, row.parts, this.#claim.now * 1000);
    const { validity, now } = this.#claim;
    const end = isExpired(row, validity, now) ? this.#laterEnd(row) : undefined;
    this.#taken.push({ row, decision, end });
  }

  #place(row: CandidateRow, queue: ReadyQueue, linkId: number): void {
    const heads = this.#rooms.of(linkId) > 0 ? this.#heads.get(linkId) : undefined;
    if (heads !== undefined) {
      heads.place(row, queue);
      return;
    }
    this.#moved.push({ id: row.id, linkId });
    this.#memory.queuesOf(linkId).arrived(queue.queue, row.nextAt);
  }
}
