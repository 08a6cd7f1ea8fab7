import type { NewAuditEntry } from "../../../domain/audit.js";
import { numberHeld } from "../../../domain/recipients/phone-number.js";
import { RecipientState } from "../../../domain/recipient-state.js";
import type { ErasedNumber } from "../../../ports/erasing.js";
import { StoreError } from "../../errors.js";
import { phoneGroup } from "../../schema/numbers.js";
import { json, text, integer } from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { all, has, run, type Steps } from "../../script/steps.js";
import { addAudit, replaceFacts } from "../audit/audit.js";
import { endUploads } from "../forms/uploads.js";

const removed = "***";

type PhoneGroup = (typeof phoneGroup)[keyof typeof phoneGroup];

/** Looks into each group of `recipient_phone` that has recipients: a scan of all recipients would hold locks for long. */
const inGroups = ({ bits, of }: PhoneGroup) => `${of("id")} IN (
  WITH RECURSIVE g (n) AS (
    SELECT min(id) >> ${bits} FROM recipient
    UNION ALL SELECT (SELECT min(id) FROM recipient WHERE id >= ((n + 1) << ${bits})) >> ${bits}
      FROM g WHERE n IS NOT NULL
  ) SELECT n FROM g WHERE n IS NOT NULL)`;

const eraseText = (group: PhoneGroup) =>
  `UPDATE recipient SET phone = '' WHERE ${inGroups(group)} AND phone = $number AND state > ${RecipientState.Accepted}
   RETURNING id` as const;
const erase = sql(
  eraseText(phoneGroup.postgres),
  { id: integer() },
  { sqlite: eraseText(phoneGroup.sqlite) },
);
const forgetAttempts = sql("DELETE FROM failed_attempt WHERE recipient = ANY ($ids::bigint[])");
const waitingText = (group: PhoneGroup) =>
  `SELECT 1 FROM recipient WHERE ${inGroups(group)} AND phone = $number
   UNION ALL SELECT 1 FROM recipient_block LIMIT 1` as const;
const waiting = sql(waitingText(phoneGroup.postgres), undefined, { sqlite: waitingText(phoneGroup.sqlite) });

/**
 * Statements of PostgreSQL see what others commit meanwhile: the attempts to delete are those of the messages that were changed, and
 * the look after the change finds each message that it left.
 */
function* eraseMessages(number: string): Steps<number> {
  const ids = (yield* all(erase, { number })).map(({ id }) => id);
  yield* run(forgetAttempts, { ids });
  if (yield* has(waiting, { number }))
    throw new StoreError("inUse", "messages wait; cancel those to the number, or try again");
  return ids.length;
}

const members = sql("SELECT content, pos FROM list_member WHERE phone = $number", {
  content: integer(),
  pos: integer(),
});
const removeMember = sql("DELETE FROM list_member WHERE content = $content AND pos = $pos");
const moveLast = sql(
  `UPDATE list_member SET pos = $pos WHERE content = $content AND pos > $pos
     AND pos = (SELECT max(pos) FROM list_member WHERE content = $content)`,
);
const countMember = sql("UPDATE list_content SET recipients = recipients - 1 WHERE id = $content");
const countAudience = sql(
  `UPDATE location SET audience = audience - 1
   WHERE id IN (SELECT location_id FROM location_audience WHERE phone = $number)`,
);
const removeAudience = sql("DELETE FROM location_audience WHERE phone = $number");
const removeTaken = sql("DELETE FROM campaign_recipient WHERE phone = $number");

/** Deletes members of lists and of audiences. Positions in a list count without gaps, so the last member takes the place. */
function* eraseMembers(number: string): Steps<number> {
  const ofLists = yield* all(members, { number });
  for (const { content, pos } of ofLists) {
    yield* run(removeMember, { content, pos });
    yield* run(moveLast, { content, pos });
    yield* run(countMember, { content });
  }
  yield* run(countAudience, { number });
  const ofAudiences = yield* run(removeAudience, { number });
  return ofLists.length + ofAudiences + (yield* run(removeTaken, { number }));
}

/** A number as people write it in notes: `+1 (202) 555-0155`. */
const asWritten = (number: string): RegExp =>
  new RegExp(`(?:\\+|00)?${number.replace(/\d(?=\d)/gu, "$&[ ()./-]*")}`, "gu");

