import type { DeliveryStore } from "../../../ports/delivery.js";
import { endedByClaim } from "../../../domain/delivery/states/transitions.js";
import { RecipientState } from "../../../domain/recipient-state.js";
import { type ClaimChanges, type ClaimMemory, ClaimRound } from "../../../domain/delivery/claiming/round.js";
import { routedAgain } from "../../tables/delivery/requeued.js";
import { claimRows } from "../../tables/delivery/candidates.js";
import type { RouteTable } from "../../../domain/delivery/routing/route-table.js";
import type { TransitionWrites } from "./transitions.js";
import type { Database } from "../engine/database.js";
import { claimedBodies } from "../../tables/outbox/bodies.js";
import { ScriptRunner } from "../engine/scripts.js";
import type { Owns } from "./owner.js";
import {
  type Claim,
  claimedMessage,
  type ClaimedMessage,
  type FreeSlots,
  type QueuePlace,
} from "../../../domain/delivery/claiming/claim.js";

/** Prepares the writes of a claim. They need no guards: no other writer can have changed what the round has read. */
function prepareWriteClaim(
  database: Database,
  { record, ended }: TransitionWrites,
): (claim: Claim, changes: ClaimChanges) => void {
  const take = database.prepare(
    `UPDATE recipient SET state = ${RecipientState.Submitting}, link = ?, at = ?, worker = ?, attempts = attempts + 1 WHERE id = ?`,
  );
  const end = database.prepare("UPDATE recipient SET state = ?, at = ? WHERE id = ?");
  const place = database.prepare("UPDATE recipient SET link = ? WHERE id = ?");
  const hold = database.prepare("UPDATE recipient SET next_at = ? WHERE id = ?");
  const setFree = database.prepare(
    "INSERT INTO lane (customer_id, free_at) VALUES (?, ?) ON CONFLICT DO UPDATE SET free_at = excluded.free_at",
  );
  return ({ owner, now }, changes) => {
    const { taken, placed, held, freeAt, moves } = changes;
    const unsent = endedByClaim(changes, now);
    for (const { row, decision } of taken) take.run(decision.linkId, now, owner, row.id);
    for (const { id, to, at } of unsent) end.run(to, at, id);
    for (const { id, linkId } of placed) place.run(linkId, id);
    for (const { id, until } of held) hold.run(until, id);
    for (const { customerId, freeAt: at } of freeAt) setFree.run(customerId, at);
    record(moves);
    ended(unsent);
  };
}

/** Returns whether a link is up, but none has free slots. */
const isFull = (links: readonly FreeSlots[]): boolean =>
  links.some(({ up }) => up) && links.every(({ free }) => free === 0);

/** Prepares `DeliveryStore.claim`, inside the transaction that is open. `memory`: state of previous claims. */
export function prepareClaim(
  database: Database,
  transitions: TransitionWrites,
  linkTable: () => RouteTable,
  owns: Owns,
  memory: ClaimMemory,
): (claim: Claim) => readonly ClaimedMessage[] {
  const write = prepareWriteClaim(database, transitions);
  const accepted = database.prepare<{ readonly part: number }>(
    "SELECT part FROM sent_part WHERE recipient = ? ORDER BY part",
  );
  const runner = new ScriptRunner(database);
  return (claim) => {
    if (!owns(claim.owner)) return [];
    const { owner, grant, now, looks = true } = claim;
    const links = grant === undefined ? claim.links : memory.slots.state(owner, grant, claim.links);
    if (grant !== undefined && isFull(links)) return [];
    if (!looks && memory.isIdleFor(links, now)) return [];
    const round = new ClaimRound({ ...claim, links }, linkTable(), memory);
    for (let asked = round.next(); asked.length > 0; asked = round.next())
      round.take(asked.map((read) => runner.run(claimRows(read))));
    const changes = round.changes();
    write(claim, changes);
    for (const { row, decision } of changes.taken) memory.slots.take(decision.linkId, row.parts);
    const bodies = runner.run(claimedBodies(changes.taken.map(({ row }) => row)));
    return changes.taken.map((taken) => {
      const parts = accepted.all(taken.row.id).map(({ part }) => part);
      return claimedMessage(taken, claim.validity, bodies.get(taken.row.txn), parts);
    });
  };
}

/** Prepares `DeliveryStore.reroute`, inside the transaction that is open. */
export function prepareReroute(
  database: Database,
  linkTable: () => RouteTable,
  owns: Owns,
  memory: ClaimMemory,
): (input: Parameters<DeliveryStore["reroute"]>[0]) => QueuePlace | null {
  const runner = new ScriptRunner(database);
  const place = database.prepare("UPDATE recipient SET link = ? WHERE id = ?");
  return (input) => {
    if (!owns(input.owner)) return null;
    const { placements, next } = runner.run(routedAgain(input, linkTable()));
    for (const { id, linkId } of placements) {
      place.run(linkId, id);
      memory.returned(linkId, -Infinity);
    }
    return next;
  };
}
