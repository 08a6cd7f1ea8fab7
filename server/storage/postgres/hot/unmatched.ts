import type { UnmatchedRow } from "../../../domain/delivery/settle.js";
import type { PartPlace } from "../../../domain/delivery/tracked-message.js";
import type { Session } from "../engine/database.js";
import { arraysOf, sql } from "../engine/statement.js";

const find = sql<UnmatchedRow>(
  `SELECT r.id, k.network, k.key, r.state, r.at, r.code, r.phone, k.likeliest
   FROM unnest($1::bigint[], $2::text[]) AS n (network, key)
     JOIN unmatched_key k ON k.network = n.network AND k.key = n.key JOIN unmatched_receipt r ON r.id = k.receipt
   ORDER BY r.id`,
);
const remove = sql("DELETE FROM unmatched_receipt WHERE id = ANY ($1::bigint[])");

/** Receipts that may belong to the responses with these keys, the oldest first. */
export async function receiptsUnder(
  session: Session,
  places: readonly PartPlace[],
): Promise<readonly UnmatchedRow[]> {
  if (places.length === 0) return [];
  const distinct = [...new Map(places.map((place) => [`${place.network} ${place.key}`, place])).values()];
  return session.all(find, ...arraysOf(distinct, "network", "key"));
}

export async function removeReceipts(session: Session, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await session.run(remove, ids);
}
