import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { isLong } from "../../domain/delivery/submitting/submission-rows.js";
import { openWriter } from "./engine/connection.js";
import { asStoreError, type Database } from "./engine/database.js";
import { loadDriver } from "./engine/driver.js";
import { type GroupCommit, groupCommit } from "./engine/group-commit.js";
import { prepareSchema } from "./schema/migrate.js";
import { beginsAt } from "./engine/places.js";
import { type OwnerLock, ownerLock } from "./engine/owner-lock.js";
import { LockPauses } from "./engine/write-lock.js";
import {
  type WriteResponse,
  type FromWriter,
  packResponses,
  type Request,
  type ToWriter,
  unpackRequests,
  type WriterData,
} from "./engine/writer-protocol.js";
import { packings } from "./packings.js";
import { allWrites, type Writes } from "./writes.js";

/**
 * Milliseconds without work after which the write-ahead log is checkpointed and truncated, so that erased data does not
 * stay in it.
 */
const idleMilliseconds = 1000;

/** The longest wait of the last checkpoint for reads. */
const endMilliseconds = 1000;

const expandRequest: Request<Writes> = { id: -1, name: "expand", input: undefined };

/** Blocks of recipients that become rows in one commit: fewer while there are calls, which wait for it. */
const expandedAtOnce = { calm: 8, busy: 4 };

/** After this long without a call no one waits. */
const calmMilliseconds = 50;

function leavesBlocks(request: Request<Writes>): boolean {
  return request.name === "submit" && isLong(request.input);
}

/**
 * The writer thread. Requests that arrive during a commit are committed together by the next one; between
 * two commits a few waiting blocks of recipients become rows. Between
 * commits without a break it pauses now and then, for writers of other processes.
 */
class Writer {
  readonly #port: MessagePort;
  readonly #database: Database;
  readonly #lock: OwnerLock;
  readonly #commit: GroupCommit<Writes>;
  readonly #pauses = new LockPauses();
  #queue: Request<Writes>[] = [];
  #scheduled = false;
  #blocksLeft = true;
  #calledAt = -Infinity;
  #closing = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(port: MessagePort, database: Database, lock: OwnerLock, places: Int32Array) {
    this.#port = port;
    this.#database = database;
    this.#lock = lock;
    const { writes, pending } = allWrites(database, lock);
    this.#commit = groupCommit(database, writes, {
      begins: (request) => request === expandRequest || beginsAt(places, request.id),
      pending,
    });
  }

  start(): void {
    this.#port.on("message", (message: ToWriter) => {
      if (message === "close") this.#closing = true;
      else this.#queue.push(...unpackRequests(message, packings));
      this.#schedule();
    });
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    clearTimeout(this.#idle);
    const run = (): void => {
      this.#scheduled = false;
      this.#turn();
    };
    const pause = this.#pauses.take();
    if (pause === 0) setImmediate(run);
    else setTimeout(run, pause);
  }

  #turn(): void {
    const requests = this.#queue;
    this.#queue = [];
    if (requests.length > 0) this.#answer(requests);
    if (this.#closing) this.#end();
    else if (this.#blocksLeft) this.#expand();
    else this.#rest();
  }

  #answer(requests: readonly Request<Writes>[]): void {
    this.#blocksLeft ||= requests.some(leavesBlocks);
    this.#calledAt = performance.now();
    const { answers, milliseconds } = this.#timed(requests);
    const message: FromWriter = { kind: "answers", answers: packResponses(answers), milliseconds };
    this.#port.postMessage(message);
  }

  /** Commits, and counts how long the write lock was held. */
  #timed(requests: readonly Request<Writes>[]): {
    readonly answers: readonly WriteResponse<Writes>[];
    readonly milliseconds: number;
  } {
    const begun = performance.now();
    const answers = this.#commit(requests);
    const milliseconds = performance.now() - begun;
    this.#pauses.add(milliseconds);
    return { answers, milliseconds };
  }

  #expand(): void {
    const calm = performance.now() - this.#calledAt > calmMilliseconds;
    const count = expandedAtOnce[calm ? "calm" : "busy"];
    const { answers } = this.#timed(new Array<Request<Writes>>(count).fill(expandRequest));
    const answer = answers.at(-1);
    if (answer?.ok === true) {
      this.#blocksLeft = answer.output === true;
      this.#schedule();
    } else this.#rest();
  }

  /** Waits for work; a block that could not be written is tried again after the pause. */
  #rest(): void {
    this.#idle = setTimeout(() => {
      if (this.#blocksLeft) this.#schedule();
      else this.#checkpoint();
    }, idleMilliseconds);
  }

  /** Only at the end it waits for reads: while there are any, here or in other processes, the log stays until the next time. */
  #checkpoint(): void {
    try {
      this.#database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch {
      // Nothing is lost: the log remains, and the next commit checkpoints again.
    }
  }

  #end(): void {
    this.#port.removeAllListeners("message");
    this.#port.close();
    // A snapshot of this process ends within its turn of the event loop, which may still run.
    this.#database.exec(`PRAGMA busy_timeout = ${endMilliseconds}`);
    this.#checkpoint();
    this.#database.close();
    this.#lock.close();
  }
}

async function start(port: MessagePort, { path, drivers, schema, places }: WriterData): Promise<void> {
  const driver = await loadDriver(drivers);
  const database = openWriter(driver, path);
  prepareSchema(database, schema);
  new Writer(port, database, ownerLock(driver, `${path}-delivery`), places).start();
}

function failureOf(error: unknown): FromWriter {
  const { code, detail } = asStoreError(error);
  return { kind: "failed", error: { code, detail } };
}

const port = parentPort;
if (port !== null) {
  start(port, workerData as WriterData).then(
    () => {
      port.postMessage({ kind: "ready" } satisfies FromWriter);
    },
    (error: unknown) => {
      port.postMessage(failureOf(error));
    },
  );
}
