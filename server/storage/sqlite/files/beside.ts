import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** The first octets of a database file (SQLite, file format, section 1.3). */
const magic = "SQLite format 3\0";

function isDatabase(path: string): boolean {
  if (!statSync(path).isFile()) return false;
  const header = Buffer.alloc(magic.length);
  const file = openSync(path, "r");
  try {
    readSync(file, header);
  } finally {
    closeSync(file);
  }
  return header.toString("latin1") === magic;
}

/** What a function returns; `otherwise` where files or folders cannot be read (opening the database reports that). */
function readable<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** Names of database files in the folder of a file that does not exist or is empty; none beside one that exists. */
export function databasesBeside(path: string): readonly string[] {
  const file = resolve(path);
  if (readable(() => statSync(file).size, 0) > 0) return [];
  const names = readable(() => readdirSync(dirname(file)), []);
  return names
    .filter((name) => name !== basename(file) && readable(() => isDatabase(join(dirname(file), name)), false))
    .sort();
}
