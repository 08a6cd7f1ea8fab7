import {
  changesIn,
  countersOf,
  type DeliverabilityPlace,
} from "../../../domain/usage/deliverability-counts.js";
import { firstKept, newSpan, type Span, spansOf } from "../../../domain/usage/deliverability-spans.js";
import { text, integer } from "../../script/columns.js";
import { rowsText, sql } from "../../script/statement.js";
import { all, get, run, type Steps } from "../../script/steps.js";
import { alone } from "../primitives.js";
import { addCosts } from "./costs.js";
import { delayNames, valueNames } from "./deliverability.js";

/** Columns of a key with their types. */
const place = { span: "smallint", hour: "integer", customer_id: "bigint", prefix: "text", link: "integer" };

/** Span of counters while their transaction adds them to others. */
const moving = -1;

/** Statements that change a table of counters. */
function changesOf(table: string, types: Readonly<Record<string, string>>, values: readonly string[]) {
  const names = Object.keys(types);
  const columns = [...names, ...values].join(", ");
  const insert = `INSERT INTO ${table} (${columns})`;
  const more = values.map((value) => `${value} = ${table}.${value} + excluded.${value}`).join(", ");
  const adding = `ORDER BY ${names.map((_, index) => index + 1).join(", ")}
    ON CONFLICT (${names.join(", ")}) DO UPDATE SET ${more}`;
  const record = Object.entries(types).concat(values.map((value) => [value, "integer"]));
  return {
    add: sql(
      `${insert} SELECT ${columns} FROM json_to_recordset($rows::json) AS n (${record.map((each) => each.join(" ")).join(", ")})
       WHERE true ${adding}`,
    ),
    move: sql(`UPDATE ${table} SET span = ${moving} WHERE span = ${newSpan} AND hour = $hour`),
    spread: sql(
      `${insert} SELECT s.span, s.hour, ${names.slice(2).concat(values).join(", ")}
       FROM json_to_recordset($spans::json) AS s (span smallint, hour integer) CROSS JOIN ${table} d
       WHERE d.span = ${moving} ${adding}`,
    ),
    remove: sql(`DELETE FROM ${table} WHERE span = ${moving}`),
    forget: sql(`DELETE FROM ${table} WHERE span = $span AND hour < $hour`),
  };
}

const counts = changesOf("deliverability", place, valueNames);
const failures = changesOf("deliverability_failure", { ...place, state: "smallint", code: "text" }, [
  "messages",
]);

const oldest = sql(
  `SELECT hour FROM deliverability WHERE span = ${newSpan} AND hour < $before ORDER BY hour LIMIT 1`,
  { hour: integer() },
);

const spanRow = ({ span, hour }: Span) => ({ span, hour });

/**
 * Adds the new counters of one hour before `now` to those of its spans, and deletes counters that are no longer read. Returns whether there was
 * such an hour. Guard: what is added is what was taken, whatever others count meanwhile.
 */
export function* foldDeliverability(now: number): Steps<boolean> {
  if (!(yield* alone("fold deliverability"))) return false;
  const hour = (yield* get(oldest, { before: now }))?.hour;
  for (const table of [counts, failures]) {
    for (const { span, hour: first } of firstKept(now)) yield* run(table.forget, { span, hour: first });
    if (hour === undefined) continue;
    yield* run(table.move, { hour });
    yield* run(table.spread, { spans: rowsText(spansOf(hour).map(spanRow)) });
    yield* run(table.remove);
  }
  return hour !== undefined;
}

/** Stores the changes of a commit; each driver has its own form of the parameter. */
export const addChanges = (changes: "?" | "$1") =>
  `INSERT INTO deliverability_change (changes) VALUES (${changes})`;

const changes = sql("SELECT id FROM deliverability_change ORDER BY id LIMIT $limit", { id: integer() });
const takeChanges = sql(
  "DELETE FROM deliverability_change WHERE id = ANY ($ids::bigint[]) RETURNING changes",
  {
    changes: text(),
  },
);

const placeRow = ({ hour, customerId, prefix, linkId }: DeliverabilityPlace) => ({
  span: newSpan,
  hour,
  customer_id: customerId,
  prefix,
  link: linkId,
});

/**
 * Adds the changes of some commits to the new counters, the oldest first; returns whether there may be more. Guard: what is added is what
 * this transaction has deleted.
 */
export function* gatherDeliverability(limit: number): Steps<boolean> {
  const ids = (yield* all(changes, { limit })).map(({ id }) => id);
  if (ids.length === 0) return false;
  const texts = (yield* all(takeChanges, { ids })).map((row) => row.changes);
  const found = changesIn(texts);
  const counters = countersOf(found);
  const rows = counters.counts.map(({ messages, delays, ...of }) => ({
    ...placeRow(of),
    messages,
    ...Object.fromEntries(delayNames.map((name, index) => [name, delays[index] ?? 0])),
  }));
  yield* run(counts.add, { rows: rowsText(rows) });
  const failed = counters.failures.map(({ state, code, messages, ...of }) => ({
    ...placeRow(of),
    state,
    code,
    messages,
  }));
  if (failed.length > 0) yield* run(failures.add, { rows: rowsText(failed) });
  yield* addCosts(found);
  return ids.length === limit;
}
