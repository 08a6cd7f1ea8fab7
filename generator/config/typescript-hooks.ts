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

/** Compiles `.ts` and `.mts` modules to JavaScript; passes on everything else. `next` may return a promise, or not. */
export function load<T, R>(url: string, context: T, next: (url: string, context: T) => R): Loaded | R {
  if (!/^file:.*\.m?ts(?:\?.*)?$/.test(url)) return next(url, context);
  const path = fileURLToPath(url);
  const source = compiled(path, readFileSync(path, "utf8"));
  if (typeof source !== "string") throw new SyntaxError(source.message);
  return { format: "module", source, shortCircuit: true };
}
