import type { NetworkReceipt } from "../../../domain/delivery/receipts.js";
import type { UnmatchedRow } from "../../../domain/delivery/settle.js";
import type { PartPlace } from "../../../domain/delivery/tracked-message.js";
import type { Session } from "../engine/database.js";
import { sql } from "../engine/statement.js";

const insert = sql<{ readonly id: number }>(
  "INSERT INTO unmatched_receipt (message_id, phone, state, at, code) VALUES ($1, $2, $3, $4, $5) RETURNING id",
);
const insertKeys = sql(
  `INSERT INTO unmatched_key (network, key, receipt, likeliest)
   SELECT $1, key, $2, (place = 1)::int FROM unnest($3::text[]) WITH ORDINALITY AS n (key, place)`,
);
const find = sql<UnmatchedRow>(
  `SELECT r.id, k.network, k.key, r.state, r.at, r.code, r.phone, k.likeliest
   FROM unnest($1::bigint[], $2::text[]) AS n (network, key)
     JOIN unmatched_key k ON k.network = n.network AND k.key = n.key JOIN unmatched_receipt r ON r.id = k.receipt
   ORDER BY r.id`,
);
const remove = sql("DELETE FROM unmatched_receipt WHERE id = ANY ($1::bigint[])");

/** Keeps receipts until the response to their submission comes. */
export async function keepReceipts(session: Session, kept: readonly NetworkReceipt[]): Promise<void> {
  for (const { network, receipt } of kept) {
    const { messageId, phone = null, state, at, code = null, keys } = receipt;
    const row = await session.get(insert, messageId, phone, state, at, code);
    await session.run(insertKeys, network, row?.id ?? 0, keys);
  }
}

/** Receipts that may belong to the responses with these keys, the oldest first. */
export async function receiptsUnder(
  session: Session,
  places: readonly PartPlace[],
): Promise<readonly UnmatchedRow[]> {
  if (places.length === 0) return [];
  const distinct = [...new Map(places.map((place) => [`${place.network} ${place.key}`, place])).values()];
  return session.all(
    find,
    distinct.map(({ network }) => network),
    distinct.map(({ key }) => key),
  );
}

export async function removeReceipts(session: Session, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await session.run(remove, ids);
}
