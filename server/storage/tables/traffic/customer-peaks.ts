import type { CustomerPeak, TrafficStore } from "../../../ports/service.js";
import { integer } from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { run, type Steps } from "../../script/steps.js";
import type { Reads } from "../../script/reads.js";

const forget = sql("DELETE FROM customer_traffic WHERE hour < $forgetBefore");
/** Guard: several processes count the same hour; the largest peak stays. Rows are stored in one order. */
const add = sql(
  `INSERT INTO customer_traffic (hour, customer_id, peak) VALUES ($hour, $customerId, $peak)
   ON CONFLICT (hour, customer_id) DO UPDATE SET peak = excluded.peak WHERE excluded.peak > customer_traffic.peak`,
);
const peaks = sql(
  "SELECT hour, peak FROM customer_traffic WHERE customer_id = $customerId AND hour >= $from ORDER BY hour",
  { hour: integer(), peak: integer() },
);

export function* addPeaks(rows: readonly CustomerPeak[], forgetBefore: number): Steps<void> {
  yield* run(forget, { forgetBefore });
  for (const { hour, customerId, peak } of rows.toSorted((one, other) => one.customerId - other.customerId))
    yield* run(add, { hour, customerId, peak });
}

export function peakReads(reads: Reads): Pick<TrafficStore, "peaks"> {
  return { peaks: (customerId, from) => reads.all(peaks, { customerId, from }) };
}
