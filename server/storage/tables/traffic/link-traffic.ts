import type { LinkTraffic } from "../../../domain/usage/traffic.js";
import { responseLimits } from "../../../domain/usage/quantiles.js";
import type { TrafficStore } from "../../../ports/service.js";
import { integer, text } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { rowsText, sql } from "../../script/statement.js";
import { run, type Steps } from "../../script/steps.js";

/** Columns of responses by their time. */
const responseNames: readonly string[] = [...responseLimits.map((bound) => `within${bound}`), "longer"];

const counts = ["at", "used", "window_size", ...responseNames];
const names = ["link", ...counts].join(", ");
const types = ["link text", ...counts.map((name) => `${name} bigint`)];

const forget = sql("DELETE FROM link_traffic WHERE at < $forgetBefore");
/** Guard: another process may store the same minute; rows are stored in one order. */
const add = sql(
  `INSERT INTO link_traffic (${names}) SELECT ${names} FROM json_to_recordset($rows::json) AS n (${types.join(", ")})
   WHERE true ORDER BY link, at ON CONFLICT DO NOTHING`,
);
const read = sql(
  `SELECT at - at % $step::bigint AS at, max(used) AS used, max(window_size) AS window_size,
     ${responseNames.map((name) => `sum(${name})`).join(" || ',' || ")} AS responses
   FROM link_traffic WHERE link = $link AND at >= $from AND at < $until GROUP BY 1 ORDER BY 1`,
  { at: integer(), used: integer(), windowSize: integer(), responses: text() },
);

const rowOf = ({ link, at, used, window, responses }: LinkTraffic) => ({
  link,
  at,
  used,
  window_size: window,
  ...Object.fromEntries(responseNames.map((name, place) => [name, responses[place] ?? 0])),
});

/** As `TrafficStore.addLinks`. */
export function* addLinks(rows: readonly LinkTraffic[], forgetBefore: number): Steps<void> {
  yield* run(forget, { forgetBefore });
  if (rows.length > 0) yield* run(add, { rows: rowsText(rows.map(rowOf)) });
}

export const linkTrafficReads = (reads: Reads): Pick<TrafficStore, "readLink"> => ({
  readLink: async ({ link, from, until, step }) => {
    const rows = await reads.all(read, { link, from, until, step });
    return rows.map(({ at, used, windowSize: window, responses }) => ({
      link,
      at,
      used,
      window,
      responses: responses.split(",").map(Number),
    }));
  },
});
