// Bundles each thread of the store into one file of `server/dist/threads`: to load a hundred modules takes a thread 50 ms.
import { rmSync } from "node:fs";
import { build } from "esbuild";

const threads = ["storage/sqlite/writer.js", "storage/sqlite/outbox/queue-counter.js"];

rmSync("server/dist/threads", { recursive: true, force: true });
await build({
  entryPoints: threads.map((path) => `server/dist/${path}`),
  entryNames: "[name]",
  outdir: "server/dist/threads",
  bundle: true,
  splitting: true,
  external: ["better-sqlite3"],
  format: "esm",
  platform: "node",
  target: "node20",
  sourcemap: true,
  logLevel: "warning",
});
