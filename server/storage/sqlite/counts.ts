import { Worker } from "node:worker_threads";
import type { LinkQueue } from "../../domain/delivery/routing/link.js";
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

/** Start data of the counting thread. */
export type CountedFile = Pick<WriterSettings, "path" | "drivers">;

/** A read that the counting thread is asked for. */
export interface CountRequest {
  readonly id: number;
  readonly name: keyof Counts;
  readonly parameters: readonly unknown[];
}

/** Message to the thread; it ends after the requests before `end`. */
export type ToCounter = CountRequest | "end";

/** Response of the thread. */
export type FromCounter = { readonly id: number } & (
  | { readonly kind: "counted"; readonly rows: readonly object[] }
  | { readonly kind: "failed"; readonly error: Failure }
);

interface Waiting {
  readonly resolve: (rows: readonly object[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Milliseconds without requests after which the thread ends: to start it takes as long as most of what it reads. */
const idleFor = 60_000;

interface Running {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
}

/** A thread that answers one request after the other, started with the first one. It does not keep the process alive while none waits. */
class CountingThread {
  readonly #file: CountedFile;
  #running: Running | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;

  constructor(file: CountedFile) {
    this.#file = file;
  }

  read(name: keyof Counts, parameters: readonly unknown[]): Promise<readonly object[]> {
    const { worker, waiting } = (this.#running ??= this.#start());
    const request: ToCounter = { id: ++this.#last, name, parameters };
    clearTimeout(this.#idle);
    worker.ref();
    worker.postMessage(request);
    return new Promise((resolve, reject) => {
      waiting.set(request.id, { resolve, reject });
    });
  }

  /** Resolves when what was asked for is answered and the thread has ended; a later read starts another one. */
  async close(): Promise<void> {
    const worker = this.#running?.worker;
    if (worker === undefined) return;
    clearTimeout(this.#idle);
    this.#running = undefined;
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    worker.ref();
    worker.postMessage("end" satisfies ToCounter);
    await ended;
  }

  #start(): Running {
    const worker = new Worker(threadScript("counter"), { workerData: this.#file });
    const running: Running = { worker, waiting: new Map() };
    const lost = (error: unknown): void => {
      if (this.#running === running) this.#running = undefined;
      for (const { reject } of running.waiting.values()) reject(error);
      running.waiting.clear();
    };
    worker.on("message", (message: FromCounter) => {
      this.#answered(running, message);
    });
    worker.once("error", lost);
    worker.once("exit", () => {
      lost(new StoreError("failed", "the counting thread stopped"));
    });
    return running;
  }

  #answered(running: Running, message: FromCounter): void {
    const { worker, waiting } = running;
    const request = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === "counted") request?.resolve(message.rows);
    else request?.reject(new StoreError(message.error.code, message.error.detail));
    if (waiting.size > 0 || this.#running !== running) return;
    worker.unref();
    this.#idle = setTimeout(() => void this.close(), idleFor).unref();
  }
}

/** Counts on a thread of its own. Requests during a count of the queues share its result. */
export function countsOf(file: CountedFile): Counts & { readonly close: () => Promise<void> } {
  const thread = new CountingThread(file);
  const count = <Name extends keyof Counts>(
    name: Name,
    ...parameters: Parameters<Counts[Name]>
  ): ReturnType<Counts[Name]> => thread.read(name, parameters) as ReturnType<Counts[Name]>;
  return {
    queues: shared(() => count("queues")),
    totals: (from) => count("totals", from),
    busiest: (day, limit) => count("busiest", day, limit),
    deliverability: (query) => count("deliverability", query),
    close: () => thread.close(),
  };
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
