import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import type { Plan } from "../plan/data/plan.js";

/** Plans of this process by their keys: those of the last contracts. */
const inMemory = new Map<string, Promise<Plan>>();
const mostInMemory = 20;

/** The plan with a key: in memory, in the folder, or a new one, which is then kept. */
export async function cachedPlan(
  key: string,
  folder: string | undefined,
  make: () => Promise<Plan>,
): Promise<Plan> {
  const known = inMemory.get(key);
  if (known !== undefined) return known;
  const plan = folder === undefined ? make() : keptInFolder(join(folder, fileName(key)), folder, make);
  inMemory.set(key, plan);
  const [oldest] = inMemory.keys();
  if (inMemory.size > mostInMemory && oldest !== undefined) inMemory.delete(oldest);
  try {
    return await plan;
  } catch (error) {
    inMemory.delete(key);
    throw error;
  }
}

/** Plans are kept in the format of this version of V8; others may not read it. */
function fileName(key: string): string {
  return `${createHash("sha256").update(`${key} ${process.versions.v8}`).digest("hex")}.plan`;
}

async function keptInFolder(file: string, folder: string, make: () => Promise<Plan>): Promise<Plan> {
  if (existsSync(file)) return deserialize(readFileSync(file)) as Plan;
  const made = await make();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const part = `${file}.${process.pid}`;
  writeFileSync(part, serialize(made), { mode: 0o600 });
  renameSync(part, file);
  return made;
}
