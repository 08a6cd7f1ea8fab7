import { StoreError } from "../../errors.js";
import { asStoreError, type Database, type Statement } from "./database.js";
import { lockPatience, stopWaiting, takeWriteLock } from "./write-lock.js";
import type { Output, WriteName } from "../../script/calls.js";
import type { WriteResponse, Request } from "./writer-protocol.js";

/** Runs requests together, one commit for all; responds only after it is on disk. A failed request does not affect the others. */
export type GroupCommit<W> = (requests: readonly Request<W>[]) => readonly WriteResponse<W>[];

/** False if a request was withdrawn; called once, right before it would run. */
export type Begins<W> = (request: Request<W>) => boolean;

/** State in memory that requests change: it follows the transaction. */
export interface Pending {
  /** A transaction has begun, inside which requests run. */
  begun(): void;
  /** Writes changes that requests have left for the end of their commit, inside the open transaction. */
  write(): void;
  /** Returns a function that discards changes since now: the requests were rolled back. */
  mark(): () => void;
  /** A write of this name was performed. */
  performed(name: PropertyKey): void;
}

const nothingPending: Pending = {
  begun: () => undefined,
  write: () => undefined,
  mark: () => () => undefined,
  performed: () => undefined,
};

function perform<W, K extends WriteName<W>>(
  writes: W,
  { name, input }: Request<W, K>,
  pending: Pending,
): Output<W, K> {
  // Each name has the input of its write, by the type of requests; through a name of the union a type cannot follow it.
  const write = writes[name] as (input: unknown) => Output<W, K>;
  const output = write(input);
  pending.performed(name);
  return output;
}

function failed<W>({ id }: Request<W>, error: StoreError): WriteResponse<W> {
  return { id, ok: false, error: { code: error.code, detail: error.detail } };
}

interface Savepoint {
  readonly database: Database;
  readonly begin: Statement<never>;
  readonly keep: Statement<never>;
}

/**
 * Runs a request that may fail alone.
 * @throws StoreError with the cause if SQLite has rolled back all requests, and the savepoint with them
 */
function runOne<W>(
  { database, begin, keep }: Savepoint,
  writes: W,
  request: Request<W>,
  pending: Pending,
): WriteResponse<W> {
  const discard = pending.mark();
  begin.run();
  try {
    const output = perform(writes, request, pending);
    pending.write();
    keep.run();
    return { id: request.id, ok: true, output };
  } catch (error) {
    discard();
    const reason = asStoreError(error);
    try {
      database.exec("ROLLBACK TO request; RELEASE request");
    } catch {
      throw reason;
    }
    return failed(request, reason);
  }
}

function rollback(database: Database): void {
  try {
    database.exec("ROLLBACK");
  } catch {
    // SQLite has already rolled back by itself (full disk, I/O error): no transaction is open.
  }
}

export interface GroupCommitOptions<W> {
  readonly begins?: Begins<W>;
  readonly pending?: Pending;
  /** As that of `takeWriteLock`. */
  readonly patience?: number;
}

/**
 * A savepoint lets one request fail alone, but SQLite then copies every page that the request changes. Therefore all
 * requests run without savepoints first, and again with savepoints if one of them fails. From now on the connection waits for no lock but
 * that for writing.
 */
export function groupCommit<W>(
  database: Database,
  writes: W,
  { begins = () => true, pending = nothingPending, patience = lockPatience }: GroupCommitOptions<W> = {},
): GroupCommit<W> {
  stopWaiting(database);
  const savepoint: Savepoint = {
    database,
    begin: database.prepare("SAVEPOINT request"),
    keep: database.prepare("RELEASE request"),
  };
  const begin = (): void => {
    takeWriteLock(database, patience);
    pending.begun();
  };
  const runAll = (requests: readonly Request<W>[], discard: () => void): readonly WriteResponse<W>[] => {
    try {
      const answers = requests.map((request): WriteResponse<W> => {
        return { id: request.id, ok: true, output: perform(writes, request, pending) };
      });
      pending.write();
      return answers;
    } catch {
      discard();
      rollback(database);
      begin();
      return requests.map((request) => runOne(savepoint, writes, request, pending));
    }
  };
  return (requests) => {
    const discard = pending.mark();
    try {
      // May wait for another process; requests that are withdrawn meanwhile are skipped.
      begin();
      const open = requests.filter(begins);
      const answers = runAll(open, discard);
      database.exec("COMMIT");
      if (open.length === requests.length) return answers;
      const late = requests.filter((request) => !open.includes(request));
      return [...answers, ...late.map((request) => failed(request, new StoreError("givenUp")))];
    } catch (error) {
      discard();
      rollback(database);
      const reason = asStoreError(error);
      return requests.map((request) => failed(request, reason));
    }
  };
}
