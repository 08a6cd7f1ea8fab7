#!/usr/bin/env node
import { existsSync } from "node:fs";
import { setFlagsFromString } from "node:v8";

// Most runs end before optimized code pays off, so V8 optimizes later. Later versions have no such flag that helps, and
// print an error for an unknown one.
const later = { 20: ["--interrupt-budget=1000000"], 22: ["--invocation-count-for-turbofan=30000"] };
// Where V8 lets the memory of new objects grow to 128 MiB (Node.js 24), it keeps the size it has.
const young = ["--semi-space-growth-factor=1"];
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
  const growth = Number(version) >= 24 ? young : [];
  for (const flag of [...(later[version] ?? []), ...growth, ...collection]) setFlagsFromString(flag);
  await run(process.argv);
} else {
  console.error("messenger-gen: not built yet; run: npm run build");
  process.exitCode = 1;
}
