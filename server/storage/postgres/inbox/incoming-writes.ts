import type { PlacedPart } from "../../../domain/inbox/joining.js";
import type { IncomingEffect, ReceivedMessage, ReceivedPart } from "../../../domain/inbox/received-part.js";
import type { IncomingWrites } from "../../protocol/inbox-writes.js";
import { customerExists } from "../../tables/accounts/known.js";
import { runScript } from "../engine/scripts.js";
import { alone, type Batches, listsTogether, oneByOne, together } from "../engine/batch.js";
import type { Session } from "../engine/database.js";
import { forget } from "../engine/forget.js";
import { lockKeys } from "../engine/key-locks.js";
import { sql } from "../engine/statement.js";
import { deliver, putIntoInboxes } from "./delivered.js";
import { joinParts, overdueMessages } from "./join-writes.js";

/** Takes parts in, in their order. */
async function receive(session: Session, parts: readonly ReceivedPart[]): Promise<readonly IncomingEffect[]> {
  const placed = parts.flatMap((part): readonly PlacedPart[] =>
    part.place === undefined ? [] : [{ ...part, place: part.place }],
  );
  const joins = (await joinParts(session, placed)).values();
  const messages: ReceivedMessage[] = [];
  // The number of a message is that of the part that completes it; other parts are not delivered yet.
  const steps = parts.map(({ from, to, subject, text, at, place }) => {
    const joined = place === undefined ? undefined : joins.next().value;
    if (joined === undefined) messages.push({ from, to, subject, text, at, complete: true });
    else messages.push(...joined.messages);
    const effect = joined?.effect ?? "complete";
    return effect === "complete" ? { message: messages.length - 1 } : { effect };
  });
  const effects = await deliver(session, messages);
  return steps.map(({ effect, message = -1 }) => effect ?? effects[message] ?? "stray");
}

const insertNumber = sql(
  "INSERT INTO inbox_number (number, customer_id, created_at) SELECT $1, id, $3 FROM customer WHERE id = $2 ON CONFLICT DO NOTHING",
);
const removeNumber = sql("DELETE FROM inbox_number WHERE number = $1");

interface StrayRow extends Omit<ReceivedMessage, "subject"> {
  readonly subject: string | null;
}

const takeStrays = sql<StrayRow>(
  `WITH taken AS (DELETE FROM stray_message WHERE addressee = $1 RETURNING *)
   SELECT sender AS "from", addressee AS "to", subject, text, complete, at FROM taken ORDER BY id`,
);

type NumberWrites = Pick<IncomingWrites, "addNumber" | "removeNumber" | "forgetStrays">;

const numberWrites: Batches<NumberWrites> = {
  addNumber: oneByOne(async (session, { number: { number, customerId }, at }) => {
    // Guard: a transaction that stores a message for the number ends first.
    await lockKeys(session, "number", [number]);
    if ((await session.run(insertNumber, number, customerId, at)) === 0)
      return {
        ok: false,
        reason: (await runScript(session, customerExists(customerId))) ? "exists" : "unknownCustomer",
      };
    const strays = await session.all(takeStrays, number);
    await putIntoInboxes(
      session,
      strays.map(({ subject, ...message }) => ({
        customerId,
        message: { ...message, subject: subject ?? undefined },
      })),
    );
    return { ok: true, strays: strays.length };
  }, 1),
  removeNumber: oneByOne(async (session, number) => (await session.run(removeNumber, number)) > 0),
  forgetStrays: alone("forget strays", 0, (session, input) => forget(session, "stray_message", input)),
};

const setForward = sql(
  `INSERT INTO inbox_forward (customer_id, url, method, private) SELECT id, $2, $3, $4 FROM customer WHERE id = $1
   ON CONFLICT (customer_id) DO UPDATE SET url = excluded.url, method = excluded.method, private = excluded.private`,
);
const removeForward = sql("DELETE FROM inbox_forward WHERE customer_id = $1");
const dropForwards = sql("DELETE FROM forward WHERE customer_id = $1");
const endForwards = sql<{ readonly id: number }>(
  "DELETE FROM forward WHERE id = ANY ($1::bigint[]) RETURNING id",
);
const postponeForward = sql(
  "UPDATE forward SET attempts = attempts + 1, next_at = $2, claimed_until = 0 WHERE id = $1",
);

/** Guard: one that is being posted is left to its process. The oldest come first, as no message is older than the one before. */
const expireForwards = sql<{ readonly customerId: number }>(
  `DELETE FROM forward WHERE id IN (SELECT id FROM forward ORDER BY id LIMIT $2)
     AND at <= $1 AND claimed_until <= store_time() RETURNING customer_id AS "customerId"`,
);

type ForwardWrites = Pick<
  IncomingWrites,
  "setForward" | "removeForward" | "endForward" | "postponeForward" | "expireForwards"
>;

const forwardWrites: Batches<ForwardWrites> = {
  setForward: oneByOne(
    async (session, { customerId, url, method, private: isPrivate }) =>
      (await session.run(setForward, customerId, url, method, isPrivate)) > 0,
  ),
  removeForward: oneByOne(async (session, customerId) => {
    // First that on which messages are added: its lock lets nobody add one any more.
    const removed = await session.run(removeForward, customerId);
    await session.run(dropForwards, customerId);
    return removed > 0;
  }),
  endForward: together(async (session, ids) => {
    const ended = new Set((await session.all(endForwards, ids)).map(({ id }) => id));
    return ids.map((id) => ended.has(id));
  }),
  postponeForward: oneByOne(
    async (session, { id, nextAt }) => (await session.run(postponeForward, id, nextAt)) > 0,
  ),
  expireForwards: alone("expire forwards", [], async (session, { before, limit }) =>
    (await session.all(expireForwards, before, limit)).map(({ customerId }) => customerId),
  ),
};

/** Every change by messages from networks. */
export const incomingWrites: Batches<IncomingWrites> = {
  ...numberWrites,
  ...forwardWrites,
  // The parts of a call are a batch already.
  receive: listsTogether(receive),
  joinIncomplete: alone("join", 0, async (session, { before, limit }) => {
    const { taken, messages } = await overdueMessages(session, before, limit);
    await deliver(session, messages);
    return taken;
  }),
};