const entries = sql(
  `SELECT id, facts FROM audit WHERE facts LIKE '%' || $number || '%' OR action IN ('note set', 'note remove')`,
  { id: integer(), facts: text() },
);

function* eraseAudit(number: string): Steps<number> {
  const written = asWritten(number);
  let count = 0;
  for (const { id, facts } of yield* all(entries, { number })) {
    const left = facts.replace(written, removed);
    if (left === facts) continue;
    yield* replaceFacts(id, () => left);
    count++;
  }
  return count;
}

const answers = sql("SELECT customer_id, id, refused FROM client_transaction WHERE refused <> '[]'", {
  customerId: integer(),
  id: text(),
  refused: json<readonly string[]>(),
});
const changeAnswer = sql(
  "UPDATE client_transaction SET refused = $refused WHERE customer_id = $customerId AND id = $id",
);

/** Responses list refused recipients as they were given, in any spelling. */
function* eraseResponses(number: string): Steps<number> {
  let count = 0;
  for (const { customerId, id, refused } of yield* all(answers)) {
    const rest = refused.map((entry) => (entry === number || numberHeld(entry) === number ? removed : entry));
    if (rest.every((entry, index) => entry === refused[index])) continue;
    yield* run(changeAnswer, { customerId, id, refused: JSON.stringify(rest) });
    count++;
  }
  return count;
}

const deletion = (place: string) => sql(`DELETE FROM ${place} = ANY ($forms::text[])`);
const incoming = [
  "stray_message WHERE sender",
  "incoming WHERE sender",
  "forward WHERE sender",
  "smpp_delivery WHERE sender",
  "opt_out_reply WHERE phone",
  "opt_out_response WHERE phone",
  "opt_out_post WHERE phone",
].map(deletion);
/** A receipt without its number would be taken for a message to any number. */
const receipts = ["unmatched_receipt WHERE phone"].map(deletion);
const eraseSender = sql(`UPDATE inbox_message SET sender = '${removed}' WHERE sender = ANY ($forms::text[])`);
const eraseCallbacks = sql("UPDATE callback SET phone = '' WHERE phone = $number");
const eraseSearches = sql(
  `UPDATE bulk_run SET search = replace(search, $number, '${removed}'), filter = replace(filter, $number, '${removed}'),
     state = CASE WHEN state = 'done' THEN state ELSE 'stopped' END
   WHERE filter LIKE '%' || $number || '%'`,
);
/** Receipts stay without the number, as callbacks do; messages from it do not. */
const eraseReceipts = sql(
  "UPDATE smpp_delivery SET sender = '' WHERE sender = $number AND state IS NOT NULL",
);

const notes = sql("SELECT kind, name, text FROM note", { kind: text(), name: text(), text: text() });
const changeNote = sql("UPDATE note SET text = $text WHERE kind = $kind AND name = $name");

function* eraseNotes(number: string): Steps<void> {
  const written = asWritten(number);
  for (const { kind, name, text: before } of yield* all(notes)) {
    const left = before.replace(written, removed);
    if (left !== before) yield* run(changeNote, { kind, name, text: left });
  }
}

function* removeAll(statements: typeof incoming, forms: readonly string[]): Steps<number> {
  let count = 0;
  for (const each of statements) count += yield* run(each, { forms });
  return count;
}

/**
 * Removes a number from all data but the blacklists. The data for accounting stays without it: charges, states and times of messages.
 * @throws StoreError `inUse` while messages to the number, or recipients of long lists, wait
 */
export function* eraseNumber(number: string, entry: NewAuditEntry): Steps<ErasedNumber> {
  const forms = [number, `+${number}`, `00${number}`];
  const erased: ErasedNumber = {
    messages: yield* eraseMessages(number),
    inbox: yield* run(eraseSender, { forms }),
    incoming: yield* removeAll(incoming, forms),
    callbacks: (yield* run(eraseCallbacks, { number })) + (yield* run(eraseReceipts, { number })),
    receipts: yield* removeAll(receipts, forms),
    responses: yield* eraseResponses(number),
    members: yield* eraseMembers(number),
    audit: yield* eraseAudit(number),
  };
  yield* run(eraseSearches, { number });
  yield* eraseNotes(number);
  yield* endUploads();
  yield* addAudit({ ...entry, after: { ...erased } });
  return erased;
}
