import type { StoreError } from "../errors.js";
import { asStoreError, type Database, type Statement } from "./database.js";
import type { Answer, Outputs, Request, WriteName, WriteTable } from "./protocol.js";

/** Runs requests together: one savepoint each, one commit for all; answers only what is on disk. */
export type GroupCommit = (requests: readonly Request[]) => readonly Answer[];

function perform<K extends WriteName>(writes: WriteTable, request: Request<K>): Outputs[K] {
  return writes[request.name](request.input);
}

function failed({ id }: Request, error: StoreError): Answer {
  return { id, ok: false, error: { code: error.code, detail: error.detail } };
}

/** Prepared, as two of them belong to every request. */
interface Savepoint {
  readonly database: Database;
  readonly begin: Statement<never>;
  readonly keep: Statement<never>;
}

/** A failed request leaves its neighbours alone; when its savepoint is gone, SQLite has rolled back all of them. */
function runOne({ database, begin, keep }: Savepoint, writes: WriteTable, request: Request): Answer {
  begin.run();
  try {
    const output = perform(writes, request);
    keep.run();
    return { id: request.id, ok: true, output };
  } catch (error) {
    database.exec("ROLLBACK TO request; RELEASE request");
    return failed(request, asStoreError(error));
  }
}

function rollback(database: Database): void {
  try {
    database.exec("ROLLBACK");
  } catch {
    // SQLite has already rolled back by itself (full disk, I/O error): nothing is open any more.
  }
}

export function groupCommit(database: Database, writes: WriteTable): GroupCommit {
  const savepoint: Savepoint = {
    database,
    begin: database.prepare("SAVEPOINT request"),
    keep: database.prepare("RELEASE request"),
  };
  return (requests) => {
    try {
      database.exec("BEGIN IMMEDIATE");
      const answers = requests.map((request) => runOne(savepoint, writes, request));
      database.exec("COMMIT");
      return answers;
    } catch (error) {
      rollback(database);
      const reason = asStoreError(error);
      return requests.map((request) => failed(request, reason));
    }
  };
}
