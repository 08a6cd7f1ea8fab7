import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LiveProgram } from "./program.js";

/** Programs of this process by their keys: those of the last contracts. */
const inMemory = new Map<string, Promise<LiveProgram>>();
const mostInMemory = 20;

/** The program with a key: in memory, in the folder, or a new one, which is then kept. */
export async function cachedProgram(
  key: string,
  folder: string | undefined,
  make: () => Promise<LiveProgram>,
): Promise<LiveProgram> {
  const known = inMemory.get(key);
  if (known !== undefined) return known;
  const program = folder === undefined ? make() : keptInFolder(join(folder, `${key}.json`), folder, make);
  inMemory.set(key, program);
  const [oldest] = inMemory.keys();
  if (inMemory.size > mostInMemory && oldest !== undefined) inMemory.delete(oldest);
  try {
    return await program;
  } catch (error) {
    inMemory.delete(key);
    throw error;
  }
}

async function keptInFolder(
  file: string,
  folder: string,
  make: () => Promise<LiveProgram>,
): Promise<LiveProgram> {
  const found = readProgram(file);
  if (found !== undefined) return found;
  const made = await make();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const part = `${file}.${process.pid}`;
  writeFileSync(part, JSON.stringify(made), { mode: 0o600 });
  renameSync(part, file);
  return made;
}

/** Undefined for a file that does not exist. */
function readProgram(file: string): LiveProgram | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as LiveProgram) : undefined;
}
