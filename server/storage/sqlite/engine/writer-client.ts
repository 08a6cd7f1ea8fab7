import { Worker } from "node:worker_threads";
import type { WriteLimit } from "../../../ports/service.js";
import { StoreError } from "../../errors.js";
import { asStoreError } from "./database.js";
import { Places } from "./places.js";
import type { Caller, Input, OnCommit, Output, WriteName } from "../../script/calls.js";
import type { Packings } from "./packing.js";
import {
  type WriteResponse,
  type Failure,
  type FromWriter,
  packRequests,
  type Request,
  type ToWriter,
  unpackResponses,
  type WriterData,
} from "./writer-protocol.js";

type Settle<W> = (answer: WriteResponse<W> | StoreError) => void;

function errorOf({ code, detail }: Failure): StoreError {
  return new StoreError(code, detail);
}

/**
 * The script of a thread or of a reading process, bundled by the build: to load its modules one by one takes longer than its other preparations, and a thread
 * starts sooner without the loader of ES modules.
 */
export function threadScript(name: "writer" | "counter" | "reader"): URL {
  return new URL(`../../../threads/${name}.cjs`, import.meta.url);
}

/** MB for new objects of the writer thread: those of a commit are few, and garbage after it. The default is 48. */
const maxYoungGenerationSizeMb = 12;

/** Calls in one message: with more, the writer would wait while the other thread still reads the requests of its turn. */
const mostTogether = 8;

/** Start data of the writer thread, without its slots. */
export type WriterSettings = Omit<WriterData, "places">;

/** One writer's thread, with the writes that were given to it. */
interface Running<W> {
  readonly worker: Promise<Worker>;
  readonly places: Places;
  /** By place. */
  readonly waiting: (Settle<W> | undefined)[];
  /** Calls of this turn of the event loop that have not left. */
  outgoing: Request<W>[];
}

/**
 * Client of the writer thread: every call resolves after its commit. If the writer thread ends, the calls in progress
 * reject: with `writerLost` if their write had not started, otherwise with `outcomeUnknown`. The next call starts
 * another thread.
 */
export class WriterClient<W> implements Caller<W> {
  readonly #settings: WriterSettings;
  readonly #script: URL;
  readonly #packings: Packings<W>;
  readonly #onCommit: OnCommit | undefined;
  #running: Running<W> | undefined;
  #closed = false;

  /** `script` is the module that the thread runs, with the same packings. */
  constructor(settings: WriterSettings, script: URL, packings: Packings<W>, onCommit?: OnCommit) {
    this.#settings = settings;
    this.#script = script;
    this.#packings = packings;
    this.#onCommit = onCommit;
  }

  /** Starts the writer unless it runs; rejects with the reason when the database cannot be used. */
  async start(): Promise<void> {
    await this.#started().worker;
  }

  /**
   * Sends a request to the writer; `limit` is that of the caller. Rejects with `overloaded` if too many writes wait,
   * with `givenUp` if the call was canceled before its write started.
   */
  async call<K extends WriteName<W>>(name: K, input: Input<W, K>, limit?: WriteLimit): Promise<Output<W, K>> {
    if (this.#closed) throw new StoreError("closed");
    if (limit?.givenUp.aborted === true) throw new StoreError("givenUp");
    const running = this.#started();
    const place = running.places.take(limit !== undefined);
    if (place === undefined) throw new StoreError("overloaded");
    const answer = await new Promise<WriteResponse<W> | StoreError>((resolve) => {
      const forget = limit?.givenUp.whenAborted(() => {
        if (running.places.takeBack(place)) resolve(new StoreError("givenUp"));
      });
      running.waiting[place] = (settled) => {
        forget?.();
        resolve(settled);
      };
      this.#send(running, { id: place, name, input });
    });
    if (answer instanceof StoreError) throw answer;
    if (!answer.ok) throw errorOf(answer.error);
    return answer.output;
  }

  /** Waits for the responses of all calls, then ends the thread. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const running = this.#running;
    if (running === undefined) return;
    this.#flush(running);
    const worker = await running.worker.catch(() => undefined);
    if (worker === undefined) return;
    await new Promise<void>((resolve) => {
      worker.once("exit", () => {
        resolve();
      });
      worker.postMessage("close" satisfies ToWriter);
    });
  }

  /** Calls of one turn of the event loop leave together, or as soon as there are many. */
  #send(running: Running<W>, request: Request<W>): void {
    running.outgoing.push(request);
    if (running.outgoing.length === mostTogether) this.#flush(running);
    else if (running.outgoing.length === 1) {
      setImmediate(() => {
        this.#flush(running);
      });
    }
  }

  #flush(running: Running<W>): void {
    const requests = running.outgoing;
    running.outgoing = [];
    if (requests.length === 0) return;
    running.worker.then(
      (worker) => {
        this.#post(running, worker, requests);
      },
      (error: unknown) => {
        for (const { id } of requests) this.#settle(running, id, asStoreError(error));
      },
    );
  }

  /** A request that cannot be sent is refused alone. */
  #post(running: Running<W>, worker: Worker, requests: readonly Request<W>[]): void {
    try {
      worker.postMessage(packRequests(requests, this.#packings) satisfies ToWriter);
    } catch (error) {
      const [first, ...others] = requests;
      if (first !== undefined && others.length === 0) this.#settle(running, first.id, asStoreError(error));
      else for (const request of requests) this.#post(running, worker, [request]);
    }
  }

  #committed(running: Running<W>, answers: readonly WriteResponse<W>[], milliseconds: number): void {
    for (const answer of answers) this.#settle(running, answer.id, answer);
    this.#onCommit?.({ writes: answers.length, milliseconds });
  }

  #settle({ waiting, places }: Running<W>, place: number, answer: WriteResponse<W> | StoreError): void {
    const settle = waiting[place];
    if (settle === undefined) return;
    waiting[place] = undefined;
    places.giveBack(place);
    settle(answer);
  }

  #started(): Running<W> {
    this.#running ??= this.#launch();
    return this.#running;
  }

  #launch(): Running<W> {
    const places = new Places();
    const worker = new Worker(this.#script, {
      workerData: { ...this.#settings, places: places.cells },
      resourceLimits: { maxYoungGenerationSizeMb },
    });
    const started = new Promise<Worker>((resolve, reject) => {
      worker.on("message", (message: FromWriter) => {
        if (message.kind === "ready") resolve(worker);
        else if (message.kind === "failed") reject(errorOf(message.error));
        else this.#committed(running, unpackResponses(message.answers), message.milliseconds);
      });
      let cause = "the writer thread stopped";
      worker.on("error", (error: unknown) => {
        cause = String(error);
      });
      worker.on("exit", () => {
        reject(new StoreError("writerLost", cause));
        this.#lose(running, cause);
      });
    });
    const running: Running<W> = { worker: started, places, waiting: [], outgoing: [] };
    // Each call in progress is rejected on its own; without any, nothing needs to be reported.
    started.catch(() => undefined);
    return running;
  }

  #lose(running: Running<W>, cause: string): void {
    if (this.#running === running) this.#running = undefined;
    for (const place of running.waiting.keys()) {
      const code = running.places.hasBegun(place) ? "outcomeUnknown" : "writerLost";
      this.#settle(running, place, new StoreError(code, cause));
    }
  }
}
