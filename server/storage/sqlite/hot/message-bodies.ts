import {
  areUsual,
  type MmsPart,
  type MmsPriority,
  type MmsWishes,
  usualWishes,
} from "../../../domain/message/mms-message.js";
import type { BinaryBody, ClaimedBody, MessageBody } from "../../../domain/delivery/submission.js";
import type { Database } from "../engine/database.js";

interface BinaryRow {
  readonly header: Uint8Array;
  readonly body: Uint8Array;
  readonly esm_class: number;
  readonly protocol_id: number;
}

interface WishesRow {
  readonly expires_at: number | null;
  readonly priority: MmsPriority | null;
  readonly delivery_report: number;
}

interface PartRow {
  readonly content_type: string;
  readonly content_id: string;
  readonly body: Uint8Array;
}

export interface BodyWrites {
  store(txn: number, body: MessageBody): void;
}

export function bodyWrites(database: Database): BodyWrites {
  const insertBinary = database.prepare(
    "INSERT INTO binary_body (txn, header, body, esm_class, protocol_id) VALUES (?, ?, ?, ?, ?)",
  );
  const insertPart = database.prepare(
    "INSERT INTO mms_part (txn, position, content_type, content_id, body) VALUES (?, ?, ?, ?, ?)",
  );
  const insertWishes = database.prepare(
    "INSERT INTO mms_wishes (txn, expires_at, priority, delivery_report) VALUES (?, ?, ?, ?)",
  );
  return {
    store(txn, message) {
      if (message.kind === "binary") {
        const { header, body, esmClass, protocolId } = message;
        insertBinary.run(txn, header, body, esmClass, protocolId);
        return;
      }
      for (const [position, { contentType, contentId, body }] of message.parts.entries()) {
        insertPart.run(txn, position, contentType, contentId, body);
      }
      const { expiresAt, priority, deliveryReport } = message.wishes;
      if (!areUsual(message.wishes))
        insertWishes.run(txn, expiresAt ?? null, priority ?? null, Number(deliveryReport));
    },
  };
}

/** A driver's own kind of byte array becomes the plain one. */
function bytes(blob: Uint8Array): Uint8Array {
  return new Uint8Array(blob);
}

/** Bodies of claimed recipients: each is read once, however many recipients it goes to. */
export function prepareClaimedBodies(
  database: Database,
): (
  rows: readonly { readonly txn: number; readonly kind: MessageBody["kind"] | "text" }[],
) => ReadonlyMap<number, ClaimedBody> {
  const find = database.prepare<BinaryRow>(
    "SELECT header, body, esm_class, protocol_id FROM binary_body WHERE txn = ?",
  );
  const binary = (txn: number): BinaryBody | undefined => {
    const row = find.get(txn);
    if (row === undefined) return undefined;
    const { esm_class: esmClass, protocol_id: protocolId } = row;
    return { kind: "binary", header: bytes(row.header), body: bytes(row.body), esmClass, protocolId };
  };
  const findWishes = database.prepare<WishesRow>(
    "SELECT expires_at, priority, delivery_report FROM mms_wishes WHERE txn = ?",
  );
  const wishes = (txn: number): MmsWishes => {
    const row = findWishes.get(txn);
    if (row === undefined) return usualWishes;
    const { expires_at: expiresAt, priority, delivery_report: report } = row;
    return {
      expiresAt: expiresAt ?? undefined,
      priority: priority ?? undefined,
      deliveryReport: report === 1,
    };
  };
  return (rows) => {
    const bodies = new Map<number, ClaimedBody>();
    for (const { txn, kind } of rows) {
      if (kind === "text" || bodies.has(txn)) continue;
      const body = kind === "mms" ? ({ kind, wishes: wishes(txn) } as const) : binary(txn);
      if (body !== undefined) bodies.set(txn, body);
    }
    return bodies;
  };
}

/** The parts of an MMS in order; none for any other transaction. */
export function prepareMmsParts(database: Database): (transactionId: string) => readonly MmsPart[] {
  const find = database.prepare<PartRow>(
    `SELECT content_type, content_id, body FROM mms_part
     WHERE txn = (SELECT seq FROM txn WHERE id = ?) ORDER BY position`,
  );
  return (transactionId) =>
    find.all(transactionId).map(({ content_type: contentType, content_id: contentId, body }) => ({
      contentType,
      contentId,
      body: bytes(body),
    }));
}
