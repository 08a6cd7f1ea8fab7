import type { Change } from "../../../domain/accounts/accounts.js";
import {
  type Addressed,
  inLockOrder,
  isReply,
  type OptOutRule,
  type Reply,
  type ReplyLanguage,
  replyOf,
} from "../../../domain/inbox/opt-outs.js";
import type { OptOutStore } from "../../../ports/inbox.js";
import type { Caller } from "../../script/calls.js";
import { mapped, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { all, run, type Steps } from "../../script/steps.js";
import { calls, subject, type WritesOf } from "../../script/subject.js";
import { changeOf, wordsOf } from "../accounts/known.js";
import { startNational, stopNational } from "./national-opt-outs.js";
import { respond, responseReads, responseScripts } from "./opt-out-responses.js";
import { optOutQueue, type optOutPosts, postOptOut } from "./opt-out-posts.js";

const words = () => mapped(text(), wordsOf);
const ruleNames = "customer_id, number, languages, stop_words, start_words, stop_text, start_text, help_text";
const rule = {
  customerId: integer(),
  number: text(),
  languages: mapped(text(), (stored) => wordsOf(stored) as readonly ReplyLanguage[]),
  stopWords: words(),
  startWords: words(),
  stopText: text(),
  startText: text(),
  helpText: text(),
};

const rulesOf = sql(
  `SELECT ${ruleNames} FROM opt_out_rule WHERE customer_id = ANY ($customers::bigint[])`,
  rule,
);
const rules = sql(
  `SELECT ${ruleNames} FROM opt_out_rule WHERE $customerId::bigint IS NULL OR customer_id = $customerId
   ORDER BY customer_id, number`,
  rule,
);
/** A rule of a number needs the number. */
const setRule = sql(
  `INSERT INTO opt_out_rule (${ruleNames})
   SELECT id, $number, $languages, $stopWords, $startWords, $stopText, $startText, $helpText FROM customer
   WHERE id = $customerId AND ($number = '' OR EXISTS (SELECT 1 FROM inbox_number n WHERE n.number = $number AND n.customer_id = $customerId))
   ON CONFLICT (customer_id, number) DO UPDATE SET languages = excluded.languages, stop_words = excluded.stop_words,
     start_words = excluded.start_words, stop_text = excluded.stop_text, start_text = excluded.start_text,
     help_text = excluded.help_text`,
);
const removeRule = sql("DELETE FROM opt_out_rule WHERE customer_id = $customerId AND number = $number");
/** Ends with the number. */
const removeOfNumber = sql("DELETE FROM opt_out_rule WHERE number = $number");

const stop = sql(
  `INSERT INTO blacklist (customer_id, phone, created_at, replied_to) VALUES ($customerId, $phone, $at, $number)
   ON CONFLICT DO NOTHING`,
);
/** A number that somebody else has blacklisted stays. */
const start = sql(
  "DELETE FROM blacklist WHERE customer_id = $customerId AND phone = $phone AND replied_to IS NOT NULL",
);

/** Stops messages to a recipient; returns how many opt-outs are new. */
function* end(reply: Reply): Steps<number> {
  const { customerId, number, phone, at } = reply;
  const stopped = phone === "" ? 0 : yield* run(stop, { customerId, phone: Number(phone), at, number });
  return stopped + (yield* stopNational(reply));
}

/** The opposite. */
function* resume(reply: Reply): Steps<number> {
  const { customerId, phone } = reply;
  const resumed = phone === "" ? 0 : yield* run(start, { customerId, phone: Number(phone) });
  return resumed + (yield* startNational(reply));
}

/** Changes the blacklist, or responds to a request for help; a change is confirmed, and posted to the customer. */
function* apply(reply: Reply): Steps<void> {
  const { kind } = reply;
  if (kind === "help") {
    yield* respond(reply);
    return;
  }
  const changed = kind === "start" ? yield* resume(reply) : yield* end(reply);
  if (changed === 0) return;
  yield* respond(reply);
  yield* postOptOut({ ...reply, kind });
}

/** Applies the replies among messages of customers; each that changes something is confirmed once. */
export function* applyOptOuts(messages: readonly Addressed[]): Steps<void> {
  const possible = messages.filter(({ message }) => isReply(message));
  if (possible.length === 0) return;
  const found = yield* all(rulesOf, {
    customers: [...new Set(possible.map(({ customerId }) => customerId))],
  });
  const replies = possible.map((each) => replyOf(each, found)).filter((each) => each !== undefined);
  for (const reply of inLockOrder(replies)) yield* apply(reply);
}

export function* dropRulesOf(number: string): Steps<void> {
  yield* run(removeOfNumber, { number });
}

/** Changes of the rules of opt-outs, and confirmations that were sent. */
export const optOuts = subject(
  "optOuts",
  {
    *setRule(set: OptOutRule): Steps<Change> {
      const { customerId, number, languages, stopWords, startWords, stopText, startText, helpText } = set;
      const changed = yield* run(setRule, {
        customerId,
        number,
        languages: languages.join(" "),
        stopWords: stopWords.join(" "),
        startWords: startWords.join(" "),
        stopText,
        startText,
        helpText,
      });
      return yield* changeOf(changed > 0, customerId, "unknownEntry");
    },
    *removeRule(customerId: number, number: string): Steps<boolean> {
      return (yield* run(removeRule, { customerId, number })) > 0;
    },
    ...responseScripts,
  },
  ["removeRule", "endReply"],
);

export function optOutStore(
  reads: Reads,
  writer: Caller<WritesOf<typeof optOuts> & WritesOf<typeof optOutPosts>>,
): OptOutStore {
  return {
    ...calls(writer, optOuts),
    rules: (customerId) => reads.all(rules, { customerId }),
    queue: optOutQueue(reads, writer),
    ...responseReads(reads),
  };
}
