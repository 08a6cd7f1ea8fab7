import { cleaned } from "../../../domain/inbox/addressing.js";
import type { InboxForward, InboxNumber, NumberOutcome } from "../../../domain/inbox/forwards.js";
import type { PlacedPart } from "../../../domain/inbox/joining.js";
import type { IncomingResult, ReceivedMessage, ReceivedPart } from "../../../domain/inbox/received-part.js";
import type { IncomingStore } from "../../../ports/inbox.js";
import type { Caller } from "../../script/calls.js";
import { flag, namesOf, optional, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { all, run, type Steps } from "../../script/steps.js";
import { calls, subject, type WritesOf } from "../../script/subject.js";
import { customerExists } from "../accounts/known.js";
import { alone, lockKeys } from "../primitives.js";
import { forgetting } from "../forgetting.js";
import { deliver, putIntoInboxes } from "./deliver.js";
import { dropForwards, forwardQueue, forwardTarget, type forwards } from "./forwards.js";
import { endOfSession, joinParts, overdueMessages } from "./joins.js";
import { dropRulesOf } from "./opt-outs.js";

const numbers = sql("SELECT number, customer_id FROM inbox_number ORDER BY number", {
  number: text(),
  customerId: integer(),
});
const insertNumber = sql(
  `INSERT INTO inbox_number (number, customer_id, created_at) SELECT $number, id, $at FROM customer WHERE id = $customerId
   ON CONFLICT DO NOTHING`,
);
const removeNumber = sql("DELETE FROM inbox_number WHERE number = $number");
const strays = sql(
  `SELECT id, sender AS "from", addressee AS "to", subject, text, complete, at FROM stray_message
   WHERE addressee = $number ORDER BY id`,
  {
    id: integer(),
    from: text(),
    to: text(),
    subject: optional(text()),
    text: text(),
    complete: flag(),
    at: integer(),
  },
  { lock: "FOR UPDATE" },
);
const removeStrays = sql("DELETE FROM stray_message WHERE id = ANY ($ids::bigint[])");
const targets = sql(
  `SELECT ${namesOf(forwardTarget)} FROM inbox_forward ORDER BY customer_id`,
  forwardTarget,
);
const setForward = sql(
  `INSERT INTO inbox_forward (customer_id, url, method, private) SELECT id, $url, $method, $private FROM customer
   WHERE id = $customerId
   ON CONFLICT (customer_id) DO UPDATE SET url = excluded.url, method = excluded.method, private = excluded.private`,
);
const removeForward = sql("DELETE FROM inbox_forward WHERE customer_id = $customerId");

/** Changes by messages from networks. */
export const incoming = subject(
  "incoming",
  {
    /** Takes parts as `cleaned` returns them, in their order. */
    *receive(received: readonly ReceivedPart[]): Steps<readonly IncomingResult[]> {
      const placed = received.filter((part): part is PlacedPart => part.place !== undefined);
      const joins = placed.length === 0 ? [].values() : (yield* joinParts(placed)).values();
      const messages: ReceivedMessage[] = [];
      // The number of a message is that of the part that completes it; other parts are not delivered yet.
      const steps = received.map(({ from, to, subject: title, text: content, at, place, isCut }) => {
        const joined = place === undefined ? undefined : joins.next().value;
        if (joined === undefined)
          messages.push({ from, to, subject: title, text: content, at, complete: isCut !== true });
        else messages.push(...joined.messages);
        const effect = joined?.effect ?? "complete";
        return effect === "complete" ? { message: messages.length - 1 } : { effect };
      });
      const effects = yield* deliver(messages);
      return steps.map(({ effect, message = -1 }) => effect ?? effects[message] ?? "stray");
    },
    endSession: endOfSession,
    *joinIncomplete(before: number, limit: number): Steps<number> {
      if (!(yield* alone("join"))) return 0;
      const { taken, messages } = yield* overdueMessages(before, limit);
      yield* deliver(messages);
      return taken;
    },
    forgetStrays: forgetting("stray_message", "forget strays"),
    *addNumber({ number, customerId }: InboxNumber, at: number): Steps<NumberOutcome> {
      // Guard: a transaction that stores a message for the number ends first.
      yield* lockKeys("number", [number]);
      if ((yield* run(insertNumber, { number, customerId, at })) === 0)
        return { ok: false, reason: (yield* customerExists(customerId)) ? "exists" : "unknownCustomer" };
      const found = yield* all(strays, { number });
      yield* putIntoInboxes(found.map((message) => ({ customerId, message })));
      yield* run(removeStrays, { ids: found.map(({ id }) => id) });
      return { ok: true, strays: found.length };
    },
    *removeNumber(number: string): Steps<boolean> {
      yield* dropRulesOf(number);
      return (yield* run(removeNumber, { number })) > 0;
    },
    *setForward({ customerId, url, method, private: isPrivate }: InboxForward): Steps<boolean> {
      return (yield* run(setForward, { customerId, url, method, private: isPrivate })) > 0;
    },
    *removeForward(customerId: number): Steps<boolean> {
      // First that on which messages are added: its lock lets nobody add one any more.
      const removed = yield* run(removeForward, { customerId });
      yield* run(dropForwards, { customerId });
      return removed > 0;
    },
  },
  ["removeNumber", "setForward", "removeForward"],
  ["receive"],
);

export function incomingStore(
  reads: Reads,
  writer: Caller<WritesOf<typeof incoming> & WritesOf<typeof forwards>>,
): IncomingStore {
  const write = calls(writer, incoming);
  return {
    ...write,
    receive: (parts) => write.receive(parts.map(cleaned)),
    numbers: () => reads.all(numbers),
    forwards: () => reads.all(targets),
    queue: forwardQueue(reads, writer),
  };
}
