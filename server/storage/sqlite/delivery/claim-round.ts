import type { ReadyQueue } from "../../../domain/outbox/fair-share.js";
import type { RateBudgets } from "../../../domain/links/rate-budget.js";
import type { Claim } from "../../../domain/outbox/claims.js";
import { type CandidateRow, routableOf } from "../../../domain/outbox/candidate.js";
import {
  decide,
  type Decision,
  type Placement,
  type RouteTable,
  unrouted,
} from "../../../domain/links/route-table.js";
import type { CandidateReads } from "./candidates.js";
import { type LinkQueues, QueueHeads } from "../links/link-queues.js";

/** Messages without a link that a claim looks at, at least: those for links without room are put into their queues. */
const leastLooked = 256;

/** The same for a claim without any room: all links are down. */
const routedWithoutRoom = 1_000;

export interface Taken {
  readonly row: CandidateRow;
  readonly decision: Decision;
}

/** Room per link, while a claim uses it up. */
class Rooms {
  readonly #room: Map<number, number>;
  readonly #up: ReadonlySet<number>;
  #total: number;

  constructor(links: Claim["links"]) {
    this.#room = new Map(links.map(({ linkId, room }) => [linkId, room]));
    this.#up = new Set(links.filter(({ up }) => up).map(({ linkId }) => linkId));
    this.#total = links.reduce((sum, { room }) => sum + Math.max(0, room), 0);
  }

  readonly isUp = (linkId: number): boolean => this.#up.has(linkId);

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

export interface ClaimRoundOptions {
  readonly claim: Claim;
  readonly table: RouteTable;
  readonly reads: CandidateReads;
  readonly budgets: RateBudgets;
  readonly queuesOf: (link: number) => LinkQueues;
  /** Queues of unrouted messages that new ones have come into. */
  readonly arrived: Iterable<number>;
}

/** Chooses the messages of one claim. Writes nothing. */
export class ClaimRound {
  readonly taken: Taken[] = [];
  readonly expired: CandidateRow[] = [];
  readonly #options: ClaimRoundOptions;
  readonly #rooms: Rooms;
  readonly #heads: ReadonlyMap<number, QueueHeads>;
  /** Messages for links without room, with their link. */
  readonly #moved: Placement[] = [];

  constructor(options: ClaimRoundOptions) {
    this.#options = options;
    const { claim, arrived } = options;
    this.#rooms = new Rooms(claim.links);
    const withRoom = claim.links.filter(({ room }) => room > 0);
    this.#heads = new Map([
      [unrouted, this.#open(unrouted, this.#wanted, arrived)],
      ...withRoom.map(({ linkId, room }) => [linkId, this.#open(linkId, room, [])] as const),
    ]);
  }

  /** Routes what has no link yet and fills the links, in turns until they are full or nothing is left; without room, only routes. */
  run(): void {
    if (this.#rooms.total <= 0) {
      this.#route(routedWithoutRoom);
      return;
    }
    const limit = Math.max(this.#rooms.total, leastLooked);
    let looked = 0;
    for (let before = -1; before < looked && looked < limit && this.#rooms.total > 0;) {
      before = looked;
      looked += this.#route(limit - looked);
      for (const { linkId } of this.#options.claim.links) this.#fill(linkId);
    }
  }

  /** Messages that wait for another link from now on. */
  placed(): readonly Placement[] {
    const left = [...this.#heads].flatMap(([linkId, heads]) =>
      heads.placed().map(({ id }) => ({ id, linkId })),
    );
    return [...this.#moved, ...left];
  }

  /** Parts for which unrouted messages are looked for. */
  get #wanted(): number {
    return this.#rooms.total > 0 ? this.#rooms.total : routedWithoutRoom;
  }

  #open(link: number, room: number, arrived: Iterable<number>): QueueHeads {
    const { claim, reads, budgets, queuesOf } = this.#options;
    return new QueueHeads({ link, room, reads, budgets, now: claim.now, queues: queuesOf(link) }, arrived);
  }

  /** Puts unrouted messages into the queues of links until those with room have enough; returns how many. */
  #route(limit: number): number {
    const heads = this.#heads.get(unrouted);
    let wanted = this.#wanted;
    let looked = 0;
    while (wanted > 0 && looked < limit) {
      const head = heads?.next();
      if (heads === undefined || head === undefined) break;
      const { row, queue } = head;
      looked += 1;
      if (this.#isExpired(row)) {
        heads.take(queue, 0);
        continue;
      }
      heads.take(queue, row.parts);
      const { linkId } = this.#decide(row);
      this.#place(row, queue, linkId);
      if (this.#rooms.of(linkId) > 0) wanted -= row.parts;
    }
    return looked;
  }

  #fill(linkId: number): void {
    const heads = this.#heads.get(linkId);
    while (this.#rooms.of(linkId) > 0) {
      const head = heads?.next();
      if (heads === undefined || head === undefined) return;
      const { row, queue } = head;
      const decision = this.#isExpired(row) ? undefined : this.#decide(row);
      const stays = decision?.linkId === linkId;
      heads.take(queue, stays ? row.parts : 0);
      if (decision === undefined) continue;
      if (stays) this.#take(row, queue, decision);
      else this.#place(row, queue, decision.linkId);
    }
  }

  #decide(row: CandidateRow): Decision {
    return decide(this.#options.table, routableOf(row), row.link, this.#rooms.isUp);
  }

  #isExpired(row: CandidateRow): boolean {
    const { validity, now } = this.#options.claim;
    if (row.dueAt + validity > now) return false;
    this.expired.push(row);
    return true;
  }

  #take(row: CandidateRow, { customerId }: ReadyQueue, decision: Decision): void {
    const { budgets, claim } = this.#options;
    this.#rooms.take(decision.linkId, row.parts);
    budgets.spend(customerId, row.parts, claim.now * 1000);
    this.taken.push({ row, decision });
  }

  #place(row: CandidateRow, queue: ReadyQueue, linkId: number): void {
    const heads = this.#rooms.of(linkId) > 0 ? this.#heads.get(linkId) : undefined;
    if (heads === undefined) this.#moved.push({ id: row.id, linkId });
    else heads.place(row, queue);
  }
}
