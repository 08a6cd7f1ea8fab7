import type { LinkReceipt } from "../../../domain/delivery/claiming/claim.js";
import type { Ended } from "../../../domain/delivery/states/transitions.js";
import {
  applied,
  isCertain,
  isExpected,
  type Match,
  matched,
  type NetworkReceipt,
  type ReceiptRow,
} from "../../../domain/delivery/receipts/receipt.js";
import type { PartPlace } from "../../../domain/delivery/receipts/tracked-message.js";
import { RecipientState } from "../../../domain/recipient-state.js";
import { anyWeek, numbersAt, weekMilliseconds } from "../../schema/numbers.js";
import type { DeliveryWrites } from "../../tables/delivery/writes.js";
import { isOnTheWay } from "../../tables/outbox/conditions.js";
import { lockRecipients } from "../../tables/outbox/recipients.js";
import type { Session } from "../engine/session.js";
import { runScript } from "../engine/scripts.js";
import { arraysOf, sql } from "../engine/statement.js";
import type { Claims } from "./claim.js";
import { readWithLinks } from "./known-links.js";
import { recordEnded } from "./ended.js";
import { changeAll, type SettledWeek, Weekly } from "./numbers.js";
import {
  keepContradictions,
  lockPlaces,
  partsOf,
  partsUnder,
  reportParts,
  type SearchedWeeks,
  type StoredPart,
} from "./sent-parts.js";
import { writeStates } from "./transitions.js";

/** A receipt with candidate parts and what is stored of their messages. */
interface Row extends ReceiptRow {
  readonly candidates: readonly (readonly StoredPart[])[];
}

const placesOf = (receipts: readonly NetworkReceipt[]): readonly PartPlace[] =>
  receipts.flatMap(({ receipt: { keys }, network }) => keys.map((key) => ({ network, key })));

async function candidatesIn(
  session: Session,
  receipts: readonly NetworkReceipt[],
  weeks: SearchedWeeks,
): Promise<readonly Row[]> {
  const under = (await partsUnder(session, placesOf(receipts), weeks)).values();
  return receipts.map(({ receipt, network }) => ({
    receipt,
    network,
    candidates: receipt.keys.map(() => under.next().value ?? []),
  }));
}

