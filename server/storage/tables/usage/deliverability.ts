import type { DeliverabilityGrouping, DeliverabilitySum } from "../../../domain/usage/deliverability.js";
import { allCustomers, delayLimits } from "../../../domain/usage/deliverability-counts.js";
import { longestSpan, newSpan, ofDay, spansBetween } from "../../../domain/usage/deliverability-spans.js";
import type { RecipientState } from "../../../domain/recipient-state.js";
import type { DeliverabilityQuery, UsageStore } from "../../../ports/accounts.js";
import { flag, optional, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { rowsText, sql } from "../../script/statement.js";

/** Columns of delivered messages by the delay of the receipt. */
export const delayNames: readonly string[] = [...delayLimits.map((bound) => `within${bound}`), "longer"];

/** Columns of the values: all messages, and delivered ones by delay. */
export const valueNames: readonly string[] = ["messages", ...delayNames];

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

const byPrefix = (by: DeliverabilityGrouping): boolean => by === "prefix" || by === "prefixAndLink";

/** Whether a query reads few counters, in a few milliseconds. */
export function readsFew({ by, customerId, longerPrefix }: DeliverabilityQuery): boolean {
  return !byPrefix(by) && (by !== "customer" || customerId !== undefined || longerPrefix !== undefined);
}

/** The first and the last customer whose counters have the sums: those of all customers are the fewest. */
function customersOf({ by, customerId, longerPrefix }: DeliverabilityQuery): readonly [number, number] {
  if (byPrefix(by) || longerPrefix !== undefined) return [allCustomers.byPrefix, allCustomers.byPrefix];
  if (customerId !== undefined) return [customerId, customerId];
  return by === "customer" ? [1, most] : [allCustomers.byCode, allCustomers.byCode];
}

/** The spans that cover the periods of a query. */
function spansText({ by, everyHour, from, middle, until }: DeliverabilityQuery): string {
  const longest = everyHour === true ? 1 : by === "hour" ? ofDay : longestSpan;
  const rows = (first: number, end: number, earlier: number) =>
    spansBetween(first, end, longest).map(({ span, hour }) => ({ earlier, span, hour }));
  return rowsText([...rows(from, middle, 1), ...rows(middle, until, 0)]);
}

/** Counters of the spans that are read. The bounds of prefixes are digits, and what follows all of them. */
const counted =
  "d.span = s.span AND d.hour = s.hour AND d.customer_id BETWEEN $firstCustomer AND $lastCustomer AND d.prefix >= $firstPrefix AND d.prefix < $endPrefix AND d.link BETWEEN $firstLink AND $lastLink";

/** Reads sums, span by span, as the counters are stored. Those by delay are one text: to pass ten columns on takes longer. */
function sumsBy([place = "", link = "CAST(NULL AS integer)"]: readonly string[]) {
  const delays = delayNames.map((name) => `sum(d.${name})`).join(" || ',' || ");
  return sql(
    `WITH covering (earlier, span, hour) AS (
       SELECT earlier, span, hour FROM json_to_recordset($spans::json) AS n (earlier integer, span integer, hour integer)
       UNION ALL SELECT DISTINCT CASE WHEN hour < $middle THEN 1 ELSE 0 END, span, hour FROM deliverability
         WHERE span = ${newSpan} AND hour >= $from AND hour < $until)
     SELECT s.earlier = 1 AS earlier, CAST(${place} AS text) AS key, ${link} AS link_id, CAST(NULL AS integer) AS state, '' AS code,
       sum(d.messages)::bigint AS messages, ${delays} AS delays
     FROM covering s CROSS JOIN deliverability d WHERE ${counted} GROUP BY 1, 2, 3
     UNION ALL SELECT s.earlier = 1, CAST(${place} AS text), ${link}, d.state, d.code,
       sum(d.messages)::bigint, ''
     FROM covering s CROSS JOIN deliverability_failure d WHERE ${counted} AND s.earlier = 0 GROUP BY 1, 2, 3, d.state, d.code
     LIMIT $limit`,
    {
      earlier: flag(),
      key: text(),
      linkId: optional(integer()),
      state: optional(integer<RecipientState>()),
      code: text(),
      messages: integer(),
      delays: text(),
    },
  );
}

const sums = Object.fromEntries(
  Object.entries(groupedBy).map(([grouping, columns]) => [grouping, sumsBy(columns)]),
) as Readonly<Record<DeliverabilityGrouping, ReturnType<typeof sumsBy>>>;

export function deliverabilityReads(reads: Reads): Pick<UsageStore, "deliverability"> {
  return {
    async deliverability(query) {
      const { by, from, middle, until, linkId, limit } = query;
      const [firstCustomer, lastCustomer] = customersOf(query);
      const firstPrefix = query.longerPrefix ?? query.callingCode ?? "";
      const rows = await reads.all(sums[by], {
        spans: spansText(query),
        from,
        middle,
        until,
        limit,
        firstCustomer,
        lastCustomer,
        firstLink: linkId ?? -most,
        lastLink: linkId ?? most,
        firstPrefix,
        endPrefix: `${firstPrefix}:`,
      });
      return rows.map(({ earlier, key, linkId: link, state, code, messages, delays }): DeliverabilitySum => {
        const reason = state === undefined ? undefined : { state, code };
        const delaysOf = reason === undefined ? delays.split(",").map(Number) : [];
        return { isEarlier: earlier, key, linkId: link, reason, messages, delays: delaysOf };
      });
    },
  };
}
