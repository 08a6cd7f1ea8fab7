import { existsSync, readFileSync, realpathSync } from "node:fs";
import * as nodeModule from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Diagnostics } from "../diagnostics.js";
import { realPath, reasonOf, shownFrom } from "../read/source.js";
import type * as TypeScriptHooks from "./typescript-hooks.js";

/** Names of a configuration file, looked for in the working folder. */
export const configNames: readonly string[] = ["ts", "mts", "js", "mjs", "json"].map(
  (extension) => `messenger-gen.config.${extension}`,
);

/** A configuration file and its value, which may be anything. */
export interface LoadedConfig {
  /** Absolute. */
  readonly path: string;
  /** Name in messages. */
  readonly shown: string;
  readonly value: unknown;
}

/** The configuration file of the working folder; undefined if there is none, or, with a diagnostic, several. */
export function findConfig(diagnostics: Diagnostics): string | undefined {
  const [first, second] = configNames.filter((name) => existsSync(name));
  if (first === undefined || second === undefined) return first;
  diagnostics.reportFile("MG5003", second, { first, second });
  return undefined;
}

/** Loads a configuration file; undefined, with a diagnostic, if that fails. */
export async function loadConfig(file: string, diagnostics: Diagnostics): Promise<LoadedConfig | undefined> {
  const path = resolve(file);
  const shown = shownFrom(realPath("."), realPath(path)) || file;
  try {
    const real = realpathSync(path);
    const value: unknown = real.endsWith(".json")
      ? JSON.parse(readFileSync(real, "utf8"))
      : await importDefault(real);
    return { path, shown, value };
  } catch (error) {
    await reportFailure(error, path, shown, diagnostics);
    return undefined;
  }
}

let loads = 0;
let compiles = false;

/** The default export, of the module as it is now: a query makes Node.js load it again after a change. */
async function importDefault(path: string): Promise<unknown> {
  if (!compiles && /\.m?ts$/.test(path)) {
    await registerTypeScript();
    compiles = true;
  }
  loads++;
  const module: unknown = await import(`${pathToFileURL(path).href}?load=${loads}`);
  return typeof module === "object" && module !== null && "default" in module ? module.default : undefined;
}

/**
 * Registers the hooks that compile TypeScript: with `registerHooks` in this thread where Node.js has it (22.15, 23.5), as later
 * versions deprecate `register`, which runs them in a thread of its own.
 */
async function registerTypeScript(): Promise<void> {
  const { registerHooks } = nodeModule as RegistersHooks;
  if (registerHooks === undefined) nodeModule.register("./typescript-hooks.js", import.meta.url);
  else registerHooks(await import("./typescript-hooks.js"));
}

/** The part of `node:module` that the type definitions of the oldest supported Node.js lack. */
interface RegistersHooks {
  readonly registerHooks?: (hooks: Pick<typeof TypeScriptHooks, "load">) => unknown;
}

async function reportFailure(
  error: unknown,
  path: string,
  shown: string,
  diagnostics: Diagnostics,
): Promise<void> {
  const place = await placeOf(error, path);
  const isOfFile = typeof error === "object" && error !== null && "syscall" in error;
  const reason = isOfFile ? reasonOf(error) : (place?.message ?? messageOf(error));
  const values = { file: shown, reason };
  if (place === undefined) diagnostics.reportFile("MG5002", shown, values);
  else diagnostics.report("MG5002", { file: shown, ...place }, values);
}

interface Place {
  readonly line: number;
  readonly column: number;
  readonly message?: string;
}

/** Where a configuration file fails, if that is known: a syntax error, or the first line of the file in the stack. */
async function placeOf(error: unknown, path: string): Promise<Place | undefined> {
  if (isNamed(error, "SyntaxError")) {
    const { compiled, jsonFault } = await import("./syntax-error.js");
    const text = readFileSync(path, "utf8");
    const fault = path.endsWith(".json") ? jsonFault(path, text) : compiled(path, text);
    return typeof fault === "object" ? fault : undefined;
  }
  if (/\.m?ts$/.test(path) || typeof error !== "object" || error === null || !("stack" in error))
    return undefined;
  const [, after = ""] = String(error.stack).split(pathToFileURL(path).href);
  const [, line, column] = /^\?load=\d+:(\d+):(\d+)/.exec(after) ?? [];
  return line === undefined ? undefined : { line: Number(line), column: Number(column) };
}

function isNamed(error: unknown, name: string): boolean {
  return typeof error === "object" && error !== null && "name" in error && error.name === name;
}

function messageOf(error: unknown): string {
  const message =
    typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error);
  return message.split("\n")[0] ?? "";
}
