import type { Database, Statement } from "./database.js";

/** Reads on a connection of its own inside one transaction: all statements show the same moment. */
export async function withSnapshot<T>(
  open: () => Database,
  read: (database: Database) => Promise<T>,
): Promise<T> {
  const database = open();
  try {
    database.exec("BEGIN");
    return await read(database);
  } finally {
    database.close();
  }
}

/**
 * A connection for reads whose statements share one snapshot until this callback of the event loop and its microtasks
 * are done, because opening a snapshot takes longer than most reads. Later reads, for example after a commit, use a new
 * snapshot.
 */
export function withSharedSnapshots(database: Database): Database {
  const begin = database.prepare("BEGIN");
  const end = database.prepare("ROLLBACK");
  let isOpen = false;
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    try {
      end.run();
    } catch {
      // SQLite ended it after an error.
    }
  };
  const open = (): void => {
    if (isOpen) return;
    begin.run();
    isOpen = true;
    // A tick that follows a microtask runs when no microtask is left.
    queueMicrotask(() => {
      process.nextTick(close);
    });
  };
  const within = <Row>(statement: Statement<Row>): Statement<Row> => ({
    run: (...values) => {
      open();
      return statement.run(...values);
    },
    get: (...values) => {
      open();
      return statement.get(...values);
    },
    all: (...values) => {
      open();
      return statement.all(...values);
    },
    iterate: (...values) => {
      open();
      return statement.iterate(...values);
    },
  });
  return {
    exec: (sql) => {
      database.exec(sql);
    },
    prepare: <Row>(sql: string) => within(database.prepare<Row>(sql)),
    close: () => {
      close();
      database.close();
    },
  };
}
