import { fork } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { missingOperations } from "./coverage.js";
import type { Entry } from "./entries.js";
import { typeCheck } from "./type-check.js";
import { judge, type Generated, type Verdict } from "./verdict.js";

/** Longest time for the two runs of one entry. */
const timeLimitMs = 120_000;
const memoryLimitMB = 4096;

/** `node worker.js CORPUS SCRATCH [lenient]`: takes entries from its parent one by one and answers each with a verdict. */
const [corpus = "", scratch = "", ...mode] = process.argv.slice(2);

process.on("message", (entry: Entry) => {
  void examine(entry).then((verdict) => process.send?.(verdict));
});

async function examine(entry: Entry): Promise<Verdict> {
  const folder = join(corpus, entry.id);
  const out = join(scratch, entry.id, "out");
  const generated = await generateApart(
    join(folder, entry.main),
    folder,
    out,
    join(scratch, entry.id, "again"),
    ...mode,
  );
  if (generated.outcome !== "written" || !existsSync(out)) return judge(entry, generated, []);
  const checked = typeCheck(out);
  return judge(entry, generated, [...checked.errors, ...missingOperations(entry.operations, checked)]);
}

/** Runs the generator in a fresh process, which may die without harm. */
async function generateApart(...paths: readonly string[]): Promise<Generated> {
  const child = fork(join(import.meta.dirname, "generate-entry.js"), paths, {
    execArgv: [`--max-old-space-size=${memoryLimitMB}`],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    timeout: timeLimitMs,
    killSignal: "SIGKILL",
  });
  const errors: string[] = [];
  child.stderr?.setEncoding("utf8").on("data", (text: string) => errors.push(text));
  let generated: Generated | undefined;
  child.on("message", (message: Generated) => (generated = message));
  return new Promise((resolve) => {
    child.on("close", (code, signal) => {
      resolve(generated ?? crash(`ended with ${signal ?? code}: ${errors.join("").trim().slice(0, 1000)}`));
    });
  });
}

function crash(flaw: string): Generated {
  return { outcome: "crashed", diagnostics: [], flaws: [flaw], milliseconds: 0, megabytes: 0 };
}
