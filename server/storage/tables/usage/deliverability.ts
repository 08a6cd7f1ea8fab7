import type { DeliverabilityGrouping, DeliverabilitySum } from "../../../domain/usage/deliverability.js";
import {
  allCustomers,
  changesIn,
  countersOf,
  delayBounds,
} from "../../../domain/usage/deliverability-counts.js";
import type { RecipientState } from "../../../domain/recipient-state.js";
import type { DeliverabilityQuery, UsageStore } from "../../../ports/accounts.js";
import { flag, optional, text, whole } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { rowsText, sql } from "../../script/statement.js";
import { all, get, run, type Steps } from "../../script/steps.js";
import { alone } from "../primitives.js";
import { addCosts } from "./costs.js";

const key = "hour, customer_id, link, state, prefix, code";

const delayNames: readonly string[] = [...delayBounds.map((bound) => `within${bound}`), "longer"];

/** Columns of the values: all messages, and delivered ones by delay. */
const valueNames: readonly string[] = ["messages", ...delayNames];
const values = valueNames.join(", ");
const valueColumns = Object.fromEntries(valueNames.map((name) => [name, whole()]));
const sumsOfValues = valueNames.map((name) => `sum(d.${name})::bigint AS ${name}`).join(", ");

/** The largest number that a condition on a link or customer needs. */
const most = 2 ** 31 - 1;

/** What the rows of each grouping are about. */
const groupedBy: Readonly<Record<DeliverabilityGrouping, readonly string[]>> = {
  country: ["d.prefix"],
  customer: ["d.customer_id"],
  hour: ["d.hour"],
  link: ["d.link"],
  prefix: ["d.prefix"],
  prefixAndLink: ["d.prefix", "d.link"],
};

/** Longest time whose counters of all customers are few, in hours. */
const briefly = 15 * 24;

/** Whether a query reads few counters, in a few milliseconds. */
export function readsFew({ by, from, until, customerId }: DeliverabilityQuery): boolean {
  if (by === "prefix" || by === "prefixAndLink") return false;
  return customerId !== undefined || (by !== "customer" && until - from <= briefly);
}

/** The first and the last customer whose counters have the sums: those of all customers are the fewest. */
function customersOf(by: DeliverabilityGrouping, customerId: number | undefined): readonly [number, number] {
  const { byCode, byPrefix } = allCustomers;
  if (by === "prefix" || by === "prefixAndLink") return [byPrefix, byPrefix];
  if (customerId !== undefined) return [customerId, customerId];
  return by === "customer" ? [1, most] : [byCode, byCode];
}

const sumColumns = {
  earlier: flag(),
  key: text(),
  linkId: optional(whole()),
  state: whole<RecipientState>(),
  code: text(),
  ...valueColumns,
};

/** Reads sums, hour by hour, as the counters are stored. The bounds of prefixes are digits, and what follows all of them. */
function sumsBy([place = "", link = "CAST(NULL AS integer)"]: readonly string[]) {
  return sql(
    `WITH RECURSIVE hours (hour) AS (SELECT CAST($from AS integer) UNION ALL SELECT hour + 1 FROM hours WHERE hour + 1 < $until)
     SELECT d.hour < $middle AS earlier, CAST(${place} AS text) AS key, ${link} AS link_id, d.state, d.code, ${sumsOfValues}
     FROM hours CROSS JOIN deliverability d
     WHERE d.hour = hours.hour AND d.customer_id BETWEEN $firstCustomer AND $lastCustomer
       AND d.link BETWEEN $firstLink AND $lastLink AND d.prefix >= $firstPrefix AND d.prefix < $endPrefix
     GROUP BY 1, 2, 3, d.state, d.code LIMIT $limit`,
    sumColumns,
  );
}

const sums = Object.fromEntries(
  Object.entries(groupedBy).map(([grouping, columns]) => [grouping, sumsBy(columns)]),
) as Readonly<Record<DeliverabilityGrouping, ReturnType<typeof sumsBy>>>;

