import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { StoreError } from "../../errors.js";
import { asStoreError } from "./database.js";
import {
  type FromReader,
  type ReaderStart,
  type ReadFile,
  type ToReader,
  unpackRows,
} from "./reader-protocol.js";
import { threadScript } from "./writer-client.js";

interface Running {
  readonly rows: object[];
  readonly read: (row: object) => object;
  readonly resolve: (rows: readonly object[]) => void;
  readonly reject: (error: unknown) => void;
}

/** A process that reads a file: one statement at a time. It does not keep this process alive while it reads nothing. */
export class ReaderProcess {
  readonly #child: ChildProcess;
  readonly #exited: Promise<void>;
  #running: Running | undefined;
  #isOver = false;

  constructor(file: ReadFile) {
    const start: ReaderStart = { ...file, parent: process.pid };
    this.#child = fork(fileURLToPath(threadScript("reader")), [JSON.stringify(start)], {
      // Options for this process, such as a debugger, are not for that one.
      execArgv: [],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const ended = (error: unknown): void => {
      this.#isOver = true;
      this.#running?.reject(asStoreError(error));
      this.#running = undefined;
    };
    this.#exited = new Promise((resolve) => {
      this.#child.once("exit", () => {
        ended(new StoreError("failed", "the reading process ended"));
        resolve();
      });
      this.#child.once("error", (error) => {
        ended(error);
        resolve();
      });
    });
    this.#child.on("message", (message: FromReader) => {
      this.#received(message);
    });
    this.#rest();
  }

  /** False once it has ended. */
  get isUsable(): boolean {
    return !this.#isOver;
  }

  /**
   * Runs a statement; `read` reads each of its rows as it comes. If that takes longer than the milliseconds, the process is ended, and the
   * promise rejects with what `stopped` returns.
   */
  all<Row extends object>(
    request: ToReader,
    read: (row: object) => Row,
    milliseconds: number,
    stopped: () => StoreError,
  ): Promise<readonly Row[]> {
    return new Promise<readonly object[]>((resolve, reject) => {
      if (this.#isOver) throw new StoreError("failed", "the reading process ended");
      const timer = setTimeout(() => {
        this.#running = undefined;
        this.kill();
        reject(stopped());
      }, milliseconds);
      const settle = (): void => {
        clearTimeout(timer);
        this.#running = undefined;
        this.#rest();
      };
      this.#running = {
        rows: [],
        read,
        resolve: (rows) => {
          settle();
          resolve(rows);
        },
        reject: (error) => {
          settle();
          reject(asStoreError(error));
        },
      };
      this.#child.channel?.ref();
      this.#child.send(request, (error) => {
        if (error !== null) this.#running?.reject(asStoreError(error));
      });
      // Each row was read by `read`.
    }) as Promise<readonly Row[]>;
  }

  kill(): void {
    this.#isOver = true;
    this.#child.kill("SIGKILL");
  }

  /** Ends the process; resolves when it has closed the file. */
  async close(): Promise<void> {
    this.#isOver = true;
    // This process must not end before the promise is settled.
    this.#child.ref();
    if (this.#child.connected) this.#child.disconnect();
    if (this.#running !== undefined) this.kill();
    await this.#exited;
  }

  #received(message: FromReader): void {
    const running = this.#running;
    if (running === undefined) return;
    if (message.kind === "failed") {
      const { code, detail } = message.error;
      running.reject(new StoreError(code, detail));
      return;
    }
    for (const row of unpackRows(message)) running.rows.push(running.read(row));
    if (message.isLast) running.resolve(running.rows);
  }

  /** It runs on without keeping this process alive. */
  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }
}
