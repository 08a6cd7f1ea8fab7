import type { Traffic } from "../../../domain/usage/traffic.js";
import type { TrafficStore } from "../../../ports/service.js";
import type { Caller } from "../../script/calls.js";
import { namesOf, text, integer } from "../../script/columns.js";
import type { Reads } from "../../script/reads.js";
import { sql } from "../../script/statement.js";
import { run, type Steps } from "../../script/steps.js";
import { calls, subject, type WritesOf } from "../../script/subject.js";
import { addPeaks, peakReads } from "./customer-peaks.js";
import { addLinks, linkTrafficReads } from "./link-traffic.js";
import { addRefused, refusedReads } from "./refused-calls.js";

const traffic = {
  at: integer(),
  link: text(),
  accepted: integer(),
  delivered: integer(),
  failed: integer(),
  waiting: integer(),
  oldest: integer(),
};

const forget = sql("DELETE FROM traffic WHERE at < $forgetBefore");
/** Guard: another process may store the same minute; rows are stored in one order. */
const add = sql(
  `INSERT INTO traffic (${namesOf(traffic)})
   VALUES ($at, $link, $accepted, $delivered, $failed, $waiting, $oldest) ON CONFLICT DO NOTHING`,
);
const read = sql(
  `SELECT at - at % $step::bigint AS at, link, sum(accepted)::bigint AS accepted, sum(delivered)::bigint AS delivered,
     sum(failed)::bigint AS failed, max(waiting) AS waiting, max(oldest) AS oldest
   FROM traffic WHERE at >= $from AND at < $until AND link = $link GROUP BY 1, link ORDER BY 1`,
  traffic,
);

function byKey(one: Traffic, other: Traffic): number {
  return one.at - other.at || (one.link < other.link ? -1 : 1);
}

/** Additions to the traffic by minute, a row for the service and for each link, to the peaks of customers and to their refused calls. */
export const trafficByMinute = subject(
  "traffic",
  {
    *add(rows: readonly Traffic[], forgetBefore: number): Steps<void> {
      yield* run(forget, { forgetBefore });
      for (const { at, link, accepted, delivered, failed, waiting, oldest } of rows.toSorted(byKey))
        yield* run(add, { at, link, accepted, delivered, failed, waiting, oldest });
    },
    addLinks,
    addPeaks,
    addRefused,
  },
  ["add", "addLinks", "addPeaks", "addRefused"],
);

export function trafficStore(reads: Reads, writer: Caller<WritesOf<typeof trafficByMinute>>): TrafficStore {
  return {
    ...calls(writer, trafficByMinute),
    ...linkTrafficReads(reads),
    ...peakReads(reads),
    ...refusedReads(reads),
    read: ({ link, from, until, step }) => reads.all(read, { link, from, until, step }),
  };
}
