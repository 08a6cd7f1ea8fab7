import type { WriteLimit } from "../../../ports/service.js";
import { StoreError, type StoreErrorCode } from "../../errors.js";
import {
  type Caller,
  type Input,
  type OnCommit,
  type Output,
  type WriteName,
  writeLimits,
} from "../../script/calls.js";
import type { Batch, Batches } from "./batch.js";
import type { Database } from "./database.js";

/** A write that waits for its batch. */
interface Waiting {
  readonly input: unknown;
  settle(outcome: Outcome): void;
}

type Outcome = { readonly output: unknown } | { readonly error: unknown };

/** Failures that each write of a batch would meet alone: the database is not there, or nothing is known. */
const ofAll: ReadonlySet<StoreErrorCode> = new Set([
  ...(["unreachable", "connectionLost", "outcomeUnknown", "noConnection", "refusedLogin"] as const),
  ...(["noDatabase", "noPassword", "noTls", "untrustedServer", "statementPooler"] as const),
  ...(["standby", "busy", "full", "io"] as const),
]);

/**
 * Commits writes in batches: the calls of one turn of the event loop, and of the time that the batch before took, become one
 * transaction for each kind. Kinds run side by side, on connections of their own; one kind runs one batch at a time, so that
 * its writes keep their order within the process. What fails leaves its neighbours alone.
 */
export class WriteQueue<W> implements Caller<W> {
  readonly #database: Database;
  readonly #batches: Batches<W>;
  /** Batches at once: the other connections read. */
  readonly #atOnce: number;
  readonly #onCommit: OnCommit | undefined;
  readonly #waiting = new Map<WriteName<W>, Waiting[]>();
  readonly #running = new Set<WriteName<W>>();
  #count = 0;
  #scheduled = false;
  #closed = false;
  #whenEmpty: () => void = () => undefined;

  constructor(database: Database, batches: Batches<W>, atOnce: number, onCommit?: OnCommit) {
    this.#database = database;
    this.#batches = batches;
    this.#atOnce = atOnce;
    this.#onCommit = onCommit;
  }

  async call<K extends WriteName<W>>(name: K, input: Input<W, K>, limit?: WriteLimit): Promise<Output<W, K>> {
    if (this.#closed) throw new StoreError("closed");
    if (limit?.givenUp.aborted === true) throw new StoreError("givenUp");
    if (this.#count >= (limit === undefined ? writeLimits.all : writeLimits.ofCallers))
      throw new StoreError("overloaded");
    this.#count += 1;
    const outcome = await new Promise<Outcome>((resolve) => {
      const settle = (settled: Outcome): void => {
        forget?.();
        resolve(settled);
      };
      const write: Waiting = { input, settle };
      const forget = limit?.givenUp.whenAborted(() => {
        this.#takeBack(name, write);
      });
      this.#add(name, write);
    });
    this.#count -= 1;
    if (this.#count === 0) this.#whenEmpty();
    if ("error" in outcome) throw outcome.error;
    // The batch of a name has the output of its write, by the type of batches.
    return outcome.output as Output<W, K>;
  }

  /** Resolves when every write has been settled. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#count === 0) return;
    await new Promise<void>((resolve) => {
      this.#whenEmpty = resolve;
    });
  }

  #add(name: WriteName<W>, write: Waiting): void {
    const waiting = this.#waiting.get(name);
    if (waiting === undefined) this.#waiting.set(name, [write]);
    else waiting.push(write);
    this.#schedule();
  }

  /** Settles a write at once whose caller is given up before it begins. */
  #takeBack(name: WriteName<W>, write: Waiting): void {
    const waiting = this.#waiting.get(name) ?? [];
    const place = waiting.indexOf(write);
    if (place === -1) return;
    waiting.splice(place, 1);
    write.settle({ error: new StoreError("givenUp") });
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#start();
    });
  }

  /** Kinds that wait for longest come first: a map keeps the order of its keys. */
  #start(): void {
    for (const [name, waiting] of this.#waiting) {
      if (this.#running.size >= this.#atOnce) return;
      if (this.#running.has(name)) continue;
      const batch = this.#batches[name] as Batch<unknown, unknown>;
      const taken = waiting.splice(0, batch.most);
      this.#waiting.delete(name);
      if (waiting.length > 0) this.#waiting.set(name, waiting);
      if (taken.length === 0) continue;
      this.#running.add(name);
      void this.#commit(batch, taken).then(() => {
        this.#running.delete(name);
        this.#schedule();
      });
    }
  }

  /** Never rejects. */
  async #commit(batch: Batch<unknown, unknown>, writes: readonly Waiting[]): Promise<void> {
    const begun = performance.now();
    try {
      const inputs = writes.map(({ input }) => input);
      const result = await this.#database.transaction((session) => batch.run(session, inputs));
      const outputs = "late" in result ? await result.late : result;
      this.#onCommit?.({ writes: writes.length, milliseconds: performance.now() - begun });
      for (const [index, write] of writes.entries()) write.settle({ output: outputs[index] });
    } catch (error) {
      const alone = writes.length === 1 || (error instanceof StoreError && ofAll.has(error.code));
      if (alone) for (const write of writes) write.settle({ error });
      else for (const write of writes) await this.#commit(batch, [write]);
    }
  }
}
