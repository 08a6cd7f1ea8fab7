import { type ClaimChanges, ClaimMemory, ClaimRound } from "../../../domain/delivery/claiming/round.js";
import {
  type Claim,
  claimedMessage,
  type ClaimedMessage,
  type FreeSlots,
} from "../../../domain/delivery/claiming/claim.js";
import { endedByClaim } from "../../../domain/delivery/states/transitions.js";
import type { RouteTable } from "../../../domain/delivery/routing/route-table.js";
import type { ClaimedBody } from "../../../domain/delivery/submitting/submission.js";
import { RecipientState } from "../../../domain/recipient-state.js";
import type { DeliveryWrites } from "../../tables/delivery/writes.js";
import { routedAgain } from "../../tables/delivery/requeued.js";
import { type Batches, type Late, late, oneByOne, together } from "../engine/batch.js";
import type { Session } from "../engine/session.js";
import { arraysOf, sql } from "../engine/statement.js";
import { LinkTable } from "../../tables/links/routes.js";
import { runScript } from "../engine/scripts.js";
import { inPostgres } from "../../tables/outbox/conditions.js";
import { claimedBodies } from "../../tables/outbox/bodies.js";
import { countMoves } from "./counts.js";
import { recordEnded } from "./ended.js";
import { responsesTo } from "./claim-reads.js";
import { postAll, SettledWeek, Weekly } from "./numbers.js";
import { linksOfLease } from "./owner.js";

/** Queues that a claim reads at once. */
const readsAtOnce = 64;

/** Milliseconds after which the queues are read again: other processes add messages without notice. */
const trustedFor = 200;

/** The rows are locked since the round has read them. */
const take = new Weekly(
  (week) => `WITH dispatching AS (INSERT INTO dispatch (at, recipients) VALUES (($3::bigint[])[1], $1))
   UPDATE recipient${week} r SET state = ${RecipientState.Submitting}, link = n.link, at = n.at, worker = n.worker, attempts = attempts + 1
   FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[]) AS n (id, link, at, worker) WHERE r.id = n.id`,
);
const end = new Weekly(
  (week) => `UPDATE recipient${week} r SET state = n.state, at = n.at
   FROM unnest($1::bigint[], $2::smallint[], $3::bigint[]) AS n (id, state, at) WHERE r.id = n.id`,
);
const place = sql(
  `UPDATE recipient r SET link = n.link FROM unnest($1::bigint[], $2::bigint[]) AS n (id, link)
   WHERE r.id = n.id AND r.${inPostgres.isQueued}`,
);
const hold = new Weekly(
  (week) =>
    `UPDATE recipient${week} r SET next_at = n.next_at FROM unnest($1::bigint[], $2::bigint[]) AS n (id, next_at) WHERE r.id = n.id`,
);
/** Adds the used share to that of other processes, which use the same rate. Locks rows in one order, so that claims cannot deadlock. */
const addLanes = sql(
  `INSERT INTO lane (customer_id, free_at) SELECT customer_id, free_at - spent
   FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS n (customer_id, free_at, spent) ORDER BY customer_id
   ON CONFLICT (customer_id) DO UPDATE SET free_at = greatest(lane.free_at, excluded.free_at)`,
);
const spend = sql(
  `UPDATE lane l SET free_at = l.free_at + n.spent FROM unnest($1::bigint[], $2::bigint[]) AS n (customer_id, spent)
   WHERE l.customer_id = n.customer_id`,
);
const accepted = sql<{ readonly recipient: number; readonly part: number }>(
  `SELECT p.recipient, p.part FROM unnest($1::bigint[]) AS n (id) JOIN sent_part p ON p.recipient = n.id
   ORDER BY p.recipient, p.part`,
);

function writePlacements(session: Session, placements: ClaimChanges["placed"]): void {
  if (placements.length === 0) return;
  const ids = placements.map(({ id }) => id);
  session.post(place, ids, ...arraysOf(placements, "linkId"));
}

async function write(session: Session, { owner, now }: Claim, changes: ClaimChanges): Promise<void> {
  const { taken, placed, held, freeAt, moves } = changes;
  const claimed = taken.map(({ row, decision: { linkId } }) => ({ id: row.id, at: now, linkId, owner }));
  postAll(session, take, claimed, "id", "linkId", "at", "owner");
  const ended = endedByClaim(changes, now);
  postAll(session, end, ended, "id", "to", "at");
  writePlacements(session, placed);
  const until = held.map((each) => ({ ...each, at: now }));
  postAll(session, hold, until, "id", "until");
  writeSpent(session, freeAt);
  await countMoves(session, moves);
  await recordEnded(session, ended);
}

