import type { LinkReceipt, Settlement } from "../../../domain/delivery/claims.js";
import { type FailedAttempt, keptAttempts } from "../../../domain/delivery/failed-attempt.js";
import { applied, matched } from "../../../domain/delivery/receipts.js";
import { type ClaimedRow, remains, type RemainingRow, takenBack } from "../../../domain/delivery/remains.js";
import { acceptedKeys, type AttemptRow, type Requeued, settle } from "../../../domain/delivery/settle.js";
import { RecipientState } from "../../../domain/recipient-state.js";
import type { DeliveryWrites } from "../../protocol/link-writes.js";
import { candidateColumns, candidateTables } from "../../rows/candidate-row.js";
import { type Batches, listsTogether, oneByOne, together } from "../engine/batch.js";
import type { Session } from "../engine/database.js";
import { sql } from "../engine/statement.js";
import type { LinkTable } from "./link-reads.js";
import { lockRecipients } from "../../tables/outbox/recipients.js";
import { runScript } from "../engine/scripts.js";
import { writeTransitions } from "./transitions.js";
import { untilWritten } from "./owner.js";
import {
  acceptParts,
  keepContradictions,
  lockPlaces,
  partsOf,
  partsUnder,
  reportParts,
} from "./sent-parts.js";
import { keepReceipts, receiptsUnder, removeReceipts } from "./unmatched.js";

/** Guard: attempts are locked, in one order, until what the rule makes of them is written. */
const attempts = sql<AttemptRow>(
  "SELECT id, txn, phone, state, worker FROM recipient WHERE id = ANY ($1::bigint[]) ORDER BY id FOR UPDATE",
);
const queue = sql(
  `UPDATE recipient r SET state = ${RecipientState.Queued}, at = n.at, worker = NULL, next_at = n.next_at, link = n.link,
     attempts = r.attempts + n.attempts, deferrals = r.deferrals + n.deferrals, uncertain = n.uncertain, error = n.error
   FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::integer[], $6::integer[], $7::smallint[], $8::text[])
     AS n (id, at, next_at, link, attempts, deferrals, uncertain, error)
   WHERE r.id = n.id`,
);
/** The latest take the places of the earliest; their numbers count deferrals too. */
const keep = sql(
  `INSERT INTO failed_attempt (recipient, slot, number, at, link, outcome, code)
   SELECT r.id, (r.attempts + r.deferrals) % ${keptAttempts}, r.attempts + r.deferrals, n.at, n.link, n.outcome, n.code
   FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[]) AS n (id, at, link, outcome, code)
     JOIN recipient r ON r.id = n.id
   ON CONFLICT (recipient, slot) DO UPDATE
   SET number = excluded.number, at = excluded.at, link = excluded.link, outcome = excluded.outcome, code = excluded.code`,
);
const remaining = sql<RemainingRow>(
  `SELECT ${candidateColumns}, r.worker FROM ${candidateTables}
   WHERE r.state = ${RecipientState.Submitting} AND r.worker IS NOT NULL AND r.worker <> ALL ($1::text[]) ORDER BY r.id`,
);
const claimed = sql<ClaimedRow>(
  `SELECT id, worker, link, next_at AS "nextAt", at, uncertain FROM recipient
   WHERE state = ${RecipientState.Submitting} AND worker = $1 ORDER BY id`,
);

async function keepFailed(session: Session, failed: readonly FailedAttempt[]): Promise<void> {
  if (failed.length === 0) return;
  await session.run(
    keep,
    failed.map(({ recipient }) => recipient),
    failed.map(({ at }) => at),
    failed.map(({ linkId }) => linkId),
    failed.map(({ outcome }) => outcome),
    failed.map(({ code }) => code),
  );
}

async function requeue(session: Session, requeued: readonly Requeued[]): Promise<void> {
  if (requeued.length === 0) return;
  await session.run(
    queue,
    requeued.map(({ id }) => id),
    requeued.map(({ at }) => at),
    requeued.map(({ nextAt }) => nextAt),
    requeued.map(({ linkId }) => linkId),
    requeued.map((each) => each.attempts),
    requeued.map(({ deferrals }) => deferrals),
    requeued.map(({ uncertain }) => Number(uncertain)),
    requeued.map(({ error }) => error ?? null),
  );
}

async function settleAll(
  session: Session,
  table: LinkTable,
  settlements: readonly Settlement[],
): ReturnType<typeof settleOnce> {
  return settlements.length === 0 ? [] : settleOnce(session, table, settlements);
}

async function settleOnce(session: Session, table: LinkTable, settlements: readonly Settlement[]) {
  const links = await table.read(session);
  const networkOf = (linkId: number): number | undefined => links.networkOf(linkId);
  const places = acceptedKeys(settlements, networkOf);
  await lockPlaces(session, places);
  const ids = [...new Set(settlements.map(({ recipientId }) => recipientId))];
  const changes = settle({
    settlements,
    networkOf,
    attempts: await session.all(attempts, ids),
    parts: await partsOf(session, ids),
    unmatched: await receiptsUnder(session, places),
  });
  await removeReceipts(session, changes.usedReceipts);
  await acceptParts(session, changes.parts);
  await keepContradictions(session, changes.contradictions);
  await keepFailed(session, changes.failed);
  await requeue(session, changes.requeued);
  await writeTransitions(session, changes);
  return changes.early;
}

/** Settles messages in flight that belong to none of the given leases. */
export function settleRemains(table: LinkTable) {
  return async (session: Session, live: readonly string[], now: number): Promise<void> => {
    const rows = await session.all(remaining, live);
    await settleAll(session, table, remains(rows, await table.read(session), now));
  };
}

async function receive(
  session: Session,
  table: LinkTable,
  receipts: readonly LinkReceipt[],
): Promise<ReturnType<DeliveryWrites["receipts"]>> {
  const links = await table.read(session);
  const known = receipts.map((receipt) => ({ receipt, network: links.networkOf(receipt.linkId) ?? 0 }));
  const places = known.flatMap(({ receipt: { keys }, network }) => keys.map((key) => ({ network, key })));
  await lockPlaces(session, places);
  const under = (await partsUnder(session, places)).values();
  const rows = known.map(({ receipt, network }) => ({
    receipt,
    network,
    candidates: receipt.keys.map(() => under.next().value ?? []),
  }));
  const matches = matched(rows);
  const ids = matches.flatMap(({ found }) => found?.id ?? []);
  // Guard: the states that count are those under the locks.
  const locked = new Map((await runScript(session, lockRecipients(ids))).map((row) => [row.id, row]));
  const current = matches.map((match) => ({
    ...match,
    found: match.found && { ...match.found, ...locked.get(match.found.id) },
  }));
  const changes = applied(current, await partsOf(session, ids));
  await reportParts(session, changes.parts);
  await keepContradictions(session, changes.contradictions);
  await keepReceipts(session, changes.kept);
  await writeTransitions(session, changes);
  return changes.effects;
}

/** Settlements, those of all calls that wait at once, and receipts. */
export function settleWrites(
  table: LinkTable,
): Batches<Pick<DeliveryWrites, "settle" | "takeBack" | "receipts">> {
  return {
    settle: together(async (session, calls) => {
      const early = await settleAll(session, table, calls.flat());
      return calls.map((_, index) => (index === 0 ? early : []));
    }),
    takeBack: oneByOne(async (session, { owner, known }) => {
      await untilWritten(session, owner);
      await settleAll(session, table, takenBack(await session.all(claimed, owner), new Set(known)));
      return null;
    }, 1),
    receipts: listsTogether((session, receipts) => receive(session, table, receipts)),
  };
}
