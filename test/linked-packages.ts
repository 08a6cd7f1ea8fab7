import { mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";

/** The packages of this project by name, with their folders. */
export const packages = {
  "messenger-gen-runtime": "runtime",
  "messenger-gen": "generator",
  "messenger-gen-host": "host",
  "messenger-client": "generated",
  "messenger-server": "server",
} as const;

export type PackageName = keyof typeof packages;

/** Makes packages of this project importable in a folder, as if they were installed there. */
export function linkPackages(folder: string, names: readonly PackageName[]): void {
  const modules = join(folder, "node_modules");
  mkdirSync(modules, { recursive: true });
  for (const name of names) symlinkSync(resolve(packages[name]), join(modules, name), "dir");
}
