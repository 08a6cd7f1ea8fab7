import type { CustomerPeak } from "../../../domain/usage/unusual-traffic.js";
import type { TrafficStore } from "../../../ports/service.js";
import { whole } from "../../script/columns.js";
import { sql } from "../../script/statement.js";
import { run, type Steps } from "../../script/steps.js";
import type { Reads } from "../../script/reads.js";

const peak = { hour: whole(), peak: whole() };
const unusualPeak = { customerId: whole(), ...peak, usual: whole() };

const forget = sql("DELETE FROM customer_traffic WHERE hour < $forgetBefore");
/** Guard: several processes count the same hour; the largest peak stays. Rows are stored in one order. */
const add = sql(
  `INSERT INTO customer_traffic (hour, customer_id, peak, usual) VALUES ($hour, $customerId, $peak, $usual)
   ON CONFLICT (hour, customer_id) DO UPDATE SET peak = excluded.peak, usual = coalesce(excluded.usual, customer_traffic.usual)
   WHERE excluded.peak > customer_traffic.peak`,
);
const peaks = sql(
  "SELECT hour, peak FROM customer_traffic WHERE customer_id = $customerId AND hour >= $from ORDER BY hour",
  peak,
);
const unusual = sql(
  `SELECT customer_id, hour, peak, coalesce(usual, 0) AS usual FROM customer_traffic WHERE hour >= $from AND usual IS NOT NULL
   ORDER BY hour DESC, peak DESC, customer_id LIMIT $limit`,
  unusualPeak,
);

export function* addPeaks(rows: readonly CustomerPeak[], forgetBefore: number): Steps<void> {
  yield* run(forget, { forgetBefore });
  for (const { hour, customerId, peak, usual } of rows.toSorted(
    (one, other) => one.customerId - other.customerId,
  ))
    yield* run(add, { hour, customerId, peak, usual });
}

export function peakReads(reads: Reads): Pick<TrafficStore, "peaks" | "unusual"> {
  return {
    peaks: (customerId, from) => reads.all(peaks, { customerId, from }),
    unusual: (from, limit) => reads.all(unusual, { from, limit }),
  };
}
