import {
  areUsual,
  type MmsPart,
  type MmsPriority,
  type MmsWishes,
  usualWishes,
} from "../../../domain/message/mms-message.js";
import type { ClaimedBody, MessageBody } from "../../../domain/delivery/submission.js";
import type { Queries, Session } from "../engine/database.js";
import { sql } from "../engine/statement.js";
import { rangesOf } from "./numbers.js";

const insertBinary = sql(
  `INSERT INTO binary_body (txn, header, body, esm_class, protocol_id)
   SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::integer[], $5::integer[])`,
);
const insertParts = sql(
  `INSERT INTO mms_part (txn, position, content_type, content_id, body)
   SELECT * FROM unnest($1::bigint[], $2::integer[], $3::text[], $4::text[], $5::bytea[])`,
);
const insertWishes = sql(
  "INSERT INTO mms_wishes (txn, expires_at, priority, delivery_report) VALUES ($1, $2, $3, $4)",
);

/** The body of a stored transaction. */
export interface StoredBody {
  readonly txn: number;
  readonly body: MessageBody;
}

async function storeMms(
  session: Session,
  txn: number,
  { parts, wishes }: Extract<MessageBody, { kind: "mms" }>,
): Promise<void> {
  await session.run(
    insertParts,
    parts.map(() => txn),
    parts.map((_part, position) => position),
    parts.map(({ contentType }) => contentType),
    parts.map(({ contentId }) => contentId),
    parts.map(({ body }) => body),
  );
  const { expiresAt = null, priority = null, deliveryReport } = wishes;
  if (!areUsual(wishes)) await session.run(insertWishes, txn, expiresAt, priority, deliveryReport);
}

export async function storeBodies(session: Session, bodies: readonly StoredBody[]): Promise<void> {
  const binary = bodies.flatMap(({ txn, body }) => (body.kind === "binary" ? [{ txn, ...body }] : []));
  if (binary.length > 0)
    await session.run(
      insertBinary,
      binary.map(({ txn }) => txn),
      binary.map(({ header }) => header),
      binary.map(({ body }) => body),
      binary.map(({ esmClass }) => esmClass),
      binary.map(({ protocolId }) => protocolId),
    );
  for (const { txn, body } of bodies) if (body.kind === "mms") await storeMms(session, txn, body);
}

interface BinaryRow {
  readonly txn: number;
  readonly header: Uint8Array;
  readonly body: Uint8Array;
  readonly esmClass: number;
  readonly protocolId: number;
}

interface WishesRow {
  readonly txn: number;
  readonly expiresAt: number | null;
  readonly priority: MmsPriority | null;
  readonly deliveryReport: boolean;
}

const findBinary = sql<BinaryRow>(
  `SELECT txn, header, body, esm_class AS "esmClass", protocol_id AS "protocolId" FROM binary_body
   WHERE txn = ANY ($1::bigint[])`,
);
const findWishes = sql<WishesRow>(
  `SELECT txn, expires_at AS "expiresAt", priority, delivery_report AS "deliveryReport" FROM mms_wishes
   WHERE txn = ANY ($1::bigint[])`,
);
const findParts = sql<MmsPart>(
  `SELECT content_type AS "contentType", content_id AS "contentId", body FROM mms_part
   WHERE txn = (SELECT seq FROM txn WHERE id = $1 AND seq BETWEEN $2 AND $3) ORDER BY position`,
);

/** The driver's own kind of byte array becomes the plain one. */
function bytes(blob: Uint8Array): Uint8Array {
  return new Uint8Array(blob);
}

function wishesOf({ expiresAt, priority, deliveryReport }: WishesRow): MmsWishes {
  return { expiresAt: expiresAt ?? undefined, priority: priority ?? undefined, deliveryReport };
}

/** Bodies of claimed recipients: each is read once, however many recipients it goes to. */
export async function claimedBodies(
  session: Session,
  rows: readonly { readonly txn: number; readonly kind: MessageBody["kind"] | "text" }[],
): Promise<ReadonlyMap<number, ClaimedBody>> {
  const ofKind = (wanted: MessageBody["kind"]): readonly number[] => [
    ...new Set(rows.filter(({ kind }) => kind === wanted).map(({ txn }) => txn)),
  ];
  const bodies = new Map<number, ClaimedBody>();
  const [binary, mms] = [ofKind("binary"), ofKind("mms")];
  if (binary.length > 0)
    for (const { txn, header, body, ...rest } of await session.all(findBinary, binary))
      bodies.set(txn, { kind: "binary", header: bytes(header), body: bytes(body), ...rest });
  if (mms.length === 0) return bodies;
  const wishes = new Map((await session.all(findWishes, mms)).map((row) => [row.txn, wishesOf(row)]));
  for (const txn of mms) bodies.set(txn, { kind: "mms", wishes: wishes.get(txn) ?? usualWishes });
  return bodies;
}

/** The parts of an MMS in order; none for any other transaction. */
export async function mmsParts(queries: Queries, transactionId: string): Promise<readonly MmsPart[]> {
  for (const { first, last } of rangesOf(transactionId)) {
    const parts = await queries.all(findParts, transactionId, first, last);
    if (parts.length > 0) return parts.map(({ body, ...part }) => ({ ...part, body: bytes(body) }));
  }
  return [];
}
