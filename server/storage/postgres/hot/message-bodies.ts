import type { MessageBody } from "../../../domain/delivery/submission.js";
import { storeWishes } from "../../tables/outbox/bodies.js";
import type { Session } from "../engine/database.js";
import { runScript } from "../engine/scripts.js";
import { arraysOf, sql } from "../engine/statement.js";

const insertBinary = sql(
  `INSERT INTO binary_body (txn, header, body, esm_class, protocol_id)
   SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::integer[], $5::integer[])`,
);
const insertParts = sql(
  `INSERT INTO mms_part (txn, position, content_type, content_id, body)
   SELECT * FROM unnest($1::bigint[], $2::integer[], $3::text[], $4::text[], $5::bytea[])`,
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
    ...arraysOf(parts, "contentType", "contentId", "body"),
  );
  await runScript(session, storeWishes(txn, wishes));
}

export async function storeBodies(session: Session, bodies: readonly StoredBody[]): Promise<void> {
  const binary = bodies.flatMap(({ txn, body }) => (body.kind === "binary" ? [{ txn, ...body }] : []));
  if (binary.length > 0)
    await session.run(insertBinary, ...arraysOf(binary, "txn", "header", "body", "esmClass", "protocolId"));
  for (const { txn, body } of bodies) if (body.kind === "mms") await storeMms(session, txn, body);
}