export function deliverabilityReads(reads: Reads): Pick<UsageStore, "deliverability"> {
  return {
    async deliverability({ by, from, middle, until, customerId, linkId, callingCode = "", limit }) {
      const [firstCustomer, lastCustomer] = customersOf(by, customerId);
      const rows = await reads.all(sums[by], {
        from,
        middle,
        until,
        limit,
        firstCustomer,
        lastCustomer,
        firstLink: linkId ?? -most,
        lastLink: linkId ?? most,
        firstPrefix: callingCode,
        endPrefix: `${callingCode}:`,
      });
      return rows.map(({ earlier, key, linkId: link, state, code, ...others }): DeliverabilitySum => {
        // The declared columns, as numbers.
        const numbers = others as Readonly<Record<string, number>>;
        const delays = delayNames.map((name) => numbers[name] ?? 0);
        return {
          isEarlier: earlier,
          key,
          linkId: link,
          state,
          code,
          messages: numbers["messages"] ?? 0,
          delays,
        };
      });
    },
  };
}

/** Hours in which counters by hour are looked for. */
const lookedBack = 14 * 24;

const forget = sql("DELETE FROM deliverability WHERE hour < $forgetBefore");
const oldest = sql(
  "SELECT hour FROM deliverability WHERE hour >= $from AND hour < $before AND hour % 24 <> 0 ORDER BY hour LIMIT 1",
  { hour: whole() },
);
const take = sql(`DELETE FROM deliverability WHERE hour = $hour RETURNING ${key}, ${values}`, {
  hour: whole(),
  customerId: whole(),
  link: whole(),
  state: whole(),
  prefix: text(),
  code: text(),
  ...valueColumns,
});
const recordset = `hour integer, customer_id bigint, link integer, state smallint, prefix text, code text, ${valueNames
  .map((name) => `${name} integer`)
  .join(", ")}`;
const add = sql(
  `INSERT INTO deliverability (${key}, ${values})
   SELECT ${key}, ${values} FROM json_to_recordset($rows::json) AS n (${recordset}) WHERE true ORDER BY ${key}
   ON CONFLICT (${key}) DO UPDATE SET ${valueNames.map((name) => `${name} = deliverability.${name} + excluded.${name}`).join(", ")}`,
);

/**
 * Deletes the counters of hours before `forgetBefore`, and adds those of one hour before `before` to the first hour of its day. Returns whether
 * there was such an hour. Guard: what is added is what was deleted, whatever others count meanwhile.
 */
export function* foldDeliverability(forgetBefore: number, before: number): Steps<boolean> {
  if (!(yield* alone("fold deliverability"))) return false;
  yield* run(forget, { forgetBefore });
  const hour = (yield* get(oldest, { from: before - lookedBack, before }))?.hour;
  if (hour === undefined) return false;
  const rows = (yield* all(take, { hour })).map(({ customerId, ...row }) => ({
    ...(row as Readonly<Record<string, string | number>>),
    customer_id: customerId,
    hour: hour - (hour % 24),
  }));
  yield* run(add, { rows: rowsText(rows) });
  return true;
}

/** Stores the changes of a commit; each driver has its own form of the parameter. */
export const addChanges = (changes: "?" | "$1") =>
  `INSERT INTO deliverability_change (changes) VALUES (${changes})`;

const changes = sql("SELECT id FROM deliverability_change ORDER BY id LIMIT $limit", { id: whole() });
const takeChanges = sql(
  "DELETE FROM deliverability_change WHERE id = ANY ($ids::bigint[]) RETURNING changes",
  {
    changes: text(),
  },
);

/**
 * Adds the changes of some commits to the counters, the oldest first; returns whether there may be more. Guard: what is added is what this
 * transaction has deleted.
 */
export function* gatherDeliverability(limit: number): Steps<boolean> {
  const ids = (yield* all(changes, { limit })).map(({ id }) => id);
  if (ids.length === 0) return false;
  const texts = (yield* all(takeChanges, { ids })).map((row) => row.changes);
  const found = changesIn(texts);
  const rows = countersOf(found).map(({ customerId, linkId, delays, ...count }) => ({
    ...count,
    customer_id: customerId,
    link: linkId,
    ...Object.fromEntries(delayNames.map((name, place) => [name, delays[place] ?? 0])),
  }));
  yield* run(add, { rows: rowsText(rows) });
  yield* addCosts(found);
  return ids.length === limit;
}
