import { Worker } from "node:worker_threads";
import { StoreError } from "../errors.js";
import { asStoreError } from "./database.js";
import type {
  Answer,
  Failure,
  FromWriter,
  Inputs,
  OnCommit,
  Outputs,
  Request,
  ToWriter,
  WriteName,
  WriterData,
} from "./protocol.js";

type Settle = (answer: Answer | StoreError) => void;

function errorOf({ code, detail }: Failure): StoreError {
  return new StoreError(code, detail);
}

/**
 * This thread's end of the writer: every call resolves after its commit. When the writer's thread is lost, the calls
 * under way reject with `failed` (whether they were committed is unknown) and the next call starts another one.
 */
export class WriterClient {
  readonly #data: WriterData;
  readonly #script: URL;
  readonly #onCommit: OnCommit | undefined;
  readonly #waiting = new Map<number, Settle>();
  #outgoing: Request[] = [];
  #worker: Promise<Worker> | undefined;
  #lastId = 0;
  #closed = false;

  /** `script` is the module that the thread runs. */
  constructor(data: WriterData, script = new URL("./writer.js", import.meta.url), onCommit?: OnCommit) {
    this.#data = data;
    this.#script = script;
    this.#onCommit = onCommit;
  }

  /** Starts the writer unless it runs; rejects with the reason when the database cannot be used. */
  async start(): Promise<void> {
    await this.#running();
  }

  async call<K extends WriteName>(name: K, input: Inputs[K]): Promise<Outputs[K]> {
    if (this.#closed) throw new StoreError("closed");
    const answer = await new Promise<Answer | StoreError>((resolve) => {
      this.#lastId += 1;
      this.#waiting.set(this.#lastId, resolve);
      // `name` and `input` belong together by this method's signature; the union of all requests cannot say so.
      this.#send({ id: this.#lastId, name, input } as Request);
    });
    if (answer instanceof StoreError) throw answer;
    if (!answer.ok) throw errorOf(answer.error);
    // The writer answers an id with what the operation of that id returns; a type cannot follow it across threads.
    return answer.output as Outputs[K];
  }

  /** Waits until every call is answered, then ends the thread. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#flush();
    const worker = await this.#worker?.catch(() => undefined);
    if (worker === undefined) return;
    const message: ToWriter = { kind: "close" };
    await new Promise<void>((resolve) => {
      worker.once("exit", () => {
        resolve();
      });
      worker.postMessage(message);
    });
  }

  /** Calls of one turn of the event loop leave in one message. */
  #send(request: Request): void {
    this.#outgoing.push(request);
    if (this.#outgoing.length > 1) return;
    setImmediate(() => {
      this.#flush();
    });
  }

  #flush(): void {
    const requests = this.#outgoing;
    this.#outgoing = [];
    if (requests.length === 0) return;
    const message: ToWriter = { kind: "requests", requests };
    this.#running()
      .then((worker) => {
        worker.postMessage(message);
      })
      .catch((error: unknown) => {
        const reason = asStoreError(error);
        for (const { id } of requests) this.#settle(id, reason);
      });
  }

  #committed(answers: readonly Answer[], milliseconds: number): void {
    this.#onCommit?.({ writes: answers.length, milliseconds });
    for (const answer of answers) this.#settle(answer.id, answer);
  }

  #settle(id: number, answer: Answer | StoreError): void {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }

  #running(): Promise<Worker> {
    this.#worker ??= this.#launch();
    return this.#worker;
  }

  #launch(): Promise<Worker> {
    const worker = new Worker(this.#script, { workerData: this.#data });
    return new Promise((resolve, reject) => {
      worker.on("message", (message: FromWriter) => {
        if (message.kind === "ready") resolve(worker);
        else if (message.kind === "failed") reject(errorOf(message.error));
        else this.#committed(message.answers, message.milliseconds);
      });
      let cause = "the writer ended";
      worker.on("error", (error: unknown) => {
        cause = String(error);
      });
      worker.on("exit", () => {
        const reason = new StoreError("failed", cause);
        reject(reason);
        this.#worker = undefined;
        for (const id of [...this.#waiting.keys()]) this.#settle(id, reason);
      });
    });
  }
}
