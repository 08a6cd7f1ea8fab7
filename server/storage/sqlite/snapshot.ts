import type { Database } from "./database.js";

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
