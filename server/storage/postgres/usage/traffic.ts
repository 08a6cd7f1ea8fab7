import type { Traffic } from "../../../domain/usage/traffic.js";
import type { TrafficStore } from "../../../ports/traffic.js";
import type { trafficCalls, TrafficWrites } from "../../protocol/traffic-writes.js";
import { type Batches, oneByOne } from "../engine/batch.js";
import type { Queries } from "../engine/database.js";
import { sql } from "../engine/statement.js";

const forget = sql("DELETE FROM traffic WHERE at < $1");
/** Guard: another process may store the same minute. */
const add = sql(
  `INSERT INTO traffic (at, link, accepted, delivered, failed, waiting, oldest)
   SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
   ORDER BY 1, 2 ON CONFLICT DO NOTHING`,
);
const read = sql<Traffic>(
  `SELECT at - at % $1::bigint AS at, link, sum(accepted)::bigint AS accepted, sum(delivered)::bigint AS delivered,
     sum(failed)::bigint AS failed, max(waiting) AS waiting, max(oldest) AS oldest
   FROM traffic WHERE at >= $2 AND at < $3 AND link = $4 GROUP BY 1, link ORDER BY 1`,
);

export const trafficWrites: Batches<TrafficWrites> = {
  addTraffic: oneByOne(async (session, { rows, forgetBefore }) => {
    await session.run(forget, forgetBefore);
    await session.run(
      add,
      rows.map(({ at }) => at),
      rows.map(({ link }) => link),
      rows.map(({ accepted }) => accepted),
      rows.map(({ delivered }) => delivered),
      rows.map(({ failed }) => failed),
      rows.map(({ waiting }) => waiting),
      rows.map(({ oldest }) => oldest),
    );
    return null;
  }),
};

export function trafficReads(queries: Queries): Omit<TrafficStore, keyof ReturnType<typeof trafficCalls>> {
  return { read: ({ link, from, until, step }) => queries.all(read, step, from, until, link) };
}
