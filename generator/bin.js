#!/usr/bin/env node
import { existsSync } from "node:fs";
import { setFlagsFromString } from "node:v8";

// Most runs end before optimized code pays off, so V8 optimizes later. Later versions have no such flag that helps, and
// print an error for an unknown one.
const later = { 20: ["--interrupt-budget=1000000"], 22: ["--invocation-count-for-turbofan=30000"] };
const collection = [
  // To divide the collection of new objects between threads, or that of old ones into steps, takes longer.
  "--no-parallel-scavenge",
  "--no-incremental-marking",
  // The code of some files is kept until it is printed. V8 would then allocate that of all files as old objects.
  "--no-allocation-site-pretenuring",
];

const main = new URL("./dist/program/cli.js", import.meta.url);
if (existsSync(main)) {
  const { run } = await import(main);
  // Not before: after a change of its flags, V8 compiles the modules of Node anew that are loaded later.
  const [version] = process.versions.node.split(".");
  for (const flag of [...(later[version] ?? []), ...collection]) setFlagsFromString(flag);
  await run(process.argv);
} else {
  console.error("messenger-gen: not built yet; run: npm run build");
  process.exitCode = 1;
}
