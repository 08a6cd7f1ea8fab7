import type { StoreError } from "../errors.js";
import { asStoreError, type Database } from "./database.js";
import type { Answer, Outputs, Request, WriteName, WriteTable } from "./protocol.js";

/** Runs requests together: one savepoint each, one commit for all; answers only what is on disk. */
export type GroupCommit = (requests: readonly Request[]) => readonly Answer[];

function perform<K extends WriteName>(writes: WriteTable, request: Request<K>): Outputs[K] {
  return writes[request.name](request.input);
}

function failed({ id }: Request, error: StoreError): Answer {
  return { id, ok: false, error: { code: error.code, detail: error.detail } };
}

/** A failed request leaves its neighbours alone; when its savepoint is gone, SQLite has rolled back all of them. */
function runOne(database: Database, writes: WriteTable, request: Request): Answer {
  database.exec("SAVEPOINT request");
  try {
    const output = perform(writes, request);
    database.exec("RELEASE request");
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
  return (requests) => {
    try {
      database.exec("BEGIN IMMEDIATE");
      const answers = requests.map((request) => runOne(database, writes, request));
      database.exec("COMMIT");
      return answers;
    } catch (error) {
      rollback(database);
      const reason = asStoreError(error);
      return requests.map((request) => failed(request, reason));
    }
  };
}
