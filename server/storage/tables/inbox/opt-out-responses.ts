import { mostResponses, type Reply, responseTime } from "../../../domain/inbox/opt-outs.js";
import { text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { get, run, type Steps } from "../../script/steps.js";
import type { OptOutStore } from "../../../ports/inbox.js";
import { forgetting } from "../forgetting.js";

/** Confirmations of opt-outs and responses to HELP: those that wait, and how many each number got. */

/** Before an insertion: one that meets a row takes a number for none, and rows are forgotten by their numbers. */
const countAgain = sql(
  `UPDATE opt_out_response SET responses = CASE WHEN at <= $before THEN 1 ELSE responses + 1 END,
     at = CASE WHEN at <= $before THEN $at ELSE at END
   WHERE customer_id = $customerId AND phone = $phone RETURNING responses`,
  { responses: integer() },
);
/** Guard: two first responses to a number are counted one after the other. */
const count = sql(
  `INSERT INTO opt_out_response (customer_id, phone, at, responses) VALUES ($customerId, $phone, $at, 1)
   ON CONFLICT (customer_id, phone) DO UPDATE SET
     responses = CASE WHEN opt_out_response.at <= $before THEN 1 ELSE opt_out_response.responses + 1 END,
     at = CASE WHEN opt_out_response.at <= $before THEN excluded.at ELSE opt_out_response.at END
   RETURNING responses`,
  { responses: integer() },
);
const add = sql(
  `INSERT INTO opt_out_reply (customer_id, sender, phone, text, at) VALUES ($customerId, $from, $phone, $text, $at)`,
);
const waiting = sql(
  `SELECT id, customer_id, sender AS "from", phone, text, at FROM opt_out_reply ORDER BY id LIMIT $limit`,
  { id: integer(), customerId: integer(), from: text(), phone: text(), text: text(), at: integer() },
);
const end = sql("DELETE FROM opt_out_reply WHERE id = $id");

/**
 * Responds to a recipient, unless it has got as many responses as a program may cause that replies to each message. No message can be sent
 * to a number whose country is not known.
 */
export function* respond({
  customerId,
  number: from,
  phone,
  national,
  kind,
  text: response,
  at,
}: Reply): Steps<void> {
  if (response === "" || national !== undefined) return;
  const row = { customerId, phone, at, before: at - responseTime };
  const counted = (yield* get(countAgain, row)) ?? (yield* get(count, row));
  if ((counted?.responses ?? 1) > mostResponses[kind]) return;
  yield* run(add, { customerId, from, phone, text: response, at });
}

/** Changes of responses. */
export const responseScripts = {
  *endReply(id: number): Steps<void> {
    yield* run(end, { id });
  },
  /** Forgets how many responses numbers got. */
  forgetResponses: forgetting("opt_out_response", "forget responses"),
};

export const responseReads = (reads: Reads): Pick<OptOutStore, "replies"> => ({
  replies: (limit) => reads.all(waiting, { limit }),
});
