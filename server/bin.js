#!/usr/bin/env node
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("./dist/program/main.cjs", import.meta.url));
if (existsSync(main)) {
  const { run } = createRequire(import.meta.url)(main);
  await run(process.argv);
} else {
  console.error("messenger: not built yet; run: npm run build");
  process.exitCode = 1;
}
