import { storedIdOf } from "../admin/ids.js";
import { Refusal, unknownThing } from "../admin/refusal.js";
import { counted, referenceOf } from "../admin/values.js";
import { creditsText } from "../domain/credit/credit.js";
import { type BulkCounts, bulkKinds, type BulkRun } from "../domain/desk/bulk.js";
import type { BulkOutcome } from "../ports/bulk.js";
import type { Store } from "../ports/store.js";
import { countSlice } from "../work/coordination/bulk-slices.js";
import { action, card, longList, type Subject } from "./action.js";
import { bulkSearch } from "./bulk-search.js";
import { choice, number, oneOf, optional, required, text } from "./fields.js";
import { described, type Members, nullable, objectMember, textMember, timeMember } from "./members.js";
import { messageFilters } from "./message-filter.js";
import { partWith } from "./parts.js";
import { refundLimitOf } from "./rights.js";

/** Refund, cancel or send again all messages that a search finds. */

const may = { operator: "support" } as const;

const figuresOf = ({ messages, amount, customers, leftOut }: BulkCounts) => ({
  messages,
  credits: creditsText(amount),
  customers: Object.keys(customers).length,
  leftOut,
});

/** A run as the commands print it. */
export type BulkRow = ReturnType<typeof rowOf>;

const isoTime = (at: number | undefined): string | null =>
  at === undefined ? null : new Date(at).toISOString();

function rowOf({
  id,
  kind,
  state,
  search: conditions,
  who,
  at,
  startedAt,
  changedAt,
  counted: before,
  done,
  note,
}: BulkRun) {
  return {
    id,
    kind,
    state,
    search: Object.entries(conditions)
      .map(([name, value]) => `${name} ${value}`)
      .join(", "),
    conditions,
    by: who,
    prepared: new Date(at).toISOString(),
    started: isoTime(startedAt),
    changed: new Date(changedAt).toISOString(),
    before: { found: before.found, ...figuresOf(before) },
    after: { found: done.found, ...figuresOf(done) },
    note: note ?? null,
  };
}

const figures =
  "found (all messages of the search), messages (those that it is for), credits, customers, leftOut (by reason)";
const members: Members = {
  ...described(["id"]),
  kind: textMember("refund, cancel or resend"),
  state: textMember("counting, counted, running, done or stopped"),
  search: textMember("conditions of the messages, as a text"),
  conditions: objectMember("the same by name"),
  by: textMember("operator"),
  prepared: timeMember("when it was prepared; its messages were accepted before"),
  started: nullable(timeMember("when it was started; null before")),
  changed: timeMember("last progress"),
  before: objectMember(`figures before: ${figures}`),
  after: objectMember(`what was done so far, as before`),
  note: nullable(textMember("why it was stopped; null otherwise")),
};

const keys = {
  id: required(number(undefined, "number of the run"), (given) => storedIdOf("run", given)),
};

/** @throws Refusal */
async function runOf({ bulk }: Pick<Store, "bulk">, id: number): Promise<BulkRun> {
  const run = await bulk.run(id);
  if (run === undefined) throw unknownThing(`there is no run ${id}`);
  return run;
}

/** Milliseconds for which a run is counted at once; a server counts the rest in the background. */
const countTime = 1_000;

async function countAtOnce(store: Store, id: number, now: number): Promise<BulkRun> {
  const end = performance.now() + countTime;
  let run = await runOf(store, id);
  while (run.state === "counting" && performance.now() < end) {
    await countSlice(store, run, now);
    run = await runOf(store, id);
  }
  return run;
}

/** Counts the messages of a search that an action would be for. */
export const prepareBulk = action({
  name: "bulk prepare",
  help: "Count what to refund, cancel or resend of all messages that a search finds; changes nothing. Example: messenger bulk prepare refund --state failed --customer 42 --since 7d",
  may,
  button: "Count them",
  done: "The messages are counted.",
  keys: {
    kind: required(
      choice(undefined, "refund, cancel or resend", { choices: bulkKinds }),
      oneOf("kind", bulkKinds),
    ),
  },
  fields: {
    ...messageFilters,
    search: optional(
      text(undefined, "number of a recorded search, in place of conditions", { form: "<id>" }),
      (given) => given,
    ),
    reference: optional(
      text("Reference", "reference for the ledger, of refunds", {
        hint: "of the complaint, for the ledger",
        width: "medium",
      }),
      referenceOf,
    ),
  },
  members,
  run: async ({ kind, reference, ...input }, { store, by, now }) => {
    const found = await bulkSearch(store, input, now);
    const id = await store.bulk.prepare({ kind, ...found, reference, who: by.name, at: now });
    return { row: rowOf(await countAtOnce(store, id, now)) };
  },
});

function expectDone(outcome: BulkOutcome, id: number, why: string): void {
  if (outcome.ok) return;
  if (outcome.reason === "overLimit")
    throw new Refusal(
      `the refund is more than the ${creditsText(outcome.left)} credits that you may still refund today: ask an administrator`,
    );
  if (outcome.reason === "unknown") throw unknownThing(`there is no run ${id}`);
  throw new Refusal(`run ${id} ${why}`);
}

/** Starts what was counted. */
export const startBulk = action({
  name: "bulk start",
  help: "Start a run that is counted; it goes on in the background, each message once, also after a restart",
  may: { ...may, identity: "recent" },
  button: "Start",
  done: "It has started, and goes on in the background.",
  keys,
  members,
  once: true,
  run: async ({ id }, { store, caller, now, by }) => {
    const outcome = await store.bulk.start(id, { by, limit: refundLimitOf(caller), at: now });
    expectDone(outcome, id, "is not counted yet, or was started before");
    const row = rowOf(await runOf(store, id));
    return { row, text: `run ${id} started: ${row.kind} ${counted(row.before.messages, "message")}` };
  },
});

/** Stops a run. */
export const stopBulk = action({
  name: "bulk stop",
  help: "Stop a run; what it has done stays",
  may,
  button: "Stop",
  done: "It was stopped; what it had done stays.",
  keys,
  members,
  run: async ({ id }, { store, now, by }) => {
    expectDone(await store.bulk.stop(id, by, now), id, "has ended");
    return { row: rowOf(await runOf(store, id)), text: `run ${id} stopped` };
  },
});

export const showBulk = card({
  name: "bulk show",
  help: "Show a run: its figures before, and what was done so far",
  may,
  keys,
  members,
  row: async ({ id }, { store }) => rowOf(await runOf(store, id)),
});

export const listBulk = longList({
  name: "bulk list",
  help: "List runs, newest first",
  may,
  columns: ["id", "kind", "state", "search", "by", "prepared", "started", "changed"],
  members,
  part: async (_none, wanted, { store }) => {
    const before = wanted.after === undefined ? undefined : storedIdOf("run", wanted.after);
    const runs = await store.bulk.runs(wanted.limit, before);
    return partWith(runs, wanted, rowOf, ({ id }) => String(id));
  },
});

/** Actions for all messages of a search. */
export const bulk: Subject = {
  name: "bulk",
  help: "Refund, cancel or send again all messages of a search",
  entries: [prepareBulk, startBulk, stopBulk, showBulk, listBulk],
};
