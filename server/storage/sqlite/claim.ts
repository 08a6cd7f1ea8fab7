import type { MessageKind } from "../../domain/delivery/routing.js";
import type { Claim, ClaimedMessage, DeliveryStore, QueuePlace } from "../../ports/delivery.js";
import { type ClaimedBody, RecipientState } from "../../ports/store.js";
import {
  type Candidate,
  candidateColumns,
  candidateTables,
  prepareOffers,
  type Verdict,
} from "./candidates.js";
import type { CountMoves, Move } from "./counts.js";
import type { Database } from "./database.js";
import { decide, type Decision, type LinkTable } from "./link-table.js";
import { prepareClaimedBodies } from "./message-bodies.js";
import type { Owns } from "./owner.js";

/** Messages that are routed again in one commit. */
const reroutedAtOnce = 2000;

/** No route fits. */
const nowhere = -1;

function kindOf({ kind }: Candidate): MessageKind {
  return kind === "mms" ? "mms" : "sms";
}

function decisionOf(table: LinkTable, row: Candidate, isUp: (linkId: number) => boolean): Decision {
  const message = {
    id: row.id,
    phone: row.phone,
    customerId: row.customer_id,
    originator: row.originator,
    kind: kindOf(row),
  };
  return decide(table, message, row.link, isUp);
}

interface Taken {
  readonly row: Candidate;
  readonly decision: Decision;
}

function messageOf(
  { row, decision }: Taken,
  validity: number,
  body: ClaimedBody | undefined,
  accepted: readonly number[],
): ClaimedMessage {
  return {
    id: row.id,
    transactionId: row.transaction_id,
    customerId: row.customer_id,
    phone: row.phone,
    originator: row.originator,
    text: row.text,
    body,
    dataCoding: row.data_coding,
    parts: row.parts,
    attempt: row.attempts + 1,
    validUntil: row.due_at + validity,
    linkId: decision.linkId,
    policy: decision.policy,
    dueAt: row.next_at,
    accepted,
    uncertain: row.uncertain === 1,
  };
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

interface Tools {
  readonly offers: ReturnType<typeof prepareOffers>;
  readonly move: (row: Candidate, linkId: number) => void;
}

/** Fills the room with what waits for each link, then with what waits for any. */
function choose({ offers, move }: Tools, table: LinkTable, claim: Claim) {
  const { now, validity, links } = claim;
  const rooms = new Rooms(links);
  const taken: Taken[] = [];
  const expired: Candidate[] = [];

  const offer = (row: Candidate): Verdict => {
    if (rooms.total <= 0 || (row.link > 0 && rooms.of(row.link) <= 0)) return "full";
    if (row.due_at + validity <= now) {
      expired.push(row);
      return "moved";
    }
    const decision = decisionOf(table, row, rooms.isUp);
    if (rooms.of(decision.linkId) > 0) {
      rooms.take(decision.linkId, row.parts);
      taken.push({ row, decision });
      return "taken";
    }
    if (decision.linkId !== row.link) move(row, decision.linkId);
    return "moved";
  };
  for (const { linkId, room } of links) if (room > 0) offers(linkId, now, room, offer);
  if (rooms.total > 0) offers(0, now, rooms.total, offer);
  return { taken, expired };
}

/** Prepares `DeliveryStore.claim`, inside the transaction that is open. */
export function prepareClaim(
  database: Database,
  countMoves: CountMoves,
  linkTable: () => LinkTable,
  owns: Owns,
): (claim: Claim) => readonly ClaimedMessage[] {
  const offers = prepareOffers(database);
  const place = database.prepare("UPDATE recipient SET link = ? WHERE id = ?");
  const take = database.prepare(
    "UPDATE recipient SET state = 2, link = ?, at = ?, worker = ?, attempts = attempts + 1 WHERE id = ?",
  );
  const expire = database.prepare("UPDATE recipient SET state = 6, at = ? WHERE id = ?");
  const accepted = database.prepare<{ readonly part: number }>(
    "SELECT part FROM sent_part WHERE recipient = ? ORDER BY part",
  );
  const bodiesOf = prepareClaimedBodies(database);
  const move = (row: Candidate, linkId: number): void => void place.run(linkId, row.id);
  const moves = (rows: readonly Candidate[], to: RecipientState): readonly Move[] =>
    rows.map(({ txn }) => ({ txn, from: RecipientState.Queued, to, n: 1 }));
  return (claim) => {
    if (!owns(claim.owner)) return [];
    const { taken, expired } = choose({ offers, move }, linkTable(), claim);
    for (const { row, decision } of taken) take.run(decision.linkId, claim.now, claim.owner, row.id);
    for (const { id } of expired) expire.run(claim.now, id);
    const rows = taken.map(({ row }) => row);
    countMoves([...moves(rows, RecipientState.Submitting), ...moves(expired, RecipientState.Expired)]);
    const bodies = bodiesOf(rows);
    return taken.map((one) => {
      const parts = one.row.attempts > 0 ? accepted.all(one.row.id).map(({ part }) => part) : [];
      return messageOf(one, claim.validity, bodies.get(one.row.txn), parts);
    });
  };
}

/** Prepares `DeliveryStore.reroute`, inside the transaction that is open. */
export function prepareReroute(
  database: Database,
  linkTable: () => LinkTable,
): (input: Parameters<DeliveryStore["reroute"]>[0]) => QueuePlace | null {
  const find = database.prepare<Candidate & { readonly lane: number }>(
    `SELECT ${candidateColumns}, r.lane FROM ${candidateTables}
     WHERE r.state = 0 AND r.link = ? AND (r.lane, r.next_at, r.id) > (?, ?, ?)
     ORDER BY r.lane, r.next_at, r.id LIMIT ${reroutedAtOnce}`,
  );
  const place = database.prepare("UPDATE recipient SET link = ? WHERE id = ?");
  return ({ linkId, up, after }) => {
    const table = linkTable();
    const isUp = (id: number): boolean => up.includes(id);
    const { lane, dueAt, id } = after ?? { lane: nowhere, dueAt: 0, id: 0 };
    const rows = find.all(linkId, lane, dueAt, id);
    for (const row of rows) {
      const decision = decisionOf(table, row, isUp);
      if (decision.linkId !== row.link) place.run(decision.linkId, row.id);
    }
    const last = rows.length === reroutedAtOnce ? rows.at(-1) : undefined;
    return last === undefined ? null : { lane: last.lane, dueAt: last.next_at, id: last.id };
  };
}
