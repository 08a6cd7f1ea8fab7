import { StoreError } from "../../errors.js";
import { ReaderProcess } from "./reader-process.js";
import type { ReadFile } from "./reader-protocol.js";

/** Processes of one file: while one runs a long statement, the other reads for all others. */
const mostProcesses = 2;

/** Milliseconds without reads after which a process ends: to start it takes as long as most of what it reads. */
const idleFor = 60_000;

interface Waiting {
  readonly take: (process: ReaderProcess) => void;
  readonly giveUp: (error: StoreError) => void;
}

/** Processes that read a file, started when they are needed. Whoever waits for one comes in turn. */
export class ReaderPool {
  readonly #file: ReadFile;
  readonly #all = new Set<ReaderProcess>();
  readonly #waiting = new Set<Waiting>();
  #idle: ReaderProcess[] = [];
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(file: ReadFile) {
    this.#file = file;
  }

  /** Gives a process to some work alone. Rejects with what `stopped` returns if none is free in time. */
  async use<T>(
    milliseconds: number,
    stopped: () => StoreError,
    work: (process: ReaderProcess) => Promise<T>,
  ): Promise<T> {
    const process = await this.#take(milliseconds, stopped);
    try {
      return await work(process);
    } finally {
      this.#giveBack(process);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    for (const { giveUp } of this.#waiting) giveUp(new StoreError("closed"));
    await Promise.all([...this.#all].map((each) => each.close()));
  }

  async #take(milliseconds: number, stopped: () => StoreError): Promise<ReaderProcess> {
    if (this.#closed) throw new StoreError("closed");
    clearTimeout(this.#timer);
    const free = this.#idle.pop();
    if (free?.isUsable === true) return free;
    if (free !== undefined) this.#all.delete(free);
    if (this.#all.size < mostProcesses) return this.#start();
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
      };
      const waiting: Waiting = {
        take: (process) => {
          leave();
          resolve(process);
        },
        giveUp: (error) => {
          leave();
          reject(error);
        },
      };
      const timer = setTimeout(() => {
        waiting.giveUp(stopped());
      }, milliseconds);
      this.#waiting.add(waiting);
    });
  }

  #start(): ReaderProcess {
    const process = new ReaderProcess(this.#file);
    this.#all.add(process);
    return process;
  }

  #giveBack(process: ReaderProcess): void {
    if (!process.isUsable) this.#all.delete(process);
    if (this.#closed) return;
    const [next] = this.#waiting;
    if (next !== undefined) next.take(process.isUsable ? process : this.#start());
    else if (process.isUsable) this.#idle.push(process);
    if (this.#idle.length === this.#all.size)
      this.#timer = setTimeout(() => {
        this.#rest();
      }, idleFor).unref();
  }

  /** Ends all processes; the next read starts one. */
  #rest(): void {
    for (const process of this.#idle) {
      this.#all.delete(process);
      void process.close();
    }
    this.#idle = [];
  }
}
