import { statSync } from "node:fs";

/** Rights of users that are neither the owner of a file nor in its group: a group may be made for the key. */
const ofOthers = 0o007;

/**
 * Warns about a private key that others may read: one line, none if only its owner and group may.
 *
 * @param setting name of the setting that names the file
 * @throws Error of the system if the file does not exist
 */
export function keyWarnings(setting: string, file: string): readonly string[] {
  if (process.platform === "win32" || (statSync(file).mode & ofOthers) === 0) return [];
  return [`${setting} ${file} is open to all users of this machine: chmod 600 it`];
}
