#!/usr/bin/env node
import { existsSync } from "node:fs";

const main = new URL("./dist/program/main.js", import.meta.url);
if (existsSync(main)) {
  const { run } = await import(main);
  await run(process.argv);
} else {
  console.error("messenger: not built yet; run: npm run build");
  process.exitCode = 1;
}
