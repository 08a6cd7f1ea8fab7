import { addressed, numberKey } from "../../../domain/inbox/addressing.js";
import type { ReceivedMessage } from "../../../domain/inbox/received-part.js";
import { deliverFor } from "../../../domain/smpp/deliveries.js";
import type { Addressed } from "../../../domain/inbox/opt-outs.js";
import { text, integer } from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { all, run, type Steps } from "../../script/steps.js";
import { addToInboxes, keepStrays, lockKeys } from "../primitives.js";
import { applyOptOuts } from "./opt-outs.js";

/** Guard: a forward that is removed meanwhile waits, and takes with it what is added here. */
const forward = sql(
  `INSERT INTO forward (id, customer_id, sender, addressee, subject, text, complete, at, next_at)
   SELECT m.id, m.customer_id, m.sender, m.addressee, m.subject, m.text, $complete, m.at, m.at
   FROM inbox_message m JOIN inbox_forward i ON i.customer_id = m.customer_id WHERE m.id = ANY ($ids::bigint[])`,
  undefined,
  { lock: "FOR SHARE OF i" },
);

/** The same for clients of the SMPP server: each account of the customer that receives messages gets it. */
const toClients = sql(
  `INSERT INTO smpp_delivery (user_id, sender, addressee, text, at, next_at, until)
   SELECT a.user_id, m.sender, m.addressee, m.text, m.at, m.at, m.at + ${deliverFor}
   FROM inbox_message m JOIN smpp_account a ON a.customer_id = m.customer_id AND a.incoming = true
   WHERE m.id = ANY ($ids::bigint[]) ORDER BY m.id`,
  undefined,
  { lock: "FOR KEY SHARE OF a" },
);

/**
 * Puts messages into inboxes, and into the queues of the customers' own servers and SMPP clients where there are any; replies that opt out
 * change the blacklists.
 */
export function* putIntoInboxes(messages: readonly Addressed[]): Steps<void> {
  if (messages.length === 0) return;
  const ids = yield* addToInboxes(
    messages.map(({ customerId, message: { from, to, subject, text: content, at } }) => ({
      customerId,
      from,
      to,
      subject,
      text: content,
      at,
    })),
  );
  yield* applyOptOuts(messages);
  const stored = ids.filter((id) => id !== null);
  if (stored.length > 0) yield* run(toClients, { ids: stored });
  for (const complete of [true, false]) {
    const some = ids.filter((id, index): id is number => {
      return id !== null && messages[index]?.message.complete === complete;
    });
    if (some.length > 0) yield* run(forward, { ids: some, complete });
  }
}

const owners = sql("SELECT number, customer_id FROM inbox_number WHERE number = ANY ($numbers::text[])", {
  number: text(),
  customerId: integer(),
});

/** The customers that numbers are assigned to. */
function* ownersOf(numbers: readonly string[]): Steps<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const { number, customerId } of yield* all(owners, { numbers })) found.set(number, customerId);
  const unknown = numbers.filter((number) => !found.has(number));
  // Guard: a number that is assigned meanwhile takes over what is kept for it, so that it must be there by then.
  if (unknown.length > 0 && (yield* lockKeys("number", unknown)))
    for (const { number, customerId } of yield* all(owners, { numbers: unknown }))
      found.set(number, customerId);
  return found;
}

/** Delivers messages in their order, to inboxes or not. */
export function* deliver(messages: readonly ReceivedMessage[]): Steps<readonly ("delivered" | "stray")[]> {
  if (messages.length === 0) return [];
  const keys = messages.map(({ to }) => numberKey(to));
  const customers = yield* ownersOf(keys);
  const deliveries = messages.map((each, index) => addressed(each, customers.get(keys[index] ?? "")));
  yield* putIntoInboxes(deliveries.filter((each) => each.effect === "delivered"));
  const strays = deliveries.filter(({ effect }) => effect === "stray").map(({ message }) => message);
  if (strays.length > 0) yield* keepStrays(strays);
  return deliveries.map(({ effect }) => effect);
}
