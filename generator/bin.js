#!/usr/bin/env node
import { existsSync } from "node:fs";
import { setFlagsFromString } from "node:v8";

// Most runs are over before optimised code pays: V8 waits longer until it makes any. Later ones have no such flag that helps, and
// write an error about one they do not know.
const flags = { 20: "--interrupt-budget=1000000", 22: "--invocation-count-for-turbofan=30000" };
const flag = flags[process.versions.node.split(".")[0]];
if (flag !== undefined) setFlagsFromString(flag);

const main = new URL("./dist/cli.js", import.meta.url);
if (existsSync(main)) {
  const { run } = await import(main);
  await run(process.argv);
} else {
  console.error("messenger-gen: not built yet; run: npm run build");
  process.exitCode = 1;
}
