/**
 * Module hooks of Node.js that compile TypeScript, registered by `load.ts`: Node.js 20 does not load TypeScript, later
 * versions accept less of it. With the hooks, a configuration file works in the same way in all of them.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compiled } from "./syntax-error.js";

interface Loaded {
  readonly format: string;
  readonly source: string;
  readonly shortCircuit: true;
}

/** Compiles `.ts` and `.mts` modules to JavaScript; passes on everything else. */
export async function load<T>(
  url: string,
  context: T,
  next: (url: string, context: T) => Promise<Loaded>,
): Promise<Loaded> {
  if (!/^file:.*\.m?ts(?:\?.*)?$/.test(url)) return next(url, context);
  const path = fileURLToPath(url);
  const source = compiled(path, readFileSync(path, "utf8"));
  if (typeof source !== "string") throw new SyntaxError(source.message);
  return { format: "module", source, shortCircuit: true };
}
