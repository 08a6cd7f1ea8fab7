import type { Traffic } from "../../../domain/usage/traffic.js";
import type { TrafficStore } from "../../../ports/traffic.js";
import type { Caller } from "../../script/calls.js";
import { trafficCalls, type TrafficWrites } from "../../protocol/traffic-writes.js";
import type { Database } from "../engine/database.js";

export function trafficWrites(database: Database): TrafficWrites {
  const add = database.prepare(
    "INSERT INTO traffic (at, link, accepted, delivered, failed, waiting, oldest) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const forget = database.prepare("DELETE FROM traffic WHERE at < ?");
  return {
    addTraffic({ rows, forgetBefore }) {
      forget.run(forgetBefore);
      for (const { at, link, accepted, delivered, failed, waiting, oldest } of rows)
        add.run(at, link, accepted, delivered, failed, waiting, oldest);
      return null;
    },
  };
}

export function trafficStore(database: Database, writer: Caller<TrafficWrites>): TrafficStore {
  const read = database.prepare<Traffic>(
    `SELECT at - at % ? AS at, link, sum(accepted) AS accepted, sum(delivered) AS delivered, sum(failed) AS failed,
       max(waiting) AS waiting, max(oldest) AS oldest
     FROM traffic WHERE at >= ? AND at < ? AND link = ? GROUP BY 1 ORDER BY 1`,
  );
  return {
    ...trafficCalls(writer),
    read: async ({ link, from, until, step }) => read.all(step, from, until, link),
  };
}
