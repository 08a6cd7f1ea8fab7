#!/usr/bin/env node
import { existsSync } from "node:fs";
import { setFlagsFromString } from "node:v8";

// Most runs end before optimized code pays off, so V8 optimizes later. Later versions have no such flag that helps, and
// print an error for an unknown one.
const flags = { 20: "--interrupt-budget=1000000", 22: "--invocation-count-for-turbofan=30000" };
const flag = flags[process.versions.node.split(".")[0]];
if (flag !== undefined) setFlagsFromString(flag);
// To divide the collection of new objects between threads takes longer.
setFlagsFromString("--no-parallel-scavenge");

const main = new URL("./dist/program/cli.js", import.meta.url);
if (existsSync(main)) {
  const { run } = await import(main);
  await run(process.argv);
} else {
  console.error("messenger-gen: not built yet; run: npm run build");
  process.exitCode = 1;
}