function writeSpent(session: Session, changes: ClaimChanges["freeAt"]): void {
  if (changes.length === 0) return;
  session.post(addLanes, ...arraysOf(changes, "customerId", "freeAt", "spent"));
  session.post(spend, ...arraysOf(changes, "customerId", "spent"));
}

/** Builds the claimed messages, with their bodies and the parts that networks have. */
async function messagesOf(
  session: Session,
  taken: ClaimChanges["taken"],
  bodies: ReadonlyMap<number, ClaimedBody>,
  validity: number,
): Promise<readonly ClaimedMessage[]> {
  if (taken.length === 0) return [];
  const parts = new Map<number, number[]>();
  const ids = taken.map(({ row }) => row.id);
  for (const { recipient, part } of await session.all(accepted, ids))
    parts.set(recipient, [...(parts.get(recipient) ?? []), part]);
  return taken.map((each) =>
    claimedMessage(each, validity, bodies.get(each.row.txn), parts.get(each.row.id) ?? []),
  );
}

/** A link is up, but none has free slots. */
const isFull = (links: readonly FreeSlots[]): boolean =>
  links.some(({ up }) => up) && links.every(({ free }) => free === 0);

/** Claims of this process. What it keeps between them is thrown away with a claim that did not come to its end. */
export class Claims {
  /** Links and routes as they are now. */
  readonly table = new LinkTable();
  /** Where the messages are that receipts come for. */
  readonly week = new SettledWeek();
  #memory = new ClaimMemory();
  #readAt = -Infinity;

  /** State that new messages share with claims. */
  get memory(): ClaimMemory {
    return this.#memory;
  }

  /**
   * Takes the statement of free slots that a claim makes, in the order of the calls; returns whether it has to look for messages as well.
   * A statement alone needs no transaction: whoever uses the slots proves the lease.
   */
  state({ owner, grant, links, now, looks = true }: Claim): boolean {
    if (grant === undefined) return true;
    const free = this.#memory.slots.state(owner, grant, links);
    return !isFull(free) && (looks || !this.#memory.isIdleFor(free, now));
  }

  async run(session: Session, claim: Claim): Promise<Late<readonly ClaimedMessage[]>> {
    session.undo(() => {
      this.#forgetAll();
    });
    const [own, table] = await Promise.all([
      linksOfLease(session, claim.owner),
      runScript(session, this.table.read()),
    ]);
    if (own === undefined) {
      this.#forgetAll();
      return late(Promise.resolve([]));
    }
    if (Math.abs(claim.now - this.#readAt) > trustedFor) {
      this.#readAt = claim.now;
      this.#memory.forget();
    }
    return this.#claim(session, claim, own, table);
  }

  #forgetAll(): void {
    this.#memory = new ClaimMemory(this.#memory.slots);
  }

  async #claim(
    session: Session,
    claim: Claim,
    own: ReadonlySet<number>,
    table: RouteTable,
  ): Promise<Late<readonly ClaimedMessage[]>> {
    const { slots } = this.#memory;
    const roomOf = ({ linkId, free }: FreeSlots): number =>
      claim.grant === undefined ? free : slots.free(linkId);
    const links = claim.links.map((link) => ({ ...link, free: own.has(link.linkId) ? roomOf(link) : 0 }));
    // Until the claim has chosen, new messages take none of its slots.
    const reserved = links.map(({ linkId, free }) => slots.take(linkId, free));
    for (const giveBack of reserved) session.undo(giveBack);
    const round = new ClaimRound({ ...claim, links }, table, this.#memory, readsAtOnce);
    for (let asked = round.next(); asked.length > 0; asked = round.next())
      round.take(await responsesTo(session, asked));
    const changes = round.changes();
    for (const giveBack of reserved) giveBack();
    for (const { row, decision } of changes.taken) session.undo(slots.take(decision.linkId, row.parts));
    await write(session, claim, changes);
    const bodies = await runScript(session, claimedBodies(changes.taken.map(({ row }) => row)));
    return late(messagesOf(session, changes.taken, bodies, claim.validity));
  }
}

/** Claims and reroutes. */
export function claimWrites(claims: Claims): Batches<Pick<DeliveryWrites, "claim" | "reroute">> {
  return {
    claim: together(async (session, inputs) => {
      const claimed = await Promise.all(inputs.map((claim) => claims.run(session, claim)));
      return late(Promise.all(claimed.map((messages) => messages.late)));
    }, 1),
    reroute: oneByOne(async (session, input) => {
      if ((await linksOfLease(session, input.owner)) === undefined) return null;
      const links = await runScript(session, claims.table.read());
      const { placements, next } = await runScript(session, routedAgain(input, links));
      writePlacements(session, placements);
      for (const { linkId } of placements) claims.memory.returned(linkId, -Infinity);
      return next;
    }, 1),
  };
}
