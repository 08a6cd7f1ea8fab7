import type { KeyedPartRow } from "../../../domain/delivery/receipts/receipt.js";
import type { Contradiction, PartPlace, PartRow } from "../../../domain/delivery/receipts/tracked-message.js";
import { endedJoins } from "../../tables/delivery/ended.js";
import { partColumns, storedPart } from "../../tables/delivery/parts.js";
import type { Session } from "../engine/session.js";
import { lockKeys } from "../engine/key-locks.js";
import { arraysOf, sql } from "../engine/statement.js";
import type { NumberRange } from "../../schema/numbers.js";
import { endedNames, type StoredEnd } from "./ended.js";
import { postAll, Weekly } from "./numbers.js";

/** A part, and what is stored of its message. */
export interface StoredPart extends KeyedPartRow, StoredEnd {}

const ofRecipients = sql<PartRow>(
  `SELECT ${partColumns} FROM unnest($1::bigint[]) AS n (id) JOIN sent_part p ON p.recipient = n.id JOIN recipient r ON r.id = n.id
   ORDER BY p.recipient, p.part`,
);
/** Weeks of messages: the only one that begins with a number and has partitions, or those of some numbers. */
export type SearchedWeeks = number | NumberRange;

/** `+ 0`: otherwise the planner may read all parts by their primary key, newest first, until it has found those of a key. */
const underKeys = new Weekly<StoredPart & { readonly place: number }>(
  (
    week,
  ) => `SELECT k.place, r.part, r.state, ${endedNames} FROM unnest($1::bigint[], $2::text[]) WITH ORDINALITY AS k (network, key, place)
     CROSS JOIN LATERAL (
       SELECT r.id, p.part, r.phone, r.txn, r.state, r.link, r.next_at FROM sent_part${week} p JOIN recipient${week} r ON r.id = p.recipient
       WHERE hashtext(p.key) = hashtext(k.key) AND p.key = k.key AND p.key <> '' AND p.network = k.network
         ${week === "" ? "AND p.recipient BETWEEN $3 AND $4" : ""} ORDER BY p.recipient + 0 DESC LIMIT 8) r
     ${endedJoins(`txn${week}`)}
   ORDER BY k.place, r.id DESC`,
);
const insert = sql(
  `INSERT INTO sent_part (recipient, part, network, key, state, at, error)
   SELECT * FROM unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::text[], $5::smallint[], $6::bigint[], $7::text[])
   ON CONFLICT (recipient, part) DO UPDATE SET network = excluded.network, key = excluded.key, state = excluded.state,
     at = excluded.at, error = excluded.error`,
);
const update = new Weekly(
  (week) => `UPDATE sent_part${week} p SET state = n.state, at = n.at, error = n.error
   FROM unnest($1::bigint[], $2::smallint[], $3::smallint[], $4::bigint[], $5::text[]) AS n (recipient, part, state, at, error)
   WHERE p.recipient = n.recipient AND p.part = n.part`,
);
const contradict = sql(
  `INSERT INTO contradiction (recipient, part, state, at, code)
   SELECT * FROM unnest($1::bigint[], $2::smallint[], $3::smallint[], $4::bigint[], $5::text[])`,
);

/**
 * Guard: the search for the part of a receipt and the search for the receipts of a part lock the keys first. Otherwise both
 * may miss each other, and the receipt is lost.
 */
export function lockPlaces(session: Session, places: readonly PartPlace[]): void {
  lockKeys(
    session,
    "receipt",
    places.map(({ network, key }) => `${network} ${key}`),
  );
}

/** All parts that networks have of messages. */
export async function partsOf(session: Session, ids: readonly number[]): Promise<readonly PartRow[]> {
  return ids.length === 0 ? [] : session.all(ofRecipients, [...new Set(ids)]);
}

/** For each key the newest few parts under it, of messages of some weeks. */
export async function partsUnder(
  session: Session,
  places: readonly PartPlace[],
  weeks: SearchedWeeks,
): Promise<readonly (readonly StoredPart[])[]> {
  const found = places.map((): StoredPart[] => []);
  if (places.length === 0) return found;
  const keys = arraysOf(places, "network", "key");
  const rows =
    typeof weeks === "number"
      ? await session.all(underKeys.of(weeks), ...keys)
      : await session.all(underKeys.ofAll, ...keys, weeks.first, weeks.last);
  for (const { place, ...row } of rows) found[place - 1]?.push(row);
  return found;
}

/** Parts that networks have accepted. */
export function acceptParts(session: Session, parts: readonly PartRow[]): void {
  if (parts.length === 0) return;
  const rows = parts.map(storedPart);
  session.post(insert, ...arraysOf(rows, "recipient", "part", "network", "key", "state", "at", "error"));
}

/** New states of parts. */
export function reportParts(session: Session, parts: readonly PartRow[]): void {
  const rows = parts.map(({ recipient: id, ...part }) => ({ id, ...part }));
  postAll(session, update, rows, "id", "part", "state", "at", "error");
}

/** Reports that do not count. */
export function keepContradictions(session: Session, contradictions: readonly Contradiction[]): void {
  if (contradictions.length === 0) return;
  session.post(contradict, ...arraysOf(contradictions, "recipient", "part", "state", "at", "code"));
}
