import { Worker } from "node:worker_threads";
import type { LinkQueue } from "../../domain/delivery/links.js";
import type { UsageTotals } from "../tables/usage/usage.js";
import { StoreError } from "../errors.js";
import { inSqlite, isInFlight, isOnTheWay } from "../tables/outbox/conditions.js";
import type { Database } from "./engine/database.js";
import type { Failure } from "./engine/writer-protocol.js";
import { threadScript, type WriterSettings } from "./engine/writer-client.js";
import { shared } from "messenger-gen-host/tasks";

/** Reads that take tens of milliseconds if there are many messages or customers, which would delay calls. */
export interface Counts extends UsageTotals {
  readonly queues: () => Promise<readonly LinkQueue[]>;
}

type CountedFile = Pick<WriterSettings, "path" | "drivers">;

/** Start data of the counting thread. */
export interface CounterData extends CountedFile {
  readonly name: keyof Counts;
  readonly parameters: readonly unknown[];
}

/** Response of the thread. */
export type FromCounter =
  | { readonly kind: "counted"; readonly rows: readonly object[] }
  | { readonly kind: "failed"; readonly error: Failure };

/** Counts on a thread of its own. Requests during a count of the queues share its result. */
export function countsOf({ path, drivers }: CountedFile): Counts {
  const count = <Name extends keyof Counts>(
    name: Name,
    ...parameters: Parameters<Counts[Name]>
  ): ReturnType<Counts[Name]> => counted({ path, drivers, name, parameters }) as ReturnType<Counts[Name]>;
  return {
    queues: shared(() => count("queues")),
    totals: (from) => count("totals", from),
    busiest: (day, limit) => count("busiest", day, limit),
    deliverability: (query) => count("deliverability", query),
  };
}

function counted(data: CounterData): Promise<readonly object[]> {
  return new Promise((resolve, reject) => {
    const counter = new Worker(threadScript("counter"), { workerData: data });
    counter.once("message", (message: FromCounter) => {
      if (message.kind === "counted") resolve(message.rows);
      else reject(new StoreError(message.error.code, message.error.detail));
    });
    counter.once("error", reject);
    counter.once("exit", () => {
      reject(new StoreError("failed", "the counting thread stopped"));
    });
  });
}

const distinctLinks = `
SELECT DISTINCT link AS id FROM recipient WHERE ${inSqlite.isQueued}
UNION SELECT DISTINCT link FROM recipient WHERE ${isInFlight}
UNION SELECT DISTINCT link FROM recipient WHERE ${isOnTheWay}
ORDER BY id`;

/** Counts of messages, read on one connection; counting many of them takes long. */
export function queueReads(database: Database): Pick<Counts, "queues"> {
  const links = database.prepare<{ readonly id: number }>(distinctLinks);
  const count = (condition: string) => {
    const statement = database.prepare<{ readonly n: number }>(
      `SELECT count(*) AS n FROM recipient WHERE ${condition} AND link = ?`,
    );
    return (link: number): number => statement.get(link)?.n ?? 0;
  };
  const waiting = count(inSqlite.isQueued);
  const underWay = count(`${isInFlight} AND worker IS NOT NULL`);
  const uncertain = count(inSqlite.isHeld);
  const onTheWay = count(isOnTheWay);
  return {
    queues: async () =>
      links.all().map(({ id }): LinkQueue => ({
        linkId: id,
        waiting: waiting(id),
        underWay: underWay(id),
        uncertain: uncertain(id),
        withoutReceipt: onTheWay(id),
      })),
  };
}