/** Replaces the rows that fulfil a condition by those that are found for their receipts. */
async function searchedAgain(
  rows: readonly Row[],
  isOpen: (row: Row) => boolean,
  search: (rows: readonly Row[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const open = rows.filter(isOpen);
  const found = (open.length === 0 ? [] : await search(open)).values();
  return rows.map((row) => (isOpen(row) ? (found.next().value ?? row) : row));
}

/**
 * The parts that receipts may belong to: those of their week, if this process has settled messages of it, then with those of the week before, and
 * of all weeks, where these leave a doubt. Guard: only a receipt whose message is stored and waits for it needs no lock; the key of any other
 * may be that of a message whose response is being stored.
 */
async function candidatesOf(
  session: Session,
  receipts: readonly NetworkReceipt[],
  settled: SettledWeek,
): Promise<readonly Row[]> {
  const times = receipts.map(({ receipt: { at } }) => at);
  const [earliest, latest] = [Math.min(...times), Math.max(...times)];
  const { first } = numbersAt(earliest - weekMilliseconds);
  const { last } = numbersAt(latest);
  const present = settled.at(earliest) === settled.at(latest) ? settled.at(latest) : undefined;
  const searchIn = (weeks: SearchedWeeks) => async (rows: readonly Row[]) =>
    candidatesIn(session, rows, weeks);
  let rows: readonly Row[] = receipts.map((receipt) => ({ ...receipt, candidates: [] }));
  if (present !== undefined) rows = await searchIn(present)(rows);
  lockPlaces(session, placesOf(rows.filter((row) => !isExpected(row))));
  if (present !== undefined) rows = await searchedAgain(rows, (row) => !isExpected(row), searchIn(present));
  for (const weeks of [{ first, last }, anyWeek])
    rows = await searchedAgain(rows, (row) => !isCertain(row), searchIn(weeks));
  return rows;
}

/**
 * Reports messages that are alone in their transactions and have one part, which has no state of its own. Guard: what the rule would read of
 * them is in the condition.
 */
const report = new Weekly<{ readonly id: number }>(
  (week) => `UPDATE recipient${week} r SET state = n.state, at = n.at, error = n.error,
     late_since = CASE WHEN n.${isOnTheWay} THEN r.late_since END
   FROM unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::text[]) AS n (id, state, at, error)
   WHERE r.id = n.id AND r.${isOnTheWay} AND r.state < n.state AND NOT r.counted
     AND NOT EXISTS (SELECT FROM sent_part${week} p WHERE p.recipient = n.id AND p.state IS NOT NULL)
   RETURNING r.id`,
);

/** Applies what one statement can write, of messages with one receipt; returns their changes. */
async function reportSingle(
  session: Session,
  matches: readonly Match[],
): Promise<ReadonlyMap<number, Ended>> {
  const receipts = new Map<number, number>();
  for (const { found } of matches)
    if (found !== undefined) receipts.set(found.id, (receipts.get(found.id) ?? 0) + 1);
  const rows = matches.flatMap(({ found, receipt: { state, at, code } }) =>
    found === undefined || receipts.get(found.id) !== 1 ? [] : { id: found.id, state, at, error: code },
  );
  const found = await changeAll(session, report, rows, "id", "state", "at", "error");
  const done = new Set(found.map(({ id }) => id));
  return new Map(
    rows.flatMap(({ id, state: to, at, error }) =>
      done.has(id) ? [[id, { id, from: RecipientState.Submitted, to, at, error }]] : [],
    ),
  );
}

/** The numbers are in the order of the receipts. */
const keep = sql<{ readonly id: number }>(
  `INSERT INTO unmatched_receipt (message_id, phone, state, at, code)
   SELECT * FROM unnest($1::text[], $2::text[], $3::smallint[], $4::bigint[], $5::text[]) RETURNING id`,
);
const keepKeys = sql(
  `INSERT INTO unmatched_key (network, key, receipt, likeliest)
   SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::smallint[])`,
);

/** Keeps receipts that match no message until the response to their submission comes. */
async function keepReceipts(session: Session, kept: readonly NetworkReceipt[]): Promise<void> {
  if (kept.length === 0) return;
  const receipts = kept.map(({ receipt }) => receipt);
  const ids = await session.all(keep, ...arraysOf(receipts, "messageId", "phone", "state", "at", "code"));
  const keys = kept.flatMap(({ network, receipt }, index) =>
    receipt.keys.map((key, place) => ({
      network,
      key,
      receipt: ids[index]?.id,
      likeliest: Number(place === 0),
    })),
  );
  await session.run(keepKeys, ...arraysOf(keys, "network", "key", "receipt", "likeliest"));
}

/** Applies receipts by the rule, to messages that are locked. */
async function apply(session: Session, matches: readonly Match[]) {
  const ids = matches.flatMap(({ found }) => found?.id ?? []);
  // Guard: the states that count are those under the locks.
  const [rows, parts] = await Promise.all([runScript(session, lockRecipients(ids)), partsOf(session, ids)]);
  const locked = new Map(rows.map((row) => [row.id, row]));
  const current = matches.map((match) => ({
    ...match,
    found: match.found && { ...match.found, ...locked.get(match.found.id) },
  }));
  const changes = applied(current, parts);
  reportParts(session, changes.parts);
  keepContradictions(session, changes.contradictions);
  await keepReceipts(session, changes.kept);
  await writeStates(session, changes);
  return changes;
}

const nothing = { effects: [], transitions: [] } as const;

/** Applies receipts in their order; returns the effect of each. */
export async function receive(
  session: Session,
  claims: Claims,
  receipts: readonly LinkReceipt[],
): Promise<ReturnType<DeliveryWrites["receipts"]>> {
  const { found: rows } = await readWithLinks(session, claims.table, async ({ networkOf }) =>
    candidatesOf(
      session,
      receipts.map((receipt) => ({ receipt, network: networkOf(receipt.linkId) ?? 0 })),
      claims.week,
    ),
  );
  const messages = new Map(rows.flatMap(({ candidates }) => candidates.flat()).map((row) => [row.id, row]));
  const matches = matched(rows);
  const done = await reportSingle(session, matches);
  const isDone = ({ found }: Match): boolean => found !== undefined && done.has(found.id);
  const left = matches.filter((match) => !isDone(match));
  const { effects, transitions } = left.length === 0 ? nothing : await apply(session, left);
  await recordEnded(session, [...done.values(), ...transitions], messages);
  const others = effects.values();
  return matches.map((match) => (isDone(match) ? "changes" : (others.next().value ?? "unmatched")));
}
