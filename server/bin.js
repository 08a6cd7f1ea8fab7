#!/usr/bin/env node
import { existsSync } from "node:fs";
import { setFlagsFromString } from "node:v8";

// Collect garbage once the memory in use has doubled; V8 waits until it is four times as much.
setFlagsFromString("--heap-growing-percent=100");

const main = new URL("./dist/program/main.js", import.meta.url);
if (existsSync(main)) {
  const { run } = await import(main);
  await run(process.argv);
} else {
  console.error("messenger: not built yet; run: npm run build");
  process.exitCode = 1;
}
