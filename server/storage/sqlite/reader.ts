// A process that reads a file for the one that has started it. A statement cannot be interrupted, but this process can be ended.
import { constants, setPriority } from "node:os";
import { isMainThread, Worker } from "node:worker_threads";
import { openReader } from "./engine/connection.js";
import { asStoreError, type Database, type SqlValue, type Statement } from "./engine/database.js";
import { loadDriver } from "./engine/driver.js";
import { type FromReader, packRows, type ReaderStart, type ToReader } from "./engine/reader-protocol.js";

type Row = Readonly<Record<string, SqlValue>>;

/** The process's own start data. */
const { path, drivers, parent } = JSON.parse(process.argv[2] ?? "") as ReaderStart;

/** Milliseconds between two looks for the process that has started this one. */
const lookEvery = 500;

/** Ends this process, whatever it reads, once the one that has started it is gone: nobody is left that would. */
function endWithParent(): void {
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
  }, lookEvery);
}

async function open(): Promise<(request: ToReader) => readonly Row[]> {
  const database: Database = openReader(await loadDriver(drivers), path);
  const prepared = new Map<string, Statement<Row>>();
  return ({ text, values }) => {
    if (values === "none") {
      database.exec(text);
      return [];
    }
    const known = prepared.get(text) ?? database.prepare<Row>(text);
    prepared.set(text, known);
    return known.all(...values);
  };
}

function* answersTo(read: () => readonly Row[]): Generator<FromReader> {
  try {
    yield* packRows(read());
  } catch (error) {
    const { code, detail } = asStoreError(error);
    yield { kind: "failed", error: { code, detail } };
  }
}

function serve(): void {
  // Calls come first.
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It reads with the priority of calls.
  }
  // The process that has started this one decides when it ends, also where a terminal or systemd sends the signal to both.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
  process.on("disconnect", () => {
    process.exit();
  });
  // A statement holds this thread, not that one.
  new Worker(process.argv[1] ?? "", { argv: process.argv.slice(2) }).unref();
  const opening = open();
  // Each request has the failure.
  opening.catch(() => undefined);
  process.on("message", (request: ToReader) => {
    void opening.then(
      (read) => {
        for (const answer of answersTo(() => read(request))) process.send?.(answer);
      },
      (error: unknown) => {
        for (const answer of answersTo(() => {
          throw error;
        }))
          process.send?.(answer);
      },
    );
  });
}

if (isMainThread) serve();
else endWithParent();
