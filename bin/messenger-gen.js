#!/usr/bin/env node
import { existsSync } from "node:fs";
import { setFlagsFromString } from "node:v8";

// Most runs are over before optimised code pays: V8 waits longer until it makes any.
setFlagsFromString("--interrupt-budget=1000000");

const main = new URL("../dist/generator/cli.js", import.meta.url);
if (existsSync(main)) {
  const { run } = await import(main);
  await run(process.argv);
} else {
  console.error("messenger-gen: not built yet; run: npm run build");
  process.exitCode = 1;
}
