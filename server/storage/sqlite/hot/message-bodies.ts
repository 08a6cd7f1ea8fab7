import type { MessageBody } from "../../../domain/delivery/submission.js";
import { storeWishes } from "../../tables/outbox/bodies.js";
import type { Database } from "../engine/database.js";
import { ScriptRunner } from "../engine/scripts.js";

/** Prepares the storing of bodies, inside the transaction that is open. */
export function prepareStoreBody(database: Database): (txn: number, body: MessageBody) => void {
  const insertBinary = database.prepare(
    "INSERT INTO binary_body (txn, header, body, esm_class, protocol_id) VALUES (?, ?, ?, ?, ?)",
  );
  const insertPart = database.prepare(
    "INSERT INTO mms_part (txn, position, content_type, content_id, body) VALUES (?, ?, ?, ?, ?)",
  );
  const runner = new ScriptRunner(database);
  return (txn, message) => {
    if (message.kind === "binary") {
      const { header, body, esmClass, protocolId } = message;
      insertBinary.run(txn, header, body, esmClass, protocolId);
      return;
    }
    for (const [position, { contentType, contentId, body }] of message.parts.entries())
      insertPart.run(txn, position, contentType, contentId, body);
    runner.run(storeWishes(txn, message.wishes));
  };
}
