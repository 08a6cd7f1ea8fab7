import type { ContractOptions } from "../options.js";

/** Test runners that a scaffolded test can be written for, and the module each exports `test` from. */
export const testRunners = { node: "node:test", jest: "@jest/globals", vitest: "vitest" } as const;

/** Where `messenger-gen scaffold` writes to. */
export interface ScaffoldOptions {
  /** Folder of the implementation (default: `server/operations`). */
  readonly implementation?: string;
  /** Folder of the test (default: `test/operations`). */
  readonly test?: string;
  /** Test runner of the project (default: `node`). */
  readonly runner?: keyof typeof testRunners;
}

/** One contract of a configuration file. */
export interface ContractConfig extends ContractOptions {
  readonly scaffold?: ScaffoldOptions;
}

/** Content of a configuration file: `messenger-gen.config.ts`, `.mts`, `.js`, `.mjs` or `.json`. */
export interface Config {
  /** The contracts of a run, each with its options. Paths are relative to the folder of the file. */
  readonly contracts: readonly ContractConfig[];
}

/** Returns its argument; gives a configuration file types and completion. */
export function defineConfig(config: Config): Config {
  return config;
}
