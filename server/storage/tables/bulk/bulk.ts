import { creditsText } from "../../../domain/credit/credit.js";
import {
  addCounts,
  type BulkCounts,
  type BulkMessage,
  noCounts,
  sliceOf,
} from "../../../domain/desk/bulk.js";
import { cancel } from "../../../domain/desk/cancellation.js";
import type { Actor } from "../../../domain/audit.js";
import type {
  BulkOutcome,
  BulkStart,
  BulkStore,
  CountedSlice,
  NewBulkRun,
  WorkedSlice,
} from "../../../ports/bulk.js";
import type { Caller } from "../../script/calls.js";
import { integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { all, get, run, type Steps } from "../../script/steps.js";
import { calls, subject, type WritesOf } from "../../script/subject.js";
import { addAudit, completeAudit } from "../audit/audit.js";
import { sendAgain } from "../desk/copies.js";
import { charged, makeRefunds, refundedBy } from "../desk/refunds.js";
import { lockRecipients } from "../outbox/recipients.js";
import { lockKeys, writeTransitions } from "../primitives.js";
import { bulkRun, latestRuns, lockedRun, messagesOf, openRuns, type StoredRun } from "./bulk-rows.js";

const add = sql(
  `INSERT INTO bulk_run (kind, state, search, filter, reference, who, at, changed_at, counted, done)
   VALUES ($kind, 'counting', $search, $filter, $reference, $who, $at, $at, $none, $none) RETURNING id`,
  { id: integer() },
);
const count = sql(
  "UPDATE bulk_run SET state = $state, place = $place, last = $last, counted = $figures, changed_at = $at WHERE id = $id",
);
const start = sql(
  `UPDATE bulk_run SET state = 'running', place = NULL, last = NULL, refund_limit = $limit, who = $who, entry = $entry,
     started_at = $at, changed_at = $at WHERE id = $id`,
);
const stop = sql("UPDATE bulk_run SET state = 'stopped', note = $note, changed_at = $at WHERE id = $id");
const work = sql(
  `UPDATE bulk_run SET state = $state, place = $place, done = $figures, refunded = $refunded, note = $note, changed_at = $at
   WHERE id = $id`,
);
const forget = sql(
  `DELETE FROM bulk_run WHERE (state IN ('counting', 'counted') AND changed_at < $unstarted)
     OR (state IN ('done', 'stopped') AND changed_at < $ended)`,
);

const jsonOf = (value: object | undefined): string | null =>
  value === undefined ? null : JSON.stringify(value);

const isAt = ({ place }: Pick<StoredRun, "place">, after: WorkedSlice["after"]): boolean =>
  place?.txn === after?.txn && place?.id === after?.id;

/** Figures as the audit log has them. */
const shown = ({ messages, amount, customers, leftOut }: BulkCounts) => ({
  messages,
  credits: creditsText(amount),
  customers: Object.keys(customers).length,
  leftOut: Object.values(leftOut).reduce((sum, each) => sum + each, 0),
});

interface Worked {
  readonly figures: BulkCounts;
  /** The operator may not refund more today. */
  readonly isOverLimit?: true;
}

function* refundSlice({ who, reference, refundLimit }: StoredRun, slice: WorkedSlice): Steps<Worked> {
  const { messages, at } = slice;
  const before = refundLimit === undefined ? 0 : yield* refundedBy(who, at);
  const made = yield* makeRefunds(
    { messages, reference },
    at,
    (amount) => refundLimit === undefined || before + amount <= refundLimit,
  );
  if (!made.isAllowed) return { figures: noCounts, isOverLimit: true };
  const leftOut: Partial<Record<string, number>> = {};
  for (const { reason } of made.refusals) leftOut[reason] = (leftOut[reason] ?? 0) + 1;
  const customers: Record<string, number> = {};
  for (const { customerId, messages: some } of made.byCustomer)
    customers[customerId] = (customers[customerId] ?? 0) + some;
  const { refunded, amount } = made;
  return { figures: { found: messages.length, messages: refunded.length, amount, customers, leftOut } };
}

function* cancelSlice(slice: WorkedSlice): Steps<Worked> {
  yield* lockRecipients(slice.messages);
  const rows = yield* all(messagesOf, { ids: slice.messages, copies: 0 });
  const { due, figures } = sliceOf("cancel", rows, [], undefined);
  const waiting = due.map((row) => ({ ...row, attempts: 0 }));
  const amount = waiting.length === 0 ? 0 : yield* writeTransitions(cancel(waiting, slice.at));
  return { figures: { ...figures, amount } };
}

/** Guard: in a statement after the locks, which sees the copies that others have made. */
function* resendSlice({ messages: ids, transactions, at }: WorkedSlice): Steps<Worked> {
  const known = yield* all(messagesOf, { ids, copies: 0 });
  yield* lockKeys("copy", [...new Set(known.map(({ original, phone }) => `${original} ${phone}`))]);
  const rows = yield* all(messagesOf, { ids, copies: 1 });
  const { due, figures } = sliceOf("resend", rows, [], undefined);
  const wanted = new Set(due.map(({ id }: BulkMessage) => id));
  for (const [index, row] of rows.filter(({ id }) => wanted.has(id)).entries())
    yield* sendAgain(row, transactions[index] ?? "", at);
  return { figures };
}

function* worked(stored: StoredRun, slice: WorkedSlice): Steps<Worked> {
  if (slice.messages.length === 0) return { figures: noCounts };
  switch (stored.kind) {
    case "refund":
      return yield* refundSlice(stored, slice);
    case "cancel":
      return yield* cancelSlice(slice);
    case "resend":
      return yield* resendSlice(slice);
  }
}

const unknownRun: BulkOutcome = { ok: false, reason: "unknown" };
const otherState: BulkOutcome = { ok: false, reason: "state" };
const limitNote = "the refund limit of the operator is reached: ask an administrator";

/** Runs of an action for all messages of a search. */
export const bulk = subject("bulk", {
  *prepare({ kind, search, filter, reference, who, at }: NewBulkRun): Steps<number> {
    const texts = { search: JSON.stringify(search), filter: JSON.stringify(filter) };
    const none = JSON.stringify(noCounts);
    return (yield* get(add, { kind, ...texts, reference, who, at, none }))?.id ?? 0;
  },
  *count({ id, after, place, isEnd, figures, last, at }: CountedSlice): Steps<boolean> {
    const stored = yield* get(lockedRun, { id });
    if (stored?.state !== "counting" || !isAt(stored, after)) return false;
    const state = isEnd ? "counted" : "counting";
    const texts = { place: jsonOf(place), last: jsonOf(last), figures: JSON.stringify(figures) };
    yield* run(count, { id, state, ...texts, at });
    return true;
  },
  *start(id: number, { by, limit, at }: BulkStart): Steps<BulkOutcome> {
    const stored = yield* get(lockedRun, { id });
    if (stored === undefined) return unknownRun;
    const { state, kind, search, counted, reference } = stored;
    if (state !== "counted") return otherState;
    if (kind === "refund" && limit !== undefined) {
      const left = Math.max(0, limit - (yield* refundedBy(by.name, at)));
      if (counted.amount > left) return { ok: false, reason: "overLimit", left };
    }
    const of = { run: id, kind, ...search, ...(reference === undefined ? {} : { reference }) };
    const entry = yield* addAudit({
      at,
      actor: by,
      action: "bulk start",
      subject: of,
      before: shown(counted),
    });
    yield* run(start, { id, limit, who: by.name, entry, at });
    return { ok: true };
  },
  *stop(id: number, by: Actor, at: number): Steps<BulkOutcome> {
    const stored = yield* get(lockedRun, { id });
    if (stored === undefined) return unknownRun;
    const { state, done, entry } = stored;
    if (state === "done" || state === "stopped") return otherState;
    yield* run(stop, { id, note: `stopped by ${by.name}`, at });
    yield* addAudit({ at, actor: by, action: "bulk stop", subject: { run: id }, after: shown(done) });
    if (entry !== undefined) yield* completeAudit(entry, { state: "stopped", ...shown(done) });
    return { ok: true };
  },
  *work(slice: WorkedSlice): Steps<boolean> {
    const { id, after, place, isEnd, at } = slice;
    const stored = yield* get(lockedRun, { id });
    if (stored?.state !== "running" || !isAt(stored, after)) return false;
    const { figures, isOverLimit = false } = yield* worked(stored, slice);
    const sum = addCounts(stored.done, figures);
    const state = isOverLimit ? "stopped" : isEnd ? "done" : "running";
    const refunded = stored.kind === "refund" ? sum.amount : 0;
    // What was not refunded is before the place.
    const reached = isOverLimit ? stored.place : place;
    const texts = {
      place: jsonOf(reached),
      figures: JSON.stringify(sum),
      note: isOverLimit ? limitNote : null,
    };
    yield* run(work, { id, state, ...texts, refunded, at });
    const { entry } = stored;
    if (state !== "running" && entry !== undefined) yield* completeAudit(entry, { state, ...shown(sum) });
    return true;
  },
  *forget(unstarted: number, ended: number): Steps<void> {
    yield* run(forget, { unstarted, ended });
  },
});

/** Actions for all messages of a search. */
export function bulkStore(reads: Reads, writer: Caller<WritesOf<typeof bulk>>): BulkStore {
  return {
    ...calls(writer, bulk),
    run: (id) => reads.get(bulkRun, { id }),
    runs: (limit, before = Number.MAX_SAFE_INTEGER) => reads.all(latestRuns, { limit, before }),
    open: () => reads.all(openRuns),
    messages: async (kind, ids) => {
      const messages = await reads.all(messagesOf, { ids, copies: kind === "resend" ? 1 : 0 });
      // A message that is sent again has no charge.
      const txns = kind === "resend" ? [] : [...new Set(messages.map(({ txn }) => txn))];
      return { messages, transactions: txns.length === 0 ? [] : await reads.all(charged, { txns }) };
    },
  };
}
