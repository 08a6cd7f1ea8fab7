import type { CandidateRow } from "../../../domain/delivery/candidate.js";
import { type ClaimChanges, ClaimMemory, ClaimRound } from "../../../domain/delivery/claim-round.js";
import { type Claim, claimedMessage, type ClaimedMessage } from "../../../domain/delivery/claims.js";
import { rerouted } from "../../../domain/delivery/route-table.js";
import { RecipientState } from "../../../domain/recipient-state.js";
import type { DeliveryWrites } from "../../protocol/link-writes.js";
import { candidateColumns, candidateTables } from "../../rows/candidate-row.js";
import { type Batches, oneByOne } from "../engine/batch.js";
import type { Session } from "../engine/database.js";
import { sql } from "../engine/statement.js";
import type { LinkTable } from "./link-reads.js";
import { isQueued } from "./counts.js";
import { claimedBodies } from "./message-bodies.js";
import { recordMoves } from "./transitions.js";
import { recordEnded } from "./ended.js";
import { claimRows } from "./candidates.js";
import { linksOfLease } from "./owner.js";

/** Messages that are routed again in one commit. */
const reroutedAtOnce = 2000;

/** Reads that a claim sends at once. */
const readsAtOnce = 4;

/** Milliseconds after which the queues are read again: other processes add messages without notice. */
const trustedFor = 200;

/** The rows are locked since the round has read them. */
const take = sql(
  `UPDATE recipient r SET state = ${RecipientState.Submitting}, link = n.link, at = $3, worker = $4, attempts = attempts + 1
   FROM unnest($1::bigint[], $2::bigint[]) AS n (id, link) WHERE r.id = n.id`,
);
const expire = sql(
  `UPDATE recipient SET state = ${RecipientState.Expired}, at = $2 WHERE id = ANY ($1::bigint[])`,
);
const place = sql(
  `UPDATE recipient r SET link = n.link FROM unnest($1::bigint[], $2::bigint[]) AS n (id, link)
   WHERE r.id = n.id AND r.${isQueued}`,
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
  "SELECT recipient, part FROM sent_part WHERE recipient = ANY ($1::bigint[]) ORDER BY recipient, part",
);

async function writePlacements(session: Session, placements: ClaimChanges["placed"]): Promise<void> {
  if (placements.length > 0)
    await session.run(
      place,
      placements.map(({ id }) => id),
      placements.map(({ linkId }) => linkId),
    );
}

async function write(session: Session, { owner, now }: Claim, changes: ClaimChanges): Promise<void> {
  const { taken, expired, placed, freeAt, moves } = changes;
  if (taken.length > 0)
    await session.run(
      take,
      taken.map(({ row }) => row.id),
      taken.map(({ decision }) => decision.linkId),
      now,
      owner,
    );
  if (expired.length > 0)
    await session.run(
      expire,
      expired.map(({ id }) => id),
      now,
    );
  await writePlacements(session, placed);
  await writeSpent(session, freeAt);
  await recordMoves(session, moves);
  const [from, to] = [RecipientState.Queued, RecipientState.Expired];
  await recordEnded(
    session,
    expired.map(({ id }) => ({ id, from, to, at: now })),
  );
}

async function writeSpent(session: Session, changes: ClaimChanges["freeAt"]): Promise<void> {
  if (changes.length === 0) return;
  const customers = changes.map(({ customerId }) => customerId);
  const spent = changes.map((each) => each.spent);
  const freeAt = changes.map((each) => each.freeAt);
  await session.run(addLanes, customers, freeAt, spent);
  await session.run(spend, customers, spent);
}

/** Builds the claimed messages, with their bodies and the parts that networks have. */
async function messagesOf(
  session: Session,
  taken: ClaimChanges["taken"],
  validity: number,
): Promise<readonly ClaimedMessage[]> {
  if (taken.length === 0) return [];
  const bodies = await claimedBodies(
    session,
    taken.map(({ row }) => row),
  );
  const parts = new Map<number, number[]>();
  for (const { recipient, part } of await session.all(
    accepted,
    taken.map(({ row }) => row.id),
  ))
    parts.set(recipient, [...(parts.get(recipient) ?? []), part]);
  return taken.map((each) =>
    claimedMessage(each, validity, bodies.get(each.row.txn), parts.get(each.row.id) ?? []),
  );
}

/** Claims of this process. What it keeps between them is thrown away with a claim that did not come to its end. */
class Claims {
  readonly #table: LinkTable;
  #memory = new ClaimMemory();
  #isOpen = false;
  #readAt = -Infinity;

  constructor(table: LinkTable) {
    this.#table = table;
  }

  async run(session: Session, claim: Claim): Promise<readonly ClaimedMessage[]> {
    if (this.#isOpen) this.#memory = new ClaimMemory();
    this.#isOpen = true;
    const own = await linksOfLease(session, claim.owner);
    if (own === undefined) {
      this.#memory = new ClaimMemory();
      return [];
    }
    if (Math.abs(claim.now - this.#readAt) > trustedFor) {
      this.#readAt = claim.now;
      this.#memory.forget();
    }
    const links = claim.links.map((link) => (own.has(link.linkId) ? link : { ...link, room: 0 }));
    const round = new ClaimRound(
      { ...claim, links },
      await this.#table.read(session),
      this.#memory,
      readsAtOnce,
    );
    for (let asked = round.next(); asked.length > 0; asked = round.next())
      round.take(await Promise.all(asked.map((read) => claimRows(session, read))));
    const changes = round.changes();
    await write(session, claim, changes);
    const messages = await messagesOf(session, changes.taken, claim.validity);
    this.#isOpen = false;
    return messages;
  }
}

/** Guard: as for a claim; a message that is being claimed is not placed elsewhere. */
const waitingFor = sql<CandidateRow & { readonly lane: number }>(
  `SELECT ${candidateColumns}, r.lane FROM ${candidateTables}
   WHERE r.${isQueued} AND r.link = $1 AND (r.lane, r.next_at, r.id) > ($2, $3, $4)
   ORDER BY r.lane, r.next_at, r.id LIMIT ${reroutedAtOnce} FOR UPDATE OF r SKIP LOCKED`,
);

/** Claims and reroutes. */
export function claimWrites(table: LinkTable): Batches<Pick<DeliveryWrites, "claim" | "reroute">> {
  const claims = new Claims(table);
  return {
    claim: oneByOne((session, claim) => claims.run(session, claim), 1),
    reroute: oneByOne(async (session, { owner, linkId, up, after }) => {
      if ((await linksOfLease(session, owner)) === undefined) return null;
      const { lane, nextAt, id } = after ?? { lane: -1, nextAt: 0, id: 0 };
      const rows = await session.all(waitingFor, linkId, lane, nextAt, id);
      const links = await table.read(session);
      await writePlacements(
        session,
        rerouted(rows, links, (link) => up.includes(link)),
      );
      const last = rows.length === reroutedAtOnce ? rows.at(-1) : undefined;
      return last === undefined ? null : { lane: last.lane, nextAt: last.nextAt, id: last.id };
    }, 1),
  };
}
