import { fork } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { missingOperations } from "./coverage.js";
import type { Entry } from "./entries.js";
import type { Exercised } from "./exercise.js";
import { typeCheck } from "./type-check.js";
import { judge, type Generated, type Verdict } from "./verdict.js";

/** Longest time for the two runs of one entry: ends what hangs, also where other programs leave a hundredth of the machine. */
const timeLimitMs = 1_200_000;
const memoryLimitMB = 4096;

/** `node worker.js CORPUS SCRATCH [lenient]`: receives entries from its parent one by one and returns a verdict for each. */
const [corpus = "", scratch = "", ...mode] = process.argv.slice(2);

process.on("message", (entry: Entry) => {
  void examine(entry).then((verdict) => process.send?.(verdict));
});

async function examine(entry: Entry): Promise<Verdict> {
  const folder = join(corpus, entry.id);
  const out = join(scratch, entry.id, "out");
  const wsdl = join(folder, entry.main);
  const generated = await runApart<Generated>(
    "generate-entry.js",
    [wsdl, folder, out, join(scratch, entry.id, "again"), ...mode],
    crash,
  );
  if (generated.outcome !== "written" || !existsSync(out)) return judge(entry, generated, []);
  const scripts = join(scratch, entry.id, "scripts");
  const checked = typeCheck(out, scripts);
  const wanted = entry.operations.filter((operation) => !generated.omitted.includes(operation));
  const found = [...checked.errors, ...missingOperations(wanted, checked)];
  if (checked.errors.length > 0) return judge(entry, generated, found);
  const exercised = await runApart<Exercised>(
    "exercise-entry.js",
    [wsdl, folder, scripts, join(scratch, entry.id, "messages"), ...mode],
    fallen,
  );
  return judge(entry, generated, [...found, ...exercised.flaws], exercised);
}

/** Runs a script in a fresh process, which may die without harm, and takes what it sends; `ended` says what an early end is. */
async function runApart<T>(script: string, args: readonly string[], ended: (how: string) => T): Promise<T> {
  const child = fork(join(import.meta.dirname, script), args, {
    execArgv: [`--max-old-space-size=${memoryLimitMB}`],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    timeout: timeLimitMs,
    killSignal: "SIGKILL",
  });
  const errors: string[] = [];
  child.stderr?.setEncoding("utf8").on("data", (text: string) => errors.push(text));
  let sent: T | undefined;
  child.on("message", (message: T) => (sent = message));
  return new Promise((resolve) => {
    child.on("close", (code, signal) => {
      resolve(sent ?? ended(`ended with ${signal ?? code}: ${errors.join("").trim().slice(0, 1000)}`));
    });
  });
}

function crash(flaw: string): Generated {
  return { outcome: "crashed", diagnostics: [], omitted: [], flaws: [flaw], milliseconds: 0, megabytes: 0 };
}

function fallen(flaw: string): Exercised {
  return {
    flaws: [`calls: ${flaw}`],
    withoutValue: [],
    calls: 0,
    valid: 0,
    undeclared: 0,
    unreadable: undefined,
  };
}
