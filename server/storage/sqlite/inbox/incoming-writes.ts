import { addressed, numberKey } from "../../../domain/inbox/addressing.js";
import type { IncomingEffect, ReceivedPart } from "../../../domain/inbox/received-part.js";
import type { Database } from "../engine/database.js";
import { forwardWrites, preparePut, type PutIntoInbox } from "./forward-writes.js";
import type { InboxWrites, IncomingWrites } from "../../protocol/inbox-writes.js";
import { type Deliver, prepareJoins } from "./join-writes.js";
import { numberWrites } from "./number-writes.js";

function prepareDeliver(database: Database, put: PutIntoInbox): Deliver {
  const owner = database.prepare<{ readonly customerId: number }>(
    "SELECT customer_id AS customerId FROM inbox_number WHERE number = ?",
  );
  const keep = database.prepare(
    "INSERT INTO stray_message (sender, addressee, subject, text, complete, at) VALUES (?, ?, ?, ?, ?, ?)",
  );
  return (received) => {
    const delivery = addressed(received, owner.get(numberKey(received.to))?.customerId);
    const { from, to, subject = null, text, complete, at } = delivery.message;
    if (delivery.effect === "stray") keep.run(from, to, subject, text, Number(complete), at);
    else put(delivery.customerId, delivery.message);
    return delivery.effect;
  };
}

/** Prepares every change by incoming messages on one connection. */
export function incomingWrites(database: Database, addInbox: InboxWrites["addInbox"]): IncomingWrites {
  const put = preparePut(database, addInbox);
  const deliver = prepareDeliver(database, put);
  const joins = prepareJoins(database, deliver);
  const receive = (part: ReceivedPart): IncomingEffect => {
    const { from, to, subject, text, at, place } = part;
    if (place !== undefined) return joins.add({ ...part, place });
    return deliver({ from, to, subject, text, at, complete: true });
  };
  return {
    ...numberWrites(database, put),
    ...forwardWrites(database),
    receive: (parts) => parts.map(receive),
    joinIncomplete: ({ before, limit }) => joins.joinIncomplete(before, limit),
  };
}
